"""Casing as a habit: capitals for emphasis, and everything in capitals.

How much somebody writes in lower case is a rate, which the measured voice tells: a single turn proves nothing.
"""

from __future__ import annotations

import re

from style_memory.domain.kinds import HabitKind
from style_memory.domain.sightings import HabitSighting
from style_memory.pipeline.lazy_patterns import lazy_pattern
from style_memory.pipeline.signals.ordinary_words import ordinary_words
from style_memory.pipeline.signals.passage import Passage

ALL_CAPITALS = "writes in all capitals"
EMPHASIS = "capitals for emphasis"


def casing_sightings(passage: Passage) -> list[HabitSighting]:
    """At most one way of casing: the two exclude each other within a turn."""
    prose = passage.prose
    if prose.isupper():
        return [_whole(ALL_CAPITALS)] if _is_capital_sentence(prose) else []
    span = _emphasis(prose) if _CAPITALS.search(prose) else None
    return [passage.sighting(HabitKind.STRUCTURE, EMPHASIS, *span)] if span else []


_CAPITALS = lazy_pattern(r"[A-Z]{2}")
_LATIN_WORD = lazy_pattern(r"(?<![\w.'’])[a-zà-öø-ÿ]+(?:['’-][a-zà-öø-ÿ]+)*(?![\w'’])", re.IGNORECASE)
# Signs of code, commands and markup, whose casing is not the writer's.
_CODE = lazy_pattern(
    r"[{}<>=\\|$#\[\]]|[A-Za-z]_[A-Za-z]|\w\(|(?:^|\s)--?\w|::|;$|\w\.\w+\.\w"
    r"|\*\*|\w\s+--\s|\A[(.*-]|^[ \t]{2,}\S|(?<!\w)['*]\w+['*](?!\w)",
    re.MULTILINE,
)
_CAPITAL_RUN = lazy_pattern(r"(?<![\w./$@#:-])[A-Z][A-Z'’]+(?:[ ,]+(?:[A-Z][A-Z'’]+|[AI])(?![\w’']))*+(?![\w./(:=\[-])")
_KEY_WORDS = lazy_pattern(
    r"(?:^|[\s(])(?:SELECT|INSERT|UPDATE|DELETE|CREATE|FROM|WHERE|JOIN|TODO|FIXME|WARN|WARNING|ERROR|INFO)\b"
)
_SHORTEST_SHOUT = 3


def _whole(text: str) -> HabitSighting:
    """A trait of the whole turn, which therefore has no clause as its example."""
    return HabitSighting(kind=HabitKind.STRUCTURE, text=text)


def _is_capital_sentence(prose: str) -> bool:
    words = [word.lower() for word in _LATIN_WORD.findall(prose)]
    if len(words) < _SHORTEST_SHOUT or _CODE.search(prose) or _KEY_WORDS.search(prose):
        return False
    ordinary = ordinary_words().english
    return sum(word.replace("’", "'") in ordinary for word in words) * 2 >= len(words)


def _emphasis(prose: str) -> tuple[int, int] | None:
    """Where ordinary words stand in capitals among words that don't."""
    if _CODE.search(prose) or _KEY_WORDS.search(prose):
        return None
    emphatic = ordinary_words().emphasis
    for match in _CAPITAL_RUN.finditer(prose):
        words = match.group().lower().replace("’", "'").replace(",", " ").split()
        if _is_emphatic([word for word in words if len(word) > 1], emphatic) and _has_lower_words(prose):
            return match.span()
    return None


def _is_emphatic(words: list[str], emphatic: frozenset[str]) -> bool:
    known = sum(word in emphatic for word in words)
    if len(words) > 1:
        return known * 2 >= len(words)
    return known == 1 and (len(words[0]) >= 4 or words[0] in {"not", "all", "why", "so", "too", "now", "yes"})


def _has_lower_words(prose: str) -> bool:
    return sum(word.islower() for word in prose.split()) >= 2
