"""What a host or framework puts into a user message: tags, summaries, preambles, role markers, our own brief."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from style_memory.pipeline.lazy_patterns import lazy_pattern
from style_memory.pipeline.marks import FRAME_NAME, MASK
from style_memory.pipeline.voice_of_owner.spans import Span, lines_of
from style_memory.pipeline.voice_of_owner.vocabulary import alternatives, any_of, vocabulary, words

_BRIEF_BEGIN, _BRIEF_END = f"<{FRAME_NAME}", f"</{FRAME_NAME}>"
_TAG = lazy_pattern(r"<(/?)([A-Za-z][\w.:-]{0,60}|permissions instructions)((?:\s[^<>]{0,300})?)>")
_LEADING = f" \t\r\n{MASK}#*_>["
_LEAD = rf"[\s{MASK}#*_>\[]{{0,8}}"


def briefs(text: str) -> Iterator[Span]:
    """Find our own brief, so that the product never learns from itself."""
    start = text.find(_BRIEF_BEGIN)
    while start >= 0:
        end = text.find(_BRIEF_END, start)
        end = len(text) if end < 0 else end + len(_BRIEF_END)
        yield Span(start, end, "brief")
        start = text.find(_BRIEF_BEGIN, end)


def summaries(text: str) -> Iterator[Span]:
    """Find framework summaries and host messages: from the words that open them to the end."""
    if "\n" not in text and not opens_as_host(text):
        return
    for name, code in (("summary", "summary"), ("machine", "scaffolding")):
        if found := _opener(name).search(text):
            yield Span(found.start(), len(text), code)


def opens_as_host(text: str) -> bool:
    """Tell whether a message of one line begins with words of a host."""
    head = text[:20].lstrip(_LEADING)[:2].lower()
    return head in _opener_heads() and bool(_any_opener().match(text))


def preambles(text: str) -> Iterator[Span]:
    """Find what a host wrote before the owner's request, and single lines of a host."""
    if "\n" not in text and not opens_as_host(text):
        return
    for begin, end in _preambles():
        if opened := begin.search(text):
            closed = end.search(text, opened.end())
            yield Span(opened.start(), closed.end() if closed else len(text), "scaffolding")
    for found in _host_line().finditer(text):
        yield Span(found.start(), found.end(), "scaffolding")


def tagged(text: str) -> Iterator[Span]:
    """Find host tags with their content, closed or not, nested or not, and the bare tags around the owner's words."""
    if "<" not in text:
        return
    tags = [found for found in _TAG.finditer(text) if _kind(found[2]) and not found[3].endswith("/")]
    closers = _count_closers(tags)
    opened: re.Match[str] | None = None
    depth = 0
    for tag in tags:
        name = tag[2].lower()
        if opened is not None:
            if name == opened[2].lower():
                depth += -1 if tag[1] else 1
                if depth == 0:
                    yield Span(opened.start(), tag.end(), "scaffolding")
                    opened = None
        elif _kind(name) == "owner" or tag[1]:
            yield Span(tag.start(), tag.end(), "scaffolding")
        elif closers.get(name, -1) > tag.start() or _begins_line(text, tag.start()):
            opened, depth = tag, 1
    if opened is not None:
        yield Span(opened.start(), _end_of_unclosed(opened, closers, len(text)), "scaffolding")


def roles(text: str) -> Iterator[Span]:
    """Find the model's and the host's blocks of a pasted transcript, and the marker before the owner's own."""
    if ":" not in text and "：" not in text:
        return
    markers = list(_role().finditer(text))
    for place, marker in enumerate(markers):
        following = markers[place + 1].start() if place + 1 < len(markers) else len(text)
        if marker["owner"]:
            yield Span(marker.start(), marker.end(), "scaffolding")
        elif marker["assistant"] or (marker["model"] and len(markers) > 1):
            yield Span(marker.start(), following, "third_party")
        elif marker["system"]:
            blank = text.find("\n\n", marker.end(), following)
            yield Span(marker.start(), following if blank < 0 else blank, "scaffolding")


def machine_lines(text: str) -> Iterator[Span]:
    """Find chat commands and what a chat program writes about people, such as `* bob waves`."""
    for line in lines_of(text):
        if _chat_command().match(line.text):
            yield Span(line.start, line.end, "third_party")
    if _ACTION.match(text):
        yield Span(0, len(text), "third_party")


_ACTION = lazy_pattern(r"\* [a-z][\w|^-]{1,20} [a-z]{2,}s(?: [^\n*]{0,100})?\s*\Z")


@cache
def _chat_command() -> re.Pattern[str]:
    command = rf"/{any_of('speech', 'commands')}(?:\s|$)"
    server = r"(?:-!-|=!=|--[>|]|<--|→|←)\s\S.{0,80}\b(?:has joined|has left|has quit|is now known as)\b"
    return re.compile(rf"{command}|\*{{3}} (?:Joins|Parts|Quits|Mode|Topic)\b|{server}")


@cache
def _opener(name: str) -> re.Pattern[str]:
    return re.compile(rf"(?:\A|\n){_LEAD}{any_of('openers', name)}", re.IGNORECASE)


@cache
def _opener_heads() -> frozenset[str]:
    return frozenset(
        phrase.lstrip(_LEADING)[:2] for name in ("summary", "machine", "lines") for phrase in words("openers", name)
    )


@cache
def _any_opener() -> re.Pattern[str]:
    return re.compile(_LEAD + any_of("openers", "summary", "machine", "lines"), re.IGNORECASE)


@cache
def _host_line() -> re.Pattern[str]:
    return re.compile(rf"^[ \t]{{0,8}}{any_of('openers', 'lines')}[^\n]*", re.IGNORECASE | re.MULTILINE)


@cache
def _preambles() -> list[tuple[re.Pattern[str], re.Pattern[str]]]:
    return [
        (_line_with(entry["begin"], ""), _line_with(entry["end"], r"[^\n]*")) for entry in vocabulary()["preambles"]
    ]


def _line_with(phrase: str, rest: str) -> re.Pattern[str]:
    return re.compile(rf"^[ \t]{{0,8}}{alternatives([phrase])}{rest}", re.IGNORECASE | re.MULTILINE)


@cache
def _role() -> re.Pattern[str]:
    groups = "|".join(f"(?P<{name}>{any_of('roles', name)})" for name in ("assistant", "model", "system", "owner"))
    return re.compile(
        rf"^[ \t#*>_\[(]{{0,6}}(?:{groups})[*_\])]{{0,3}} ?[:：][*_]{{0,3}}", re.IGNORECASE | re.MULTILINE
    )


@cache
def _kind(name: str) -> str:
    lower = name.lower()
    if lower in words("tags", "owner"):
        return "owner"
    return "scaffolding" if lower in words("tags", "scaffolding") else ""


def _count_closers(tags: list[re.Match[str]]) -> dict[str, int]:
    return {tag[2].lower(): tag.start() for tag in tags if tag[1]}


def _begins_line(text: str, start: int) -> bool:
    near = max(0, start - 200)
    line = text.rfind("\n", near, start) + 1
    return (line > 0 or near == 0) and not text[line:start].strip(f" \t{MASK}")


def _end_of_unclosed(opened: re.Match[str], closers: dict[str, int], end: int) -> int:
    """Nested tags of one name may miss a closer: the last one that there is ends the block."""
    last = closers.get(opened[2].lower(), -1)
    return end if last < opened.end() else last + len(opened[2]) + 3
