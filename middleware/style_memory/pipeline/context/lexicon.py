"""Finds the phrases of a lexicon in a message, in one pass that costs the same whatever the lexicon's size."""

from __future__ import annotations

import itertools
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from style_memory.domain.items import straightened, unified

# What an observer reads of a turn at most; no more is read here either.
_LONGEST_MESSAGE = 4_000
# A stem is looked up by its first letters, so it needs at least as many.
STEM_LENGTH = 3
# How many words a `~` may stand for.
_WIDEST_GAP = 3
SENTENCE_ENDS = frozenset(".!?;\n")

# Scripts written without spaces, and signs: their entries match anywhere.
_GLYPHS = (
    "\u2600-\u27bf\u2b50-\u2b55\u3040-\u30ff\u3131-\u318e\u3400-\u9fff\uac00-\ud7a3"
    "\U0001f000-\U0001faff\U00020000-\U0003ffff"
)
_GLYPH_RUN = re.compile(f"([{_GLYPHS}][{_GLYPHS}?!。ー]*)")
_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)*|\d+|[.!?;\n]")
# Not the one kana that Chinese writers borrow.
_KANA = re.compile("[ぁ-とな-ねは-ゖァ-ヺ]")
_CHOICE = re.compile(r"\{([^{}]*)\}")
# Spellings that without their apostrophe are other words ("ill", "well", "were", "odd").
_NEEDS_APOSTROPHE = re.compile(r"(?:'ll|we're|he'd|she'd|we'd|i'd|od'd)$")


@dataclass(frozen=True, kw_only=True, slots=True)
class Entry:
    """One phrase of the lexicon, as far as it matters once it is found."""

    #: What the phrase speaks for.
    topic: str
    #: How much it proves: 1.0 is enough alone.
    weight: float
    #: Whether other phrases may begin inside it, as "want to die" does in "i want to".
    yields: bool = False


class Found(NamedTuple):
    """A phrase that occurs in a message."""

    #: The entries that are written so.
    entries: tuple[Entry, ...]
    #: The words before it, nearest last; for scripts without spaces the character before it.
    before: Sequence[str]
    #: How long it is, in words; scripts without spaces count two characters as a word.
    length: float


@dataclass(slots=True)
class Phrases:
    """The phrases of a lexicon, arranged for lookup; built once, then only read."""

    #: Phrases that match wherever they stand.
    anywhere: _Node = field(default_factory=lambda: _Node())
    #: Phrases that match where a sentence begins, and what may stand before them there.
    at_start: _Node = field(default_factory=lambda: _Node())
    #: Phrases of scripts without spaces, but for Japanese.
    glyphs: _Node = field(default_factory=lambda: _Node())
    #: The same for messages with kana, in which Chinese words would be found across word bounds.
    kana: _Node = field(default_factory=lambda: _Node())

    def add(self, phrase: str, language: str, entry: Entry) -> None:
        """Take in `phrase`, written as the lexicon's file explains."""
        phrase = phrase if phrase.isascii() else unified(phrase)
        anchored = phrase.startswith("^") or entry.topic == "opener"
        for spelling in _spellings(phrase.removeprefix("^")):
            if _GLYPH_RUN.match(spelling):
                for root in (self.glyphs,) if language == "zh" else (self.glyphs, self.kana):
                    _note(_planted(root, spelling), entry)
            else:
                root = self.at_start if anchored else self.anywhere
                words = _pieces(spelling)
                _note(_planted(root, words), entry)
                if "'" in spelling:
                    _note(_planted(root, _without_apostrophes(words)), entry)


@dataclass(frozen=True, kw_only=True, slots=True)
class Reading:
    """A message as the lexicon sees it."""

    #: The message in comparable form, cut to what is read.
    text: str
    #: Its words and sentence ends; scripts without spaces are not among them.
    words: Sequence[str]
    #: Its runs of scripts without spaces, and of signs.
    runs: Sequence[str]


def lexicon_phrases(
    tables: Mapping[str, Mapping[str, Mapping[str, Sequence[str]]]],
    weights: Mapping[str, float],
    yielding: Collection[str] = (),
) -> Phrases:
    """Arrange the lexicon's tables (topic, language, strength) for lookup; `yielding` names the topics that yield."""
    phrases = Phrases()
    for topic, languages in tables.items():
        for language, strengths in languages.items():
            for strength, rows in strengths.items():
                entry = Entry(topic=topic, weight=weights[strength], yields=topic in yielding)
                for row in rows:
                    phrases.add(row, language, entry)
    return phrases


def read(message: str) -> Reading:
    """Bring `message` into the form in which phrases are compared, and split it."""
    text = message[:_LONGEST_MESSAGE]
    if text.isascii():
        text = straightened(text).lower()
        return Reading(text=text, words=_WORD.findall(text), runs=())
    text = unified(text)[:_LONGEST_MESSAGE]
    parts = _GLYPH_RUN.split(text)
    return Reading(text=text, words=_WORD.findall(" ".join(parts[::2])), runs=parts[1::2])


def found(reading: Reading, phrases: Phrases) -> list[Found]:
    """Return the phrases in `reading`: the longest at each place, none inside another."""
    matches = _words_found(reading.words, phrases)
    if reading.runs:
        root = phrases.kana if _KANA.search(reading.text) else phrases.glyphs
        for run in reading.runs:
            _glyphs_found(run, root, matches)
    return matches


# Most nodes end a phrase: they share what is empty in them.
_NOTHING: dict[str, Any] = {}


@dataclass(slots=True)
class _Node:
    following: dict[str, _Node] = field(default_factory=lambda: _NOTHING)
    # By the first letters of the stem.
    stems: dict[str, list[tuple[str, _Node]]] = field(default_factory=lambda: _NOTHING)
    after_gap: _Node | None = None
    entries: tuple[Entry, ...] = ()
    # Whether a longer phrase begins with this one.
    goes_on: bool = False


def _words_found(words: Sequence[str], phrases: Phrases) -> list[Found]:
    anywhere, at_start = phrases.anywhere, phrases.at_start
    following, stems = anywhere.following, anywhere.stems
    matches: list[Found] = []
    # Where the next sentence begins, where the next phrase may, and up to where weaker ones are taken.
    start, free, taken = 0, 0, 0
    for place, word in enumerate(words):
        if place == start:
            end, entries = _longest(at_start, words, place)
            if entries:
                matches.append(Found(entries, (), end - place))
                taken = max(taken, end)
                start = end if any(entry.topic == "opener" for entry in entries) else start
        if word in SENTENCE_ENDS:
            start = place + 1
        if place >= free and (word in following or word[:STEM_LENGTH] in stems):
            end, entries = _longest(anywhere, words, place)
            if entries and (end > taken or not entries[0].yields):
                matches.append(Found(entries, words[max(0, place - 3) : place], end - place))
                taken = max(taken, end)
                free = free if entries[0].yields else end
    return matches


def _longest(node: _Node, words: Sequence[str], place: int) -> tuple[int, tuple[Entry, ...]]:
    end, entries = place, node.entries
    if place == len(words):
        return end, entries
    word = words[place]
    after = node.following.get(word)
    if after is not None:
        further = _longest(after, words, place + 1) if after.goes_on else (place + 1, after.entries)
        if further[1]:
            end, entries = further
    for stem, after in node.stems.get(word[:STEM_LENGTH], ()):
        if word.startswith(stem):
            further = _longest(after, words, place + 1)
            if further[1] and further[0] > end:
                end, entries = further
    if node.after_gap is not None:
        return _longest_over_gap(node.after_gap, words, place, (end, entries))
    return end, entries


def _longest_over_gap(
    after: _Node, words: Sequence[str], place: int, best: tuple[int, tuple[Entry, ...]]
) -> tuple[int, tuple[Entry, ...]]:
    for resumed in range(place, min(place + _WIDEST_GAP + 1, len(words))):
        further = _longest(after, words, resumed)
        if further[1] and further[0] > best[0]:
            best = further
        if words[resumed] in SENTENCE_ENDS:
            break
    return best


def _glyphs_found(run: str, root: _Node, matches: list[Found]) -> None:
    length, first = len(run), root.following
    free, taken = 0, 0
    for place, glyph in enumerate(run):
        node = first.get(glyph)
        if node is None or place < free:
            continue
        end, entries = _longest_glyphs(node, run, place + 1, length)
        if entries and (end > taken or not entries[0].yields):
            matches.append(Found(entries, run[place - 1] if place else "", (end - place) / 2))
            taken = end
            free = free if entries[0].yields else end


def _longest_glyphs(node: _Node, run: str, at: int, length: int) -> tuple[int, tuple[Entry, ...]]:
    end, entries = at, node.entries
    while node.goes_on and at < length:
        after = node.following.get(run[at])
        if after is None:
            break
        node, at = after, at + 1
        if node.entries:
            end, entries = at, node.entries
    return end, entries


def _planted(root: _Node, pieces: Sequence[str]) -> _Node:
    node = root
    for piece in pieces:
        node.goes_on = True
        if piece == "~":
            node.after_gap = node.after_gap or _Node()
            node = node.after_gap
        elif piece.endswith("*") and len(piece) > 1:
            node = _stem_node(node, piece[:-1])
        else:
            after = node.following.get(piece)
            if after is None:
                after = _Node()
                if node.following is _NOTHING:
                    node.following = {}
                node.following[piece] = after
            node = after
    return node


def _note(node: _Node, entry: Entry) -> None:
    if not node.entries:
        node.entries = (entry,)
    elif entry not in node.entries:
        # One that doesn't yield decides for all that are written the same.
        node.entries = tuple(sorted((*node.entries, entry), key=lambda known: known.yields))


def _stem_node(node: _Node, stem: str) -> _Node:
    if node.stems is _NOTHING:
        node.stems = {}
    rows = node.stems.setdefault(stem[:STEM_LENGTH], [])
    for known, after in rows:
        if known == stem:
            return after
    after = _Node()
    rows.append((stem, after))
    # The longer stem says more of a word, so it is tried first and kept.
    rows.sort(key=lambda row: -len(row[0]))
    return after


def _spellings(phrase: str) -> Iterator[str]:
    if "{" not in phrase:
        yield phrase
        return
    parts = _CHOICE.split(phrase)
    choices = [part.split("|") if place % 2 else [part] for place, part in enumerate(parts)]
    for chosen in itertools.product(*choices):
        yield "".join(chosen)


def _pieces(spelling: str) -> tuple[str, ...]:
    plain = spelling.split()
    if "".join(plain).isalpha():
        return tuple(plain)
    pieces: list[str] = []
    for piece in plain:
        if piece.isalpha():
            pieces.append(piece)
            continue
        words = _WORD.findall(piece)
        if piece.endswith("*"):
            words[-1] += "*"
        pieces.extend(["~"] if piece == "~" else words)
    return tuple(pieces)


def _without_apostrophes(words: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(word if _NEEDS_APOSTROPHE.search(word) else word.replace("'", "") for word in words)
