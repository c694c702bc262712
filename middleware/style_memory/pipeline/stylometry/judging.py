"""Which sides of a voice are unusual, and certain enough to be told."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from style_memory.pipeline.stylometry import features as of
from style_memory.pipeline.stylometry.features import feature_table, number_of
from style_memory.pipeline.stylometry.interval import normal, wilson
from style_memory.pipeline.stylometry.population import Usual, usual
from style_memory.pipeline.stylometry.profile import TRACKS, Rate
from style_memory.pipeline.stylometry.sides import LENGTH, Side, sides, steps
from style_memory.pipeline.stylometry.sums import DecayedSums

#: The name of the length for those who write a script without spaces.
LENGTH_IN_CHARACTERS = "characters_per_message"


def judged(sums: DecayedSums, register: str | None, group: str, before: Sequence[str]) -> tuple[str, ...]:
    """The sides to tell, the most unusual first, each as `+name` (more than is usual) or `-name` (less).

    A side begins to be told when the whole interval of its rate lies beyond what is usual, and ends when the rate
    itself no longer does, so that it seldom changes; the same goes for the order. The length has its step behind a
    colon.

    Args:
        sums: What was counted; of all turns, that of late is heard where it contradicts.
        register: Of which turns; None is all.
        group: The group of languages whose writers are the reference.
        before: What was told before.
    """
    late = _Measured(sums, TRACKS["late"]) if register is None else None
    measured = _Measured(sums, TRACKS[register])
    known = {_name(each): each for each in before}
    found: dict[str, _Standing] = {}
    for side, common in _common(group):
        # What never occurred is told of a few sides only.
        if side.times in measured.sums or side.rarely:
            standing = _standing(side, measured, late, common, known.get(side.name, "")[:1])
            if standing:
                found[side.name] = standing
    length = _standing_of_length(measured, late, group, known)
    if length:
        found[LENGTH] = length
    return tuple([each.told for each in _ordered(found, list(known))])


def measures(sums: DecayedSums, register: str | None, names: Sequence[str] | None = None) -> list[Rate]:
    """The rates of sides that there is enough of to measure: all of them, or those named, in that order."""
    measured = _Measured(sums, TRACKS[register])
    turns = sums.turns[TRACKS[register]]
    rates = {LENGTH_IN_CHARACTERS if measured.is_unspaced else LENGTH: measured.length_in_words()}
    if measured.is_unspaced:
        rates[LENGTH_IN_CHARACTERS] *= _CHARACTERS_PER_WORD
    for side in sides().values():
        rate, cases = measured.share(side)
        if cases >= _FEWEST_CASES:
            rates[side.name] = rate
    if not turns:
        return []
    chosen = rates if names is None else [name for name in names if name in rates]
    return [Rate(name=name, value=float(f"{rates[name]:.4g}"), turns=turns) for name in chosen]


def group_of(sums: Mapping[int, float]) -> str:
    """The group of languages that somebody writes, from all features that were counted."""
    table, strings = feature_table(), feature_table().strings
    total = {name: sums.get(table.numbers[name], 0.0) for name in (of.WORDS, of.UNSPACED, of.KANA)}
    if total[of.UNSPACED] > total[of.WORDS] * _CHARACTERS_PER_WORD:
        if total[of.KANA] > total[of.UNSPACED] * _KANA_SHARE:
            return "ja"
        cantonese, mandarin = (sum(sums.get(strings[each], 0.0) for each in some) for some in (_CANTONESE, _MANDARIN))
        return "yue" if cantonese > mandarin else "zh"
    numbers = _english()
    english = sum([amount for number, amount in sums.items() if number in numbers])
    return "en" if english > total[of.WORDS] * _ENGLISH_SHARE else "general"


@dataclass(frozen=True, slots=True)
class _Standing:
    """A side that is told, and by how many spreads its interval lies beyond what is usual."""

    told: str
    strength: float


class _Measured:
    """Rates with the number of independent cases from which they come."""

    __slots__ = ("_certainty", "_messages", "cases", "is_unspaced", "sums")

    def __init__(self, sums: DecayedSums, track: int) -> None:
        self.sums = sums.sums(track)
        self._certainty = sums.effective_turns(track) / sums.weight(track) if sums.turns[track] else 0.0
        self._messages = self.sums.get(_MESSAGES, 0.0)
        self.cases = self._messages * self._certainty
        self.is_unspaced = self.sums.get(_UNSPACED_MESSAGES, 0.0) * 2 > self._messages

    def share(self, side: Side) -> tuple[float, float]:
        """The share that a side is, and of how many cases."""
        cases = self.sums.get(side.cases, 0.0)
        if cases <= self._messages * (_LEAST_WORDS_PER_MESSAGE if side.of_words else _LEAST_PER_MESSAGE):
            return 0.0, 0.0
        return min(1.0, self.sums.get(side.times, 0.0) / cases), cases * self._certainty

    def mean_length(self) -> float:
        """The mean logarithm of one more than the words; a character of a script without spaces is half a word."""
        return self.sums.get(_LOG_WORDS, 0.0) / self._messages if self._messages else 0.0

    def spread_of_length(self, usual_spread: float) -> float:
        """How much the logarithms spread: that of others counts like a few turns beside what was measured."""
        if not self._messages:
            return usual_spread
        mean = self.mean_length()
        own = max(0.0, self.sums.get(_LOG_WORDS_SQUARED, 0.0) / self._messages - mean * mean)
        turns = self.cases + _TURNS_OF_OTHERS
        return math.sqrt((own * _ALIKE * self.cases + usual_spread**2 * _TURNS_OF_OTHERS) / turns)

    def length_in_words(self) -> float:
        """The length that is typical, as the logarithm's mean has it."""
        return math.expm1(min(self.mean_length(), _LONGEST))


_MESSAGES, _UNSPACED_MESSAGES = number_of(of.MESSAGES), number_of(of.UNSPACED_MESSAGES)
_LOG_WORDS, _LOG_WORDS_SQUARED = number_of("log words"), number_of("log words squared")
_FEWEST_CASES = 5
_LEAST_PER_MESSAGE, _LEAST_WORDS_PER_MESSAGE = 0.05, 1.0
_CHARACTERS_PER_WORD = 2
_LONGEST = math.log1p(100_000)
_KANA_SHARE, _ENGLISH_SHARE = 0.2, 0.3
_CANTONESE, _MANDARIN = "係喺唔嘅咁嗰佢哋冇嘢咗嚟㗎", "的是们們没这這那吗嗎在了"
# For how many turns the usual spread of lengths stands, and how much more certain it would be if turns that follow each
# other were not alike.
_TURNS_OF_OTHERS, _ALIKE = 8, 1.5
# Standard errors by which what was counted of late must differ to be heard alone.
_CONTRADICTS = 2.24
# A side that is told may fall so much below the floor at which it began to be.
_STAYS = 0.75
# A length that is told stays while the mean is no further from it, in logarithms, than this.
_STEP_STAYS = math.log(1.5)
# In spreads: by how much a side must surpass the one before it to take its place.
_OVERTAKES = 1.0


@cache
def _common(group: str) -> list[tuple[Side, Usual]]:
    return [(side, usual(group, side.name)) for side in sides().values()]


@cache
def _english() -> frozenset[int]:
    """The numbers of English function words."""
    table = feature_table()
    return frozenset(number for number in table.words.values() if "en" in table.features[number].languages)


def _name(told: str) -> str:
    name = told[1:].partition(":")[0]
    return LENGTH if name == LENGTH_IN_CHARACTERS else name


def _standing(side: Side, measured: _Measured, late: _Measured | None, known: Usual, before: str) -> _Standing | None:
    rate, cases = measured.share(side)
    if late is not None:
        rate_of_late, cases_of_late = late.share(side)
        # Where neither is unusual, it does not matter which is heard.
        if (_is_unusual(rate_of_late, known) or _is_unusual(rate, known)) and cases_of_late >= _FEWEST_CASES:
            low, high = wilson(rate_of_late, cases_of_late / known.noise, _CONTRADICTS)
            if not low <= rate <= high:
                rate, cases = rate_of_late, cases_of_late
    if cases < _FEWEST_CASES:
        return None
    if side.often and rate > known.high and rate >= side.least * (_STAYS if before == "+" else 1):
        certain = wilson(rate, cases / known.noise)[0]
        if before == "+" or certain > known.high:
            return _Standing("+" + side.name, (math.sqrt(certain) - math.sqrt(known.high)) / known.spread)
    if side.rarely and rate < known.low and rate <= side.most / (_STAYS if before == "-" else 1):
        certain = wilson(rate, cases / known.noise)[1]
        if before == "-" or certain < known.low:
            return _Standing("-" + side.name, (math.sqrt(known.low) - math.sqrt(certain)) / known.spread)
    return None


def _is_unusual(rate: float, known: Usual) -> bool:
    return rate > known.high or rate < known.low


def _standing_of_length(
    measured: _Measured, late: _Measured | None, group: str, known: Mapping[str, str]
) -> _Standing | None:
    before = known.get(LENGTH, "")
    common = usual(group, LENGTH)
    mean, cases, spread = measured.mean_length(), measured.cases, measured.spread_of_length(common.noise)
    if late is not None and late.cases >= _FEWEST_CASES:
        low, high = normal(late.mean_length(), late.spread_of_length(common.noise), late.cases, _CONTRADICTS)
        if not low <= mean <= high:
            mean, cases, spread = late.mean_length(), late.cases, late.spread_of_length(common.noise)
    if cases < _FEWEST_CASES or common.high <= 0:
        return None
    low, high = normal(mean, spread, cases)
    if mean > common.high and (before[:1] == "+" or low > common.high):
        sign, strength = "+", (low - common.high) / common.spread
    elif mean < common.low and (before[:1] == "-" or high < common.low):
        sign, strength = "-", (common.low - high) / common.spread
    else:
        return None
    name = LENGTH_IN_CHARACTERS if measured.is_unspaced else LENGTH
    step = int(before.partition(":")[2]) if before[:1] == sign else 0
    if not step or abs(mean - math.log1p(step)) > _STEP_STAYS:
        step = min(steps(), key=lambda each: abs(mean - math.log1p(each)))
    return _Standing(f"{sign}{name}:{step}", strength)


def _ordered(found: Mapping[str, _Standing], before: Sequence[str]) -> Iterator[_Standing]:
    """Those that were told before stay where they were unless one is now clearly less unusual than the next."""
    old = [name for name in dict.fromkeys(before) if name in found]
    order: list[tuple[_Standing, float]] = [(found[name], _OVERTAKES) for name in old]
    order += [(standing, 0.0) for name, standing in found.items() if name not in old]
    placed: list[_Standing] = []
    for standing, margin in order:
        place = len(placed)
        while place and standing.strength > placed[place - 1].strength + margin:
            place -= 1
        placed.insert(place, standing)
    yield from placed
