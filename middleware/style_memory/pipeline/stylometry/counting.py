"""Counts the features of one message."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from math import log1p

from style_memory.pipeline.lazy_patterns import lazy_pattern, lazy_unicode_pattern
from style_memory.pipeline.signals.emoji import EMOJI
from style_memory.pipeline.stylometry import features as of
from style_memory.pipeline.stylometry.features import LENGTHS, LONGEST_WORD, FeatureTable, feature_table

Counts = defaultdict[int, float]


def counted(text: str) -> Counts:
    """How often each feature occurs in a message that the privacy gate has let in, by its number."""
    text = text.replace("\ufffc", " ").strip()
    counts: Counts = defaultdict(float)
    if not text:
        return counts
    table = feature_table()
    text = text.replace("’", "'")
    words = _WORD.findall(text)
    unspaced = 0 if text.isascii() else _count_unspaced(text, table, counts)
    if words:
        _count_words(words, table, counts)
    _count_marks(text, table, counts)
    _count_shapes(text, table, counts)
    size = len(words) + unspaced / 2
    counts[table.lengths[bisect_left(LENGTHS, size)]] += 1
    _add(
        counts,
        table,
        {
            of.MESSAGES: 1,
            of.CHARACTERS: len(text),
            "log words": log1p(size),
            "log characters": log1p(len(text)),
            "line breaks": text.count("\n"),
        },
    )
    return counts


# Words of scripts with spaces; the others are counted by character.
_WORD = lazy_pattern(
    r"[^\W\d_\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\U00020000-\U0003ffff]+"
    r"(?:'[^\W\d_\u3040-\u30ff\u3400-\u9fff]+)*"
)
_UNSPACED_RUN = lazy_pattern(r"[\u3040-\u30ff\u3400-\u9fff\U00020000-\U0003ffff]+")
_KANA = lazy_pattern(r"[\u3041-\u30ff]")
_UNSPACED_END = lazy_pattern(r"([\u3040-\u30ff\u3400-\u9fff\U00020000-\U0003ffff]{1,2})[^\w]*\Z")
_SENTENCE = lazy_pattern(r"(?:\A|[.!?…。！？]['\")\]]*\s*|\n\s*)['\"(\[*-]*([^\W\d_])")
_CAPITAL_WITHIN = lazy_pattern(r"(?<=[a-z,] )[A-Z][a-z]")
_SHAPES = (
    ("repeated exclamation mark", lazy_pattern(r"[!！]{2}")),
    ("repeated question mark", lazy_pattern(r"[?？]{2}")),
    ("question and exclamation mark", lazy_pattern(r"[?？][!！]|[!！][?？]")),
    ("two dots", lazy_pattern(r"(?<!\.)\.\.(?!\.)")),
    ("three dots", lazy_pattern(r"(?<!\.)\.{3}(?!\.)|…")),
    ("more dots", lazy_pattern(r"\.{4}")),
    ("space before mark", lazy_pattern(r"\w [,.!?]")),
    ("no space after mark", lazy_pattern(r"\w[,.!?][A-Za-z]")),
    ("two spaces", lazy_pattern("  ")),
    ("emoticon with nose", lazy_pattern(r"[:;=8]['-][)(DPpOo/|]")),
    ("emoticon without nose", lazy_pattern(r"[:;=][)(DPp](?!\w)|\^_*\^|<3")),
)
_SHAPES_OF_LETTERS = (
    ("stretched letter", lazy_pattern(r"([^\W\d_])\1\1|[ーｰ～〜~]{2}")),
    ("emoticon of letters", lazy_pattern(r"\b[xX]D+\b")),
)
_MARKED = lazy_unicode_pattern(r"[\p{P}\p{S}]|  ")


def _add(counts: Counts, table: FeatureTable, amounts: dict[str, float]) -> None:
    for name, amount in amounts.items():
        if amount:
            counts[table.numbers[name]] += amount


def _count_words(words: list[str], table: FeatureTable, counts: Counts) -> None:
    known, suffixes, lengths = table.words, table.suffixes, table.word_lengths
    letters = apostrophes = capitals = 0
    for word in words:
        lowered = word.lower()
        size = len(word)
        letters += size
        counts[lengths[min(size, LONGEST_WORD) - 1]] += 1
        number = known.get(lowered)
        if number is not None:
            counts[number] += 1
        for tail in (lowered[-2:], lowered[-3:], lowered[-4:]):
            number = suffixes.get(tail)
            if number is not None and (size > len(tail) + 2 or "'" in tail):
                counts[number] += 1
        apostrophes += "'" in word
        capitals += size > 1 and word.isupper()
    number = table.openers.get(words[0].lower())
    if number is not None:
        counts[number] += 1
    small = words.count("i")
    _add(
        counts,
        table,
        {
            of.WORDS: len(words),
            of.WORDED: 1,
            of.PRONOUNS: small + words.count("I"),
            "pronoun in lower case": small,
            "letters": letters,
            "apostrophes": apostrophes,
            "words in capitals": capitals,
        },
    )


def _count_unspaced(text: str, table: FeatureTable, counts: Counts) -> int:
    strings, total = table.strings, 0
    for run in _UNSPACED_RUN.findall(text):
        total += len(run)
        for start in range(len(run)):
            for end in (start + 1, start + 2, start + 3):
                number = strings.get(run[start:end])
                if number is not None and end <= len(run):
                    counts[number] += 1
    if not total:
        return 0
    kana = len(_KANA.findall(text))
    closing = _UNSPACED_END.search(text)
    if closing:
        for ending in {closing[1][-1], closing[1]}:
            number = table.endings.get(ending)
            if number is not None:
                counts[number] += 1
    _add(
        counts,
        table,
        {
            of.UNSPACED: total,
            of.KANA: kana,
            of.UNSPACED_ENDS: closing is not None,
            "unspaced to the end": closing is not None and closing.end(1) == len(text),
            "han": total - kana,
        },
    )
    return total


def _count_marks(text: str, table: FeatureTable, counts: Counts) -> None:
    for mark in set(text) & table.marks.keys():
        counts[table.marks[mark]] += text.count(mark)
    last = text[-1]
    number = table.final_marks.get(last)
    if number is not None:
        counts[number] += 1
    starts = _SENTENCE.findall(text)
    cased = [start for start in starts if start.lower() != start.upper()]
    _add(
        counts,
        table,
        {
            "ends without mark": last.isalnum(),
            "doubled final mark": not last.isalnum() and text[-2:-1] == last,
            "questions": "?" in text or "？" in text,
            "exclamations": "!" in text or "！" in text,
            "digits": sum(map(str.isdigit, text)),
            "sentences": max(1, len(starts)),
            of.CASED_STARTS: len(cased),
            "sentence begun with capital": sum(map(str.isupper, cased)),
            of.CASED: bool(cased),
            "all in lower case": bool(cased) and text == text.lower(),
            "capitals within": len(_CAPITAL_WITHIN.findall(text)),
        },
    )


def _count_shapes(text: str, table: FeatureTable, counts: Counts) -> None:
    # Most messages hold none of the marks that the others begin with.
    shapes = (*_SHAPES, *_SHAPES_OF_LETTERS) if _MARKED.search(text) else _SHAPES_OF_LETTERS
    _add(counts, table, {name: pattern.search(text) is not None for name, pattern in shapes})
    if not text.isascii():
        _add(counts, table, {"emoji": len(EMOJI.findall(text))})
