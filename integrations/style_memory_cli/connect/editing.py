"""Reads and changes the text of a configuration file of any format, one place at a time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from style_memory_cli.connect import json_editing, toml_editing
from style_memory_cli.connect.faults import Misshapen
from style_memory_cli.connect.hosts import Format

Key = str | int


def parsed(text: str, form: Format) -> Any:
    """The value of a document; an empty one is an empty table.

    Raises:
        Broken: The text is not what the format asks for.
    """
    text = text.removeprefix(_MARK)
    return toml_editing.parsed(text) if form == "toml" else json_editing.parsed(text, comments=form == "jsonc")


def with_value(text: str, form: Format, path: Sequence[Key], value: Any) -> str:
    """The document with `value` at `path`, everything else as it is.

    Raises:
        Broken: The text is not what the format asks for.
        Misshapen: A part of the path exists and can't be added to.
    """
    if form == "toml":
        return _behind_mark(text, lambda text: toml_editing.with_value(text, _names(path), value))
    comments = form == "jsonc"
    return _behind_mark(text, lambda text: json_editing.with_value(text, path, value, comments=comments))


def without(text: str, form: Format, path: Sequence[Key]) -> str:
    """The document without what is at `path`, everything else as it is.

    Raises:
        Broken: The text is not what the format asks for.
        Misshapen: It is part of something that can't be taken apart.
    """
    if form == "toml":
        return _behind_mark(text, lambda text: toml_editing.without(text, _names(path)))
    comments = form == "jsonc"
    return _behind_mark(text, lambda text: json_editing.without(text, path, comments=comments))


def without_empty(text: str, form: Format, path: Sequence[str], before: str) -> str:
    """The document without what is empty at `path` or above it, unless it was there `before`.

    Raises:
        Broken: One of the texts is not what the format asks for.
    """
    known = parsed(before, form)
    for depth in range(len(path), 0, -1):
        keys = path[:depth]
        if value_at(known, keys) is None and value_at(parsed(text, form), keys) in ({}, []):
            text = without(text, form, keys)
    return text


def value_at(document: Any, path: Sequence[Key]) -> Any:
    """What is at `path`, or None."""
    for key in path:
        if isinstance(key, int):
            document = document[key] if isinstance(document, list) and key < len(document) else None
        else:
            document = document.get(key) if isinstance(document, dict) else None
    return document


# What some Windows programs put at the front of a text in UTF-8.
_MARK = "\ufeff"


def _behind_mark(text: str, change: Callable[[str], str]) -> str:
    bare = text.removeprefix(_MARK)
    return text[: len(text) - len(bare)] + change(bare)


def _names(path: Sequence[Key]) -> list[str]:
    names = [key for key in path if isinstance(key, str)]
    if len(names) < len(path):
        raise Misshapen("lists are not changed in TOML")
    return names
