"""Mail that the owner quoted or forwarded, and what mail programs append to it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache

from style_memory.pipeline.lazy_patterns import lazy_pattern
from style_memory.pipeline.marks import MASK
from style_memory.pipeline.voice_of_owner.spans import Line, Span, lines_of, paragraph_end, runs
from style_memory.pipeline.voice_of_owner.vocabulary import any_of, may_hold, vocabulary

_QUOTED = lazy_pattern(r"[ \t]{0,3}(?:\|?[>＞][ \t]?|&gt;[ \t]?){1,9}(?=[^\W_]|[\"“‘'(\[`#*@$~|\-]|\s*\Z)")
_BARRED = lazy_pattern(r"\|\s[^|\n]+\Z")
_EMOTICON = lazy_pattern(
    r"\s*[>＞](?:[:;=xX8]['\-^o]?[()\[\]DPpO03oc/\\|]|[\-_.,~/wWoOuUvVx0^ ]{1,6}<|\s*\Z|\.>|-<|=\s|\d|\w{1,2}\s*\Z)"
)
_QUOTING = frozenset(">＞&|")
_INITIALS = lazy_pattern(r"[A-Z]{1,3}[>＞] ")
_ADDRESSED = lazy_pattern(r"(?=[^\n]*\d[:.]\d\d)[^\n]*<[^<>\s@]{1,64}@[^<>\s]{1,200}>\s?[:：]?\s*\Z")
_SIGNATURE = lazy_pattern(r"--[ \t]?\Z")
_RULE = lazy_pattern(r"([-_=*])\1{1,60}[ \t]*\Z")
#: What only a visiting card or a footer holds.
CARD = lazy_pattern(r"\S\s[|·•]\s\S|\+?\d[\d ()/-]{6,}\d|\w@\w|www\.|https?://|\ufffc")
_LONGEST_SIGNATURE = 8
_FLAGS = re.IGNORECASE | re.MULTILINE


def mail(text: str) -> Iterator[Span]:
    """Find quoted lines, their headers, and everything below an original or forwarded message."""
    lines = lines_of(text)
    if "\n|" in text or text.startswith("|"):
        for run in runs(lines, lambda line: bool(_BARRED.match(line)), 2):
            yield Span(run[0].start, run[-1].end, "quote")
    for place, line in enumerate(lines):
        if _is_quoted(line.text):
            yield Span(line.start, line.end, "quote")
        elif _ends_own_part(lines, place):
            quoted_below = place + 1 < len(lines) and _is_quoted(lines[place + 1].text)
            yield Span(line.start, line.end if quoted_below else len(text), "quote")
            if not quoted_below:
                return


def appended(text: str) -> Iterator[Span]:
    """Find signatures, legal footers, automatic notices, and what an export says of a picture that it left out."""
    if may_hold(text if "\n" in text else text[:40], "footers.begins", "footers.lines") or "[bot]" in text:
        yield from _notices(text)
    if ("[" in text or "<" in text) and may_hold(text, "footers.media"):
        yield from (Span(found.start(), found.end(), "markup") for found in _left_out().finditer(text))
    if "\n--" in text or "\n__" in text or "\n==" in text or "\n**" in text:
        yield from _signature(lines_of(text))


def _notices(text: str) -> Iterator[Span]:
    for found in _from_line_starts(_notice(), text):
        yield Span(found.start(), paragraph_end(text, found.end()), "scaffolding")
    for found in _from_line_starts(_program_line(), text):
        yield Span(found.start(), found.end(), "scaffolding")


def _from_line_starts(pattern: re.Pattern[str], text: str) -> Iterable[re.Match[str]]:
    if "\n" in text:
        return pattern.finditer(text)
    found = pattern.match(text)
    return [found] if found else []


def _signature(lines: list[Line]) -> Iterator[Span]:
    for place in range(max(1, len(lines) - _LONGEST_SIGNATURE - 1), len(lines)):
        below = [line.text for line in lines[place + 1 :]]
        ruled = _RULE.match(lines[place].text) and all(len(text) < 70 for text in below)
        if _SIGNATURE.match(lines[place].text) or (ruled and any(map(CARD.search, below))):
            yield Span(lines[place].start, lines[-1].end, "scaffolding")
            return


def _is_quoted(text: str) -> bool:
    head = text.lstrip(" \t")[:1]
    if head in _QUOTING:
        return bool(_QUOTED.match(text)) and not _EMOTICON.match(text)
    return ">" in text[:4] and bool(_INITIALS.match(text))


def _ends_own_part(lines: list[Line], place: int) -> bool:
    text = lines[place].text.replace(MASK, " ").strip()
    if not text or len(text) > 300:
        return False
    if text[-1] in ":：e>" and (_attribution().match(text) or _ADDRESSED.match(text)):
        return True
    if text[0] in "-_=*>bB" and _divider().match(text):
        return True
    if (":" in text[:24] or "：" in text[:24] or text[0] in "[【(") and _forwarded().match(text):
        return True
    if place + 1 == len(lines) or (":" not in text and "：" not in text):
        return False
    if _sender().match(text) and _detail().match(lines[place + 1].text):
        return True
    return place + 2 < len(lines) and all(_field().match(line.text) for line in lines[place : place + 3])


@cache
def _attribution() -> re.Pattern[str]:
    pairs = "|".join(
        rf"{re.escape(begin)}[^\n]{{3,200}}{re.escape(end)}" for begin, end in vocabulary()["mail"]["attributions"]
    )
    # In every language such a line has a day or a time, the verb, and a colon; the name may stand after the verb.
    dated = rf"(?=[^\n]{{0,80}}\d)[^\n]{{3,200}}{any_of('forwarding', 'verbs')}[^\n:：]{{0,80}}[:：]"
    return re.compile(rf"\s*(?:{pairs}|{dated})\s*\Z", re.IGNORECASE)


@cache
def _divider() -> re.Pattern[str]:
    return re.compile(rf"\s*[-_=*>]{{2,}}\s*{any_of('mail', 'dividers')}|\s*begin forwarded message:", re.IGNORECASE)


@cache
def _field() -> re.Pattern[str]:
    return re.compile(rf"\s*[*_]{{0,2}}{any_of('mail', 'fields')}[*_]{{0,2}}\s?[:：]", re.IGNORECASE)


@cache
def _sender() -> re.Pattern[str]:
    return re.compile(rf"\s*[*_]{{0,2}}{any_of('forwarding', 'senders')}[*_]{{0,2}}\s?[:：]", re.IGNORECASE)


@cache
def _detail() -> re.Pattern[str]:
    return re.compile(rf"\s*[*_]{{0,2}}{any_of('forwarding', 'details')}[*_]{{0,2}}\s?[:：]", re.IGNORECASE)


@cache
def _forwarded() -> re.Pattern[str]:
    marker = any_of("forwarding", "markers")
    return re.compile(rf"\s*(?:-+\s?)?(?:{marker}\s?[:：]|[\[【(]{marker}[\]】)])", re.IGNORECASE)


@cache
def _notice() -> re.Pattern[str]:
    return re.compile(rf"^[ \t*_]{{0,4}}(?:{any_of('footers', 'begins')}|[\w-]{{1,40}}\[bot\])", _FLAGS)


@cache
def _program_line() -> re.Pattern[str]:
    return re.compile(rf"^[ \t*_]{{0,4}}{any_of('footers', 'lines')}[^\n]*", _FLAGS)


@cache
def _left_out() -> re.Pattern[str]:
    return re.compile(rf"[\[<]\s?{any_of('footers', 'media')}\s?[\]>]", re.IGNORECASE)
