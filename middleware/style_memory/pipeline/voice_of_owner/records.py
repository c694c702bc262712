"""Runs of lines that share a form: Markdown tables, comma-separated values, YAML."""

from __future__ import annotations

from collections.abc import Iterator

from style_memory.pipeline.lazy_patterns import lazy_pattern
from style_memory.pipeline.voice_of_owner.spans import Line, Span, lines_of, runs

_TABLE = lazy_pattern(r"\s*\|.*\|\s*\Z|\s*\|?\s*:?-{3,}:?\s*\|[\s|:-]*\Z")
# Possessive throughout: words and the spaces between them can be told apart in one way only.
_KEYED = lazy_pattern(r"\s*+(?:- )?[A-Za-z_][\w.\-/]*+:(?:\s++\S++){0,4}+\s*+\Z")

_SETTING = lazy_pattern(r"\s{0,8}(?:\[[\w.\- \"]{1,60}\]\s*\Z|(?:export )?[\w.\-]{1,60}\s?=\s?\S|[#;]\s)")
_ITEM = lazy_pattern(r"[ \t]++- \S++(?: \S++){0,3}+\s*+\Z")


def tables(text: str) -> Iterator[Span]:
    """Find Markdown tables: two rows with bars at least."""
    if text.count("|") > 2:
        for run in runs(lines_of(text), lambda line: "|" in line and bool(_TABLE.match(line)), 2):
            yield Span(run[0].start, run[-1].end, "markup")


def values(text: str) -> Iterator[Span]:
    """Find values without prose: runs of rows with as many commas, semicolons or tabs, runs of keys with values."""
    lines = lines_of(text)
    for sign in [sign for sign in "\t,;" if text.count(sign) >= 3]:
        for run in runs(lines, lambda line, sign=sign: _is_row(line, sign), 3):  # type: ignore[misc]
            if len({line.text.count(sign) for line in run}) == 1:
                yield Span(run[0].start, run[-1].end, "markup")
    for run in runs(lines, lambda line: bool(_SETTING.match(line)), 2):
        if (run[0].text.lstrip().startswith("[") or len(run) > 2) and any("=" in line.text for line in run):
            yield Span(run[0].start, run[-1].end, "code_block")
    if text.count(":") < 2:
        return
    for run in runs(lines, lambda line: bool(_KEYED.match(line) if ":" in line else _ITEM.match(line)), 3):
        if any(line.text[:1] in (" ", "\t", "-") for line in run[1:]) and _has_values(run):
            yield Span(run[0].start, run[-1].end, "markup")


def _has_values(run: list[Line]) -> bool:
    """A list under a heading is a person's; keys with values are not."""
    return ":" in run[0].text and any(":" in line.text and not line.text.rstrip().endswith(":") for line in run)


def _is_row(text: str, sign: str) -> bool:
    """A row of values has few spaces in its fields, and none after its commas."""
    fields = text.strip().split(sign)
    if sign == "\t":
        return len(fields) > 1 and all(len(field) < 40 for field in fields)
    return len(fields) > 2 and sign + " " not in text and text.count(" ") < len(fields)
