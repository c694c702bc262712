"""The sides of a voice that can be told: of what each is a share, and in which words it is told."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from style_memory.pipeline.context import Context
from style_memory.pipeline.data_files import read_data
from style_memory.pipeline.stylometry import features as of
from style_memory.pipeline.stylometry.features import number_of

#: The side that is a mean of logarithms and no share.
LENGTH = "words_per_message"
#: All groups of moments whose voices are kept apart, in the order of their numbers in what is stored.
REGISTERS = ("casual", "work", "formal")


@dataclass(frozen=True, kw_only=True, slots=True)
class Side:
    """One side; `voice.toml` says what each field means."""

    name: str
    #: The features whose sum is told as a share, by name.
    of: tuple[str, ...]
    #: Numbers under which their sum, and the sum of what it is a share of, are kept.
    times: int
    cases: int
    #: Whether it is a share of words.
    of_words: bool
    often: str
    rarely: str
    #: From which share on `often` may be said, and up to which `rarely`; of no meaning where that is never said.
    least: float
    most: float
    playful: bool
    family: str
    covers: frozenset[str]


@cache
def sides() -> Mapping[str, Side]:
    """All sides but the length, by name, in the order of the data file."""
    return _table()[0]


def told_counts(counts: Mapping[int, float]) -> Mapping[int, float]:
    """What the sides need of a turn's counts: the sums that are told, by number."""
    get = _table()[1].get
    told: defaultdict[int, float] = defaultdict(float)
    for number, amount in counts.items():
        sums = get(number)
        if sums is not None:
            for each in sums:
                told[each] += amount
    return told


def register_of(context: Context | None) -> str | None:
    """The group to which a moment belongs; None for those of which nothing is known, and for the rest."""
    if context is None:
        return None
    labels = context.counts_as
    return next((register for register in REGISTERS if not labels.isdisjoint(_labels()[register])), None)


def steps() -> list[int]:
    """The lengths that are told, in words."""
    found: list[int] = read_data("voice.toml")["length"]["steps"]
    return found


@cache
def _labels() -> dict[str, frozenset[str]]:
    return {register: frozenset(labels) for register, labels in read_data("voice.toml")["registers"].items()}


@cache
def _table() -> tuple[Mapping[str, Side], Mapping[int, tuple[int, ...]]]:
    """The sides, and by the number of each feature the numbers of the sums to which it belongs.

    No feature is looked up for it, which spares those who only read what is told from loading them all.
    """
    data = read_data("voice.toml")
    places: dict[int, list[int]] = {}
    for name in ("log words", "log words squared", of.MESSAGES, of.UNSPACED_MESSAGES):
        places[number_of(name)] = [number_of(name)]
    found: dict[str, Side] = {}
    for name, row in data["sides"].items():
        side = found[name] = _side(name, row, data["lists"])
        for names, sum_ in ((side.of, side.times), (_flat(row["per"], data["lists"]), side.cases)):
            for number in map(number_of, names):
                if sum_ not in places.setdefault(number, []):
                    places[number].append(sum_)
    return found, {number: tuple(sums) for number, sums in places.items()}


def _side(name: str, row: Mapping[str, Any], lists: Mapping[str, list[str]]) -> Side:
    return Side(
        name=name,
        of=_flat(row["of"], lists),
        times=number_of(f"side:{name}"),
        cases=number_of(row["per"][0] if row["per"] == [of.MESSAGES] else f"per:{','.join(row['per'])}"),
        of_words=row["per"] == [of.WORDS],
        often=row.get("often", ""),
        rarely=row.get("rarely", ""),
        least=row["least"] if "often" in row else 0.0,
        most=row["most"] if "rarely" in row else 1.0,
        playful=row.get("playful", False),
        family=row.get("family", ""),
        covers=frozenset(row.get("covers", ())),
    )


def _flat(names: Iterable[str], lists: Mapping[str, list[str]]) -> tuple[str, ...]:
    return tuple(each for name in names for each in (lists[name[1:]] if name.startswith("@") else [name]))
