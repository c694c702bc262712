"""Counts the features of one message."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from math import log1p

from style_memory.pipeline.lazy_patterns import lazy_pattern
from style_memory.pipeline.signals.emoji import EMOJI
from style_memory.pipeline.stylometry import features as of
from style_memory.pipeline.stylometry.features import LENGTHS, FeatureTable, feature_table

Counts = defaultdict[int, float]


def counted(text: str) -> Counts:
    """How often each feature occurs in a message that the privacy gate has let in, by its number."""
    text = text.replace("\ufffc", " ").strip()
    counts: Counts = defaultdict(float)
    if not text:
        return counts
    table = feature_table()
    text = text.replace("’", "'")
    lowered = text.lower()
    is_ascii = text.isascii()
    present = frozenset(text)
    words = (_ASCII_WORD if is_ascii else _WORD).findall(text)
    unspaced = 0 if is_ascii else _count_unspaced(text, table, counts)
    if words:
        _count_words(words, table, counts)
        if unspaced and any(len(word) > 1 for word in words):
            counts[table.numbers["mixed scripts"]] += 1
    _count_marks(text, present, table, counts)
    _count_starts(text, lowered, present, table, counts)
    if not is_ascii:
        # Every shape is tried in its marks of ASCII alone.
        if not present.isdisjoint(_FULL_WIDTH):
            text = text.translate(_PLAIN)
            present = frozenset(text)
        _count_emoji(text, table, counts)
    for name in _shapes(text, lowered, present):
        counts[table.numbers[name]] += 1
    size = len(words) + unspaced / 2
    counts[table.lengths[bisect_left(LENGTHS, size)]] += 1
    numbers = table.numbers
    counts[numbers[of.MESSAGES]] += 1
    counts[numbers[of.CHARACTERS]] += len(text)
    words_log = log1p(size)
    counts[numbers["log words"]] += words_log
    counts[numbers["log words squared"]] += words_log * words_log
    counts[numbers["log characters"]] += log1p(len(text))
    if "\n" in text:
        counts[numbers["several lines"]] += 1
        counts[numbers["line breaks"]] += text.count("\n")
    return counts


# Words of scripts with spaces; the others are counted by character.
_WORD = lazy_pattern(
    r"[^\W\d_\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\U00020000-\U0003ffff]+"
    r"(?:'[^\W\d_\u3040-\u30ff\u3400-\u9fff]+)*"
)
_ASCII_WORD = lazy_pattern("[A-Za-z]+(?:'[A-Za-z]+)*")
_UNSPACED_RUN = lazy_pattern(r"[\u3040-\u30ff\u3400-\u9fff\U00020000-\U0003ffff]+")
_KANA = lazy_pattern(r"[\u3041-\u30ff]")
# On a message read backwards.
_UNSPACED_END = lazy_pattern(r"\W*([\u3040-\u30ff\u3400-\u9fff\U00020000-\U0003ffff]{1,2})")
_POLITE = ("です", "ます", "でした", "ました", "ません", "ましょ", "ください", "下さい")
_SENTENCE_MARKS = ".!?…。！？\n"
_SENTENCE_MARK = lazy_pattern(f"[{_SENTENCE_MARKS}]")
# Possessive, and a line begins at the last of several line breaks only: long rows of breaks and marks take linear time.
_FIRST_LETTER = lazy_pattern(r"['\"(\[*-]*+([^\W\d_])")
_SENTENCE = lazy_pattern(r"(?:\A|[.!?…。！？]['\")\]]*+\s*+|\n[^\S\n]*+)['\"(\[*-]*+([^\W\d_])")
_CAPITAL_WITHIN = lazy_pattern(r"(?<=[a-z,] )[A-Z][a-z]")
# The Chinese who borrow one or two kana write no Japanese.
_KANA_OF_JAPANESE = 2

_FULL_WIDTH = "！？～〜ーｰ–"
_PLAIN = str.maketrans(_FULL_WIDTH, "!?~~~~—")
# By a mark that they hold: the names of shapes, what is part of each, and where that is not enough a pattern.
_EMOTICONS = (
    ("emoticon with nose", "", lazy_pattern(r"[:;=8]['-][)(DPpOo/|]")),
    ("emoticon without nose", "", lazy_pattern(r"[:;=][)(DPp](?!\w)")),
)
_ITEM = r"^[ \t]*(?:[-*•]|\d{1,2}[.)])[ \t]"
_SHAPES: dict[str, tuple[tuple[str, str, re.Pattern[str] | None], ...]] = {
    "!": (
        ("repeated exclamation mark", "!!", None),
        ("question and exclamation mark", "!?", None),
        ("space before mark", " !", lazy_pattern(r"\w !")),
    ),
    "?": (
        ("repeated question mark", "??", None),
        ("question and exclamation mark", "?!", None),
        ("space before mark", " ?", lazy_pattern(r"\w \?")),
    ),
    ".": (
        ("two dots", "..", lazy_pattern(r"(?<!\.)\.\.(?!\.)")),
        ("three dots", "...", lazy_pattern(r"(?<!\.)\.{3}(?!\.)")),
        ("more dots", "....", None),
        ("space before mark", " .", lazy_pattern(r"\w \.")),
    ),
    ",": (("space before mark", " ,", lazy_pattern(r"\w ,")),),
    "。": (("two dots", "。。", None),),
    "…": (("three dots", "", None),),
    ":": _EMOTICONS,
    ";": _EMOTICONS,
    "=": _EMOTICONS,
    "8": (("emoticon with nose", "8", lazy_pattern(r"8['-][)(DPpOo/|]")),),
    "^": (("emoticon without nose", "", lazy_pattern(r"\^_*\^")),),
    "<": (("emoticon without nose", "<3", None),),
    "—": (("dash", "", None),),
    "-": (("dash", "- ", lazy_pattern(r"\s--?\s")), ("dash", "--", lazy_pattern(r"\w--\w"))),
    "~": (("stretched letter", "~~", None),),
    "\n": (("list", "", lazy_pattern(rf"(?m){_ITEM}.*\n{_ITEM}")),),
}
_SHAPED = frozenset(_SHAPES)
_SPACED = ",.!?"
_NO_SPACE_AFTER_MARK = lazy_pattern(r"[,.!?][A-Za-z]")
_STRETCHED = lazy_pattern(r"(\S)\1\1")
_EMOTICON_OF_LETTERS = lazy_pattern(r"\b[xX]D+\b")
_LAUGHING = lazy_pattern("aha|hah|heh|jaja|jeje|kkk|ㅋㅋ|ㅎㅎ|хах|хех")
_LAUGHTER = (
    ("laughter haha", lazy_pattern(r"(?<![a-z])(?:h+a+){2,}h*(?![a-z])|(?<![a-z])a+h+a+h+|(?:ja){2,}|хах")),
    ("laughter hehe", lazy_pattern(r"(?<![a-z])(?:h+e+){2,}h*(?![a-z])|(?:je){2,}|хех")),
    ("laughter kkk", lazy_pattern(r"(?<![a-z])kkk+(?![a-z])|ㅋㅋ|ㅎㅎ")),
)
_LAUGHTER_OF_JAPANESE = lazy_pattern(
    r"[\u3041-\u30ff\u3400-\u9fff。!?)]w+(?![a-z])|[笑草](?:$|[)）!。~\n])|(?<![a-z])www+(?![.a-z])"
)


def _count_words(words: list[str], table: FeatureTable, counts: Counts) -> None:
    parts, unknown = table.parts, table.parts_of
    capitals = 0
    for word in words:
        lowered = word.lower()
        for part in parts.get(lowered) or unknown(lowered):
            counts[part] += 1
        if word != lowered and len(word) > 1 and word.isupper():
            capitals += 1
    number = table.openers.get(words[0].lower())
    if number is not None:
        counts[number] += 1
    numbers = table.numbers
    counts[numbers[of.WORDS]] += len(words)
    counts[numbers[of.WORDED]] += 1
    counts[numbers["letters"]] += sum(map(len, words))
    small = words.count("i")
    pronouns = small + words.count("I")
    if pronouns:
        counts[numbers[of.PRONOUNS]] += pronouns
        counts[numbers["pronoun in lower case"]] += small
    if capitals:
        counts[numbers["words in capitals"]] += capitals
    apostrophes = sum(["'" in word for word in words])
    if apostrophes:
        counts[numbers["apostrophes"]] += apostrophes


def _count_unspaced(text: str, table: FeatureTable, counts: Counts) -> int:
    get, total = table.strings.get, 0
    for run in _UNSPACED_RUN.findall(text):
        size = len(run)
        total += size
        pairs = [run[at : at + 2] for at in range(size - 1)]
        triples = [run[at : at + 3] for at, pair in enumerate(pairs) if pair in table.pairs]
        for string in filter(None, map(get, [*run, *pairs, *triples])):
            counts[string] += 1
    if not total:
        return 0
    numbers = table.numbers
    kana = len(_KANA.findall(text))
    closing = _UNSPACED_END.match(text[::-1])
    if closing:
        for ending in {closing[1][0], closing[1][::-1]}:
            number = table.endings.get(ending)
            if number is not None:
                counts[number] += 1
        counts[numbers[of.UNSPACED_ENDS]] += 1
        counts[numbers["unspaced to the end"]] += closing.start(1) == 0
    if kana >= _KANA_OF_JAPANESE:
        counts[numbers[of.JAPANESE]] += 1
        counts[numbers["polite Japanese"]] += any(ending in text for ending in _POLITE)
    if ("w" in text or "笑" in text or "草" in text) and _LAUGHTER_OF_JAPANESE.search(text):
        counts[numbers["laughter www"]] += 1
    counts[numbers[of.UNSPACED_MESSAGES]] += 1
    counts[numbers[of.UNSPACED]] += total
    counts[numbers[of.KANA]] += kana
    counts[numbers["han"]] += total - kana
    return total


def _count_marks(text: str, present: frozenset[str], table: FeatureTable, counts: Counts) -> None:
    marks, numbers = table.marks, table.numbers
    for mark in table.signs & present:
        counts[marks[mark]] += text.count(mark)
    last = text[-1]
    number = table.final_marks.get(last)
    if number is not None:
        counts[number] += 1
    if last.isalnum():
        counts[numbers["ends without mark"]] += 1
    elif text[-2:-1] == last:
        counts[numbers["doubled final mark"]] += 1
    if not present.isdisjoint("?？"):
        counts[numbers["questions"]] += 1
    if not present.isdisjoint("!！"):
        counts[numbers["exclamations"]] += 1
    if any(map(str.isdigit, present)):
        counts[numbers["digits"]] += sum(map(str.isdigit, text))


def _count_starts(text: str, lowered: str, present: frozenset[str], table: FeatureTable, counts: Counts) -> None:
    numbers = table.numbers
    starts = _sentence_starts(text, present)
    counts[numbers["sentences"]] += max(1, len(starts))
    cased = [start for start in starts if start.lower() != start.upper()]
    if cased:
        counts[numbers[of.CASED_STARTS]] += len(cased)
        counts[numbers["sentence begun with capital"]] += sum(map(str.isupper, cased))
        counts[numbers[of.CASED]] += 1
        if text == lowered:
            counts[numbers["all in lower case"]] += 1
    if text[1:] != lowered[1:]:
        counts[numbers["capitals within"]] += len(_CAPITAL_WITHIN.findall(text))


def _sentence_starts(text: str, present: frozenset[str]) -> list[str]:
    """The first letter of each sentence. Most messages are one sentence without a mark within."""
    if not present.isdisjoint(_SENTENCE_MARKS) and _SENTENCE_MARK.search(text, 0, len(text) - 1):
        return _SENTENCE.findall(text)
    first = _FIRST_LETTER.match(text)
    return [first[1]] if first else []


def _shapes(text: str, lowered: str, present: frozenset[str]) -> set[str]:
    """The names of the shapes that occur: each is looked for only where one of its marks is."""
    found = {
        name
        for mark in _SHAPED & present
        for name, part, pattern in _SHAPES[mark]
        if part in text and (pattern is None or pattern.search(text))
    }
    if not present.isdisjoint(_SPACED) and _NO_SPACE_AFTER_MARK.search(text):
        found.add("no space after mark")
    if "  " in text:
        found.add("two spaces")
    if _STRETCHED.search(lowered) and any(match[1].isalpha() for match in _STRETCHED.finditer(lowered)):
        found.add("stretched letter")
    if "xd" in lowered and _EMOTICON_OF_LETTERS.search(text):
        found.add("emoticon of letters")
    if _LAUGHING.search(lowered):
        found |= {name for name, pattern in _LAUGHTER if pattern.search(lowered)}
    return found


def _count_emoji(text: str, table: FeatureTable, counts: Counts) -> None:
    found = len(EMOJI.findall(text))
    if found:
        counts[table.numbers["emoji"]] += found
        counts[table.numbers["messages with emoji"]] += 1
