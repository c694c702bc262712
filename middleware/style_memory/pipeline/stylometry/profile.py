"""The stylometry of one owner: decayed counts of a few hundred features. No text can be read back from them."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from style_memory.pipeline.stylometry import features as of
from style_memory.pipeline.stylometry.features import Feature, feature_table
from style_memory.pipeline.stylometry.sides import REGISTERS, told_counts
from style_memory.pipeline.stylometry.sums import PAIR_BYTES, DecayedSums, are_possible, growth

#: After so many turns what was counted weighs half: a voice is known after a few hundred turns and follows a change.
HALF_LIFE_TURNS = 400
#: The same for what a brief tells.
TOLD_HALF_LIFE_TURNS = 80
#: And for the turns of late, which are heard where they contradict those: so a change is told within a hundred turns.
LATE_HALF_LIFE_TURNS = 20
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
    """What was counted of an owner's turns: all features of all turns, and once more the sums that a brief tells.

    The latter fade sooner, and are kept of all turns and apart for each register: a group of moments.
    """

    __slots__ = ("_recent", "is_damaged", "whole")

    def __init__(self) -> None:
        #: All features of all turns.
        self.whole = DecayedSums(_GROWTH)
        #: Whether it was read from what this program never writes; it is empty then.
        self.is_damaged = False
        # Sums of all turns, of each register and of late: those that nobody asked for are left as they were written.
        self._recent: list[DecayedSums | _Part] = [_NOTHING] * _KINDS

    @property
    def turns(self) -> int:
        """Turns that were counted."""
        return self.whole.turns

    def add(self, counts: Mapping[int, float], register: str | None = None) -> None:
        """Take in the counts of one more turn, which the privacy gate has let in, and of which moments it is one."""
        self.whole.add(counts.items())
        told = told_counts(counts).items()
        self.recent().add(told)
        self.late().add(told)
        if register is not None:
            self.recent(register).add(told)

    def recent(self, register: str | None = None) -> DecayedSums:
        """The sums that a brief tells, of all turns or of those of a register; see `told_counts`."""
        return self._part(_PLACES[register])

    def late(self) -> DecayedSums:
        """The same of all turns, but most of all of the latest ones."""
        return self._part(_LATE)

    def _part(self, kind: int) -> DecayedSums:
        part = self._recent[kind]
        if isinstance(part, DecayedSums):
            return part
        found = self._recent[kind] = DecayedSums(_LATE_GROWTH if kind == _LATE else _TOLD_GROWTH)
        turns, weight, body = part
        if turns:
            found.read(turns, weight, body)
        return found

    def sums(self) -> dict[int, float]:
        """The decayed count of each feature that occurred, by its number, as if the latest turn weighed 1."""
        return self.whole.sums()

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
        """A compact form: the version, for each kind of sums its turns, weight and size, then all their bodies."""
        heads: list[float] = [*self.whole.head()]
        bodies = [self.whole.body()]
        for part in self._recent:
            if isinstance(part, DecayedSums):
                heads += part.head()
                bodies.append(part.body())
            else:
                turns, weight, body = part
                heads += (turns, weight, len(body) // PAIR_BYTES)
                bodies.append(body)
        return b"".join((_HEADS.pack(_VERSION, *heads), *bodies))

    @classmethod
    def from_bytes(cls, document: bytes) -> Stylometry:
        """Read what `to_bytes` wrote, or the first version wrote; what can't be read is empty."""
        voice = cls()
        if document and not (voice._read(document) or voice._read_first_version(document)):
            voice.is_damaged = True
        return voice

    def _read(self, document: bytes) -> bool:
        if document[0] != _VERSION or len(document) < _HEADS.size:
            return False
        heads = _HEADS.unpack_from(document)
        if len(document) != _HEADS.size + sum(heads[3::3]) * PAIR_BYTES or not are_possible(heads[2::3]):
            return False
        end = _HEADS.size + heads[3] * PAIR_BYTES
        self.whole.read(heads[1], heads[2], document[_HEADS.size : end])
        for kind in range(_KINDS):
            turns, weight, size = heads[4 + 3 * kind : 7 + 3 * kind]
            start, end = end, end + size * PAIR_BYTES
            self._recent[kind] = (turns, weight, document[start:end])
        return True

    def _read_first_version(self, document: bytes) -> bool:
        """What the first version counted goes on; what a brief tells sets out from it, and soon follows new turns."""
        size = len(document) - _FIRST_HEAD.size
        if document[0] != _FIRST_VERSION or size < 0 or size % PAIR_BYTES:
            return False
        _, turns, weight = _FIRST_HEAD.unpack_from(document)
        if not are_possible([weight]):
            return False
        self.whole.read(turns, weight, document[_FIRST_HEAD.size :])
        for part in (self.recent(), self.late()):
            part.set_out(told_counts(self.sums()), self.whole, _TURNS_SET_OUT_FROM)
        return True


_GROWTH, _TOLD_GROWTH, _LATE_GROWTH = map(growth, (HALF_LIFE_TURNS, TOLD_HALF_LIFE_TURNS, LATE_HALF_LIFE_TURNS))
_Part = tuple[int, float, bytes]
_NOTHING: _Part = (0, 1.0, b"")
_PLACES = {register: place for place, register in enumerate((None, *REGISTERS))}
_LATE = len(_PLACES)
_KINDS = _LATE + 1
_FIRST_VERSION, _VERSION = 1, 2
_FIRST_HEAD = struct.Struct("=BId")
_HEADS = struct.Struct("=B" + "IdH" * (1 + _KINDS))
_TURNS_SET_OUT_FROM = 30
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
    of.UNSPACED_MESSAGES: 0.2,
    of.JAPANESE: 0.2,
    of.CASED: 0.2,
    of.CASED_STARTS: 0.2,
    of.PRONOUNS: 0.02,
}


def _is_told(feature: Feature, totals: Mapping[str, float], languages: frozenset[str]) -> bool:
    if feature.languages and not feature.languages & languages:
        return False
    return totals[feature.per] > totals[of.MESSAGES] * _LEAST.get(feature.per, 0.0)


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
