"""Finds the series of things in a clause: "emoji, tables or bullet points" is one, "emoji and be concise" is none."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from functools import cache

from style_memory.pipeline.preferences.phrase_graph import Mark
from style_memory.pipeline.preferences.phrases import words


class Joint(IntEnum):
    """What joins the members of a series; the higher, the surer that what is said of one is said of all."""

    COMMA = 1
    AND = 2
    OR = 3


@dataclass(frozen=True, kw_only=True, slots=True)
class Series:
    """Things in a row with nothing but conjunctions, commas and determiners between them."""

    #: Indexes of the first and the last mark.
    first: int
    last: int
    #: The strongest conjunction in it.
    joint: Joint
    #: Whether some member can only be meant as a wish, so that "tables" beside it is no furniture.
    plain: bool


def series_in(tokens: list[str], marks: list[Mark]) -> dict[int, Series]:
    """The series of each mark that belongs to one."""
    found: dict[int, Series] = {}
    first, joints = 0, list[Joint]()
    for index in range(1, len(marks) + 1):
        joint = _joint_before(tokens, marks, index) if index < len(marks) else None
        if joint is not None:
            joints.append(joint)
            continue
        if joints:
            series = Series(first=first, last=index - 1, joint=max(joints), plain=_is_plain(marks[first:index]))
            found.update(dict.fromkeys(range(first, index), series))
        first, joints = index, []
    return found


def is_thing(mark: Mark) -> bool:
    """Whether the phrase can be the object of a frame; "be concise" is a sentence of its own."""
    return any(topic.need not in _COMPLETE for topic in mark.topics)


_COMPLETE = frozenset({"wishes", "asks"})


def _is_plain(marks: list[Mark]) -> bool:
    return any(topic.need != "vague" for mark in marks for topic in mark.topics)


def _joint_before(tokens: list[str], marks: list[Mark], index: int) -> Joint | None:
    before, mark = marks[index - 1], marks[index]
    return _joint(tokens[before.end : mark.start]) if is_thing(before) and is_thing(mark) else None


def _joint(between: list[str]) -> Joint | None:
    joints = [_joints()[token] for token in between if token in _joints()]
    rest = (token for token in between if token not in _joints())
    return max(joints) if joints and words("determiners").issuperset(rest) else None


@cache
def _joints() -> dict[str, Joint]:
    return (
        dict.fromkeys(words("commas"), Joint.COMMA)
        | dict.fromkeys(words("ands"), Joint.AND)
        | dict.fromkeys(words("ors"), Joint.OR)
    )
