"""Stretched words, learned as a description: the words themselves are content."""

from __future__ import annotations

import re

import regex

from style_memory.domain.kinds import HabitKind
from style_memory.domain.sightings import HabitSighting
from style_memory.pipeline.lazy_patterns import lazy_pattern, lazy_unicode_pattern
from style_memory.pipeline.signals.passage import Passage

STRETCHED_WORDS = "stretched words (sooo)"
STRETCHED_SYLLABLES = "stretched syllables (啊啊啊)"
STRETCHED_KANA = "stretched sounds (すごーーい)"
STRETCHED_ENDINGS = "stretched endings (～～)"


def elongation_sightings(passage: Passage) -> list[HabitSighting]:
    """Each way of stretching once."""
    prose = passage.prose
    found: dict[str, tuple[int, int]] = {}
    if not _DOUBLED.search(prose):
        return []
    if _REPEATED.search(prose):
        for match in _WORD.finditer(prose):
            if _is_stretched(match.group(), _has_capital_neighbour(prose, match)):
                found[STRETCHED_WORDS] = match.span()
                break
    if _UNSPACED_TELL.search(prose):
        for name, pattern in _UNSPACED.items():
            if place := pattern.search(prose):
                found[name] = place.span()
    return [passage.sighting(HabitKind.TONE, name, *span) for name, span in found.items()]


# Cheap questions first: most turns repeat no character, fewer still a letter three times.
_DOUBLED = lazy_pattern(r"(.)\1")
_REPEATED = lazy_pattern(r"([^\W\d_])\1\1", re.IGNORECASE)
# A word with a digit, an underscore or a path beside it is a name from code.
_WORD = lazy_unicode_pattern(
    r"(?<![\p{L}\p{M}\p{N}_./\\@#$%&=+\-])(?=\p{L}*?(?P<letter>\p{L})(?P=letter){2})"
    r"[\p{L}--\p{Han}--\p{Hiragana}--\p{Katakana}--\p{Hangul}--\p{Thai}]++(?!['’_/\\@#$=(+\-]\w|[\d_(=]|\.\w)",
    regex.IGNORECASE | regex.V1,
)
_RUN = lazy_pattern(r"([^\W\d_])\1{2,}", re.IGNORECASE)
# Hums, Roman numerals, hexadecimal digits, date formats.
_NO_WORD = lazy_pattern(r"(?i:h*m+|[ivxlcdm]+|[a-f]{1,8})|[YMDHS]+")
_UNSPACED_TELL = lazy_pattern("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3～〜~]")
_UNSPACED = {
    STRETCHED_SYLLABLES: lazy_unicode_pattern(r"([啊呀哇呜嗚嘤哦噢喔诶欸额嗯唉哎呃咦喂嗷咳아어오우으이야네])\1{2,}+"),
    STRETCHED_KANA: lazy_unicode_pattern(
        r"(?<=[\p{Hiragana}\p{Katakana}])ー{2,}+|([ぁぃぅぇぉァィゥェォっッ])\1{2,}+|([あうえお])\2{3,}+"
    ),
    STRETCHED_ENDINGS: lazy_unicode_pattern(
        r"(?<=[\p{L}～〜])[～〜]{2,}+|(?<=[\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}])~{2,}+(?!\w)"
    ),
}


def _is_stretched(word: str, among_capitals: bool) -> bool:
    if not (word.islower() or word.isupper() or word.istitle()) or _NO_WORD.fullmatch(word):
        return False
    if len(set(word.lower())) == 1:
        return word.islower() and word[0] in "aeouаоуэы" and len(word) >= 4
    needed = 4 if word.isupper() and not among_capitals else 3
    return any(_counts(run, word, needed) for run in _RUN.finditer(word))


def _counts(run: re.Match[str], word: str, needed: int) -> bool:
    """Three consonants inside a word are a slip or a German compound, so are three e in a long one; x fills gaps."""
    length = run.end() - run.start()
    if length < needed or run.group()[0] in "xX":
        return False
    inside = run.start() > 0 and run.end() < len(word)
    if length > 3 or not inside:
        return True
    letter = run.group()[0].lower()
    return letter in "aiouyаеиоуыэюяéáíóúäöü" or (letter == "e" and len(word) <= 7)


def _has_capital_neighbour(prose: str, match: regex.Match[str]) -> bool:
    words = (prose[: match.start()].split()[-1:], prose[match.end() :].split()[:1])
    return any(word and word[0].isupper() and len(word[0]) > 2 for word in words)
