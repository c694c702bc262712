"""Texts that the owner pasted for somebody to read, translate or mend, told by the line that introduces them."""

from __future__ import annotations

from collections.abc import Iterator

from style_memory.pipeline.lazy_patterns import lazy_pattern
from style_memory.pipeline.marks import MASK
from style_memory.pipeline.voice_of_owner.afterwards import goes_on, last_words
from style_memory.pipeline.voice_of_owner.letters import salutation
from style_memory.pipeline.voice_of_owner.spans import Line, Span, lines_of
from style_memory.pipeline.voice_of_owner.tasks import (
    announces_below,
    asks_about_text,
    code_of,
    edits,
    stands_below_its_text,
    works_on_this,
)

_LONGEST_INTRODUCTION = 240
_LONGEST_REQUEST = 90
_COLON = lazy_pattern(r"[:：](?=\s|\Z)|(?<=[^\W\d])[:：](?!//)|：")
_LISTED = lazy_pattern(r"\s*(?:[-*•]|\w{1,2}[.)])\s")
_OPENED = lazy_pattern(r"[\"“„«「『‘'`]")


def pastes(text: str) -> Iterator[Span]:
    """Find the text that follows an introducing line: the rest of that line, or all that follows."""
    lines = lines_of(text)
    for place, line in enumerate(lines):
        following = lines[place + 1].text if place + 1 < len(lines) else None
        for start, code in _introduced(line, following):
            rest = text[start : line.end]
            if not rest.strip():
                yield from _below(text, line.end, code)
            elif code == "translation_source" and not (_OPENED.match(rest.lstrip()) or MASK in rest or edits(rest)):
                yield Span(start, _end_of_paste(text, start, line.end), code)


def above(text: str) -> Iterator[Span]:
    """Find what stands above a short last paragraph that asks for it to be translated, mended or shortened."""
    last = text.rstrip().rfind("\n\n")
    if last > 0 and len(text) - last < _LONGEST_REQUEST and stands_below_its_text(text[last:].strip()):
        yield Span(0, last, "translation_source")


def _introduced(line: Line, following: str | None) -> Iterator[tuple[int, str]]:
    """Give the place where the pasted text would begin, if this line introduces one."""
    head = line.text[:_LONGEST_INTRODUCTION]
    colon = _COLON.search(head)
    if colon:
        if code := code_of(head[: colon.end()]):
            yield line.start + colon.end(), code
            return
        tail = head.rstrip()
        if tail[-1:] in ":：" and len(tail) > colon.end() and (code := code_of(tail)):
            yield line.start + len(tail), code
            return
        if following is not None and not _LISTED.match(following) and works_on_this(tail):
            yield line.end, "paste"
            return
    elif following is not None and announces_below(head):
        yield line.end, "translation_source"
        return
    blank_below = following is not None and not following.strip() and bool(head.strip())
    if blank_below and (code := asks_about_text(head.rstrip())):
        yield line.end, code


def _below(text: str, start: int, code: str) -> Iterator[Span]:
    """Take all that follows, unless it was taken already: then the owner speaks again after it."""
    following = text[start:].lstrip()
    if following and following[0] != MASK and not goes_on(following, given_to_work_on=code != "paste"):
        start = len(text) - len(following)
        yield Span(start, last_words(text, start), code)


def _end_of_paste(text: str, start: int, line_end: int) -> int:
    """A letter goes on to the end of the message, anything else to the end of its paragraph."""
    if salutation().match(text[start : start + 80]):
        return len(text)
    blank = text.find("\n\n", line_end)
    return blank if blank >= 0 else len(text)
