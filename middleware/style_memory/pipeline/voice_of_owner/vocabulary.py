"""The words that betray text which the owner did not write, read from two data files and made into patterns."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import Any

from style_memory.pipeline.data_files import read_data
from style_memory.pipeline.lazy_patterns import lazy_pattern


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


def may_hold(text: str, *lists: str) -> bool:
    """Tell quickly whether a phrase of these lists, each `table.name`, could occur in a text at the start of a word.

    Most texts hold none, and so need no pattern: compiling a long one takes longer than all the rest.
    """
    first_words, beginnings = _first_of(lists)
    if not first_words.isdisjoint(_WORD.findall(text.lower())):
        return True
    return not text.isascii() and any(map(text.__contains__, beginnings))


@cache
def _first_of(lists: tuple[str, ...]) -> tuple[frozenset[str], tuple[str, ...]]:
    phrases = [phrase for each in lists for phrase in words(*each.split("."))]
    unspaced = {phrase[:2] for phrase in phrases if phrase[0] >= _UNSPACED}
    latin = {_WORD.findall(phrase)[0] for phrase in phrases if phrase[0] < _UNSPACED and _WORD.search(phrase)}
    return frozenset(latin), tuple(sorted(unspaced))


_WORD, _UNSPACED = lazy_pattern(r"[^\W_]+"), "\u2e80"


def alternatives(phrases: Iterable[str]) -> str:
    """Return a pattern for any of the phrases: a space stands for any white space, Latin words end where they end."""
    ordered = sorted(set(phrases), key=lambda phrase: (-len(phrase), phrase))
    return "(?:" + "|".join(_pattern(phrase) for phrase in ordered) + ")"


def _pattern(phrase: str) -> str:
    spaced = r"\s{1,3}".join(re.escape(part) for part in phrase.split(" ") if part).replace("'", "['’]")
    bounded = phrase[-1].isascii() and phrase[-1].isalnum()
    return spaced + (r"(?![A-Za-z0-9])" if bounded else "")
