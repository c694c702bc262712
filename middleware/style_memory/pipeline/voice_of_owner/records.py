"""Runs of lines that share a form: chat exports, Markdown tables, comma-separated values, YAML."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from style_memory.pipeline.lazy_patterns import lazy_pattern
from style_memory.pipeline.marks import MASK
from style_memory.pipeline.voice_of_owner.spans import Line, Span, lines_of
from style_memory.pipeline.voice_of_owner.vocabulary import words

_TIMED = lazy_pattern(r"\d[:：.]\d\d")
_CLOCK = r"\d{1,2}[:：.]\d{2}(?:[:：]\d{2})?\s?(?:[AaPp]\.?[Mm]\.?)?"
_DAY = r"(?:\d{1,4}[-/.年]\d{1,2}[-/.月]\d{1,4}日?|[A-Z][a-z]{2,8} \d{1,2}|Today|Yesterday|今天|昨天)"
_WHO = r"(?:<[^<>\n]{1,40}>|\* |[^\s:：][^:：\n]{0,40}[:：])"
_STAMPED = lazy_pattern(
    rf"[\[(【](?:{_DAY},?\s?(?:at )?)?{_CLOCK}[\])】]\s?[-–—]?\s{{0,3}}{_WHO}"
    rf"|{_DAY},?\s?(?:at )?{_CLOCK}\s?[-–—]?\s{{0,3}}{_WHO}"
    rf"|{_CLOCK}\s?[-–—]?\s{{0,3}}(?:<[^<>\n]{{1,40}}>|[^\s:：\d][^\s:：]{{0,30}}[:：]\s)"
)
_NAMED_STAMP = lazy_pattern(
    rf"\S[^\n]{{0,40}}?(?:\s[—–-])?\s{{1,4}}[\[(]?(?:{_DAY}(?: at)?,?\s{{1,2}}{_CLOCK}|{_CLOCK})[\])]?\s*\Z"
)
_NICK = lazy_pattern(r"<[@+%~&]?([\w\[\]\\|^{}`-]{1,30})>\s\S")
_SPEAKER = lazy_pattern(r"\s{0,3}[*_]{0,2}([^\W\d_][\w.\-' ]{0,24}?)[*_]{0,2}\s?[:：][*_]{0,2}\s?\S")
_TABLE = lazy_pattern(r"\s*\|.*\|\s*\Z|\s*\|?\s*:?-{3,}:?\s*\|[\s|:-]*\Z")
# Possessive throughout: words and the spaces between them can be told apart in one way only.
_KEYED = lazy_pattern(r"\s*+(?:- )?[A-Za-z_][\w.\-/]*+:(?:\s++\S++){0,4}+\s*+\Z")


def chats(text: str) -> Iterator[Span]:
    """Find lines of an exported conversation: with times, with nicknames in angle brackets, with names and colons."""
    lines = lines_of(text)
    if _TIMED.search(text):
        yield from (Span(line.start, line.end, "third_party") for line in lines if _STAMPED.match(line.text))
        yield from _stamped_paragraphs(lines)
    if len(lines) == 1:
        return
    nicked = [line for line in lines if line.text.startswith("<") and _NICK.match(line.text)]
    if len(nicked) > 1:
        yield from (Span(line.start, line.end, "third_party") for line in nicked)
    for run in _runs(lines, lambda line: bool(_SPEAKER.match(line)), 2):
        if _are_speakers(run):
            yield Span(run[0].start, run[-1].end, "third_party")


def tables(text: str) -> Iterator[Span]:
    """Find Markdown tables: two rows with bars at least."""
    if text.count("|") > 2:
        for run in _runs(lines_of(text), lambda line: "|" in line and bool(_TABLE.match(line)), 2):
            yield Span(run[0].start, run[-1].end, "markup")


def values(text: str) -> Iterator[Span]:
    """Find values without prose: runs of rows with as many commas, semicolons or tabs, runs of keys with values."""
    lines = lines_of(text)
    for sign in [sign for sign in "\t,;" if text.count(sign) >= 3]:
        for run in _runs(lines, lambda line, sign=sign: _is_row(line, sign), 3):  # type: ignore[misc]
            if len({line.text.count(sign) for line in run}) == 1:
                yield Span(run[0].start, run[-1].end, "markup")
    if text.count(":") < 3:
        return
    for run in _runs(lines, lambda line: ":" in line and bool(_KEYED.match(line)), 3):
        if any(line.text[:1] in (" ", "\t", "-") for line in run[1:]):
            yield Span(run[0].start, run[-1].end, "markup")


def _runs(lines: list[Line], fits: Callable[[str], bool], least: int) -> Iterator[list[Line]]:
    run: list[Line] = []
    for line in [*lines, Line(-1, -1, "")]:
        if line.text and MASK not in line.text and fits(line.text):
            run.append(line)
            continue
        if len(run) >= least:
            yield run
        run = []


def _are_speakers(run: list[Line]) -> bool:
    """Somebody speaks twice. Names that occur once may be the fields of a list, and some words are no names."""
    names = [found[1].strip().lower() for line in run if (found := _SPEAKER.match(line.text))]
    if any(not words("speech", "field_labels").isdisjoint(name.split()) or name.count(" ") > 1 for name in names):
        return False
    return Counter(names).most_common(1)[0][1] > 1


def _stamped_paragraphs(lines: list[Line]) -> Iterator[Span]:
    """A name with a time, then what that person wrote, as chat programs copy it; two of them at least."""
    heads = [place for place, line in enumerate(lines) if line.text and _NAMED_STAMP.match(line.text)]
    if len(heads) < 2:
        return
    for head, following in zip(heads, [*heads[1:], len(lines)], strict=True):
        last = head
        while last + 1 < following and lines[last + 1].text.strip():
            last += 1
        yield Span(lines[head].start, lines[last].end, "third_party")


def _is_row(text: str, sign: str) -> bool:
    """A row of values has few spaces in its fields, and none after its commas."""
    fields = text.strip().split(sign)
    if sign == "\t":
        return len(fields) > 1 and all(len(field) < 40 for field in fields)
    return len(fields) > 2 and sign + " " not in text and text.count(" ") < len(fields)
