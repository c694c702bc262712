"""The measured voice: rates that describe an owner's writing as a whole. Numbers only; no text can be read back."""

from __future__ import annotations

import math
from dataclasses import dataclass

from pydantic_core import from_json, to_json

from style_memory.pipeline.lazy_patterns import lazy_pattern
from style_memory.pipeline.signals.emoji import EMOJI

#: Each turn multiplies what was counted before by this, so that the last hundred turns carry nine tenths of the weight.
KEPT_PER_TURN = 0.977
#: Below this many turns nothing is said about a voice.
FEWEST_TURNS = 8


@dataclass(frozen=True, kw_only=True, slots=True)
class Measure:
    """One rate of a voice."""

    #: What is measured, such as `words_per_message`.
    name: str
    #: Its decayed mean.
    value: float
    #: How many turns were seen; old ones have all but faded.
    turns: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Voice:
    """Decayed counts over an owner's turns, and which of its sides stand out."""

    #: How many turns were seen.
    turns: int
    #: One decayed count for each of `_COUNTS`.
    counts: tuple[float, ...]
    #: The sides that stand out now; each comes and goes at different thresholds, so that a line rarely changes.
    traits: frozenset[str]
    #: The length that is told, one of `_LENGTHS`, or 0 while there is nothing to tell.
    length: int

    @classmethod
    def empty(cls) -> Voice:
        """The voice of somebody who never wrote."""
        return _EMPTY

    def updated(self, text: str) -> Voice:
        """The voice after one more turn; a turn without a visible character changes nothing."""
        if not text.strip(_INVISIBLE):
            return self
        counts = tuple(
            [old * KEPT_PER_TURN + new for old, new in zip(self.counts, _counted(text.strip()), strict=True)]
        )
        turns = self.turns + 1
        if turns < FEWEST_TURNS:
            return Voice(turns=turns, counts=counts, traits=self.traits, length=self.length)
        return Voice(
            turns=turns, counts=counts, traits=_traits(counts, self.traits), length=_length(counts, self.length)
        )

    def measures(self) -> list[Measure]:
        """Each rate that can be told so far: those of a kind of writing that never occurred are left out."""
        return [
            Measure(name=name, value=round(self.counts[top] / self.counts[bottom], 4), turns=self.turns)
            for name, top, bottom in _RATES
            if self.counts[bottom] > _FADED
        ]

    def lines(self, *, playful: bool = True) -> list[str]:
        """At most two sentences about what is unusual and certain; without `playful` none that invites to play."""
        told = self.traits if playful else self.traits - _PLAYFUL_TRAITS
        phrases = [phrase for trait, (phrase, *_) in _TRAITS.items() if trait in told]
        if self.length:
            phrases.insert(0, _length_phrase(self.counts, self.length))
        halves = (phrases[:3], phrases[3:6])
        return [("; ".join(half) + ".").capitalize() for half in halves if half]

    def tells(self) -> tuple[object, ...]:
        """All that `lines` depends on: two voices that tell the same have the same lines."""
        return self.traits, self.length, self.counts[_AT["unspaced"]] > self.counts[_AT["spaced"]]

    def to_json(self) -> str:
        """A compact document: turns, length, traits, then the counts in the order of `_COUNTS`."""
        return to_json(
            [self.turns, self.length, sorted(self.traits), [round(count, 3) for count in self.counts]]
        ).decode()

    @classmethod
    def from_json(cls, document: str) -> Voice:
        """Read what `to_json` wrote; counts that were not known then count as never seen. Anything else is empty."""
        if not document:
            return _EMPTY
        try:
            turns, length, traits, counts = from_json(document)
            padded = (*map(float, counts), *_NONE[len(counts) :])
            return cls(turns=int(turns), counts=padded[: len(_COUNTS)], traits=frozenset(traits), length=int(length))
        except (TypeError, ValueError):
            return _EMPTY


# What is counted in each turn. `spaced` turns separate words by spaces; `unspaced` ones (Chinese, Japanese, Thai) don't
# and are measured in characters. `cased` turns hold letters that could be capitals.
_COUNTS = (
    "messages", "spaced", "words", "letters", "unspaced", "characters", "cased", "all_lower", "sentences",
    "lower_sentences", "open_ended", "exclamations", "questions", "ellipses", "commas", "emoji", "several_lines",
)  # fmt: skip
_AT = {name: place for place, name in enumerate(_COUNTS)}
_RATES = tuple(
    (name, _AT[top], _AT[bottom])
    for name, top, bottom in (
        ("words_per_message", "words", "spaced"),
        ("characters_per_message", "characters", "unspaced"),
        ("letters_per_word", "letters", "words"),
        ("messages_all_in_lower_case", "all_lower", "cased"),
        ("sentences_begun_in_lower_case", "lower_sentences", "sentences"),
        ("messages_without_final_mark", "open_ended", "messages"),
        ("exclamation_marks_per_message", "exclamations", "messages"),
        ("question_marks_per_message", "questions", "messages"),
        ("ellipses_per_message", "ellipses", "messages"),
        ("commas_per_message", "commas", "messages"),
        ("emoji_per_message", "emoji", "messages"),
        ("messages_of_several_lines", "several_lines", "messages"),
    )
)
_RATE_AT = {name: (top, bottom) for name, top, bottom in _RATES}
# Trait: what is said, the rate, where it begins to be said, where it stops.
_TRAITS = {
    "lower": ("usually writes all in lower case", "messages_all_in_lower_case", 0.85, 0.65),
    "open": ("rarely ends a message with a full stop", "messages_without_final_mark", 0.85, 0.65),
    "exclaims": ("often uses exclamation marks", "exclamation_marks_per_message", 0.6, 0.35),
    "emoji": ("uses emoji in most messages", "emoji_per_message", 0.8, 0.5),
    "trails": ("often trails off with an ellipsis", "ellipses_per_message", 0.4, 0.2),
    "lines": ("often splits a message over several lines", "messages_of_several_lines", 0.6, 0.4),
}
# What must stay out of serious moments, or goes without saying there.
_PLAYFUL_TRAITS = frozenset({"exclaims", "emoji", "trails", "open"})
# Lengths that are unusual enough to be told, and how far the mean may leave its step before another is told.
_LENGTHS = (3, 6, 40, 60, 100, 200)
_SHORT = 6
# How far a mean may lie from its step when the step is first told, and how far it may stray while the step stays.
_WIDTH = 1.3
_STAYS = 1.6
# A share of fewer turns than this proves nothing, such as the casing of somebody who mostly writes Chinese.
_ENOUGH = 5.0
_FADED = 0.01
_NONE = (0.0,) * len(_COUNTS)
_EMPTY = Voice(turns=0, counts=_NONE, traits=frozenset(), length=0)

_INVISIBLE = " \t\r\n\v\f\u00a0\u3000\u200b\u200c\u200d\u2060\ufeff\ufe0e\ufe0f\ufffc"
_UNSPACED = lazy_pattern(r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]")
_SENTENCE_START = lazy_pattern(r"(?:^|[.!?…][\"')\]]*\s+|\n\s*)[\"'(\[*-]*([^\W\d_])")
_FINAL_MARKS = frozenset(".!?。！？｡…‽؟।")
_CLOSERS = "\"')]}”’」』）*~ "


def _counted(text: str) -> tuple[float, ...]:
    unspaced = 0 if text.isascii() else len(_UNSPACED.findall(text))
    words = text.split()
    in_characters = unspaced * 2 > len(text) - text.count(" ")
    starts = [] if in_characters else _SENTENCE_START.findall(text)
    cased = not in_characters and text.lower() != text.upper()
    return (
        1,
        not in_characters,
        0 if in_characters else len(words),
        0 if in_characters else len(text) - len(words) + 1,
        in_characters,
        len(text) if in_characters else 0,
        cased,
        cased and text.islower(),
        len(starts),
        len([start for start in starts if start.islower()]),
        text.rstrip(_CLOSERS)[-1:] not in _FINAL_MARKS,
        text.count("!") + text.count("！"),
        text.count("?") + text.count("？"),
        text.count("...") + text.count("…"),
        text.count(",") + text.count("，") + text.count("、"),
        0 if text.isascii() else len(EMOJI.findall(text)),
        "\n" in text,
    )


def _traits(counts: tuple[float, ...], before: frozenset[str]) -> frozenset[str]:
    now = set()
    for trait, (_, rate, begins, stops) in _TRAITS.items():
        top, bottom = _RATE_AT[rate]
        if counts[top] >= counts[bottom] * (stops if trait in before else begins) > 0 and counts[bottom] >= _ENOUGH:
            now.add(trait)
    return before if now == before else frozenset(now)


def _length(counts: tuple[float, ...], before: int) -> int:
    mean = _mean_length(counts)
    if before and _is_near(mean, before, _STAYS):
        return before
    return next((length for length in _LENGTHS if _is_near(mean, length, _WIDTH)), 0)


def _is_near(mean: float, length: int, factor: float) -> bool:
    """The outermost steps have no far side."""
    low = 0.0 if length == _LENGTHS[0] else length / factor
    high = math.inf if length == _LENGTHS[-1] else length * factor
    return low <= mean <= high


def _mean_length(counts: tuple[float, ...]) -> float:
    """In words; a character of a script without spaces is about half a word."""
    return (counts[_AT["words"]] + counts[_AT["characters"]] / 2) / max(counts[_AT["messages"]], _FADED)


def _length_phrase(counts: tuple[float, ...], length: int) -> str:
    size = "short" if length <= _SHORT else "long"
    if counts[_AT["unspaced"]] > counts[_AT["spaced"]]:
        return f"{size} messages (about {length * 2} characters)"
    return f"{size} messages (about {length} words)"
