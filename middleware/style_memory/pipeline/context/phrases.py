"""The phrases of a lexicon as a graph of words that grows where texts lead: most phrases are never met.

A lexicon's rows stand for tens of thousands of phrases. Spelling all of them out would take longer than everything else
that a short-lived process does, so each node keeps the rest of its rows as they are written until it is first visited.
"""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from style_memory.domain.items import unified
from style_memory.pipeline.lazy_patterns import lazy_pattern

#: A stem is looked up by its first letters, so it needs at least as many.
STEM_LENGTH = 3
# Scripts written without spaces, and signs: their phrases match anywhere.
_GLYPHS = (
    "\u2600-\u27bf\u2b50-\u2b55\u3040-\u30ff\u3131-\u318e\u3400-\u9fff\uac00-\ud7a3"
    "\U0001f000-\U0001faff\U00020000-\U0003ffff"
)
#: One run of such a script or of signs.
GLYPH_RUN = lazy_pattern(f"([{_GLYPHS}][{_GLYPHS}?!。ー]*)")
#: A word, a number or a sentence's end.
WORD = lazy_pattern(r"[^\W\d_]+(?:'[^\W\d_]+)*|\d+|[.!?;\n]")


@dataclass(frozen=True, kw_only=True, slots=True)
class Entry:
    """One phrase of the lexicon, as far as it matters once it is found."""

    #: What the phrase speaks for.
    topic: str
    #: How much it proves: 1.0 is enough alone.
    weight: float
    #: Whether other phrases may begin inside it, as "want to die" does in "i want to".
    yields: bool = False


class Node:
    """A place in the graph; whoever visits it opens it first, if it has `rows`."""

    __slots__ = ("_words", "after_gap", "entries", "following", "goes_on", "rows", "stems")

    def __init__(self, *, words: bool) -> None:
        self._words = words
        #: The rows that lead through this place, as far as they still lie ahead; none once it is open.
        self.rows: list[tuple[str, Entry]] = []
        #: What follows, by the next word or character.
        self.following: dict[str, Node] = {}
        #: What follows the words that begin with a stem, by the stem's first letters, the longest stem first.
        self.stems: dict[str, list[tuple[str, Node]]] = {}
        #: What follows up to a few words of any kind.
        self.after_gap: Node | None = None
        #: The phrases that end here.
        self.entries: tuple[Entry, ...] = ()
        #: Whether a longer phrase begins with this one.
        self.goes_on = False

    def open(self) -> None:
        """Lay out what follows, if that is not done. Threads that come at the same time lay out the same."""
        rows = self.rows
        if not rows:
            return  # another thread was faster
        steps = _word_steps if self._words else _glyph_steps
        child = partial(Node, words=self._words)
        following: dict[str, Node] = {}
        stems: dict[str, dict[str, Node]] = {}
        gap, entries = child(), []
        for row, entry in rows:
            for step, rest in steps(row):
                if not step:
                    entries.append(entry)
                    continue
                if step == _GAP:
                    node = gap
                elif step.endswith("*") and len(step) > 1:
                    node = stems.setdefault(step[:STEM_LENGTH], {}).setdefault(step[:-1], child())
                else:
                    node = following.setdefault(step, child())
                node.rows.append((rest, entry))
        self.following = following
        # The longer stem says more of a word, so it is tried first and kept.
        self.stems = {key: sorted(nodes.items(), key=lambda one: -len(one[0])) for key, nodes in stems.items()}
        self.after_gap = gap if gap.rows else None
        # One that doesn't yield decides for all that are written the same.
        self.entries = tuple(sorted(dict.fromkeys(entries), key=lambda entry: entry.yields))
        self.goes_on = bool(following or stems or self.after_gap)
        self.rows = []  # last, so that another thread meets the node either closed or whole


@dataclass(slots=True)
class Phrases:
    """The phrases of a lexicon, arranged for lookup."""

    #: Phrases that match wherever they stand.
    anywhere: Node = field(default_factory=lambda: Node(words=True))
    #: Phrases that match where a sentence begins, and what may stand before them there.
    at_start: Node = field(default_factory=lambda: Node(words=True))
    #: Phrases of scripts without spaces, but for Japanese.
    glyphs: Node = field(default_factory=lambda: Node(words=False))
    #: The same for messages with kana, in which Chinese words would be found across word bounds.
    kana: Node = field(default_factory=lambda: Node(words=False))

    def add(self, phrase: str, language: str, entry: Entry) -> None:
        """Take in `phrase`, written as the lexicon's file explains; before the first lookup only."""
        phrase = phrase if phrase.isascii() else unified(phrase)
        anchored = phrase.startswith("^") or entry.topic == "opener"
        for row in _rows_of_one_kind(phrase.removeprefix("^")):
            if GLYPH_RUN.match(row.lstrip("{")):
                for root in (self.glyphs,) if language == "zh" else (self.glyphs, self.kana):
                    root.rows.append((row, entry))
            else:
                (self.at_start if anchored else self.anywhere).rows.append((row, entry))


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


_GAP = "~"
_CHOICE = lazy_pattern(r"\{([^{}]*)\}")
# Spellings that without their apostrophe are other words ("ill", "well", "were", "odd").
_NEEDS_APOSTROPHE = lazy_pattern(r"(?:'ll|we're|he'd|she'd|we'd|i'd|od'd)$")


def _rows_of_one_kind(row: str) -> list[str]:
    """The row; or, if it may begin in a script with spaces and in one without, one row for each beginning."""
    if not row.startswith("{") or row.isascii():
        return [row]
    options, rest = _options(row)
    if any(not option for option in options) or len({bool(GLYPH_RUN.match(option)) for option in options}) > 1:
        return [other for option in options for other in _rows_of_one_kind((option + rest).lstrip())]
    return [row]


def _options(row: str) -> tuple[list[str], str]:
    """The options of the choice that the row begins with, and what follows it."""
    end = row.index("}")
    return row[1:end].split("|"), row[end + 1 :]


def _glyph_steps(row: str) -> Iterator[tuple[str, str]]:
    """Each character that the row may begin with, and the row behind it."""
    if row.startswith("{"):
        options, rest = _options(row)
        for option in options:
            yield from _glyph_steps(option + rest)
    else:
        yield row[:1], row[1:]


def _word_steps(row: str) -> Iterator[tuple[str, str]]:
    """Each word, stem or gap that the row may begin with, and the row behind it."""
    first, rest = _first_word(row)
    if first.isalpha() or first == _GAP or not first:
        yield first, rest
        return
    for spelling in _spellings(first):
        pieces = _pieces(spelling)
        if not pieces:
            yield from _word_steps(rest)
            continue
        behind = " ".join((*pieces[1:], rest)) if len(pieces) > 1 else rest
        yield pieces[0], behind
        if "'" in pieces[0] and not _NEEDS_APOSTROPHE.search(pieces[0]):
            yield pieces[0].replace("'", ""), behind  # people drop apostrophes


def _first_word(row: str) -> tuple[str, str]:
    """What stands before the first space outside a choice, and what behind it."""
    row = row.lstrip()
    space, choice = row.find(" "), row.find("{")
    while 0 <= choice < space:
        end = row.index("}", choice)
        space, choice = row.find(" ", end), row.find("{", end)
    return (row, "") if space < 0 else (row[:space], row[space + 1 :])


def _spellings(phrase: str) -> Iterator[str]:
    parts = _CHOICE.split(phrase)
    choices = [part.split("|") if place % 2 else [part] for place, part in enumerate(parts)]
    for chosen in itertools.product(*choices):
        yield "".join(chosen)


def _pieces(spelling: str) -> list[str]:
    pieces: list[str] = []
    for piece in spelling.split():
        if piece.isalpha():
            pieces.append(piece)
            continue
        words = WORD.findall(piece)
        if piece.endswith("*"):
            words[-1] += "*"
        pieces.extend([_GAP] if piece == _GAP else words)
    return pieces
