"""How often phrases recur in an owner's turns, in a table of fixed size that holds keyed hashes and no text.

It is a set-associative table like a processor's cache: a phrase's hash chooses a set of four places, and a new phrase
takes the place of the one that was seen in the fewest and the earliest turns. What recurs therefore stays, however many
phrases are seen once.
"""

from __future__ import annotations

import hashlib
import sys
from array import array
from dataclasses import dataclass
from typing import NamedTuple

#: Turns after which all counts are halved, so that they follow a change of habit.
HALVED_AFTER = 300
#: So many turns in a row are one stretch: a phrase that recurs in several of them is no burst of one topic.
TURNS_PER_STRETCH = 5


class Recurrence(NamedTuple):
    """How often one phrase was said."""

    #: Turns in which it was.
    turns: int
    #: Stretches of `TURNS_PER_STRETCH` turns in which it was.
    stretches: int
    #: Distinct sessions in which it was, at most three.
    sessions: int
    #: Turns that were counted.
    of_turns: int


@dataclass(slots=True)
class Sketch:
    """The table of one owner. It changes in place."""

    #: The owner's key, without which nothing in the table can be recognised.
    key: bytes
    _table: array[int]
    _session: int = 0

    @classmethod
    def of(cls, data: bytes, key: bytes) -> Sketch:
        """Read what `to_bytes` wrote; whatever it never writes is taken for a table of nothing."""
        table = array("Q")
        if len(data) == _SIZE * table.itemsize:
            table.frombytes(data)
            if sys.byteorder == "big":
                table.byteswap()
        if not table or table[0] > _MOST_TURNS_EVER or table[1] > min(table[0], HALVED_AFTER):
            table = array("Q", bytes(_SIZE * table.itemsize))
        return cls(key, table)

    def to_bytes(self) -> bytes:
        """The table as it is stored: always of the same size."""
        if sys.byteorder == "big":
            swapped = self._table[:]
            swapped.byteswap()
            return swapped.tobytes()
        return self._table.tobytes()

    @property
    def turns(self) -> int:
        """All turns that were ever counted."""
        return self._table[0]

    def begin_turn(self, session_key: str) -> None:
        """Count one more turn of the session that the key stands for."""
        self._table[0] += 1
        self._table[1] += 1
        if self._table[1] >= HALVED_AFTER:
            self._halve()
        self._session = 1 + self._hash(session_key, b"session") % _TAG_MASK

    def see(self, text: str) -> Recurrence:
        """Count a phrase of this turn; each only once."""
        number = self._hash(text, b"phrase")
        at, mark = self._set(number), number & _MARK_MASK
        table, stretch = self._table, self._stretch()
        place = self._place(at, mark)
        if place is None:
            place = min(range(at, at + _WAYS), key=lambda each: self._worth(table[each], stretch))
            turns, stretches, tags = 0, 0, 0
        else:
            _, turns, stretches, last, tags = _unpacked(table[place])
            stretches -= last == stretch
        turns, stretches = min(turns + 1, _MOST_TURNS), min(stretches + 1, _MOST_STRETCHES)
        tags = _with_tag(tags, self._session)
        table[place] = _packed(mark, turns, stretches, stretch, tags)
        return Recurrence(turns, stretches, _tags(tags), table[1])

    def look_up(self, text: str) -> Recurrence | None:
        """How often a phrase was said; None where it left the table or never came."""
        number = self._hash(text, b"phrase")
        place = self._place(self._set(number), number & _MARK_MASK)
        if place is None:
            return None
        _, turns, stretches, _, tags = _unpacked(self._table[place])
        return Recurrence(turns, stretches, _tags(tags), self._table[1])

    def _hash(self, text: str, purpose: bytes) -> int:
        digest = hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8, key=self.key, person=purpose)
        return int.from_bytes(digest.digest(), "little")

    def _set(self, number: int) -> int:
        return _HEADER + (number >> _MARK_BITS) % _SETS * _WAYS

    def _place(self, at: int, mark: int) -> int | None:
        table = self._table
        for each in range(at, at + _WAYS):
            entry = table[each]
            # An entry without turns or stretches is damaged, and never comes to be otherwise.
            if entry & _MARK_MASK == mark and entry & _TURNS_FIELD and entry & _STRETCHES_FIELD:
                return each
        return None

    def _stretch(self) -> int:
        return self._table[0] // TURNS_PER_STRETCH & _LAST_MASK

    def _worth(self, entry: int, stretch: int) -> tuple[int, int]:
        if not entry:
            return -1, 0
        _, _, stretches, last, _ = _unpacked(entry)
        return stretches, -((stretch - last) & _LAST_MASK)

    def _halve(self) -> None:
        table = self._table
        table[1] //= 2
        for place in range(_HEADER, _SIZE):
            if entry := table[place]:
                mark, turns, stretches, last, tags = _unpacked(entry)
                table[place] = _packed(mark, turns // 2, (stretches + 1) // 2, last, tags) if turns > 1 else 0


# An entry is 64 bits: the mark that tells it from others of its set, turns, stretches, the latest stretch, a tag of
# thirteen bits for each of two sessions, and whether there was a third. One of 0 is none, since turns are never 0.
_MARK_BITS, _TURN_BITS, _STRETCH_BITS, _LAST_BITS, _TAG_BITS = 16, 9, 6, 6, 13
_MARK_MASK, _MOST_TURNS, _MOST_STRETCHES = (1 << _MARK_BITS) - 1, (1 << _TURN_BITS) - 1, (1 << _STRETCH_BITS) - 1
_LAST_MASK, _TAG_MASK = (1 << _LAST_BITS) - 1, (1 << _TAG_BITS) - 1
_TURNS_FIELD = _MOST_TURNS << _MARK_BITS
_STRETCHES_FIELD = _MOST_STRETCHES << _MARK_BITS + _TURN_BITS
_THIRD = 1 << 2 * _TAG_BITS
_TURNS_AT = _MARK_BITS
_STRETCHES_AT = _TURNS_AT + _TURN_BITS
_LAST_AT = _STRETCHES_AT + _STRETCH_BITS
_TAGS_AT = _LAST_AT + _LAST_BITS
# More than anybody writes in a life.
_MOST_TURNS_EVER = 1 << 40
# The header holds all turns and the turns that count.
_HEADER, _SETS, _WAYS = 2, 208, 4
_SIZE = _HEADER + _SETS * _WAYS


def _unpacked(entry: int) -> tuple[int, int, int, int, int]:
    return (
        entry & _MARK_MASK,
        entry >> _TURNS_AT & _MOST_TURNS,
        entry >> _STRETCHES_AT & _MOST_STRETCHES,
        entry >> _LAST_AT & _LAST_MASK,
        entry >> _TAGS_AT,
    )


def _packed(mark: int, turns: int, stretches: int, last: int, tags: int) -> int:
    return mark | turns << _TURNS_AT | stretches << _STRETCHES_AT | last << _LAST_AT | tags << _TAGS_AT


def _with_tag(tags: int, tag: int) -> int:
    first, second = tags & _TAG_MASK, tags >> _TAG_BITS & _TAG_MASK
    if not first:
        return tag
    if tag in (first, second):
        return tags
    return tags | (_THIRD if second else tag << _TAG_BITS)


def _tags(tags: int) -> int:
    return bool(tags & _TAG_MASK) + bool(tags >> _TAG_BITS & _TAG_MASK) + bool(tags & _THIRD)
