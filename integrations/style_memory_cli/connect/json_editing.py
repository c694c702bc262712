"""Changes one place of a JSON document and leaves every other character as it is.

Comments and trailing commas are overwritten with spaces first. What is left is strict JSON in which everything still
stands where it stood, so that the standard library's parser does all the reading, and positions hold for both.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, NoReturn

from style_memory_cli.connect.faults import Broken, Misshapen

Key = str | int


def parsed(text: str, *, comments: bool) -> Any:
    """The value of a document; an empty one is an empty object.

    Raises:
        Broken: It is no JSON.
    """
    plain = _plain(text, comments=comments)
    return _loaded(plain) if plain.strip(_SPACE) else {}


def with_value(text: str, path: Sequence[Key], value: Any, *, comments: bool) -> str:
    """The document with `value` at `path`; a list takes it at its end if it has no such index.

    Raises:
        Broken: It is no JSON.
        Misshapen: A part of the path exists and holds no object or list.
    """
    plain = _plain(text, comments=comments)
    if not plain.strip(_SPACE):
        end = "" if text else "\n"
        text, plain = f"{text}{{}}{end}", f"{plain}{{}}{end}"
    spans = _spans(plain, path)
    if len(spans) > len(path):
        last = spans[-1]
        return text[: last.start] + _rendered(value, _layout(text, plain, last.start)) + text[last.end :]
    key, *rest = path[len(spans) - 1 :]
    for name in reversed(rest):
        value = {name: value} if isinstance(name, str) else [value]
    return _with_member(text, plain, spans[-1], key, value)


def without(text: str, path: Sequence[Key], *, comments: bool) -> str:
    """The document without what is at `path`, and without the comma that it needed.

    Raises:
        Broken: It is no JSON.
        Misshapen: A part of the path exists and holds no object or list.
    """
    plain = _plain(text, comments=comments)
    spans = _spans(plain, path) if plain.strip(_SPACE) else []
    if len(spans) <= len(path):
        return text
    holder = spans[-2]
    members = _members(plain, holder.start)
    index = next(at for at, member in enumerate(members) if member.start == spans[-1].start)
    member = members[index]
    start, comma = _start_of_line(text, member.key_start), _comma_after(text, plain, member.end)
    if comma is not None:
        return text[:start] + text[member.end : comma] + text[comma + 1 :]
    if index:
        comma = plain.index(",", members[index - 1].end)
        return text[:comma] + text[comma + 1 : start] + text[member.end :]
    left = text[holder.start + 1 : start] + text[member.end : holder.end - 1]
    return text[: holder.start + 1] + (left if left.strip(_SPACE) else "") + text[holder.end - 1 :]


_SPACE = " \t\r\n"
_STRING = r'"(?:[^"\\]++|\\.)*+"'
_COMMENT = re.compile(rf"{_STRING}|//[^\r\n]*|/\*.*?\*/", re.DOTALL)
_LAST_COMMA = re.compile(rf"{_STRING}|,(?=[ \t\r\n]*[}}\]])", re.DOTALL)
_DECODER = json.JSONDecoder()


@dataclass(frozen=True, slots=True)
class _Span:
    """A value, and the key before it: from where to where in the text."""

    key: Key
    key_start: int
    start: int
    end: int


def _plain(text: str, *, comments: bool) -> str:
    if not comments:
        return text
    plain = _COMMENT.sub(lambda match: match[0] if match[0][0] == '"' else re.sub(r"[^\r\n]", " ", match[0]), text)
    return _LAST_COMMA.sub(lambda match: " " if _ends_a_list(plain, match) else match[0], plain)


def _ends_a_list(plain: str, match: re.Match[str]) -> bool:
    """Whether this is a comma that a value stands before."""
    before = match.start() - 1
    while before >= 0 and plain[before] in _SPACE:
        before -= 1
    return match[0] == "," and before >= 0 and plain[before] not in ",[{:"


def _loaded(plain: str) -> Any:
    def refuse(name: str) -> NoReturn:
        raise Broken(f"{name} is no JSON", plain[: plain.index(name)].count("\n") + 1)

    try:
        return json.loads(plain, parse_constant=refuse)
    except json.JSONDecodeError as error:
        raise Broken(error.msg, error.lineno) from None
    except RecursionError:
        raise Broken("it is nested too deeply", 1) from None
    except ValueError:
        raise Broken("a number is too long", 1) from None


def _spans(plain: str, path: Sequence[Key]) -> list[_Span]:
    """The root and what the path leads to, as far as it exists."""
    _loaded(plain)
    start = len(plain) - len(plain.lstrip(_SPACE))
    spans = [_Span("", start, start, len(plain.rstrip(_SPACE)))]
    for depth, key in enumerate(path):
        opening = "{" if isinstance(key, str) else "["
        if plain[spans[-1].start] != opening:
            where = ".".join(map(str, path[:depth])) or "its top level"
            raise Misshapen(f"{where} is no {'table' if opening == '{' else 'list'}")
        # Of a name that is there twice, hosts take the last.
        found = [member for member in _members(plain, spans[-1].start) if member.key == key]
        if not found:
            break
        spans.append(found[-1])
    return spans


def _members(plain: str, start: int) -> list[_Span]:
    """What an object or list holds."""
    members: list[_Span] = []
    is_object, at = plain[start] == "{", _after_space(plain, start + 1)
    while plain[at] not in "}]":
        key, key_start = len(members), at
        if is_object:
            key, at = _DECODER.raw_decode(plain, at)
            at = _after_space(plain, _after_space(plain, at) + 1)
        _, end = _DECODER.raw_decode(plain, at)
        members.append(_Span(key, key_start, at, end))
        at = _after_space(plain, end)
        if plain[at] == ",":
            at = _after_space(plain, at + 1)
    return members


def _with_member(text: str, plain: str, holder: _Span, key: Key, value: Any) -> str:
    members = _members(plain, holder.start)
    layout = _layout(text, plain, holder.start, members)
    shown = _rendered(value, layout.inner)
    shown = f"{json.dumps(key, ensure_ascii=False)}: {shown}" if isinstance(key, str) else shown
    if not members:
        at = _after_comments(text, holder.start + 1, holder.end - 1)
        closing = "" if "\n" in text[at : holder.end - 1] else layout.line
        return text[:at] + layout.inner.line + shown + closing + text[at:]
    last = members[-1].end
    comma = _comma_after(text, plain, last)
    after = last if comma is None else comma + 1
    if layout.in_lines:
        at, between = _end_of_remark(text, plain, after), layout.inner.line
    else:
        at, between = after, " "
    before, behind = (",", "") if comma is None else ("", ",")
    return text[:last] + before + text[last:at] + between + shown + behind + text[at:]


@dataclass(frozen=True, slots=True)
class _Layout:
    """How something is laid out: over several lines, each so far in, or everything in one line."""

    in_lines: bool
    #: What ends a line.
    end: str
    #: One step of indentation.
    unit: str
    #: How far in it is itself, and how far in is what it holds.
    indentation: str
    deeper: str

    @property
    def line(self) -> str:
        """What begins a new line as far in as it is itself; nothing if all is in one line."""
        return self.end + self.indentation if self.in_lines else ""

    @property
    def inner(self) -> _Layout:
        """The layout of what it holds."""
        return replace(self, indentation=self.deeper, deeper=self.deeper + self.unit)


def _layout(text: str, plain: str, at: int, members: Sequence[_Span] = ()) -> _Layout:
    """The layout of what begins at `at` and holds these members."""
    whole, unit, indentation = plain.strip(_SPACE), _unit(plain), _indentation(text, at)
    if members:
        in_lines, deeper = "\n" in plain[at : members[0].key_start], _indentation(text, members[-1].key_start)
    else:
        in_lines, deeper = "\n" in whole or len(whole) == len("{}"), indentation + unit
    return _Layout(in_lines, "\r\n" if "\r\n" in text else "\n", unit, indentation, deeper)


def _rendered(value: Any, layout: _Layout) -> str:
    """A value as JSON; lists of plain values stay in one line."""
    nested = isinstance(value, dict) or (isinstance(value, list) and any(isinstance(each, dict) for each in value))
    if not nested or not value or not layout.in_lines:
        return json.dumps(value, ensure_ascii=False)
    inner, (opening, closing) = layout.inner, "{}" if isinstance(value, dict) else "[]"
    pairs = value.items() if isinstance(value, dict) else ((None, each) for each in value)
    shown = [
        (f"{json.dumps(key, ensure_ascii=False)}: " if key is not None else "") + _rendered(each, inner)
        for key, each in pairs
    ]
    return opening + inner.line + ("," + inner.line).join(shown) + layout.line + closing


def _unit(plain: str) -> str:
    """One step of indentation: that of the first line that is indented."""
    found = re.search(r"\n([ \t]+)[^\s]", plain)
    return found[1] if found else "  "


def _indentation(text: str, at: int) -> str:
    line = text[text.rfind("\n", 0, at) + 1 : at]
    return line[: len(line) - len(line.lstrip(" \t"))]


def _after_space(plain: str, at: int) -> int:
    while plain[at] in _SPACE:
        at += 1
    return at


def _comma_after(text: str, plain: str, at: int) -> int | None:
    """Where the comma after a value is, be it between two or behind the last."""
    while at < len(text):
        if text[at] == ",":
            return at
        if plain[at] not in _SPACE:
            return None
        at = _end_of_comment(text, at) if text[at] == "/" else at + 1
    return None


def _end_of_comment(text: str, at: int) -> int:
    found = _COMMENT.match(text, at)
    return found.end() if found else at + 1


def _end_of_remark(text: str, plain: str, at: int) -> int:
    """Behind the comment that follows in the same line, or `at` if none does."""
    place = at
    while place < len(text) and text[place] in " \t":
        place += 1
    return _end_of_comment(text, place) if text[place : place + 1] == "/" and plain[place] == " " else at


def _after_comments(text: str, start: int, end: int) -> int:
    """Behind the last comment between the two."""
    place = last = start
    while place < end:
        if text[place] == "/":
            place = last = _end_of_comment(text, place)
        else:
            place += 1
    return last


def _start_of_line(text: str, at: int) -> int:
    """Where the white space before `at` begins, its line's own end included, but no further up."""
    start = len(text[:at].rstrip(" \t"))
    if text[:start].endswith("\r\n"):
        return start - 2
    return start - 1 if text[:start].endswith("\n") else start
