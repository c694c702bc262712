"""The axes on which owners state wishes, with their poles and the phrases that name them; all from a data file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from style_memory.domain.kinds import Polarity, PreferenceCategory
from style_memory.pipeline.data_files import read_data
from style_memory.pipeline.preferences.phrase_graph import Topic, with_macros


@dataclass(frozen=True, kw_only=True, slots=True)
class Pole:
    """One end of an axis, such as `short` of `length`."""

    name: str
    #: The pole that a dislike of this one means.
    opposite: str
    #: Whether the wish may reach legal, medical, upset and other serious moments.
    serious: bool
    #: Whether people mostly ask for less of it, so that a dislike of something else may well mean this too.
    burden: bool
    #: What the pole is called, per locale; empty where the pole is said as avoiding its opposite.
    text: Mapping[str, str]


@dataclass(frozen=True, kw_only=True, slots=True)
class Axis:
    """One thing about which two wishes may agree or differ."""

    name: str
    category: PreferenceCategory
    poles: Mapping[str, Pole]


@dataclass(frozen=True, kw_only=True, slots=True)
class Stand:
    """Where a wish stands: the pole, and the words and polarity in which that is stored."""

    pole: str
    polarity: Polarity
    #: Canonical text per locale; for `avoid` it names the unwanted thing.
    text: Mapping[str, str]


@cache
def axes() -> Mapping[str, Axis]:
    """All axes by name."""
    return {name: _axis(name, table) for name, table in _tables().items()}


def serious_ok(axis: str | None, pole: str | None) -> bool:
    """Whether a wish may reach serious contexts: "no jokes" may, "be blunt" may not, an unknown wish may not."""
    found = axes().get(axis or "")
    side = found.poles.get(pole or "") if found else None
    return side is not None and side.serious


def stand(topic: Topic, *, wanted: bool) -> Stand:
    """What liking or disliking a topic means."""
    axis = axes()[topic.axis]
    pole = axis.poles[topic.pole]
    if not pole.text:
        # "No bullets" avoids; disliking "no bullets" wants them.
        return _named(axis.poles[pole.opposite], pole.name if wanted else pole.opposite, wanted=not wanted)
    return _named(pole, pole.name if wanted else pole.opposite, wanted=wanted)


def topic_patterns() -> Iterator[tuple[str, Topic]]:
    """Every pattern of the data file with the pole that it names; what a pole is called names it as well."""
    macros = read_data(_FILE)["macros"]
    for axis, table in _tables().items():
        for pole, body in _poles(table):
            for need in NEEDS:
                topic = Topic(axis=axis, pole=pole, need=need)
                yield from ((with_macros(pattern, macros), topic) for pattern in body.get(need, ()))
            called = Topic(axis=axis, pole=pole, need="vague")
            yield from ((text, called) for text in body.get("text", {}).values())


#: The lists of phrases that a pole may have.
NEEDS = ("wishes", "asks", "things", "acts", "vague")

_FILE = "preference_axes.toml"


def _tables() -> Mapping[str, Any]:
    tables: Mapping[str, Any] = read_data(_FILE)["axis"]
    return tables


def _poles(table: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    return ((name, body) for name, body in table.items() if isinstance(body, dict))


def _axis(name: str, table: Mapping[str, Any]) -> Axis:
    poles = {
        pole: Pole(
            name=pole,
            opposite=body.get("opposite", f"not_{pole}"),
            serious=body["serious"],
            burden=body.get("burden", False),
            text=body.get("text", {}),
        )
        for pole, body in _poles(table)
    }
    return Axis(name=name, category=PreferenceCategory(table["category"]), poles=poles)


def _named(pole: Pole, stands_at: str, *, wanted: bool) -> Stand:
    return Stand(pole=stands_at, polarity=Polarity.PREFER if wanted else Polarity.AVOID, text=pole.text)
