"""Blocks that marks enclose: fenced and inline code, text between rules, diffs."""

from __future__ import annotations

import re
from collections.abc import Iterator

from style_memory.pipeline.lazy_patterns import lazy_pattern
from style_memory.pipeline.voice_of_owner.spans import Line, Span, lines_of

_TICKS = lazy_pattern(r"`+")
_TILDES = lazy_pattern(r"^ {0,3}~{3,}[ \t]*[\w+.#-]{0,20}[ \t]*$", re.MULTILINE)
_ENCLOSED = lazy_pattern(
    r"\[(quote|code|spoiler|pre)\b[^\]\n]{0,60}\](?s:.{0,3000}?)\[/\1\]"
    r"|\{(quote|code|noformat)\b[^}\n]{0,30}\}(?s:.{0,3000}?)\{\2\}"
    r"|<(blockquote|pre|code|q|cite|samp)\b[^<>]{0,200}>(?s:.{0,3000}?)</\3>",
    re.IGNORECASE,
)
_RULE = lazy_pattern(r"\s{0,8}(?:([-=*_~─—═⸻#+])\1{2,}+(?:(?!\1)[^\n]{1,60}?\1{3,}+)?|(?:[-*_] ){2,}[-*_])\s*\Z")
_DIFF_HEAD = lazy_pattern(r"diff --git |@@ -\d|--- \S+[^\n]*\Z|Index: \S|index [0-9a-f]{6,}\.\.")
_DIFF_BODY = lazy_pattern(
    r"[+\-\\ @]|diff |index |Index: |new file|deleted file|similarity|rename |copy |Binary |old mode|\Z"
)


def fences(text: str) -> Iterator[Span]:
    """Find fenced code, also where the closing fence is missing."""
    runs = [run for run in _TICKS.finditer(text) if len(run[0]) >= 3] if "```" in text else []
    for opener, closer in zip(runs[::2], [*runs[1::2], None], strict=False):
        yield Span(opener.start(), closer.end() if closer else len(text), "code_block")
    for mark in ('"""', "'''"):
        if text.count(mark) > 1:
            places = [found.start() for found in re.finditer(mark, text)]
            yield from (
                Span(opener, closer + 3, "paste") for opener, closer in zip(places[::2], places[1::2], strict=False)
            )
    tildes = list(_TILDES.finditer(text)) if "~~~" in text else []
    for opener, closer in zip(tildes[::2], [*tildes[1::2], None], strict=False):
        end = closer.end() if closer else len(text)
        if text[opener.end() : end].strip():
            yield Span(opener.start(), end, "code_block")


def enclosed(text: str) -> Iterator[Span]:
    """Find what a forum's, tracker's or page's marks for quotations and code enclose."""
    if "[/" in text or "</" in text or text.count("{") > 1:
        yield from (Span(found.start(), found.end(), "quote") for found in _ENCLOSED.finditer(text))


def inline_code(text: str) -> Iterator[Span]:
    """Find code between equal runs of backticks in one paragraph."""
    opener: re.Match[str] | None = None
    for run in _TICKS.finditer(text):
        same = opener is not None and run[0] == opener[0]
        if opener is not None and same and text.find("\n\n", opener.end(), run.start()) < 0:
            yield Span(opener.start(), run.end(), "inline_code")
            opener = None
        elif opener is None or same or text.find("\n", opener.end(), run.start()) >= 0:
            opener = run


def ruled(text: str) -> Iterator[Span]:
    """Find text between two rules; with an odd number of rules, between the first and the last."""
    rules = [line for line in lines_of(text) if len(line.text) < 140 and _RULE.match(line.text)]
    if len(rules) < 2:
        return
    if len(rules) % 2:
        yield Span(rules[0].start, rules[-1].end, "paste")
        return
    for opener, closer in zip(rules[::2], rules[1::2], strict=True):
        yield Span(opener.start, closer.end, "paste")


def diffs(text: str) -> Iterator[Span]:
    """Find patches, from a header to the last line that can belong to it."""
    if "@@" not in text and "diff --git" not in text and "\n+++ " not in text:
        return
    begin: Line | None = None
    last: Line | None = None
    for line in lines_of(text):
        if begin is None and _DIFF_HEAD.match(line.text):
            begin = line
        elif begin is not None and last is not None and not _DIFF_BODY.match(line.text):
            yield Span(begin.start, last.end, "diff")
            begin = None
        if line.text:
            last = line
    if begin is not None and last is not None:
        yield Span(begin.start, max(begin.end, last.end), "diff")
