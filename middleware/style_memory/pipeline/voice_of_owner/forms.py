"""Forms that stand above or below a request: letters, two or three lines of a dialogue, rows, tickets, manuals."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from style_memory.pipeline.lazy_patterns import lazy_pattern
from style_memory.pipeline.marks import MASK
from style_memory.pipeline.voice_of_owner.handed_over import where_given_ends
from style_memory.pipeline.voice_of_owner.requests import asks, is_request
from style_memory.pipeline.voice_of_owner.spans import Line, Span, lines_of, runs
from style_memory.pipeline.voice_of_owner.vocabulary import any_of, words

_SPEAKER = lazy_pattern(r"\s{0,3}[*_]{0,2}([^\W\d_][\w.\-' ]{0,24}?)[*_]{0,2}\s?[:：][*_]{0,2}\s?\S")
_HEADER = lazy_pattern(r"[^\W\d][\w-]{0,20}(?:([,;\t])[^\W\d][\w-]{0,20})(?:\1[^\W\d][\w-]{0,20}){0,12}\s*\Z")
_TICKET = lazy_pattern(r"\s?(?:[A-Z][A-Z0-9]{1,9}-\d{1,6}|(?:[Ii]ssue|[Tt]icket|[Bb]ug|[Cc]ase) ?[#№]? ?\d{1,7})\b")
_FIELD = lazy_pattern(r"\s?[*_]{0,2}[^\W\d][\w /-]{1,20}[*_]{0,2}[:：]")
_RULED = lazy_pattern(r"={3,80}\s*\Z")
_HEADING = lazy_pattern(r"# \S")
_FIRST_PERSON = lazy_pattern(r"\b(?:[Ii]|[Ii]['’](?:m|ve|d|ll)|im|my|ich|mein|je|mon|mi|yo)\b|我|私|僕|俺")
_COMMENT = lazy_pattern(r"[^\n]{0,100}[:：?]\s{1,2}((?://|/\*|#|--|;;)\s?\S[^\n]*)\Z")
_SPOKEN_END = lazy_pattern(r"[?？]\s*\Z")


def forms(text: str) -> Iterator[Span]:
    """Find letters and dialogues beside a request, rows below their header, and tickets."""
    if "\n" not in text:
        return
    lines = lines_of(text)
    yield from _rows(lines)
    yield from _tickets(text, lines)
    yield from _commented(lines)
    first = text.find("\n\n")
    head = text[:first] if first > 0 else lines[0].text
    if is_request(head):
        yield from _letter(text, lines, len(head))
    if any(is_request(line.text) for line in (lines[0], lines[-1])):
        yield from _dialogues(lines)


def _letter(text: str, lines: list[Line], start: int) -> Iterator[Span]:
    """From a salutation below the request, or from the first paragraph, to a sign-off with a name."""
    below = [place for place, line in enumerate(lines) if line.start > start and line.text.strip(f" {MASK}")]
    if not below or lines[below[0]].start < start + 2:
        return
    greeted = _salutation().match(lines[below[0]].text)
    for place in below:
        line = lines[place]
        if place > below[0] and len(line.text) < 60 and _sign_off().match(line.text):
            name = next((lines[after] for after in below if after > place), None)
            if name and len(name.text) < 40 and MASK not in name.text:
                yield Span(lines[below[0]].start, name.end, "paste")
                return
    if greeted and len(below) > 1:
        yield Span(lines[below[0]].start, where_given_ends(text, lines[below[1]].start), "paste")


def _dialogues(lines: list[Line]) -> Iterator[Span]:
    """Two lines with speakers at least: one of them a part in talks, or "me", or who asks another."""
    for run in runs(lines, lambda line: bool(_SPEAKER.match(line)), 2, over_blanks=True):
        names = [found[1].strip().lower() for line in run if (found := _SPEAKER.match(line.text))]
        others = [name for name in names if name not in words("handed_over", "myself")]
        if not others or any(
            name.count(" ") > 1 or not words("speech", "field_labels").isdisjoint(name.split()) for name in others
        ):
            continue
        takes_part = not words("handed_over", "parts").isdisjoint(others) or len(others) < len(names)
        asked = any(_SPOKEN_END.search(line.text) for line in run[:-1])
        if len(set(names)) > 1 and (takes_part or asked or len(set(names)) < len(names)):
            yield Span(run[0].start, run[-1].end, "third_party")


def _rows(lines: list[Line]) -> Iterator[Span]:
    """Two rows at least below a header of single words, with as many signs or more and no space after the first."""
    end = 0
    for place, line in enumerate(lines[:-2]):
        header = _HEADER.match(line.text) if place >= end and len(line.text) < 200 else None
        if not header or (place and lines[place - 1].text.strip() and not asks(lines[place - 1].text)):
            continue
        sign, count = header[1], line.text.count(header[1])
        end = place + 1
        while end < len(lines) and _is_row(lines[end].text, sign, count):
            end += 1
        if end - place > 2:
            yield Span(line.start, lines[end - 1].end, "markup")


def _is_row(text: str, sign: str, count: int) -> bool:
    first, found, rest = text.partition(sign)
    return bool(found) and text.count(sign) >= count and not rest.startswith(" ") and first.count(" ") < 3


def _tickets(text: str, lines: list[Line]) -> Iterator[Span]:
    """A number of a tracker's, and two fields at least below it."""
    for place, line in enumerate(lines[:-2]):
        if len(line.text) > 120 or not _TICKET.match(line.text):
            continue
        if all(_FIELD.match(below.text) for below in lines[place + 1 : place + 3]):
            end = text.find("\n\n", lines[place + 2].start)
            yield Span(line.start, end if end > 0 else len(text), "paste")
            return


def _commented(lines: list[Line]) -> Iterator[Span]:
    """A comment that begins code on the line of the request."""
    for place, line in enumerate(lines[:-1]):
        if lines[place + 1].text.startswith(MASK) and (found := _COMMENT.match(line.text)):
            yield Span(line.start + found.start(1), line.end, "code_block")


def manuals(text: str) -> Iterator[Span]:
    """Find a page under a heading, in which nobody speaks of themselves, above a last question or below a first."""
    if "# " not in text and "\n==" not in text:
        return
    lines = lines_of(text)
    place = next((number for number in range(len(lines)) if _is_heading(lines, number)), None)
    if place is None or not words("speech", "field_labels").isdisjoint(lines[place].text.strip("# ").lower().split()):
        return
    start, end = lines[place].start, len(text)
    last = text.rstrip().rfind("\n\n")
    above = text[:start].strip(f" \n{MASK}")
    if last > start and is_request(text[last:]):
        end = last
    elif not is_request(above):
        return
    if not _FIRST_PERSON.search(text, start, end) and (not above or is_request(above)):
        yield Span(start, end, "paste")


def _is_heading(lines: list[Line], place: int) -> bool:
    ruled = place + 1 < len(lines) and 0 < len(lines[place].text.strip()) < 60 and _RULED.match(lines[place + 1].text)
    return bool(ruled or _HEADING.match(lines[place].text))


@cache
def _salutation() -> re.Pattern[str]:
    greeting = rf"{any_of('handed_over', 'salutations')}\s[^\n,:!.?]{{1,30}}\s?[,:!.，：]\s*\Z"
    return re.compile(
        rf"\s{{0,3}}(?:{greeting}|[^\n，。：:]{{1,10}}(?:様|さん|殿|先生|老师|老師)[、，：:]?\s*\Z|[\u4e00-\u9fff]{{1,6}}[：:]\s*\Z)",
        re.IGNORECASE,
    )


@cache
def _sign_off() -> re.Pattern[str]:
    return re.compile(rf"\s{{0,3}}{any_of('handed_over', 'sign_offs')}\s?[,，.!！]?\s*\Z", re.IGNORECASE)
