"""Detects what kind of moment a message belongs to: locally, in one pass, and cautious where it is unsure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from style_memory.pipeline.context.evidence import Scores, scores
from style_memory.pipeline.context.model import Judged, shipped_model
from style_memory.pipeline.context.vocabulary import UNKNOWN, Context, context_named

Certainty = Literal["sure", "likely", "unsure"]


@dataclass(frozen=True, kw_only=True, slots=True)
class Detected:
    """What a message was taken for."""

    #: The kind of moment; `UNKNOWN` where nothing is clear, so that nothing playful is offered.
    context: Context
    #: How clear it was.
    certainty: Certainty


def detect(message: str) -> Detected:
    """Return the context that `message` belongs to.

    A serious phrase wins over everything, play needs evidence of its own, a model judges what phrases leave open, and
    whatever is left is unknown: to brief a serious moment with play is the worst mistake that this can make.
    """
    return decided(scores(message))


def detect_in(turns: Sequence[str]) -> Detected:
    """Return the context of the latest of `turns`, one owner's messages of one conversation, oldest first.

    A serious moment lingers: thanks, laughter, or whatever is unclear leaves it as it was, up to three messages later.
    """
    if not turns:
        return _UNCLEAR
    evidence = scores(turns[-1])
    latest = decided(evidence)
    before = _serious_before(turns[-_REACH:-1])
    if before is None or not _lingers(before, latest, evidence):
        return latest
    return Detected(context=before, certainty="likely")


def decided(evidence: Scores) -> Detected:
    """Decide on the context that `evidence` speaks for, and hear the model where that is not serious."""
    serious = _serious(evidence)
    if serious:
        return serious
    told = _working(evidence) or _light(evidence)
    if not evidence.words or (told and told.context.mood in _SETTLED):
        return told or _UNCLEAR
    return _weighed(told, evidence, shipped_model().judged(evidence.words, evidence.topics, evidence.length))


# How many messages of a conversation are looked at, with the latest.
_REACH = 4

# Topics that are contexts of the same name; between equals the first wins.
_CRISIS = "crisis"
_SERIOUS = (_CRISIS, "medical", "legal", "financial", "security", "privacy", "user_upset")
_WORKING = {
    "formal": "formal_writing",
    "creative": "creative_writing",
    "planning": "planning",
    "brainstorming": "brainstorming",
}
_AT_WORK = ("task", "technical", "debugging", *_WORKING)
_LIGHT = ("casual", "courtesy", "smalltalk", "joking", "thanks", "cheer")
# Those that a new topic shows in.
_NEW_TOPIC = ("casual", "smalltalk", "joking")
# Ways of speaking, which lighten nothing that looks serious.
_ACCOMPANYING = ("laughter", "manner")

# From here on a topic speaks for itself, and from there on beyond doubt.
_ENOUGH, _PLENTY = 1.0, 2.0
# An error word needs this much of the technical beside it to be about a machine.
_ABOUT_A_MACHINE = 1.5
# A trace of something serious, or of work to be done, that is enough to keep play out.
_TRACE, _TRACE_OF_WORK = 0.75, 1.0
# A trace of something serious that laughter does not outweigh.
_CONCERN = 0.5
# What play needs beside other traces, and where there are none.
_LIGHT_ENOUGH, _LIGHT_ENOUGH_ALONE = 0.75, 0.5
# The longer a message, the more everyday words it holds whatever it is about.
_LONG, _LIGHT_PER_WORD = 25, 0.08

# The model is not asked about these moods, which bear no play anyway.
_SETTLED = ("serious", "formal")
# How probable something serious must be to doubt a mood that phrases told, and how much more where many told it.
_DOUBT, _MORE_IF_SURE = {"light": 0.5, "neutral": 0.75}, 0.1
# How probable light talk must be where no phrase tells.
_LIGHT_BY_WORDS = 0.3
# How probable something serious may be beside it, and what a trace of it adds.
_BEARABLE, _MORE_BY_CONCERN = 0.28, 0.1
# How many words there must be, and which share of them the model must know, for it to be heard.
_FEWEST_WORDS, _KNOWN = 4, 0.5
_UNCLEAR = Detected(context=UNKNOWN, certainty="unsure")


def _serious_before(turns: Sequence[str]) -> Context | None:
    """Return the latest serious context of `turns`, but a crisis before any other."""
    serious = [context for turn in turns if (context := detect(turn).context).mood == "serious"]
    return next((context for context in serious if context.label == _CRISIS), serious[-1] if serious else None)


def _lingers(before: Context, latest: Detected, evidence: Scores) -> bool:
    mood = latest.context.mood
    if before.label == _CRISIS and (mood == "light" or latest.context.label == "user_upset"):
        return True
    # Greetings, assent, thanks and laughter are no topic, so that nothing new begins with them.
    return mood == "unsure" or (mood == "light" and evidence.total(_NEW_TOPIC) < _ENOUGH)


def _serious(evidence: Scores) -> Detected | None:
    amounts = {topic: amount for topic in _SERIOUS if (amount := evidence.of(topic)) >= _ENOUGH}
    if not amounts:
        return None
    topic = _CRISIS if _CRISIS in amounts else max(amounts, key=amounts.__getitem__)
    return _detected(topic, amounts[topic])


def _working(evidence: Scores) -> Detected | None:
    technical, debugging = evidence.of("technical"), evidence.of("debugging")
    if evidence.of("incident") >= _ENOUGH:
        return _detected("incident_response", evidence.of("incident"))
    if debugging >= _ENOUGH and debugging + technical >= _ABOUT_A_MACHINE:
        return _detected("serious_debugging", debugging)
    if evidence.like_a_document and evidence.of("creative") < _ENOUGH:
        return _detected("formal_writing", _ENOUGH)
    topic = max(_WORKING, key=evidence.of)
    if evidence.of(topic) >= max(_ENOUGH, technical):
        return _detected(_WORKING[topic], evidence.of(topic))
    return _detected("technical_chat", technical) if technical >= _ENOUGH else None


def _light(evidence: Scores) -> Detected | None:
    concern = evidence.total(_SERIOUS)
    work = evidence.total(_AT_WORK)
    if evidence.of("smalltalk") >= _ENOUGH:
        # "Tell me your name" is no task, though it is put like one.
        work -= evidence.of("task")
    if concern >= _TRACE or work >= _TRACE_OF_WORK:
        return None
    needed = _LIGHT_ENOUGH if concern or work else _LIGHT_ENOUGH_ALONE
    needed += max(0.0, evidence.length - _LONG) * _LIGHT_PER_WORD
    light = evidence.total(_LIGHT)
    if concern < _CONCERN:
        light += evidence.total(_ACCOMPANYING)
    surplus = light - concern - work / 2 - needed
    if surplus < 0:
        return None
    return _detected(_light_label(evidence, light), _PLENTY if surplus >= _ENOUGH else _ENOUGH)


def _weighed(told: Detected | None, evidence: Scores, judged: Judged) -> Detected:
    """Let the model take play from what the phrases told, and judge what they left open."""
    if judged.known < _KNOWN:
        return told or _UNCLEAR
    if told is not None:
        doubt = _DOUBT[told.context.mood] + (_MORE_IF_SURE if told.certainty == "sure" else 0.0)
        return _UNCLEAR if judged.serious >= doubt else told
    concern = evidence.total(_SERIOUS)
    if concern >= _TRACE or evidence.told_with_laughter or evidence.length < _FEWEST_WORDS:
        return _UNCLEAR
    if judged.light >= _LIGHT_BY_WORDS and judged.serious + concern * _MORE_BY_CONCERN <= _BEARABLE:
        return _detected("casual_chat", _ENOUGH)
    return _UNCLEAR


def _light_label(evidence: Scores, light: float) -> str:
    if evidence.of("joking") >= _ENOUGH:
        return "joking"
    if evidence.of("thanks") >= _ENOUGH and evidence.of("thanks") * 2 >= light:
        return "friendly_reply"
    return "casual_chat"


def _detected(label: str, amount: float) -> Detected:
    return Detected(context=context_named(label) or UNKNOWN, certainty="sure" if amount >= _PLENTY else "likely")
