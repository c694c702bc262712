"""Decayed sums of features, in a form that is small and quick to write anew with each turn."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache


class DecayedSums:
    """What was counted of some turns; each turn makes those before it weigh a little less.

    New turns weigh more, rather than old ones less: only what a turn touches is changed.
    """

    __slots__ = ("_growth", "_numbers", "_sums", "_weight", "turns")

    def __init__(self, growth: float) -> None:
        #: Turns that were counted.
        self.turns = 0
        # By how much more each turn weighs than the one before.
        self._growth = growth
        self._weight = 1.0
        # The numbers of the features that occurred so far, as bytes, and in the same order their sums.
        self._numbers = b""
        self._sums = array("f")

    def add(self, counts: Iterable[tuple[int, float]]) -> None:
        """Take in the counts of one more turn."""
        places, sums, weight = _places(self._numbers), self._sums, self._weight
        new = array("I")
        for number, amount in counts:
            place = places.get(number)
            if place is None:
                new.append(number)
                sums.append(amount * weight)
            else:
                sums[place] += amount * weight
        if new:
            self._numbers += new.tobytes()
        self.turns += 1
        self._weight *= self._growth
        if self._weight > _HEAVIEST:
            self._sums = array("f", (total / self._weight for total in sums))
            self._weight = 1.0

    def sums(self) -> dict[int, float]:
        """The decayed count of each feature that occurred, by its number, as if the latest turn weighed 1."""
        newest = self._weight / self._growth
        return {number: self._sums[place] / newest for number, place in _places(self._numbers).items()}

    def weight(self) -> float:
        """How much all turns weigh together, if the latest weighs 1."""
        kept = 1 / self._growth
        return (1 - kept**self.turns) / (1 - kept)

    def effective_turns(self) -> float:
        """Of how many turns that weighed alike a mean would be as certain (Kish 1965, *Survey Sampling*, 11.7)."""
        kept = 1 / self._growth
        return self.weight() ** 2 * (1 - kept**2) / (1 - kept ** (2 * self.turns)) if self.turns else 0.0

    def set_out(self, sums: Mapping[int, float], other: DecayedSums, most_turns: int) -> None:
        """Begin with sums of what `other` counted, as if they had been counted in so many turns at most."""
        if not other.turns:
            return
        self.turns = min(other.turns, most_turns)
        self._weight = self._growth
        share = self._weight * self.weight() / other.weight()
        self._numbers = array("I", sums).tobytes()
        self._sums = array("f", [total * share for total in sums.values()])

    def head(self) -> tuple[int, float, int]:
        """What `read` needs beside the body, and its size: turns, the next turn's weight, features."""
        return self.turns, self._weight, len(self._sums)

    def body(self) -> bytes:
        """The features' numbers, then their sums."""
        return self._numbers + self._sums.tobytes()

    def read(self, turns: int, weight: float, body: bytes) -> None:
        """Take over what `head` and `body` gave."""
        middle = len(body) // PAIR_BYTES * _NUMBER_BYTES
        self.turns, self._weight, self._numbers = turns, weight, body[:middle]
        self._sums = array("f", body[middle:])


def growth(half_life: float) -> float:
    """By how much more a turn must weigh than the one before, so that after so many turns the latter weighs half."""
    return float(2 ** (1 / half_life))


def are_possible(weights: Sequence[float]) -> bool:
    """Whether a next turn can weigh so much; the least is 1, and no sum outgrows the most."""
    return all(1 <= weight <= _HEAVIEST for weight in weights)


_NUMBER_BYTES = array("I").itemsize
#: Bytes that a feature takes.
PAIR_BYTES = _NUMBER_BYTES + array("f").itemsize
_HEAVIEST = 2.0**16


@lru_cache(maxsize=1024)
def _places(numbers: bytes) -> dict[int, int]:
    """Where each number stands. An owner's change seldom once they have written for a while."""
    found = array("I")
    found.frombytes(numbers)
    return {number: place for place, number in enumerate(found)}
