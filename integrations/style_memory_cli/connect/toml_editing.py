"""Changes one table of a TOML document and leaves every other character as it is.

As with JSON, what could be mistaken for structure (strings, comments) is overwritten first; what is left shows where
each statement begins and ends. Values and keys are read by the standard library.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from style_memory_cli.connect.faults import Broken, Misshapen


def parsed(text: str) -> dict[str, Any]:
    """The value of a document.

    Raises:
        Broken: It is no TOML.
    """
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"at line (\d+)", str(error))
        reason = re.sub(r" \(at .*\)$", "", str(error))
        raise Broken(reason, int(found[1]) if found else text.count("\n") + 1) from None
    except (RecursionError, ValueError):
        raise Broken("it is nested too deeply, or a number is too long", 1) from None


def with_value(text: str, path: Sequence[str], value: Any) -> str:
    """The document with `value` at `path`.

    Raises:
        Broken: It is no TOML.
        Misshapen: It would go into something that is not written as a table of its own.
    """
    keys = tuple(path)
    expected = _put(parsed(text), keys, value)
    changed = _with(text, keys, value)
    if _value_of(changed) != expected:
        raise Misshapen(f"{'.'.join(keys[:-1])} is written in a form that can't be added to")
    return changed


def without(text: str, path: Sequence[str]) -> str:
    """The document without what is at `path`.

    Raises:
        Broken: It is no TOML.
        Misshapen: It is part of something that can't be taken apart.
    """
    keys = tuple(path)
    expected = _taken(parsed(text), keys)
    kept, at = "", 0
    for statement in _statements(text):
        if statement.keys[: len(keys)] == keys:
            kept += text[at : statement.line]
            if statement.is_header:
                kept = _without_blank_line(kept)
            at = _next_line(text, statement.end)
        elif _holds(statement, keys):
            return _without_part(text, statement, keys)
    kept += text[at:]
    if _taken(_value_of(kept), keys) != expected:
        raise Misshapen(f"{'.'.join(keys)} is written in a form that can't be taken apart")
    return kept


_OPAQUE = re.compile(
    r'"""(?:[^\\]|\\.)*?"{3,5}'  # a string of several lines, which may end with quotes of its own
    r"|'''.*?'{3,5}"
    r'|"(?:[^"\\\n]|\\.)*"'
    r"|'[^'\n]*'"
    r"|#[^\n]*",
    re.DOTALL,
)
_BARE = re.compile(r"[A-Za-z0-9_-]+")
_INDENTATION = re.compile(r"[ \t]*")


@dataclass(frozen=True, kw_only=True, slots=True)
class _Statement:
    """A header or an assignment."""

    #: What it is about, from the document's root.
    keys: tuple[str, ...]
    is_header: bool
    #: How many of these keys the header gives that it stands under, or that it is.
    depth: int
    #: Where its line begins, where an assignment's value does, and where it ends.
    line: int
    value: int
    end: int


def _statements(text: str) -> Iterator[_Statement]:
    shape = _OPAQUE.sub(lambda match: (" " if match[0][0] == "#" else "x") * len(match[0]), text)
    table: tuple[str, ...] = ()
    line = 0
    while line < len(shape):
        start = _after_indentation(shape, line)
        end = _end_of_statement(shape, start)
        if shape[start:end].startswith("["):
            table = _keys(text[start:end].strip("[]"))
            yield _Statement(keys=table, is_header=True, depth=len(table), line=line, value=end, end=end)
        elif shape[start:end]:
            equals = shape.index("=", start)
            value = _after_indentation(shape, equals + 1)
            keys = table + _keys(text[start:equals])
            yield _Statement(keys=keys, is_header=False, depth=len(table), line=line, value=value, end=end)
        line = _next_line(shape, end)


def _after_indentation(text: str, at: int) -> int:
    found = _INDENTATION.match(text, at)
    return found.end() if found else at


def _end_of_statement(shape: str, start: int) -> int:
    """Where a statement ends: in the line in which all its brackets are closed again."""
    at, depth = start, 0
    while at < len(shape) and (depth > 0 or shape[at] != "\n"):
        depth += (shape[at] in "[{") - (shape[at] in "]}")
        at += 1
    return start + len(shape[start:at].rstrip())


def _next_line(text: str, at: int) -> int:
    return text.find("\n", at) + 1 or len(text)


def _keys(dotted: str) -> tuple[str, ...]:
    found: Any = tomllib.loads(f"{dotted} = 0")
    keys: tuple[str, ...] = ()
    while isinstance(found, dict):
        ((key, found),) = found.items()
        keys += (key,)
    return keys


def _holds(statement: _Statement, keys: tuple[str, ...]) -> bool:
    """Whether what the keys lead to is part of this assignment's value; other entries must not be written anew."""
    above = statement.keys
    return not statement.is_header and 1 < len(above) < len(keys) and keys[: len(above)] == above


def _with(text: str, keys: tuple[str, ...], value: Any) -> str:
    statements = list(_statements(text))
    for each in statements:
        if each.keys == keys and not each.is_header:
            return text[: each.value] + _rendered(value) + text[each.end :]
        if _holds(each, keys):
            inner = _put(_assigned(text, each), keys[len(each.keys) :], value)
            return text[: each.value] + _rendered(inner) + text[each.end :]
    end = "\r\n" if "\r\n" in text else "\n"
    if isinstance(value, dict):
        return _with_table(text, keys, value, end)
    header = next((each for each in statements if each.is_header and each.keys == keys[:-1]), None)
    if beside := header or _relative(statements, keys):
        at = _next_line(text, beside.end)
        before = "" if text[:at].endswith("\n") else end
        name = ".".join(map(_key, keys[beside.depth :]))
        return text[:at] + f"{before}{name} = {_rendered(value)}{end}" + text[at:]
    return _with_table(text, keys[:-1], {keys[-1]: value}, end)


def _relative(statements: list[_Statement], keys: tuple[str, ...]) -> _Statement | None:
    """The last assignment that is about the same entry, and most nearly about the same table of it."""
    for common in range(len(keys) - 1, 1, -1):
        found = [each for each in statements if not each.is_header and each.keys[:common] == keys[:common]]
        if found:
            return found[-1] if found[-1].depth <= common else None
    return None


def _with_table(text: str, keys: tuple[str, ...], table: Mapping[str, Any], end: str) -> str:
    gap = end if not text or text.endswith("\n") else end * 2
    return text + (gap if text else "") + end.join(_table(keys, table)) + end


def _without_part(text: str, statement: _Statement, keys: tuple[str, ...]) -> str:
    inner = _assigned(text, statement)
    holder, *rest = inner, *keys[len(statement.keys) :]
    for key in rest[:-1]:
        holder = holder.get(key, {})
    if holder.pop(rest[-1], None) is None:
        return text
    return text[: statement.value] + _rendered(inner) + text[statement.end :]


def _assigned(text: str, statement: _Statement) -> Any:
    return tomllib.loads(f"value = {text[statement.value : statement.end]}")["value"]


def _without_blank_line(text: str) -> str:
    for end in ("\r\n", "\n"):
        if text.endswith(end * 2):
            return text[: -len(end)]
    return text


def _value_of(text: str) -> Any:
    try:
        return parsed(text)
    except Broken:
        return None


def _put(document: Any, keys: tuple[str, ...], value: Any) -> Any:
    if not keys:
        return value
    if not isinstance(document, dict):
        raise Misshapen("a value stands where a table is needed")
    return {**document, keys[0]: _put(document.get(keys[0], {}), keys[1:], value)}


def _taken(document: Any, keys: tuple[str, ...]) -> Any:
    """The value without what the keys lead to, and without tables that this leaves empty."""
    if not isinstance(document, dict) or keys[0] not in document:
        return document
    inner = _taken(document[keys[0]], keys[1:]) if keys[1:] else {}
    rest = {key: value for key, value in document.items() if key != keys[0]}
    return rest if inner == {} else {**rest, keys[0]: inner}


def _table(keys: tuple[str, ...], table: Mapping[str, Any]) -> list[str]:
    """The lines of a table, those of tables inside it last."""
    lines = [f"[{'.'.join(map(_key, keys))}]"]
    lines += [f"{_key(key)} = {_rendered(value)}" for key, value in table.items() if not isinstance(value, dict)]
    for key, value in table.items():
        if isinstance(value, dict):
            lines += ["", *_table((*keys, key), value)]
    return lines


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else _rendered(key)


def _rendered(value: Any) -> str:
    match value:
        case dict():
            return "{ " + ", ".join(f"{_key(key)} = {_rendered(each)}" for key, each in value.items()) + " }"
        case list():
            return "[" + ", ".join(map(_rendered, value)) + "]"
        case str() | bool() | int() | float():
            # A JSON string is a TOML one, but for a character that only JSON may hold as it is.
            return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
        case _:
            return str(value)
