"""Detects what kind of moment a message belongs to: locally, in one pass, and cautious where it is unsure."""

from __future__ import annotations

import re
import tomllib
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Literal

from style_memory.pipeline.context.lexicon import SENTENCE_ENDS, Entry, Phrases, found, lexicon_phrases, read
from style_memory.pipeline.context.vocabulary import UNKNOWN, Context, context_named

Certainty = Literal["sure", "likely", "unsure"]


@dataclass(frozen=True, kw_only=True, slots=True)
class Detected:
    """What a message was taken for."""

    #: The kind of moment; `UNKNOWN` where nothing is clear, so that nothing playful is offered.
    context: Context
    #: How clear it was.
    certainty: Certainty


@dataclass(frozen=True, kw_only=True, slots=True)
class Scores:
    """The evidence in a message, before anybody decides."""

    #: Evidence per topic of the lexicon; 1.0 is as much as one telling phrase gives.
    topics: Mapping[str, float]
    #: How long the message is, in words; scripts without spaces count two characters as a word.
    length: float

    def of(self, topic: str) -> float:
        """Return the evidence for `topic`."""
        return self.topics.get(topic, 0.0)


def detect(message: str) -> Detected:
    """Return the context that `message` belongs to.

    A serious word wins over everything, play needs evidence of its own, and whatever is left is unknown: to brief a
    serious moment with play is the worst mistake that this can make.
    """
    return decided(scores(message))


def scores(message: str) -> Scores:
    """Weigh the phrases of `message` by topic."""
    reading = read(message)
    sums: defaultdict[str, float] = defaultdict(float)
    hints: defaultdict[str, float] = defaultdict(float)
    # Entries live as long as the lexicon, so that their identity stands for the phrase.
    seen: set[int] = set()
    for entries, before in found(reading, _phrases()):
        if id(entries) not in seen:
            seen.add(id(entries))
            _weigh(entries, before, sums, hints)
    for topic, amount in hints.items():
        sums[topic] += min(amount, _MOST_FROM_HINTS)
    _weigh_shapes(reading.text, sums)
    length = sum(word not in SENTENCE_ENDS for word in reading.words) + sum(map(len, reading.runs)) / 2
    return Scores(topics=dict(sums), length=length)


def decided(evidence: Scores) -> Detected:
    """Decide on the context that `evidence` speaks for."""
    for decide in (_serious, _working, _light):
        detected = decide(evidence)
        if detected is not None:
            return detected
    return Detected(context=UNKNOWN, certainty="unsure")


_SERIOUS = {
    "crisis": "crisis",
    "medical": "medical",
    "legal": "legal",
    "financial": "financial",
    "security": "security",
    "privacy": "privacy",
    "user_upset": "user_upset",
}
_WORKING = {
    "formal": "formal_writing",
    "creative": "creative_writing",
    "planning": "planning",
    "brainstorming": "brainstorming",
}
_AT_WORK = ("task", "technical", "debugging", *_WORKING)
_LIGHT = ("casual", "smalltalk", "joking", "thanks", "cheer")
# Good feelings that a "not" before them turns into bad ones.
_TURNED_ROUND = frozenset({"cheer"})
_WEIGHTS = {"strong": 1.0, "some": 0.5, "hint": 0.25}
_MOST_FROM_HINTS = 0.5
# From here on a topic speaks for itself, and from there on beyond doubt.
_ENOUGH, _PLENTY = 1.0, 2.0
# A trace of something serious, or of work to be done, that is enough to keep play out.
_TRACE, _TRACE_WORK = 0.75, 1.0
# The longer a message, the more everyday words it holds whatever it is about.
_LIGHT_ENOUGH, _LIGHT_ENOUGH_ALONE, _LONG, _LIGHT_PER_WORD = 0.75, 0.5, 25, 0.08

# A quick look whether any of the shapes below can be there at all.
_ANY_SIGN = re.compile(r"[$€£¥`{}\\/_^=<:;]|\(\)|--|\.\w|\b[a-z]\(")
_AMOUNT = re.compile(r"[$€£¥]\s?\d|\d\s?[$€£]")
_EMOTICON = re.compile(r"(?:^|\s)(?:[:;=]'?-?[)dp3]|<3|\^_*\^|:-?\()(?!\w)")
_FORMULA = re.compile(r"\\[a-z]{2,}|\$[^$\n]{1,80}[\^_\\=][^$\n]{0,80}\$|\b[a-z]\([a-z]\)\s?=")
_CODE = re.compile(r"```|`[^`\n]{1,80}`|[a-z_]\w{0,40}\(\)|[{};]\s*\n|(?:^|\s)(?:/[\w.-]{1,40}){2,}|--[a-z]{2,}|[a-z]\w{0,40}_\w|\.(?:py|js|ts|sh|conf|log|txt|json|deb|exe|cpp|tar|gz)\b")


def _weigh(
    entries: tuple[Entry, ...], before: Sequence[str], sums: defaultdict[str, float], hints: defaultdict[str, float]
) -> None:
    turned = bool(before) and not _negators().isdisjoint(before)
    for entry in entries:
        if turned and entry.topic in _TURNED_ROUND:
            sums["user_upset"] += entry.weight / 2
        elif entry.weight < _WEIGHTS["some"]:
            hints[entry.topic] += entry.weight
        else:
            sums[entry.topic] += entry.weight


def _weigh_shapes(text: str, sums: defaultdict[str, float]) -> None:
    if _ANY_SIGN.search(text) is None:
        return
    if _AMOUNT.search(text):
        sums["financial"] += _WEIGHTS["some"]
    emoticon = _EMOTICON.search(text)
    if emoticon:
        sums["user_upset" if emoticon.group().endswith("(") else "casual"] += _WEIGHTS["strong"]
    if _CODE.search(text) or _FORMULA.search(text):
        sums["technical"] += _WEIGHTS["strong"]


def _serious(evidence: Scores) -> Detected | None:
    topic = max(_SERIOUS, key=lambda name: (min(evidence.of(name), _PLENTY) + (name == "crisis"), evidence.of(name)) if evidence.of(name) >= _ENOUGH else (0.0, evidence.of(name)))
    amount = evidence.of(topic)
    if amount < _ENOUGH:
        return None
    return _detected(_SERIOUS[topic], amount)


def _working(evidence: Scores) -> Detected | None:
    technical, debugging = evidence.of("technical"), evidence.of("debugging")
    if evidence.of("incident") >= _ENOUGH:
        return _detected("incident_response", evidence.of("incident"))
    if debugging >= _ENOUGH and debugging + technical >= 1.5:
        return _detected("serious_debugging", debugging)
    topic = max(_WORKING, key=evidence.of)
    if evidence.of(topic) >= max(_ENOUGH, technical):
        return _detected(_WORKING[topic], evidence.of(topic))
    if technical >= _ENOUGH:
        return _detected("technical_chat", technical)
    return None


def _light(evidence: Scores) -> Detected | None:
    concern = sum(map(evidence.of, _SERIOUS))
    work = sum(map(evidence.of, _AT_WORK))
    light = sum(map(evidence.of, _LIGHT))
    if evidence.of("smalltalk") >= _ENOUGH:
        # "Tell me your name" is no task, though it is put like one.
        work -= evidence.of("task")
    if concern >= _TRACE or work >= _TRACE_WORK:
        return None
    needed = _LIGHT_ENOUGH if concern or work else _LIGHT_ENOUGH_ALONE
    surplus = light - concern - work / 2 - needed - max(0.0, evidence.length - _LONG) * _LIGHT_PER_WORD
    if surplus < 0:
        return None
    return _detected(_light_label(evidence, light), _PLENTY if surplus >= _ENOUGH else _ENOUGH)


def _light_label(evidence: Scores, light: float) -> str:
    if evidence.of("joking") >= _ENOUGH:
        return "joking"
    if evidence.of("thanks") >= _ENOUGH and evidence.of("thanks") * 2 >= light:
        return "friendly_reply"
    return "casual_chat"


def _detected(label: str, amount: float) -> Detected:
    context = context_named(label)
    assert context is not None  # noqa: S101 - the labels above are the vocabulary's own, and a test says so
    return Detected(context=context, certainty="sure" if amount >= _PLENTY else "likely")


@cache
def _lexicon() -> dict[str, dict[str, dict[str, list[str]]]]:
    return tomllib.loads(files("style_memory.pipeline").joinpath("data/context_lexicon.toml").read_text("utf-8"))


@cache
def _phrases() -> Phrases:
    return lexicon_phrases({topic: rows for topic, rows in _lexicon().items() if topic != "negator"}, _WEIGHTS)


@cache
def _negators() -> frozenset[str]:
    return frozenset(word for rows in _lexicon()["negator"].values() for word in rows["strong"])
