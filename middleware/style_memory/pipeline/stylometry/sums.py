"""Decayed sums of features, in a form that is small and quick to write anew with each turn."""

from __future__ import annotations

from array import array
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any


def growth(half_life: float) -> float:
    """By how much more a turn must weigh than the one before, so that after so many turns the latter weighs half."""
    return float(2 ** (1 / half_life))


class DecayedSums:
    """Sums over turns, each of which makes those before it weigh a little less; kept in several tracks side by side.

    A track is of some of the turns, and fades in its own time. New turns weigh more, rather than old ones less: only
    what a turn touches is changed.
    """

    __slots__ = ("_growths", "_numbers", "_sums", "_weights", "turns")

    def __init__(self, growths: Sequence[float]) -> None:
        #: Turns that were counted in each track.
        self.turns = [0] * len(growths)
        # By how much more each turn weighs than the one before, and what the next one weighs.
        self._growths = growths
        self._weights = [1.0] * len(growths)
        # The numbers of the features that occurred so far, as bytes, and in the same order their sums in each track.
        self._numbers = b""
        self._sums = array("f")

    def add(self, counts: Iterable[tuple[int, float]], tracks: Sequence[int] = (0,)) -> None:
        """Take in the counts of one more turn, in some tracks."""
        places, sums, width = _places(self._numbers, len(self._weights)), self._sums, len(self._weights)
        first, weight = tracks[0], self._weights[tracks[0]]
        others = [(track, self._weights[track]) for track in tracks[1:]]
        new = array("I")
        for number, amount in counts:
            place = places.get(number)
            if place is None:
                place = len(sums)
                new.append(number)
                sums.extend([0.0] * width)
            sums[place + first] += amount * weight
            if others:
                for track, weight_there in others:
                    sums[place + track] += amount * weight_there
        if new:
            self._numbers += new.tobytes()
        for track in tracks:
            self.turns[track] += 1
            self._weights[track] *= self._growths[track]
            if self._weights[track] > _HEAVIEST:
                self._lighten(track)

    def sums(self, track: int = 0) -> dict[int, float]:
        """The decayed count of each feature that occurred, by its number, as if the latest turn weighed 1."""
        sums, newest = self._sums, self._weights[track] / self._growths[track]
        places = _places(self._numbers, len(self._weights))
        return {number: sums[place + track] / newest for number, place in places.items()}

    def weight(self, track: int = 0) -> float:
        """How much all turns weigh together, if the latest weighs 1."""
        kept = 1 / self._growths[track]
        return float((1 - kept ** self.turns[track]) / (1 - kept))

    def effective_turns(self, track: int = 0) -> float:
        """Of how many turns that weighed alike a mean would be as certain (Kish 1965, *Survey Sampling*, 11.7)."""
        if not self.turns[track]:
            return 0.0
        kept = 1 / self._growths[track]
        return float(self.weight(track) ** 2 * (1 - kept**2) / (1 - kept ** (2 * self.turns[track])))

    def set_out(self, sums: Mapping[int, float], other: DecayedSums, tracks: Sequence[int], most_turns: int) -> None:
        """Begin with sums of what `other` counted, as if they had been counted in so many turns at most."""
        if not other.turns[0]:
            return
        width = len(self._weights)
        self._numbers = array("I", sums).tobytes()
        self._sums = array("f", bytes(len(sums) * width * _SUM_BYTES))
        for track in tracks:
            self.turns[track] = min(other.turns[0], most_turns)
            self._weights[track] = self._growths[track]
            share = self._weights[track] * self.weight(track) / other.weight()
            for place, total in enumerate(sums.values()):
                self._sums[place * width + track] = total * share

    def keep(self, most: int, always: Collection[int]) -> None:
        """Forget the features of the smallest sums, so that so many stay; `always` are never forgotten."""
        width, places = len(self._weights), _places(self._numbers, len(self._weights))
        kept = sorted(places, key=lambda number: (number not in always, -self._sums[places[number]]))[:most]
        self._numbers = array("I", kept).tobytes()
        self._sums = array("f", [total for each in kept for total in self._sums[places[each] : places[each] + width]])

    def head(self) -> list[float]:
        """What `read` needs beside the body: turns and the next turn's weight of each track."""
        return [value for pair in zip(self.turns, self._weights, strict=True) for value in pair]

    def body(self) -> bytes:
        """The features' numbers, then their sums."""
        return self._numbers + self._sums.tobytes()

    def read(self, head: Sequence[Any], body: bytes) -> None:
        """Take over what `head` and `body` gave.

        Raises:
            ValueError: They were never given.
        """
        if len(body) % self.bytes_per_feature:
            raise ValueError
        middle = len(body) // self.bytes_per_feature * _NUMBER_BYTES
        self.turns, self._weights, self._numbers = [*head[::2]], [*head[1::2]], body[:middle]
        self._sums = array("f", body[middle:])
        # The least weight is 1, and no track outgrows the most.
        if not (min(self._weights) >= 1 and max(self._weights) <= _HEAVIEST):
            raise ValueError

    @property
    def bytes_per_feature(self) -> int:
        """How long the body is for each feature."""
        return _NUMBER_BYTES + _SUM_BYTES * len(self._weights)

    @property
    def features(self) -> int:
        """How many features occurred so far."""
        return len(self._numbers) // _NUMBER_BYTES

    def _lighten(self, track: int) -> None:
        for place in range(track, len(self._sums), len(self._weights)):
            self._sums[place] /= self._weights[track]
        self._weights[track] = 1.0


_NUMBER_BYTES, _SUM_BYTES = array("I").itemsize, array("f").itemsize
_HEAVIEST = 2.0**16


@lru_cache(maxsize=1024)
def _places(numbers: bytes, width: int) -> dict[int, int]:
    """Where the sums of each number begin. An owner's change seldom once they have written for a while."""
    found = array("I")
    found.frombytes(numbers)
    return {number: place * width for place, number in enumerate(found)}
