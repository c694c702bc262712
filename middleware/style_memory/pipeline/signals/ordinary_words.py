"""The small list of ordinary words that tells a sentence from a row of names."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from style_memory.pipeline.data_files import read_data


@dataclass(frozen=True, kw_only=True, slots=True)
class OrdinaryWords:
    """The sets of the data file, all in lower case."""

    #: English words that people capitalise for emphasis.
    emphasis: frozenset[str]
    #: Everyday English words, those of `emphasis` among them.
    english: frozenset[str]
    #: English words that no program uses as a key word or command.
    spoken: frozenset[str]
    #: English words that link others.
    linking: frozenset[str]
    #: Romanised Hindi words.
    hindi: frozenset[str]


@cache
def ordinary_words() -> OrdinaryWords:
    """The word sets, read once."""
    data = read_data("ordinary_words.toml")
    sets = {name: frozenset(words.split()) for name, words in data.items()}
    english = sets["emphasis"] | sets["plain"]
    return OrdinaryWords(
        emphasis=sets["emphasis"],
        english=english,
        spoken=english - sets["code"] - sets["linking"],
        linking=sets["linking"],
        hindi=sets["hindi"],
    )
