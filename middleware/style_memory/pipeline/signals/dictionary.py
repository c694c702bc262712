"""Finds the dictionary's habits in a turn, in one pass whatever the number of entries."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

import regex

from style_memory.domain.kinds import Source
from style_memory.domain.sightings import HabitSighting
from style_memory.pipeline.lazy_patterns import lazy_pattern, lazy_unicode_pattern
from style_memory.pipeline.signals.clauses import clause_around
from style_memory.pipeline.signals.dictionary_files import Entry, built_in, fold, from_json


class Dictionary:
    """Known habits of many languages, ready to be found."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        """A later entry replaces an earlier one of the same text."""
        self.entries = tuple({fold(entry.text): entry for entry in entries}.values())
        self._words = _Node()
        self._characters = _Node()
        for entry in self.entries:
            _plant(self._words if entry.by_word else self._characters, entry)
        self._word_list = frozenset(self._words.units())
        self._first_characters = frozenset(self._characters.after)

    @classmethod
    def load(cls, extra: Path | None = None) -> Dictionary:
        """The built-in dictionary and an installation's own file, read once per path.

        Raises:
            DictionaryInvalid: the file can't be read or breaks the format.
        """
        return _load(extra)

    def sightings(self, text: str, *, example_limit: int = 60) -> list[HabitSighting]:
        """The habits of one cleaned turn in the order of their first place, each once, with the clause as example."""
        turn = _Folded(text)
        found: dict[str, HabitSighting] = {}
        taken = 0
        for hit in sorted(self._hits(turn.folded), key=lambda hit: (hit.start, -hit.end)):
            if hit.start < taken or not _holds(hit, turn):
                continue
            taken = hit.end
            if hit.entry.text not in found:
                found[hit.entry.text] = _sighting(hit, turn, example_limit)
        return list(found.values())

    def _hits(self, folded: str) -> list[_Hit]:
        hits = self._word_hits(folded)
        if not self._first_characters.isdisjoint(folded):
            for start, end, form in _walk(self._characters, folded):
                hits.append(_Hit(start, end, *form, folded[max(0, start - _NEAR) : start], folded[end : end + _NEAR]))
        return hits

    def _word_hits(self, folded: str) -> list[_Hit]:
        # Most turns hold no letters but plain Latin ones, for which the standard library is twice as fast.
        token: Any = _TOKEN if _BEYOND_LATIN.search(folded) else _LATIN_TOKEN
        places = list(token.finditer(folded))
        tokens = [place.group() for place in places]
        if _STRETCHED.search(folded) is not None:  # `lolll` is `lol`, unless the long form is known itself
            tokens = [token if token in self._word_list else _STRETCHED.sub(r"\1", token) for token in tokens]
        edged = ["", *tokens, ""]
        return [
            _Hit(places[first].start(), places[last - 1].end(), *form, edged[first], edged[last + 1])
            for first, last, form in _walk(self._words, tokens)
        ]


class _Hit(NamedTuple):
    """One place where an entry's spelling stands, before its sense rules are asked."""

    start: int
    end: int
    entry: Entry
    #: Which of its spellings stands there.
    spelling: str
    #: What stands in front and behind: the next token, or a few characters for entries that match as text.
    before: str
    after: str


class _Node:
    """A place in a trie: what may follow, and what ends here."""

    __slots__ = ("after", "blocks", "form")

    def __init__(self) -> None:
        self.after: dict[str, _Node] = {}
        #: The entry that ends here, with the spelling that does.
        self.form: tuple[Entry, str] | None = None
        #: Stretches of an ordinary word ending here that are no sightings, as (units from its start, length).
        self.blocks: list[tuple[int, int]] = []

    def leaf(self, units: Sequence[str]) -> _Node:
        node = self
        for unit in units:
            node = node.after.setdefault(unit, _Node())
        return node

    def units(self) -> Iterator[str]:
        for unit, node in self.after.items():
            yield unit
            yield from node.units()


class _Folded:
    """A turn as it is compared, with the way back to its own characters."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._pieces: Sequence[str] = text
        self._moved = not text.isascii()
        if text.isascii():
            self.folded = text.lower()
            return
        if not unicodedata.is_normalized("NFC", text):
            self._pieces = _CLUSTER.findall(text)
        folded = list(map(_compared, self._pieces))
        self.folded = "".join(folded)
        if len(self.folded) == len(text) and all(folded):
            self._moved = False  # each character is one character again

    def origin(self, start: int, end: int) -> tuple[int, int]:
        """Where folded[start:end] stands in the turn as it was written."""
        if not self._moved:
            return start, end
        return self._spans[start][0], self._spans[end - 1][1]

    @cached_property
    def _spans(self) -> list[tuple[int, int]]:
        """Where each folded character stands in the turn as it was written."""
        spans: list[tuple[int, int]] = []
        place = 0
        for piece in self._pieces:
            spans.extend([(place, place + len(piece))] * len(_compared(piece)))
            place += len(piece)
        return spans


# Scripts without spaces are single tokens per character, so that Latin slang inside them is a word of its own.
_UNSPACED = r"\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}"
# Folding turns ㅋ, ㅎ, ㅠ and ㅜ into the conjoining letters of Korean; laughs and sobs are tokens of their own.
_JAMO = r"\u1100-\u11FF"
_LAUGHS, _SOBS = r"\u110F\u1112", r"\u1172\u116E"
_LETTER = rf"[[\p{{L}}\p{{M}}\p{{N}}_]--[{_UNSPACED}{_JAMO}]]"
_TOKEN = lazy_unicode_pattern(
    rf"[{_LAUGHS}]+|[{_SOBS}]+|[[{_JAMO}]--[{_LAUGHS}{_SOBS}]]+|{_LETTER}+(?:'{_LETTER}+)*|\n|\S", regex.VERSION1
)
_LATIN_TOKEN = lazy_pattern(r"\w+(?:'\w+)*|\n|\S")
_BEYOND_LATIN = lazy_pattern("[\u00aa\u00ba\u02b0-\u1fff\u2c00-\uffff\U00010000-\U0001efff\U00020000-\U0010ffff]")
_STRETCHED = lazy_pattern(r"([^\W\d_])\1{2,}")
_CLUSTER = lazy_unicode_pattern(r"\X")
# Tatweel, which stretches a word, and the marks above and below letters: most write Arabic without any of them.
_ARABIC_VOWEL_AND_STRETCHING_SIGNS = dict.fromkeys([0x0640, *range(0x064B, 0x0653), 0x0670])
#: How many characters around a sighting its rules may look at.
_NEAR = 12

# Next to these a word is part of an identifier, a path, an address, a placeholder or a flag.
_CODE_BEFORE = lazy_unicode_pattern(r"(?r)[<@#$\\/_=&%+^|\-]|[a-z0-9_\]\)][.:]|(?<!\S):")
_CODE_AFTER = lazy_unicode_pattern(r"[>\\/_=(\[@|&]|[.:+\-][a-z0-9_/\\]")
_QUOTES = dict(zip("\"'“‘«「『„", "\"'”’»」』“", strict=True))
_SPACED_EDGE = lazy_unicode_pattern(rf"[[\p{{L}}\p{{M}}\p{{N}}_]--[{_UNSPACED}\p{{Hangul}}]]", regex.VERSION1)

_SIGNS = (
    r"[.,!?;:~…·¡¿،؛؟۔।॥。！？、〜☆\-–—()\[\]\"'“”‘’「」『』♪♡♥\^"
    r"\p{Extended_Pictographic}\p{Regional_Indicator}\uFFFC\r\n]"
)
_LAUGHTER = r"(?:h[aei]h|lo+l\b|哈|呵|嘻|嘿|笑|草|w+\b|[\u110F\u1112\u1172\u116E])"
_ENDS = lazy_unicode_pattern(rf"\s*(?:\Z|(?!['\-]\w){_SIGNS}|{_LAUGHTER})")
_STARTS = lazy_unicode_pattern(rf"(?r)(?:\A|{_SIGNS}(?<!\w['\-]))\s*")
_SOLE = lazy_unicode_pattern(r"[\p{L}\p{N}]")
_NUMBER = "#"


@lru_cache(maxsize=16)
def _load(extra: Path | None) -> Dictionary:
    return Dictionary(chain(built_in(), from_json(extra) if extra is not None else ()))


def _units(entry: Entry, form: str) -> Sequence[str]:
    return _TOKEN.findall(_compared(form)) if entry.by_word else _compared(form)


@lru_cache(maxsize=65536)
def _compared(text: str) -> str:
    """What two spellings have in common: Arabic is written with or without its vowel signs and stretching."""
    return fold(text).translate(_ARABIC_VOWEL_AND_STRETCHING_SIGNS)


def _plant(root: _Node, entry: Entry) -> None:
    for form in entry.forms:
        units = _units(entry, form)
        root.leaf(units).form = entry, form
        for longer in (_units(entry, word) for word in entry.not_inside):
            size = len(units)
            starts = range(len(longer) - size + 1)
            root.leaf(longer).blocks.extend((i, size) for i in starts if longer[i : i + size] == units)


def _walk(root: _Node, units: Sequence[str]) -> list[tuple[int, int, tuple[Entry, str]]]:
    """Every entry's place as (first unit, unit behind the last), but those inside ordinary longer words."""
    found = []
    blocked = set()
    for first, unit in enumerate(units):
        node = root.after.get(unit)
        last = first
        while node is not None:
            last += 1
            if node.form is not None:
                found.append((first, last, node.form))
            for offset, size in node.blocks:
                blocked.add((first + offset, first + offset + size))
            node = node.after.get(units[last]) if last < len(units) else None
    return [place for place in found if place[:2] not in blocked]


def _holds(hit: _Hit, turn: _Folded) -> bool:
    """Whether the words at this place mean the habit."""
    return _stands_free(hit, turn.folded) and _neighbours_fit(hit) and _position_fits(hit, turn)


def _stands_free(hit: _Hit, folded: str) -> bool:
    """Neither part of a longer word or of code, nor mentioned in quotes."""
    start, end = hit.start, hit.end
    before, after = folded[start - 1 : start], folded[end : end + 1]
    if hit.entry.by_word:
        if _CODE_BEFORE.match(folded, 0, start) or _CODE_AFTER.match(folded, end):
            return False
    elif _is_inside_word(before + folded[start]) or _is_inside_word(folded[end - 1] + after):
        return False
    return not before or _QUOTES.get(before) != after


def _is_inside_word(pair: str) -> bool:
    return len(pair) == 2 and all(_SPACED_EDGE.match(character) for character in pair)


def _neighbours_fit(hit: _Hit) -> bool:
    entry = hit.entry
    if entry.not_before and _leads(hit, entry.not_before):
        return False
    if entry.not_after and _follows(hit, entry.not_after):
        return False
    if entry.only_before and not _leads(hit, entry.only_before):
        return False
    return not entry.only_after or _follows(hit, entry.only_after)


def _leads(hit: _Hit, words: tuple[str, ...]) -> bool:
    if _NUMBER in words and hit.after.lstrip()[:1].isdigit():
        return True
    return hit.after in words if hit.entry.by_word else hit.after.startswith(words)


def _follows(hit: _Hit, words: tuple[str, ...]) -> bool:
    if _NUMBER in words and hit.before.rstrip()[-1:].isdigit():
        return True
    return hit.before in words if hit.entry.by_word else hit.before.endswith(words)


def _position_fits(hit: _Hit, turn: _Folded) -> bool:
    entry, folded = hit.entry, turn.folded
    if entry.whole_message and (_SOLE.search(folded, 0, hit.start) or _SOLE.search(folded, hit.end)):
        return False
    if entry.at_start and not _STARTS.match(folded, 0, hit.start):
        return False
    if entry.at_end and not (_ENDS.match(folded, hit.end) or (not entry.by_word and hit.after[:1].isspace())):
        return False
    if entry.lowercase_only:
        start, end = turn.origin(hit.start, hit.end)
        return turn.text[start:end] == turn.text[start:end].lower()
    return True


def _sighting(hit: _Hit, turn: _Folded, example_limit: int) -> HabitSighting:
    entry = hit.entry
    start, end = turn.origin(hit.start, hit.end)
    return HabitSighting(
        kind=entry.kind,
        text=entry.text,
        spelled=hit.spelling,
        locale=entry.locale,
        weight=entry.proof,
        use_when=entry.use_when,
        avoid_when=entry.avoid_when,
        example_of=lambda: clause_around(turn.text, start, end, example_limit),
        source=Source.DICTIONARY,
    )
