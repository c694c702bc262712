"""The stylometry of one owner: decayed counts of a few hundred features. No text can be read back from them."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from style_memory.pipeline.stylometry import features as of
from style_memory.pipeline.stylometry.features import Feature, feature_table
from style_memory.pipeline.stylometry.sides import REGISTERS, told_counts
from style_memory.pipeline.stylometry.sums import DecayedSums, growth

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

    __slots__ = ("is_damaged", "told", "whole")

    def __init__(self) -> None:
        #: All features of all turns.
        self.whole = DecayedSums((_GROWTH,))
        #: The sums that a brief tells, see `told_counts`, in the tracks of `TRACKS`.
        self.told = DecayedSums(_TOLD_GROWTHS)
        #: Whether it was read from what this program never writes; it is empty then.
        self.is_damaged = False

    @property
    def turns(self) -> int:
        """Turns that were counted."""
        return self.whole.turns[0]

    def add(self, counts: Mapping[int, float], register: str | None = None) -> None:
        """Take in the counts of one more turn, which the privacy gate has let in, and of which moments it is one."""
        self.whole.add(counts.items())
        if self.whole.features > _MOST_FEATURES:
            self.whole.keep(_MOST_FEATURES - _MADE_ROOM, feature_table().numbers.values())
        self.told.add(told_counts(counts).items(), _TRACKS_OF[register])

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
        """A compact form: the version, how many features, turns and weights, then the sums of all and those told."""
        heads = (_VERSION, self.whole.features, *self.whole.head(), *self.told.head())
        return _HEAD.pack(*heads) + self.whole.body() + self.told.body()

    @classmethod
    def from_bytes(cls, document: bytes) -> Stylometry:
        """Read what `to_bytes` wrote, or the first version wrote; what can't be read is empty."""
        voice = cls()
        if not document:
            return voice
        try:
            if document[0] == _FIRST_VERSION:
                voice._read_first_version(document)
            else:
                voice._read(document)
        except (ValueError, struct.error):
            voice = cls()
            voice.is_damaged = True
        return voice

    def _read(self, document: bytes) -> None:
        if document[0] != _VERSION:
            raise ValueError
        _, features, *head = _HEAD.unpack_from(document)
        middle = _HEAD.size + features * self.whole.bytes_per_feature
        self.whole.read(head[:2], document[_HEAD.size : middle])
        self.told.read(head[2:], document[middle:])
        if self.whole.features != features:
            raise ValueError

    def _read_first_version(self, document: bytes) -> None:
        """What the first version counted goes on; what a brief tells sets out from it, and soon follows new turns."""
        _, *head = _FIRST_HEAD.unpack_from(document)
        self.whole.read(head, document[_FIRST_HEAD.size :])
        self.told.set_out(told_counts(self.sums()), self.whole, _TRACKS_OF[None], _TURNS_SET_OUT_FROM)


#: The tracks of what is told: of all turns, of all of late, and of each register, by name.
TRACKS: dict[str | None, int] = {None: 0, "late": 1, **{name: place for place, name in enumerate(REGISTERS, start=2)}}
_TRACKS_OF: dict[str | None, tuple[int, ...]] = {None: (0, 1), **{name: (0, 1, TRACKS[name]) for name in REGISTERS}}
_GROWTH, _TOLD_GROWTH = growth(HALF_LIFE_TURNS), growth(TOLD_HALF_LIFE_TURNS)
_TOLD_GROWTHS = (_TOLD_GROWTH, growth(LATE_HALF_LIFE_TURNS), *[_TOLD_GROWTH] * len(REGISTERS))
# Who writes in many languages is not rewritten at greater length with each turn: what occurs least makes room.
_MOST_FEATURES, _MADE_ROOM = 850, 100
_FIRST_VERSION, _VERSION = 1, 2
_FIRST_HEAD = struct.Struct("=BId")
_HEAD = struct.Struct("=BI" + "Id" * (1 + len(TRACKS)))
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
