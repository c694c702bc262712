"""What a sighting makes of an item: promotion, confidence and contradiction, decided without a database."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from style_memory.domain import confidence as sure
from style_memory.domain.items import Item, folded
from style_memory.domain.kinds import PLAYFUL_KINDS, HabitKind, ItemType, Polarity, PreferenceCategory, Source, Status
from style_memory.domain.profile import Profile
from style_memory.domain.settings import Settings
from style_memory.domain.sightings import HabitSighting, Sighting
from style_memory.pipeline.play import asks_for_play
from style_memory.pipeline.preferences import serious_ok
from style_memory.pipeline.privacy import FieldRefused, checked_field, may_name, tells_of_a_life

_MOST_CONTEXTS = 8
_MOST_LABELS = 12
_CONTEXTS_NEEDED = 2
_SESSIONS_NEEDED = 3
# Where an archived item starts anew.
_FRESH: dict[str, Any] = {
    "status": Status.CANDIDATE,
    "confidence": 0.0,
    "seen_count": 0,
    "session_count": 0,
    "contexts": (),
    "replaced_by": None,
}


@dataclass(frozen=True, kw_only=True, slots=True)
class Circumstances:
    """What is the same for all sightings of one turn."""

    now: datetime
    settings: Settings
    #: The context that the caller named, by its canonical label; None where none was named or it was only detected.
    context: str | None = None
    #: Whether the owner themself asked for the items to be learned.
    endorsed: bool = False
    #: Tells whether words of the turn may be kept as an example; asked only when one is needed.
    quotable: Callable[[], bool] = lambda: True


@dataclass(frozen=True, kw_only=True, slots=True)
class Life:
    """What an item that comes from elsewhere has behind it. Times are in UTC."""

    source: Source
    status: Status
    pinned: bool
    seen_count: int
    contexts: tuple[str, ...]
    first_seen_at: datetime
    last_seen_at: datetime


def type_of(sighting: Sighting) -> ItemType:
    """Whether a sighting is of a habit or of a preference."""
    return ItemType.HABIT if isinstance(sighting, HabitSighting) else ItemType.PREFERENCE


def id_of(profile: Profile, sighting: Sighting) -> str:
    """The id of the item that a sighting belongs to.

    A habit is its folded text, whatever kind it was reported as. A wish is its place on an axis where it has one, so
    that two ways of saying the same are one item; else its folded text and polarity.
    """
    if isinstance(sighting, HabitSighting):
        return profile.item_id(ItemType.HABIT, folded(sighting.text))
    if sighting.axis and sighting.pole:
        return profile.item_id(ItemType.PREFERENCE, "axis", sighting.axis, sighting.pole)
    return profile.item_id(ItemType.PREFERENCE, "text", folded(sighting.text), sighting.polarity.value)


def learned(item_id: str, sighting: Sighting, known: Item | None, *, new_session: bool, at: Circumstances) -> Item:
    """The item after one more sighting.

    Args:
        item_id: The id for an item that is not known yet.
        sighting: What was seen.
        known: The item as it was, or None. An archived one starts anew.
        new_session: Whether this session had not shown it before.
        at: The circumstances of the turn.
    """
    restarts = known is None or known.status is Status.ARCHIVED
    item = known or _first_seen(item_id, sighting, at)
    if restarts:
        item = item._replace(**_FRESH, first_seen_at=at.now, last_seen_at=at.now)
    elapsed_days = (at.now - item.last_seen_at) / timedelta(days=1)
    times, promotes = (sighting.times, sighting.promotes) if isinstance(sighting, HabitSighting) else (1, True)
    seen_count = item.seen_count + times
    session_count = item.session_count + (1 if new_session or restarts else 0)
    if known is None and isinstance(sighting, HabitSighting) and sighting.said_before:
        times = seen_count = sighting.said_before
        session_count = sighting.sessions_before
    confidence = sure.strengthened(item.confidence, weight=sighting.weight * times, elapsed_days=elapsed_days)
    contexts = _united(item.contexts, (at.context,) if at.context else (), _MOST_CONTEXTS)
    promoted = at.endorsed or (promotes and is_established(seen_count, session_count, len(contexts), at.settings))
    return item.evolved(
        status=Status.ACTIVE if promoted else item.status,
        confidence=max(confidence, sure.ENDORSED) if at.endorsed else confidence,
        seen_count=seen_count,
        session_count=session_count,
        contexts=contexts,
        last_seen_at=max(at.now, item.last_seen_at),
        use_when=_united(item.use_when, sighting.use_when, _MOST_LABELS) if item.use_when else item.use_when,
        avoid_when=_united(item.avoid_when, sighting.avoid_when, _MOST_LABELS),
        example=item.example or _example(sighting, at),
        notes=item.notes or sighting.notes,
    )


def taken_over(item_id: str, sighting: Sighting, at: Circumstances, *, life: Life) -> Item:
    """The item that another tool has learned, with what it keeps of its life there.

    How sure we are follows from the sightings alone, since other tools measure confidence in other ways.
    """
    item = _first_seen(item_id, sighting, at)
    return item.evolved(
        source=life.source,
        status=life.status,
        pinned=life.pinned,
        confidence=sure.strengthened(0.0, weight=float(life.seen_count), elapsed_days=0.0),
        seen_count=life.seen_count,
        session_count=1,
        contexts=life.contexts[:_MOST_CONTEXTS],
        first_seen_at=min(life.first_seen_at, life.last_seen_at),
        last_seen_at=min(life.last_seen_at, at.now),
        avoid_when=sighting.avoid_when,
        example=_example(sighting, at),
        notes=sighting.notes,
    )


def is_established(seen_count: int, session_count: int, context_count: int, settings: Settings) -> bool:
    """Whether an item has been seen often and variously enough to be active.

    It needs `min_promote_count` sightings, and either two distinct contexts that the caller named or three sessions.
    How sure a host's model is does not count: one mistaken model must not decide what is stable.
    """
    varied = context_count >= _CONTEXTS_NEEDED or session_count >= _SESSIONS_NEEDED
    return varied and seen_count >= settings.min_promote_count


def turned_against(item: Item) -> Item:
    """The item after the owner spoke against it: less sure, and out of the brief unless they pinned it."""
    # A discovered candidate would otherwise become active without being said again.
    may_show = item.status is Status.ACTIVE or item.source is Source.DISCOVERED
    status = Status.ARCHIVED if may_show and not item.pinned else item.status
    return item.evolved(confidence=sure.weakened(item.confidence), status=status)


def replaced(item: Item, successor: Item) -> Item:
    """The earlier of two contradicting wishes, put aside with a link to the later one."""
    return item.evolved(status=Status.ARCHIVED, replaced_by=successor.id)


def shows_differently(before: Item | None, after: Item | None) -> bool:
    """Whether a brief could read differently after the change; what an item is does not change."""
    was = before if before is not None and before.status is Status.ACTIVE else None
    now = after if after is not None and after.status is Status.ACTIVE else None
    if was is None or now is None:
        return was is not now
    changed = was.rank != now.rank or was.example != now.example or was.contexts != now.contexts
    return changed or was.use_when != now.use_when or was.avoid_when != now.avoid_when


def without_repeats(sightings: Iterable[tuple[str, Sighting]]) -> dict[str, Sighting]:
    """One sighting for each item id: a turn counts once, and its first finder knows best what it is."""
    merged: dict[str, Sighting] = {}
    for item_id, sighting in sightings:
        merged.setdefault(item_id, sighting)
    return merged


def _first_seen(item_id: str, sighting: Sighting, at: Circumstances) -> Item:
    wish = None if isinstance(sighting, HabitSighting) else sighting
    return Item(
        id=item_id,
        type=type_of(sighting),
        kind=sighting.kind.value if isinstance(sighting, HabitSighting) else sighting.category.value,
        text=sighting.shown if isinstance(sighting, HabitSighting) else sighting.text,
        locale=sighting.locale,
        first_seen_at=at.now,
        last_seen_at=at.now,
        use_when=sighting.use_when,
        source=Source.DISTILLED if at.endorsed else sighting.source,
        polarity=wish.polarity if wish else Polarity.PREFER,
        axis=wish.axis if wish else None,
        pole=wish.pole if wish else None,
        playful=_is_playful(sighting),
    )


def _example(sighting: Sighting, at: Circumstances) -> str | None:
    """The example as it may be stored: none from a serious moment, and none that tells a private fact or may
    name somebody.

    The gate is asked again, because a clause can read differently from the turn that it was cut from.
    """
    clause = sighting.example
    if not clause or not at.quotable() or tells_of_a_life(clause) or may_name(clause):
        return None
    try:
        return checked_field(clause, limit=at.settings.max_example_len) or None
    except FieldRefused:
        return None


def _is_playful(sighting: Sighting) -> bool:
    """Whether it must stay out of serious moments.

    A wish that no axis knows is taken for play only if it asks for a tone, since that may be bluntness or jokes. Of the
    habits, what a host reports always is, since it may call slang a structure.
    """
    if isinstance(sighting, HabitSighting):
        return sighting.source is Source.HINT or HabitKind(sighting.kind) in PLAYFUL_KINDS
    if sighting.axis and (sighting.polarity is Polarity.AVOID or not asks_for_play(sighting.text)):
        return not serious_ok(sighting.axis, sighting.pole)
    if asks_for_play(sighting.text):
        return True
    return sighting.category is PreferenceCategory.TONE_BOUNDARY and sighting.polarity is Polarity.PREFER


def _united(first: tuple[str, ...], second: tuple[str, ...], most: int) -> tuple[str, ...]:
    if second == first or not set(second).difference(first):
        return first
    return tuple(dict.fromkeys((*first, *second)))[:most]
