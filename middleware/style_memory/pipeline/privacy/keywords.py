"""Looking for hundreds of keywords in a text at a cost that their number hardly changes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from style_memory.pipeline.lazy_patterns import lazy_pattern

_SHORT_WORD = lazy_pattern(r"[a-z]{1,4}")
_WORD = lazy_pattern(r"[a-z]+")


@dataclass(frozen=True, kw_only=True, slots=True)
class _Keyword:
    text: str
    #: What it calls for.
    numbers: tuple[int, ...]


class KeywordIndex:
    """Keywords by how they begin, each with the numbers of the entries that it calls for."""

    def __init__(self, entries: Iterable[tuple[int, str, bool]]) -> None:
        """Take number, keyword and whether it may stand inside a word although it is short."""
        self._by_word: dict[str, set[int]] = {}
        parts: dict[str, list[int]] = {}
        for number, text, inside in entries:
            if not inside and _SHORT_WORD.fullmatch(text):
                self._by_word.setdefault(text, set()).add(number)
            else:
                parts.setdefault(text, []).append(number)
        self._by_start: dict[tuple[str, ...], list[_Keyword]] = {}
        self._by_letter: dict[str, list[_Keyword]] = {}
        for text, numbers in parts.items():
            self._add(_Keyword(text=text, numbers=tuple(numbers)))
        self._words = frozenset(self._by_word)
        self._starts = frozenset(self._by_start)
        self._letters = frozenset(self._by_letter)

    def called_for(self, lowered: str) -> set[int]:
        """Return the numbers of the entries that have a keyword in a lower-case text."""
        found: set[int] = set()
        for word in self._words.intersection(_WORD.findall(lowered)):
            found |= self._by_word[word]
        for start in self._starts.intersection(zip(lowered, lowered[1:], lowered[2:], strict=False)):
            _collect(self._by_start[start], lowered, found)
        for letter in self._letters.intersection(lowered):
            _collect(self._by_letter[letter], lowered, found)
        return found

    def _add(self, keyword: _Keyword) -> None:
        rare = next((letter for letter in keyword.text if not letter.isascii()), keyword.text[0])
        if rare.isascii() and len(keyword.text) > 2:
            self._by_start.setdefault(tuple(keyword.text[:3]), []).append(keyword)
        else:
            self._by_letter.setdefault(rare, []).append(keyword)


def _collect(keywords: list[_Keyword], lowered: str, found: set[int]) -> None:
    for keyword in keywords:
        if keyword.text in lowered:
            found.update(keyword.numbers)
