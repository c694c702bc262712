"""Notices that an owner says the agent no longer sounds like them."""

from __future__ import annotations

from functools import cache

from style_memory.pipeline.context.lexicon import found, read
from style_memory.pipeline.context.phrases import Phrases, lexicon_phrases
from style_memory.pipeline.data_files import read_data

_ASKS, _ELSEWHERE = "phrases", "senses"


def asks_realignment(message: str) -> bool:
    """Tell whether `message` asks to come back to its author's style ("that doesn't sound like me")."""
    matches = found(read(message), _phrases())
    return any(entry.topic == _ASKS for entries, *_ in matches for entry in entries)


@cache
def _phrases() -> Phrases:
    rows = read_data("drift.toml")
    tables = {
        topic: {language: {"any": entries} for language, entries in rows[topic].items()}
        for topic in (_ASKS, _ELSEWHERE)
    }
    return lexicon_phrases(tables, {"any": 1.0})
