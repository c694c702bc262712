"""Reads one clause: which topics it names, framed by which liking or dislike, and what stands around them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from style_memory.pipeline.preferences.phrase_graph import Mark, Topic
from style_memory.pipeline.preferences.phrases import CLAUSE_ENDS, words


class Force(IntEnum):
    """How much a frame says about lasting."""

    #: The thing alone.
    NONE = 0
    #: An instruction that may be for this task only.
    INSTRUCTION = 1
    #: An instruction that lasts by its own wording.
    STANDING = 2
    #: The owner says what they like, perhaps in themselves.
    TASTE = 3
    #: The owner says what they want.
    OWN = 4


@dataclass(frozen=True, kw_only=True, slots=True)
class Named:
    """One topic that a clause names, with its frame."""

    topic: Topic
    #: False where a dislike stands around the topic.
    wanted: bool
    force: Force
    #: Tokens from the frame to the end of the topic.
    start: int
    end: int
    #: Nothing but openers stands before.
    opens: bool
    #: What follows lets the topic be the whole thing: "bullet lists", but not "bullet lists of friends".
    closes: bool


def named_topics(tokens: list[str], marks: list[Mark]) -> list[Named]:
    """The topics of one clause with their frames; a negated dislike names nothing."""
    found: list[Named] = []
    link: _Link | None = None
    reach = 0
    for index, mark in enumerate(marks):
        if link is not None and not _only_fillers(tokens, reach, mark.start):
            link = None
        frame = _frame(mark)
        if frame is not None:
            link = _joined(link, frame, mark.start)
        for topic in mark.topics:
            found.append(_named(tokens, marks, mark, topic, _around(link, _frame_after(tokens, marks, index))))
        reach = mark.end
    return found


_FRAMES: dict[str, tuple[bool, Force]] = {
    "like": (True, Force.OWN),
    "taste": (True, Force.TASTE),
    "dislike": (False, Force.OWN),
    "always": (True, Force.STANDING),
    "never": (False, Force.STANDING),
    "use": (True, Force.INSTRUCTION),
    "avoid": (False, Force.INSTRUCTION),
}
_AFTER: dict[str, tuple[bool, Force]] = {
    "after_like": (True, Force.STANDING),
    "after_dislike": (False, Force.INSTRUCTION),
}
_PASSED_OVER = frozenset({"polite", "lasting", "onward"})


@dataclass(frozen=True, slots=True)
class _Link:
    wanted: bool
    force: Force
    #: None for a frame that follows its thing.
    start: int | None


def _frame(mark: Mark) -> tuple[bool, Force] | None:
    return next((_FRAMES[role] for role in _FRAMES if role in mark.roles), None)


def _joined(link: _Link | None, frame: tuple[bool, Force], start: int) -> _Link:
    """Frames in a row act together: "i prefer" + "no" is a strong dislike, "i hate" + "you use" stays one."""
    wanted, force = frame
    if link is None:
        return _Link(wanted, force, start)
    return _Link(link.wanted and wanted, max(link.force, force), link.start)


def _around(before: _Link | None, after: _Link | None) -> _Link | None:
    """What is said after the thing has the last word: 今後は (always) + 使わないで (don't use)."""
    if before is None or after is None or after.wanted:
        return before or after
    return _Link(False, max(before.force, after.force), before.start)


def _frame_after(tokens: list[str], marks: list[Mark], index: int) -> _Link | None:
    mark = marks[index]
    for later in marks[index + 1 :]:
        if not _only_fillers(tokens, mark.end, later.start):
            return None
        for role, (wanted, force) in _AFTER.items():
            if role in later.roles:
                return _Link(wanted, force, None)
        if not later.topics and not later.roles & _PASSED_OVER:
            return None
        mark = later
    return None


def _named(tokens: list[str], marks: list[Mark], mark: Mark, topic: Topic, link: _Link | None) -> Named:
    link = link or _Link(True, Force.NONE, None)
    start = mark.start if link.start is None else link.start
    return Named(
        topic=topic,
        wanted=link.wanted,
        force=link.force,
        start=start,
        end=mark.end,
        opens=_opens(tokens, marks, start),
        closes=_closes(tokens, marks, mark.end),
    )


def _only_fillers(tokens: list[str], start: int, end: int) -> bool:
    return all(token in words("fillers") or token in CLAUSE_ENDS for token in tokens[start:end])


def _opens(tokens: list[str], marks: list[Mark], start: int) -> bool:
    passed = {at for mark in marks if mark.roles & _PASSED_OVER for at in range(mark.start, mark.end)}
    for at in range(start - 1, -1, -1):
        if tokens[at] in CLAUSE_ENDS:
            return True
        if at not in passed and tokens[at] not in words("openers"):
            return False
    return True


def _closes(tokens: list[str], marks: list[Mark], end: int) -> bool:
    if end >= len(tokens) or tokens[end] in CLAUSE_ENDS or tokens[end] in words("followers"):
        return True
    return any(mark.start == end for mark in marks)
