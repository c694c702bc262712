"""What an owner could do about an item, and why the item is there."""

from __future__ import annotations

from style_memory.domain.items import Item
from style_memory.domain.kinds import Source, Status
from style_memory.domain.settings import Settings
from style_memory.pipeline.learning import is_established

# An active item this sure and this often seen is worth protecting from clean-up.
_PIN_CONFIDENCE = 0.5
_PIN_SIGHTINGS = 10

_ORIGINS = {
    Source.DICTIONARY: "found by the dictionary",
    Source.PATTERN: "found by a pattern",
    Source.DISCOVERED: "discovered because you repeat it",
    Source.STATED: "said by you",
    Source.HINT: "reported by the agent's model",
    Source.DISTILLED: "endorsed by you",
}


def suggestion(item: Item, settings: Settings) -> tuple[str, str]:
    """The action to suggest (keep, pin, forget or observe), and the reason, which says where the item comes from."""
    seen = f"{_ORIGINS[item.source]}, seen {_times(item.seen_count)} in {_sessions(item.session_count)}"
    if item.pinned:
        return "keep", f"Pinned; {seen}."
    if item.status is Status.ARCHIVED:
        why = "a later wish took its place" if item.replaced_by else "not seen for long, or you spoke against it"
        return "forget", f"Archived: {why}; {seen}."
    if item.status is Status.CANDIDATE:
        missing = max(0, settings.min_promote_count - item.seen_count)
        need = f"needs {_times(missing)} more" if missing else "needs another context or session"
        if is_established(item.seen_count, item.session_count, len(item.contexts), settings):
            need = "said no oftener than people generally do, or told by another habit"
        return "observe", f"Not stable yet, {need}; {seen}."
    if item.confidence >= _PIN_CONFIDENCE and item.seen_count >= _PIN_SIGHTINGS:
        return "pin", f"Stable and frequent; {seen}."
    return "keep", f"In use; {seen}."


def _times(number: int) -> str:
    return "once" if number == 1 else f"{number} times"


def _sessions(number: int) -> str:
    return "1 session" if number == 1 else f"{number} sessions"
