"""Texts in the form in which they were published: articles, posts, subtitles, calendar entries, commits."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from style_memory.pipeline.lazy_patterns import lazy_pattern
from style_memory.pipeline.voice_of_owner.afterwards import last_words
from style_memory.pipeline.voice_of_owner.spans import Line, Span, lines_of, paragraph_end
from style_memory.pipeline.voice_of_owner.vocabulary import any_of

_CUE = lazy_pattern(r"\s*(?:\d{1,2}:)?\d{2}:\d{2}[.,]\d{1,3}\s*-->")
_SUNG = lazy_pattern(r"\[\d{1,2}:\d{2}[.:]\d{1,3}\]")
_STAMP_ALONE = lazy_pattern(r"\(?(?:\d{1,2}:)?\d{1,2}:\d{2}\)?\s*\Z")
_SECTION = lazy_pattern(
    r"\[(?:verse|chorus|bridge|intro|outro|hook|refrain|pre-chorus|strophe|couplet)[^\]\n]{0,40}\]", re.IGNORECASE
)
_CALENDAR = lazy_pattern(r"BEGIN:(V[A-Z]{4,12})\b")
_COMMIT = lazy_pattern(r"commit [0-9a-f]{7,40}\b")
_COMMIT_FIELD = lazy_pattern(r"(?:Author|AuthorDate|Commit|CommitDate|Date|Merge):\s")
_SCOPED = lazy_pattern(r"(?:feat|fix|chore|docs|refactor|test|style|perf|build|ci|revert)\([\w./-]{1,40}\)!?: ")
_SHORT_HASH = lazy_pattern(r"[*|/\\ ]{0,6}[0-9a-f]{7,12} \S")
_HANDLE = lazy_pattern(
    r"(?:[^\n@]{1,50}\s)?\(?@\w{1,30}\)?(?:\s?·.{0,30})?\s*\Z|u/[\w-]{3,30}(?:\s?[•·].{0,40})?\s*\Z|[^\n]{1,50}\s·\s(?:\d{1,2}\s?(?:m|h|d|s|min|hr|hrs|w)|follow)\b[^\n]{0,30}\Z",
    re.IGNORECASE,
)
_DATELINE = lazy_pattern(
    r"[A-Z][A-Z ,.]{2,40}(?:, [A-Z][a-z]+\.? \d{1,2})?(?: \([A-Z][A-Za-z]{1,20}\))? [—–-]{1,2} [A-Z]"
    r"|（?[^\s（）]{2,12}(?:社|网|報|报)[^\s（）]{0,12}(?:电|電|讯|訊)[）\s]|【[^】\n]{2,20}(?:讯|訊|电|電|報道|报道)】"
)


def published(text: str) -> Iterator[Span]:
    """Find articles with a byline or a dateline, posts copied from a network, subtitles, songs, calendars, commits."""
    lines = lines_of(text)
    if "-->" in text or "[" in text:
        yield from _cues(lines)
    if ":" in text:
        yield from _transcripts(lines)
    if "BEGIN:V" in text:
        yield from _calendars(text)
    yield from _commits(lines)
    yield from _posts(text, lines)
    yield from _articles(text, lines)


def _cues(lines: list[Line]) -> Iterator[Span]:
    """A cue goes on to the next blank line; its number stands in the line above."""
    end = -1
    for place, line in enumerate(lines):
        if line.start < end:
            continue
        if "-->" in line.text and _CUE.match(line.text):
            numbered = place and lines[place - 1].text.strip().isdigit()
            end = _block_end(lines, place)
            yield Span(lines[place - 1 if numbered else place].start, end, "paste")
        elif line.text.startswith("[") and (_SUNG.match(line.text) or _SECTION.match(line.text)):
            end = _block_end(lines, place) if _SECTION.match(line.text) else line.end
            yield Span(line.start, end, "paste")


def _transcripts(lines: list[Line]) -> Iterator[Span]:
    """Times that stand alone above what was said then, three at least."""
    stamps = [place for place, line in enumerate(lines) if _STAMP_ALONE.match(line.text)]
    if len(stamps) > 2:
        yield from (Span(lines[place].start, lines[min(place + 1, len(lines) - 1)].end, "paste") for place in stamps)


def _calendars(text: str) -> Iterator[Span]:
    position = 0
    while begun := _CALENDAR.search(text, position):
        end = text.find(f"END:{begun[1]}", begun.end())
        position = len(text) if end < 0 else end + len(begun[1]) + 4
        yield Span(begun.start(), position, "markup")


def _commits(lines: list[Line]) -> Iterator[Span]:
    """A commit's head, and the indented message below; or several short hashes with a subject."""
    last = -1
    for place, line in enumerate(lines[:-1]):
        begins = place > last and line.text.startswith("commit ") and _COMMIT.match(line.text)
        if begins and _COMMIT_FIELD.match(lines[place + 1].text):
            last = place
            while last + 1 < len(lines) and _belongs_to_commit(lines[last + 1].text):
                last += 1
            yield Span(line.start, lines[last].end, "log")
    yield from (Span(line.start, line.end, "log") for line in lines if _SCOPED.match(line.text))
    hashed = [line for line in lines if _SHORT_HASH.match(line.text)]
    if len(hashed) > 1:
        yield from (Span(line.start, line.end, "log") for line in hashed)


def _belongs_to_commit(text: str) -> bool:
    return not text.strip() or text.startswith("    ") or bool(_COMMIT_FIELD.match(text))


def _posts(text: str, lines: list[Line]) -> Iterator[Span]:
    """A line with a name on a network, and the paragraph below; the line that counts likes."""
    end = -1
    for place, line in enumerate(lines[:-1]):
        if line.start > end and 0 < len(line.text) < 120 and (_HANDLE.match(line.text) or _posted().match(line.text)):
            body = place + 1
            while body + 1 < len(lines) and not lines[body].text.strip():
                body += 1
            end = paragraph_end(text, lines[body].start)
            yield Span(line.start, end, "paste")
    for line in lines:
        if line.text[:1].isdigit() and len(line.text) < 80 and _counted().match(line.text):
            yield Span(line.start, line.end, "paste")


def _articles(text: str, lines: list[Line]) -> Iterator[Span]:
    """From the headline above a byline, or from a dateline, to the end."""
    for place, line in enumerate(lines[:-1]):
        head = line.text[:120]
        if len(line.text) < 80 and _byline().match(line.text):
            headline = place - 1 if place and lines[place - 1].text.strip() else max(0, place - 2)
            start = lines[headline if place and len(lines[headline].text) < 140 else place].start
            yield Span(start, last_words(text, line.end), "paste")
            return
        if _DATELINE.match(head):
            yield Span(line.start, last_words(text, line.end), "paste")
            return
    if lines and _DATELINE.match(lines[-1].text[:120]):
        yield Span(lines[-1].start, lines[-1].end, "paste")


def _block_end(lines: list[Line], place: int) -> int:
    while place + 1 < len(lines) and lines[place + 1].text.strip():
        place += 1
    return lines[place].end


@cache
def _posted() -> re.Pattern[str]:
    return re.compile(rf"\s*{any_of('published', 'posted')}\s\S.{{0,80}}\Z", re.IGNORECASE)


@cache
def _counted() -> re.Pattern[str]:
    count = rf"[\d.,]{{1,8}}\s?[KkMm万萬]?\s?{any_of('published', 'counted')}"
    return re.compile(rf"{count}(?:[\s·•,|]{{1,3}}{count})*\s*\Z", re.IGNORECASE)


@cache
def _byline() -> re.Pattern[str]:
    names = r"[^\W\d_a-z][\w.'’-]{0,20}(?:,? (?:and |und |et |y |van |von |de )?[^\W\d_a-z][\w.'’-]{0,20}){1,4}"
    return re.compile(
        r"\s*(?:[^\n]{0,40}[|·•—–-]\s)?"
        rf"(?i:{any_of('published', 'bylines')})(?:\s+{names}|\s*[\u3040-\u9fff]{{2,8}})(?:[,|·•—–-].{{0,40}})?\s*\Z"
    )
