"""The words that betray text which the owner did not write, read from two data files and made into patterns."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import Any

from style_memory.pipeline.data_files import read_data


@cache
def vocabulary() -> dict[str, Any]:
    """Return the tables of both data files; none is in both."""
    return {**read_data("scaffolding.toml"), **read_data("words_of_others.toml")}


@cache
def words(table: str, name: str) -> frozenset[str]:
    """Return one list of the data files for look-ups."""
    return frozenset(vocabulary()[table][name])


@cache
def any_of(table: str, *names: str) -> str:
    """Return a pattern for any phrase of these lists, the longest first, in a group that captures nothing."""
    return alternatives(phrase for name in names for phrase in vocabulary()[table][name])


def alternatives(phrases: Iterable[str]) -> str:
    """Return a pattern for any of the phrases: a space stands for any white space, Latin words end where they end."""
    ordered = sorted(set(phrases), key=lambda phrase: (-len(phrase), phrase))
    return "(?:" + "|".join(_pattern(phrase) for phrase in ordered) + ")"


def _pattern(phrase: str) -> str:
    spaced = r"\s{1,3}".join(re.escape(part) for part in phrase.split(" ") if part).replace("'", "['’]")
    bounded = phrase[-1].isascii() and phrase[-1].isalnum()
    return spaced + (r"(?![A-Za-z0-9])" if bounded else "")
