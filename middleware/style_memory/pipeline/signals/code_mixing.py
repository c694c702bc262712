"""Code-mixing: everyday words of one language inside a clause of another. Names, units and commands are no mixing."""

from __future__ import annotations

from itertools import pairwise

from style_memory.domain.kinds import HabitKind
from style_memory.domain.sightings import HabitSighting
from style_memory.pipeline.lazy_patterns import lazy_pattern, lazy_unicode_pattern
from style_memory.pipeline.signals.ordinary_words import ordinary_words
from style_memory.pipeline.signals.passage import Passage


def code_mixing_sightings(passage: Passage) -> list[HabitSighting]:
    """The mix that the turn shows first, if it shows one."""
    prose = passage.prose
    if prose.isascii():
        return _romanised(passage)
    if not _LATIN.search(prose) or not _OTHER.search(prose):
        return []
    for clause in _CLAUSE.finditer(prose):
        language = _language_of(clause.group())
        span = _english_in(clause.group()) if language else None
        if language and span:
            start = clause.start()
            name, locale = language
            text = f"mixes English words into {name}"
            return [passage.sighting(HabitKind.LANGUAGE_MIX, text, start + span[0], start + span[1], locale=locale)]
    return []


_LATIN = lazy_pattern(r"[a-z]{2}")
_OTHER = lazy_unicode_pattern(
    r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}\p{Devanagari}\p{Cyrillic}\p{Arabic}\p{Thai}]"
)
_CLAUSE = lazy_unicode_pattern(r"[^\n。！？!?；;，,：:、（）()「」“”\"\uFFFC]++")
# Kana before Han, because Japanese uses both.
_LANGUAGES = tuple(
    (lazy_unicode_pattern(rf"[{script}](?:[^\n]*?[{script}])"), name, locale)
    for script, name, locale in (
        (r"\p{Hiragana}\p{Katakana}", "Japanese", "ja"),
        (r"\p{Hangul}", "Korean", "ko"),
        (r"\p{Han}", "Chinese", "zh"),
        (r"\p{Devanagari}", "Hindi", "hi"),
        (r"\p{Thai}", "Thai", "th"),
        (r"\p{Arabic}", "Arabic script", None),
        (r"\p{Cyrillic}", "Cyrillic script", None),
    )
)
# A word beside a sign of code (`res.data`, `get(`, `my-app`, `is_ok`) is an identifier.
_WORD = lazy_pattern(r"(?<![A-Za-z0-9_./\\@#$:=<'’-])[A-Za-z]?[a-z'’]+(?![A-Za-z0-9_./\\(=<>'’-])")


def _language_of(clause: str) -> tuple[str, str | None] | None:
    return next(((name, locale) for pattern, name, locale in _LANGUAGES if pattern.search(clause)), None)


def _english_in(clause: str) -> tuple[int, int] | None:
    """The first everyday word, or the first word linked to a neighbour, as in "on the way"."""
    words = ordinary_words()
    matches = [match for match in _WORD.finditer(clause) if match.group().islower()]
    for match in matches:
        if match.group().replace("’", "'") in words.spoken and len(match.group()) > 1:
            return match.span()
    for first, second in pairwise(matches):
        if first.group() in words.linking and clause[first.end() : second.start()] == " ":
            return first.start(), second.end()
    return None


def _romanised(passage: Passage) -> list[HabitSighting]:
    """Hindi in Latin letters with English in between, which needs two words of each to be sure."""
    matches = list(_WORD.finditer(passage.prose)) if " " in passage.prose else []
    words = ordinary_words()
    hindi = [match for match in matches if match.group().lower() in words.hindi]
    if len(hindi) < 2 or sum(match.group().lower() in words.english for match in matches) < 1:
        return []
    return [passage.sighting(HabitKind.LANGUAGE_MIX, "mixes Hindi and English", *hindi[0].span(), locale="hi-Latn")]
