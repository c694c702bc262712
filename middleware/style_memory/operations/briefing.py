"""The brief, as text and with everything that explains it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from pydantic import Field

from style_memory.domain.kinds import ItemType
from style_memory.domain.profile import ItemCounts
from style_memory.operations.catalogue import operation
from style_memory.operations.composing import brief_of
from style_memory.operations.models import Answer, Habit, Preference, Request, Text, habit_record, preference_record
from style_memory.operations.work import Work
from style_memory.pipeline.brief import Brief, composed, play_fits, presentable, unchanged
from style_memory.pipeline.context import UNKNOWN, Context, asks_realignment, context_named, detect_in
from style_memory.pipeline.stylometry import Rate, Stylometry, register_of
from style_memory.pipeline.voice import voice_of

_MOST_LEFT_OUT = 20


class GetStyleBrief(Request):
    """For which moment, and what the caller holds already."""

    context: Text | None = Field(default=None, description="kind of moment, e.g. casual_chat, medical")
    message: Text | None = Field(
        default=None, description="the current user message, to detect the moment if none is named; never learned from"
    )
    known_revision: int | None = Field(default=None, description="the revision you hold")
    known_context: Text | None = Field(default=None, description="the moment of the brief you hold")


class BriefContext(Answer):
    """The moment that the brief is for."""

    label: str
    source: str = Field(description="named, detected or none")
    certainty: str = Field(description="sure, likely or unsure")


class VoiceMeasure(Answer):
    """One measured rate."""

    name: str
    value: float
    turns: int = Field(description="turns it was measured over")


class LeftOutItem(Answer):
    """An active item that the brief leaves out."""

    id: str
    text: str
    reason: str = Field(description="context, repeats, limit, budget or unsafe")


class LeftOutItems(Answer):
    """What the brief leaves out."""

    items: list[LeftOutItem] = Field(description="up to 20")
    counts: dict[str, int] = Field(description="all of them, by reason; `rank` are those not looked at")


class StyleBrief(Answer):
    """The brief with everything that explains it."""

    brief: str = Field(description="text for the model's context")
    revision: int
    context: BriefContext
    habits: list[Habit]
    interaction_profile: list[Preference]
    voice: list[VoiceMeasure] = Field(description="what the brief tells of their writing: only what is unusual")
    left_out: LeftOutItems
    profile_nudge: str | None


@operation(effect="read", toolset="style", example=GetStyleBrief(context="casual_chat"))
def get_style_brief(work: Work, request: GetStyleBrief) -> str:
    """Get a short brief on how the user talks and likes to work, for the current moment.

    Call it at the start, when the moment changes, every 15 turns, and when the user says it feels off.
    """
    context = _context(request)[0]
    if _is_current(work, request, context):
        return unchanged(work.revision, context.label)
    return _brief(work, context).text


@operation(effect="read", toolset="style", example=GetStyleBrief(message="can you look at this stack trace?"))
def get_style_brief_structured(work: Work, request: GetStyleBrief) -> StyleBrief:
    """Get the brief with its revision, moment, items, measured voice and what was left out and why."""
    context, source, certainty = _context(request)
    brief = _brief(work, context, most_left_out=_MOST_LEFT_OUT)
    held = {item_type: work.unit.count(item_type) for item_type in ItemType}
    text = unchanged(work.revision, context.label) if _is_current(work, request, context) else brief.text
    return StyleBrief(
        brief=text,
        revision=work.revision,
        context=BriefContext(label=context.label, source=source, certainty=certainty),
        habits=[habit_record(item) for item in brief.habits],
        interaction_profile=[preference_record(item) for item in brief.preferences],
        voice=_voice(work, context),
        left_out=_left_out(brief, context, held),
        profile_nudge=_nudge(brief, held[ItemType.PREFERENCE]),
    )


def voice_measures(rates: Iterable[Rate]) -> list[VoiceMeasure]:
    """Rates as answers tell them, in their order."""
    return [VoiceMeasure(name=rate.name, value=rate.value, turns=rate.turns) for rate in rates]


def brief_in(work: Work, turns: Sequence[str], context: str | None) -> str:
    """The brief for a conversation of which the owner's latest turns are given, the oldest first; for pipelines."""
    return _brief(work, _moment(context, turns)[0]).text


def _context(request: GetStyleBrief) -> tuple[Context, str, str]:
    return _moment(request.context, [request.message] if request.message else [])


def _moment(label: str | None, turns: Sequence[str]) -> tuple[Context, str, str]:
    """The moment, where it comes from, and how certain it is.

    A name that is not known says that the moment is special, but not how: only serious turns tell more. A crisis is one
    even in a conversation that was named casual.
    """
    named = context_named(label)
    if named and named.mood != "light":
        return named, "named", "sure"
    detected = detect_in(turns) if any(turn.strip() for turn in turns) else None
    if named and not (detected and detected.context.label == "crisis"):
        return named, "named", "sure"
    if detected is not None and (not label or detected.context.mood == "serious"):
        return detected.context, "detected", detected.certainty
    return UNKNOWN, "none", "unsure"


def _is_current(work: Work, request: GetStyleBrief, context: Context) -> bool:
    held = request.known_revision == work.revision and request.known_context == context.label
    # Whoever says that the style is off needs the brief, not the news that it is unchanged.
    return held and not asks_realignment(request.message or "")


def _brief(work: Work, context: Context, most_left_out: int = 0) -> Brief:
    if not work.is_known_owner:
        return composed(context=context, voice=(), preferences=(), habits=(), settings=work.settings)
    return brief_of(work.unit, work.profile, work.settings, context, most_left_out=most_left_out)


def _voice(work: Work, context: Context) -> list[VoiceMeasure]:
    """The measures that the brief tells, in its order."""
    profile = work.profile
    told = voice_of(profile.voice, profile.stylometry).measures(
        Stylometry.from_bytes(profile.stylometry), register_of(context), playful=play_fits(context)
    )
    return voice_measures(told)


def _left_out(brief: Brief, context: Context, held: Mapping[ItemType, ItemCounts]) -> LeftOutItems:
    seen = [*brief.habits, *brief.preferences, *(left.item for left in brief.left_out)]
    counts = Counter(left.reason for left in brief.left_out)
    unseen_playful = sum(each.active_playful for each in held.values()) - sum(item.playful for item in seen)
    counts["rank" if play_fits(context) else "context"] += unseen_playful
    counts["rank"] += sum(each.active for each in held.values()) - len(seen) - unseen_playful
    listed = [
        LeftOutItem(id=left.item.id, text=left.item.text, reason=left.reason)
        for left in brief.left_out[:_MOST_LEFT_OUT]
        if presentable(left.item, with_example=False) is not None
    ]
    return LeftOutItems(items=listed, counts={reason: n for reason, n in sorted(counts.items()) if n})


def _nudge(brief: Brief, preferences: ItemCounts) -> str | None:
    """A reminder for whoever knows the owner's voice but nothing of how they like to work."""
    if not brief.habits or preferences.active:
        return None
    return "Their voice is known, but not yet how they like to work: report wishes you notice in profile_hints."
