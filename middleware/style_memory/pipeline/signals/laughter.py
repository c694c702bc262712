"""Laughter in many languages, each style under one spelling however long the laugh is."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

import regex

from style_memory.domain.kinds import HabitKind
from style_memory.domain.sightings import HabitSighting
from style_memory.pipeline.data_files import read_data
from style_memory.pipeline.lazy_patterns import lazy_pattern, lazy_unicode_pattern
from style_memory.pipeline.signals.passage import Passage


@dataclass(frozen=True, kw_only=True, slots=True)
class Laughter:
    """One style of laughing, as the data file describes it."""

    #: What is learned, however the laugh is spelled.
    text: str
    #: The language that laughs so, or None for several.
    locale: str | None
    #: One of these is part of every such laugh.
    seeds: tuple[str, ...]
    #: The laugh itself.
    pattern: regex.Pattern[str]
    #: What must stand elsewhere in the turn, or None.
    needs: regex.Pattern[str] | None


def laughter_sightings(passage: Passage) -> list[HabitSighting]:
    """Each style of laughing once."""
    lowered = passage.prose.lower()
    latin_only = lowered.isascii() or _OTHER_SCRIPT.search(lowered) is None
    if _tell(latin_only).search(lowered) is None:
        return []
    found: dict[str, HabitSighting] = {}
    for style in _styles(latin_only):
        if style.text not in found and any(seed in lowered for seed in style.seeds):
            match = style.pattern.search(passage.prose)
            if match and (style.needs is None or style.needs.search(passage.prose)):
                found[style.text] = passage.sighting(HabitKind.TONE, style.text, *match.span(), locale=style.locale)
    return list(found.values())


@cache
def laughter_styles() -> tuple[Laughter, ...]:
    """All styles of the data file, in its order."""
    data = read_data("laughter.toml")
    return tuple(
        Laughter(
            text=entry["text"],
            locale=entry.get("locale"),
            seeds=tuple(entry["seeds"]),
            pattern=lazy_unicode_pattern(entry["pattern"], regex.IGNORECASE),
            needs=lazy_unicode_pattern(entry["needs"], regex.IGNORECASE) if "needs" in entry else None,
        )
        for entry in data["laughter"]
    )


# Letters beyond the Latin ones; emoji and other signs are none.
_OTHER_SCRIPT = lazy_pattern("[\u0370-\u1fff\u2c00-\udfff\uf900-\uffff\U00010000-\U0001efff\U00020000-\U0003ffff]")


@cache
def _styles(latin_only: bool) -> tuple[Laughter, ...]:
    """The styles that can occur: a text of Latin letters holds no laugh of another script."""
    return tuple(s for s in laughter_styles() if not latin_only or _is_latin(s))


@cache
def _tell(latin_only: bool) -> re.Pattern[str]:
    """What a text with any laugh holds at least. The look ahead rules out most places with one comparison."""
    seeds = {seed for style in _styles(latin_only) for seed in style.seeds}
    firsts = "".join(re.escape(first) for first in sorted({seed[0] for seed in seeds}))
    return re.compile(f"(?=[{firsts}])(?:{'|'.join(map(re.escape, sorted(seeds)))})")


def _is_latin(style: Laughter) -> bool:
    return _OTHER_SCRIPT.search(style.text) is None and style.locale not in {"ja", "th", "zh-CN"}
