"""Runs of lines that a machine wrote or that were written for one: code, logs, traces, markup."""

from __future__ import annotations

from collections.abc import Iterator

from style_memory.pipeline.lazy_patterns import lazy_pattern
from style_memory.pipeline.marks import MASK
from style_memory.pipeline.voice_of_owner.line_shapes import CERTAIN, STRONG, Shape, shape_of
from style_memory.pipeline.voice_of_owner.spans import Line, Span, lines_of

_SAYING = ("trace", "log")
_Judged = tuple[Line, Shape]
_SIGNS = lazy_pattern(r"[{};=$<>#\\|\[(_]|\d[:.]\d|[A-Z]{4}|Error|Exception|npm ")
_DIGITS, _LETTERS, _GAPS = lazy_pattern(r"\d+"), lazy_pattern(r"[^\W\d_]+"), lazy_pattern(r"\s+")


def machine_text(text: str) -> Iterator[Span]:
    """Find runs of lines without prose in which enough lines are certainly no prose."""
    if "\n" not in text and not _SIGNS.search(text):
        return
    judged = [(line, shape_of(line.text)) for line in lines_of(text)]
    stretches = [stretch for stretch in _stretches(_with_repeats(judged)) if stretch]
    certain = [stretch for stretch in stretches if _is_certain(stretch)]
    # Where a message surely holds code, one more likely line is code too.
    for stretch in stretches if certain else []:
        yield from _taken(stretch)


def _is_certain(stretch: list[_Judged]) -> bool:
    strong = [shape for _, shape in stretch if shape.points >= STRONG]
    return len(strong) > 1 or any(shape.points >= CERTAIN for shape in strong)


def _stretches(judged: list[_Judged]) -> Iterator[list[_Judged]]:
    stretch: list[_Judged] = []
    for line, shape in judged:
        if shape.points == 0 or MASK in line.text:
            yield _core(stretch)
            stretch = []
        else:
            stretch.append((line, shape))
    yield _core(stretch)


def _core(stretch: list[_Judged]) -> list[_Judged]:
    """Drop what is doubtful at both ends: blank lines, and weak ones that a blank line sets apart."""
    strong = [place for place, (_, shape) in enumerate(stretch) if shape.points >= STRONG]
    if not strong:
        return []
    first, last = strong[0], strong[-1]
    while _joins(stretch, first - 1, -1):
        first -= 1
    while _joins(stretch, last + 1, 1):
        last += 1
    return [entry for entry in stretch[first : last + 1] if entry[1].points > 0]


def _joins(stretch: list[_Judged], place: int, step: int) -> bool:
    """A weak line next to the core belongs to it; beyond a blank line only an indented one does."""
    while 0 <= place < len(stretch) and stretch[place][1].points < 0:
        place += step
        if not (0 <= place < len(stretch) and stretch[place][0].text.startswith((" ", "\t"))):
            return False
    return 0 <= place < len(stretch)


def _taken(stretch: list[_Judged]) -> Iterator[Span]:
    kinds = [shape.code for _, shape in stretch if shape.points >= STRONG]
    # The source lines that a trace shows are part of it.
    main = "trace" if "trace" in kinds else max(sorted(set(kinds)), key=kinds.count)
    yield Span(stretch[0][0].start, stretch[-1][0].end, main)
    for line, shape in stretch:
        if shape.points >= STRONG and shape.code not in (main, "code_block"):
            yield Span(line.start, line.end, shape.code)


def _with_repeats(judged: list[_Judged]) -> list[_Judged]:
    """Count three lines in a row of one outline, with two numbers and three signs at least, as a log."""
    outlines = [_outline(line.text) for line, _ in judged]
    result = list(judged)
    for place in range(len(outlines) - 2):
        if outlines[place] and outlines[place] == outlines[place + 1] == outlines[place + 2]:
            for repeated in range(place, place + 3):
                if result[repeated][1].points < STRONG:
                    result[repeated] = (judged[repeated][0], Shape("log", CERTAIN))
    for place in range(1, len(judged) - 1):
        # What a program says between two lines of a trace or log belongs to them.
        before, after = judged[place - 1][1], judged[place + 1][1]
        if (
            judged[place][1].points == 0
            and before.code == after.code in _SAYING
            and before.points == after.points == CERTAIN
        ):
            result[place] = (judged[place][0], Shape(before.code, STRONG))
    return result


def _outline(text: str) -> str:
    if sum(map(str.isdigit, text[:200])) < 2:
        return ""
    outline = _GAPS.sub(" ", _LETTERS.sub("a", _DIGITS.sub("0", text[:200])))
    signs = len(outline) - outline.count("a") - outline.count("0") - outline.count(" ")
    return outline[:40] if outline.count("0") >= 2 and signs >= 3 else ""
