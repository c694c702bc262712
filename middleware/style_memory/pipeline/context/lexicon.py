"""Finds the phrases of a lexicon in a message, in one pass that costs the same whatever the lexicon's size."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from style_memory.domain.items import straightened, unified
from style_memory.pipeline.context.phrases import GLYPH_RUN, STEM_LENGTH, WORD, Entry, Node, Phrases
from style_memory.pipeline.lazy_patterns import lazy_pattern

# What an observer reads of a turn at most; no more is read here either.
_LONGEST_MESSAGE = 4_000
# How many words a `~` may stand for.
_WIDEST_GAP = 3
SENTENCE_ENDS = frozenset(".!?;\n")
# Not the one kana that Chinese writers borrow.
_KANA = lazy_pattern("[ぁ-とな-ねは-ゖァ-ヺ]")


class Found(NamedTuple):
    """A phrase that occurs in a message."""

    #: The entries that are written so.
    entries: tuple[Entry, ...]
    #: The words before it, nearest last; for scripts without spaces the character before it.
    before: Sequence[str]
    #: How long it is, in words; scripts without spaces count two characters as a word.
    length: float


@dataclass(frozen=True, kw_only=True, slots=True)
class Reading:
    """A message as the lexicon sees it."""

    #: The message in comparable form, cut to what is read.
    text: str
    #: Its words and sentence ends; scripts without spaces are not among them.
    words: Sequence[str]
    #: Its runs of scripts without spaces, and of signs.
    runs: Sequence[str]


def read(message: str) -> Reading:
    """Bring `message` into the form in which phrases are compared, and split it."""
    text = message[:_LONGEST_MESSAGE]
    if text.isascii():
        text = straightened(text).lower()
        return Reading(text=text, words=WORD.findall(text), runs=())
    text = unified(text)[:_LONGEST_MESSAGE]
    parts = GLYPH_RUN.split(text)
    return Reading(text=text, words=WORD.findall(" ".join(parts[::2])), runs=parts[1::2])


def found(reading: Reading, phrases: Phrases) -> list[Found]:
    """Return the phrases in `reading`: the longest at each place, none inside another."""
    matches = _words_found(reading.words, phrases)
    if reading.runs:
        root = phrases.kana if _KANA.search(reading.text) else phrases.glyphs
        for run in reading.runs:
            _glyphs_found(run, root, matches)
    return matches


def _words_found(words: Sequence[str], phrases: Phrases) -> list[Found]:
    anywhere, at_start = phrases.anywhere, phrases.at_start
    if anywhere.rows:
        anywhere.open()
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


def _longest(node: Node, words: Sequence[str], place: int) -> tuple[int, tuple[Entry, ...]]:
    if node.rows:
        node.open()
    end, entries = place, node.entries
    if place == len(words):
        return end, entries
    word = words[place]
    after = node.following.get(word)
    if after is not None:
        if after.rows:
            after.open()
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
    after: Node, words: Sequence[str], place: int, best: tuple[int, tuple[Entry, ...]]
) -> tuple[int, tuple[Entry, ...]]:
    for resumed in range(place, min(place + _WIDEST_GAP + 1, len(words))):
        further = _longest(after, words, resumed)
        if further[1] and further[0] > best[0]:
            best = further
        if words[resumed] in SENTENCE_ENDS:
            break
    return best


def _glyphs_found(run: str, root: Node, matches: list[Found]) -> None:
    if root.rows:
        root.open()
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


def _longest_glyphs(node: Node, run: str, at: int, length: int) -> tuple[int, tuple[Entry, ...]]:
    if node.rows:
        node.open()
    end, entries = at, node.entries
    while node.goes_on and at < length:
        after = node.following.get(run[at])
        if after is None:
            break
        node, at = after, at + 1
        if node.rows:
            node.open()
        if node.entries:
            end, entries = at, node.entries
    return end, entries
