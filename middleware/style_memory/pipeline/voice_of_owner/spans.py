"""Stretches of a message that are somebody else's, and how they are covered and cut out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from style_memory.pipeline.lazy_patterns import lazy_pattern
from style_memory.pipeline.marks import BORDER, MASK

_BLANK = lazy_pattern(r"\n[ \t]{0,20}(?=\n)")
_TAKEN = lazy_pattern(rf"{MASK}[\s{MASK}]*")


class Span(NamedTuple):
    """A stretch of text to take out, and the code that says why."""

    start: int
    end: int
    code: str


class Line(NamedTuple):
    """One line and its place in the message; the line break is not part of it."""

    start: int
    end: int
    text: str


def lines_of(text: str) -> list[Line]:
    """Split at line feeds, keeping positions."""
    lines = []
    start = 0
    for part in text.split("\n"):
        lines.append(Line(start, start + len(part), part))
        start += len(part) + 1
    return lines


def runs(
    lines: list[Line], fits: Callable[[str], bool], least: int, *, over_blanks: bool = False
) -> Iterator[list[Line]]:
    """Give each run of lines that fit and hold nothing masked; blank lines end a run, or are passed over."""
    run: list[Line] = []
    for line in [*lines, Line(-1, -1, MASK)]:
        if line.text and MASK not in line.text and fits(line.text):
            run.append(line)
            continue
        if over_blanks and not line.text.strip():
            continue
        if len(run) >= least:
            yield run
        run = []


def paragraph_end(text: str, start: int) -> int:
    """Where the paragraph that `start` lies in ends: at a blank line, or with the text."""
    blank = _BLANK.search(text, start)
    return blank.start() if blank else len(text)


def covered(text: str, spans: Iterable[Span]) -> str:
    """Return `text` with all spans masked, one for one, so that positions stay while other rules look at the rest."""
    pieces = []
    position = 0
    for start, end, _ in sorted(spans):
        if end <= position:
            continue
        pieces.append(text[position : max(start, position)])
        pieces.append(MASK * (end - max(start, position)))
        position = end
    return "".join(pieces) + text[position:]


def cut(text: str) -> str:
    """Replace every masked stretch, and the white space around it, by one border; none at either end."""
    first, *others = _TAKEN.split(text)
    if not others:
        return text
    inner = [part.rstrip() for part in others[:-1]]
    return BORDER.join(part for part in [first.rstrip(), *inner, others[-1]] if part)
