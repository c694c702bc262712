"""The voice as it is told: which sides of somebody's writing are unusual. Nothing of it is in the owner's words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from pydantic_core import from_json, to_json

from style_memory.pipeline.stylometry import REGISTERS, Rate, Stylometry, sides
from style_memory.pipeline.stylometry.judging import LENGTH_IN_CHARACTERS, group_of, judged, measures
from style_memory.pipeline.stylometry.profile import FEWEST_TURNS, TRACKS
from style_memory.pipeline.stylometry.sides import LENGTH, steps

#: What is told changes at most with each so many turns, at first and later.
JUDGED_EVERY, LATER_JUDGED_EVERY = 8, 16
#: A register has a voice of its own when it has as much to say as so many turns of equal weight.
FEWEST_EFFECTIVE_TURNS = 30
#: The name of the voice as a whole, beside those of the registers.
WHOLE = "all"


@dataclass(frozen=True, kw_only=True, slots=True)
class Voice:
    """What is told of an owner's writing as a whole, and of each group of moments of which enough is known."""

    #: The group of languages whose writers it is compared with; empty while nothing was compared.
    group: str
    #: By register, or `WHOLE`: the sides, the most unusual first, as `judged` names them.
    told: Mapping[str, tuple[str, ...]]

    @classmethod
    def empty(cls) -> Voice:
        """The voice of somebody who never wrote."""
        return _EMPTY

    def judged(self, stylometry: Stylometry, registers: Sequence[str] = ()) -> Voice:
        """What is told now of all turns, and of those of some registers."""
        group = self.group
        if not group or stylometry.turns % _GROUP_SOUGHT_EVERY == 0:
            group = group_of(stylometry.sums())
        told = dict(self.told)
        told[WHOLE] = judged(stylometry.told, None, group, told.get(WHOLE, ()))
        for register in registers:
            if has_own_voice(stylometry, register):
                told[register] = judged(stylometry.told, register, group, told.get(register, told[WHOLE]))
        return self if (group, told) == (self.group, self.told) else Voice(group=group, told=told)

    def register(self, asked: str | None) -> str:
        """The register of whose turns a moment of the register `asked` is told, or `WHOLE`."""
        return asked if asked in self.told and asked is not None else WHOLE

    def lines(self, asked: str | None = None, *, playful: bool = True) -> list[str]:
        """At most two sentences about what is unusual and certain; without `playful` none that invites to play."""
        phrases = [_phrase(each) for each in self.shown(asked, playful=playful)]
        halves = (phrases[:_MOST_IN_A_LINE], phrases[_MOST_IN_A_LINE:])
        return [f"{line[0].upper()}{line[1:]}." for half in halves if (line := "; ".join(half))]

    def shown(self, asked: str | None = None, *, playful: bool = True) -> list[str]:
        """The sides of which `lines` tells, in their order."""
        told = self.told.get(self.register(asked), ())
        covered = {name for each in told if each[0] == "+" and (side := sides().get(each[1:])) for name in side.covers}
        shown: list[str] = []
        families: set[str] = set()
        for each in told:
            side = sides().get(each[1:])
            if side is not None:
                if side.name in covered or side.family in families or (side.playful and not playful):
                    continue
                families |= {side.family} - {""}
            shown.append(each)
        return shown[: 2 * _MOST_IN_A_LINE]

    def measures(self, stylometry: Stylometry, asked: str | None = None, *, playful: bool = True) -> list[Rate]:
        """The rates of the sides that `lines` tells, in their order."""
        names = [each[1:].partition(":")[0] for each in self.shown(asked, playful=playful)]
        register = self.register(asked)
        return measures(stylometry.told, None if register == WHOLE else register, names)

    def all_lines(self) -> list[list[str]]:
        """All that `lines` can answer: voices for which it is the same have the same briefs."""
        return [self.lines(asked, playful=playful) for asked in (None, *REGISTERS) for playful in (True, False)]

    def to_json(self) -> str:
        """A compact document: the group, then by register the sides."""
        return to_json({"group": self.group, **self.told}).decode()

    @classmethod
    def from_json(cls, document: str) -> Voice:
        """Read what `to_json` wrote. Sides that are not known are left out; anything else is empty."""
        try:
            read = from_json(document) if document else {}
            told = {name: tuple(_known(read[name])) for name in (WHOLE, *REGISTERS) if name in read}
            return cls(group=str(read.get("group", "")), told=told)
        except (AttributeError, TypeError, ValueError):
            return _EMPTY


def has_own_voice(stylometry: Stylometry, register: str) -> bool:
    """Whether enough is known of a register to tell its voice apart from the whole."""
    return stylometry.told.effective_turns(TRACKS[register]) >= FEWEST_EFFECTIVE_TURNS


def is_due(stylometry: Stylometry, document: str = "") -> bool:
    """Whether what is told is to be judged after this turn; what the first version told is at once."""
    turns = stylometry.turns
    if turns < FEWEST_TURNS:
        return False
    return (
        document.startswith(_FIRST_VERSION) or turns % (JUDGED_EVERY if turns <= _AT_FIRST else LATER_JUDGED_EVERY) == 0
    )


def is_current(document: str) -> bool:
    """Whether a document is as `to_json` writes it; an empty one and one of the first version are to be replaced."""
    return document.startswith(_THIS_VERSION)


def voice_of(document: str, stylometry: bytes) -> Voice:
    """The voice as it was written; one of the first version, which counted by itself, is judged anew from the sums."""
    if not document.startswith(_FIRST_VERSION):
        return Voice.from_json(document)
    counted = Stylometry.from_bytes(stylometry)
    return _EMPTY.judged(counted, REGISTERS) if counted.turns >= FEWEST_TURNS else _EMPTY


_EMPTY = Voice(group="", told={})
_FIRST_VERSION, _THIS_VERSION = "[", "{"
_AT_FIRST = 64
_MOST_IN_A_LINE = 3
_GROUP_SOUGHT_EVERY = 64
_SHORT_AND_LONG = {"-": "short", "+": "long"}


def _known(told: Sequence[object]) -> Iterator[str]:
    """Those of a document's sides that can be told."""
    for each in told:
        if isinstance(each, str) and each[:1] in _SHORT_AND_LONG:
            name, _, step = each[1:].partition(":")
            if name in (LENGTH, LENGTH_IN_CHARACTERS):
                if step in map(str, steps()):
                    yield each
            elif (side := sides().get(each[1:])) and (side.often if each[0] == "+" else side.rarely):
                yield each


def _phrase(told: str) -> str:
    name, _, step = told[1:].partition(":")
    if name == LENGTH_IN_CHARACTERS:
        return f"{_SHORT_AND_LONG[told[0]]} messages (about {int(step) * 2} characters)"
    if name == LENGTH:
        return f"{_SHORT_AND_LONG[told[0]]} messages (about {step} {'word' if step == '1' else 'words'})"
    side = sides()[name]
    return side.often if told[0] == "+" else side.rarely
