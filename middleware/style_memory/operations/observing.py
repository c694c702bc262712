"""Observing one turn, and the turns of a conversation."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from functools import cache, partial

from pydantic import Field

from style_memory.domain.kinds import HabitKind, PreferenceCategory
from style_memory.domain.profile import KnownTurn
from style_memory.domain.sightings import Sighting
from style_memory.operations.catalogue import operation
from style_memory.operations.discovering import Recurrences
from style_memory.operations.hints import HabitHint, HabitHints, PreferenceHint, PreferenceHints, sightings_of
from style_memory.operations.learning import learn, weaken
from style_memory.operations.models import Answer, Habit, Preference, Request, Text, record
from style_memory.operations.work import Work
from style_memory.pipeline.context import Context, context_named, detect
from style_memory.pipeline.learning import Circumstances
from style_memory.pipeline.reading import Reading, read_turn
from style_memory.pipeline.stylometry import Stylometry, register_of
from style_memory.pipeline.turns import Conversation, KnownTurns, recognised_turns
from style_memory.pipeline.voice import is_current, is_due, voice_of

_RANDOM_TURN_BYTES = 12
# Of the turns whose context nobody named, one in so many is looked at to find which register it belongs to.
_DETECTED_EVERY = 8
_logger = logging.getLogger(__name__)


class ObserveUserMessage(Request):
    """One message that the owner wrote."""

    text: Text = Field(description="the latest user message, and nothing else")
    context: Text | None = Field(default=None, description="kind of moment, e.g. casual_chat or technical_chat")
    session_id: Text | None = Field(default=None, description="the conversation; default: today's")
    turn_id: Text | None = Field(default=None, description="counts the message once however often it is sent")
    # Not `default=[]`, which pydantic copies deeply for each request.
    hints: HabitHints = Field(
        default_factory=list, description="up to 8 habits you noticed that a dictionary would miss"
    )
    profile_hints: PreferenceHints = Field(default_factory=list, description="up to 8 wishes about working together")
    verbose: bool = Field(default=False, description="also return the items concerned")


class Observed(Answer):
    """What one observation did."""

    observed: bool = Field(description="false if the turn was not looked at")
    learned: int = Field(description="new items")
    updated: int = Field(description="items seen again")
    ignored: list[str] = Field(description="codes of what was passed over")
    revision: int
    items: list[Habit | Preference] | None = Field(default=None, description="the items, if verbose")


@operation(
    effect="write",
    toolset="style",
    example=ObserveUserMessage(
        text="ngl that works like a charm 😂 ship it",
        context="casual_chat",
        session_id="s1",
        turn_id="t1",
        hints=[HabitHint(kind=HabitKind.IDIOLECT, text="tiny but mighty", confidence=0.6)],
        profile_hints=[
            PreferenceHint(category=PreferenceCategory.RESPONSE_STRUCTURE, text="prefers conclusions before details")
        ],
        verbose=True,
    ),
)
def observe_user_message(work: Work, request: ObserveUserMessage) -> Observed:
    """Learn from the latest message that the user wrote: how they talk and how they like to work.

    Send only the user's own words of this turn. No text is kept but the habits found and a short example of each.
    """
    if not work.settings.learning:
        return _not_observed(work, "learning_off")
    # What needs no database comes first: the unit of work holds the write lock from the moment it opens.
    reading = read_turn(request.text, work.around.dictionary, work.settings)
    hinted, dropped = sightings_of(request.hints, work.settings)
    wished, refused = sightings_of(request.profile_hints, work.settings)
    if not work.profile.learning:
        return _not_observed(work, "learning_paused")
    session_key = _session_key(work, request.session_id)
    turn_key = _turn_key(work, request.turn_id)
    if request.turn_id and work.unit.turn(session_key, turn_key):
        return _not_observed(work, "already_observed")
    return _observe(
        work,
        reading,
        session_key,
        KnownTurn(turn_key=turn_key),
        context=request.context,
        reported=(*hinted, *wished),
        dropped=(*dropped, *refused),
        verbose=request.verbose,
    )


def observe_conversation(work: Work, conversation: Conversation) -> list[Observed]:
    """Observe those turns of a conversation that were not counted before; see `pipeline.turns`."""
    if not conversation.awaits_reply or not work.settings.learning:
        return []
    # The usual case is one new turn: it is read before the database is locked.
    latest = conversation.messages[-1].text
    readings = {latest: read_turn(latest, work.around.dictionary, work.settings)}
    if not work.profile.learning:
        return []
    session_key = _session_key(work, conversation.session_id)
    write_replies(work)
    found = recognised_turns(
        conversation.messages,
        profile=work.profile,
        session_key=session_key,
        invocation=conversation.invocation,
        known=KnownTurns(
            with_key=partial(work.unit.turn, session_key), in_chain=partial(work.unit.turns_in_chain, session_key)
        ),
    )
    if conversation.may_be_sent_again:
        turn_keys = tuple(each.turn.turn_key for each in found)
        work.replies.expect(conversation, session_key, turn_keys)
    answers = []
    for recognised in found:
        if recognised.is_new:
            text = recognised.message.text
            reading = readings.get(text) or read_turn(text, work.around.dictionary, work.settings)
            answers.append(_observe(work, reading, session_key, recognised.turn, context=conversation.context))
    return answers


def write_replies(work: Work) -> None:
    """Write down which of the owner's turns the agent has replied to since the last time."""
    for session_key, turn_keys in work.replies.take():
        work.unit.mark_answered(session_key, turn_keys)


def _observe(
    work: Work,
    reading: Reading,
    session_key: str,
    turn: KnownTurn,
    *,
    context: str | None,
    reported: Sequence[Sighting] = (),
    dropped: Sequence[str] = (),
    verbose: bool = False,
) -> Observed:
    """Write down one turn."""
    named = context_named(context)
    at = Circumstances(
        now=work.now,
        settings=work.settings,
        context=named.label if named else None,
        quotable=cache(lambda: _is_quotable(named, reading)),
    )
    work.unit.add_turn(session_key, turn, work.now)
    weakened = weaken(work, reading.contraries) if reading.contraries else []
    recurrences = Recurrences(work, reading, session_key, named)
    outcome = learn(work, (*recurrences.sightings, *reported), session_key, at)
    settled = recurrences.settle()
    _measure(work, reading, named)
    # What was noted and settled in one turn is answered once, as it is now.
    items = {item.id: item for item in (*outcome.learned, *outcome.updated, *weakened, *settled)}
    return Observed(
        observed=True,
        learned=len(outcome.learned),
        updated=len(items) - len(outcome.learned),
        ignored=[*reading.ignored, *outcome.ignored, *dropped],
        revision=work.revision,
        items=[record(item) for item in items.values()] if verbose else None,
    )


def _is_quotable(named: Context | None, reading: Reading) -> bool:
    """Whether the turn is of a kind whose words may be shown again: a serious moment's may not."""
    text = reading.admitted.text if reading.admitted else ""
    return not any(context and context.mood == "serious" for context in (named, detect(text).context))


def _measure(work: Work, reading: Reading, named: Context | None) -> None:
    profile = work.profile
    work.update_profile(turns=profile.turns + 1)
    if not reading.admitted:
        return
    stylometry = Stylometry.from_bytes(profile.stylometry)
    if stylometry.is_damaged:
        work.around.count("stylometry_damaged")
        _logger.warning("What was measured of an owner's voice can't be read; it is measured anew.")
    register = register_of(named or _sampled_context(profile.turns, reading.admitted.text))
    stylometry.add(reading.counts, register)
    work.update_profile(stylometry=stylometry.to_bytes())
    if is_due(stylometry, profile.voice):
        before = voice_of(profile.voice, profile.stylometry)
        after = before.judged(stylometry, [register] if register else [])
        if after is not before and before.all_lines() != after.all_lines():
            work.brief_changed()
        if after is not before or not is_current(profile.voice):
            work.update_profile(voice=after.to_json())


def _sampled_context(turns: int, text: str) -> Context | None:
    """The context of a turn that nobody named, for one turn of a few: telling it takes as long as all measuring."""
    if turns % _DETECTED_EVERY:
        return None
    detected = detect(text)
    return None if detected.certainty == "unsure" else detected.context


def _not_observed(work: Work, code: str) -> Observed:
    return Observed(observed=False, learned=0, updated=0, ignored=[code], revision=work.revision)


def _session_key(work: Work, session_id: str | None) -> str:
    """The hash that stands for a session: what the caller calls it may be private, so it is not kept."""
    named = ("named", session_id) if session_id else ("day", f"{work.now:%Y-%m-%d}")
    return work.profile.digest("session", *named)


def _turn_key(work: Work, turn_id: str | None) -> str:
    return work.profile.digest("turn", turn_id) if turn_id else work.around.random_bytes(_RANDOM_TURN_BYTES).hex()
