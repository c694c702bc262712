"""The stylometry of one owner: decayed counts of a few hundred features. No text can be read back from them."""

from __future__ import annotations

import struct
from array import array
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from style_memory.pipeline.stylometry import features as of
from style_memory.pipeline.stylometry.features import Feature, feature_table

#: After so many turns what was counted weighs half: a voice is known after a few hundred turns and follows a change.
HALF_LIFE_TURNS = 400
#: Below this many turns no rate is told.
FEWEST_TURNS = 8


@dataclass(frozen=True, kw_only=True, slots=True)
class Rate:
    """One rate of an owner's writing."""

    name: str
    value: float
    #: Turns that were counted; old ones have faded.
    turns: int


class Stylometry:
    """What was counted of an owner's turns.

    New turns weigh more, rather than old ones less: only what a turn touches is changed.
    """

    __slots__ = ("_numbers", "_sums", "_weight", "turns")

    def __init__(self) -> None:
        #: Turns that were counted.
        self.turns = 0
        self._weight = 1.0
        # The numbers of the features that occurred so far, as bytes, and in the same order their sums.
        self._numbers = b""
        self._sums = array("f")

    def add(self, counts: Mapping[int, float]) -> None:
        """Take in the counts of one more turn, which the privacy gate has let in."""
        places, sums, weight = _places(self._numbers), self._sums, self._weight
        new = array("I")
        for number, amount in counts.items():
            place = places.get(number)
            if place is None:
                new.append(number)
                sums.append(amount * weight)
            else:
                sums[place] += amount * weight
        if new:
            self._numbers += new.tobytes()
        self.turns += 1
        self._weight *= _GROWTH
        if self._weight > _HEAVIEST:
            self._sums = array("f", (total / self._weight for total in sums))
            self._weight = 1.0

    def sums(self) -> dict[int, float]:
        """The decayed count of each feature that occurred, by its number, as if the latest turn weighed 1."""
        newest = self._weight / _GROWTH
        return {number: self._sums[place] / newest for number, place in _places(self._numbers).items()}

    def rates(self) -> list[Rate]:
        """Every rate that can be told: those of scripts and languages that the owner writes, also where it is 0."""
        if self.turns < FEWEST_TURNS:
            return []
        sums, table = self.sums(), feature_table()
        totals = {name: sums.get(number, 0.0) for name, number in table.totals.items()}
        languages = frozenset(_languages(sums, totals))
        return [
            Rate(name=feature.name, value=float(f"{sums.get(number, 0.0) / totals[feature.per]:.4g}"), turns=self.turns)
            for number, feature in table.features.items()
            if _is_told(feature, totals, languages)
        ]

    def to_bytes(self) -> bytes:
        """A compact form: version, turns and weight, then the features' numbers and their sums."""
        return _HEAD.pack(_VERSION, self.turns, self._weight) + self._numbers + self._sums.tobytes()

    @classmethod
    def from_bytes(cls, document: bytes) -> Stylometry:
        """Read what `to_bytes` wrote; what can't be read is empty."""
        voice = cls()
        size, rest = divmod(len(document) - _HEAD.size, _NUMBER_BYTES + _SUM_BYTES)
        if size < 0 or rest or document[0] != _VERSION:
            return voice
        _, voice.turns, voice._weight = _HEAD.unpack_from(document)
        middle = _HEAD.size + size * _NUMBER_BYTES
        voice._numbers = document[_HEAD.size : middle]
        voice._sums.frombytes(document[middle:])
        return voice


_VERSION = 1
_HEAD = struct.Struct("=BId")
_NUMBER_BYTES, _SUM_BYTES = array("I").itemsize, array("f").itemsize
_GROWTH: float = 2 ** (1 / HALF_LIFE_TURNS)
_HEAVIEST = 2.0**16
_LANGUAGE_SHARE = 0.15
# Japanese is a third to two thirds kana; Chinese writers borrow one or two.
_KANA_SHARE = 0.2
# How much of what a rate is a share of there must be, in a message on average.
_LEAST = {
    of.WORDS: 0.5,
    of.WORDED: 0.2,
    of.UNSPACED: 1.0,
    of.KANA: 1.0,
    of.UNSPACED_ENDS: 0.2,
    of.CASED: 0.2,
    of.CASED_STARTS: 0.2,
    of.PRONOUNS: 0.02,
}


def _is_told(feature: Feature, totals: Mapping[str, float], languages: frozenset[str]) -> bool:
    if feature.languages and not feature.languages & languages:
        return False
    return totals[feature.per] > totals[of.MESSAGES] * _LEAST.get(feature.per, 0.0)


@lru_cache(maxsize=256)
def _places(numbers: bytes) -> dict[int, int]:
    """Where each number stands. An owner's change seldom once they have written for a while."""
    found = array("I")
    found.frombytes(numbers)
    return {number: place for place, number in enumerate(found)}


def _languages(sums: Mapping[int, float], totals: Mapping[str, float]) -> Iterator[str]:
    """The languages whose function words make up a good part of the owner's words, and those of the scripts."""
    if totals[of.UNSPACED]:
        yield from ("ja",) if totals[of.KANA] > totals[of.UNSPACED] * _KANA_SHARE else ("yue", "zh")
    shares: dict[str, float] = {}
    table = feature_table()
    for number in table.words.values():
        for language in table.features[number].languages:
            shares[language] = shares.get(language, 0.0) + sums.get(number, 0.0)
    for language, total in shares.items():
        if total > totals[of.WORDS] * _LANGUAGE_SHARE:
            yield language
