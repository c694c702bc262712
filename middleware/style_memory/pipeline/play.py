"""Whether a wish asks for play or bluntness, whichever axis it is on."""

from __future__ import annotations

import re
from functools import cache

from style_memory.domain.items import folded
from style_memory.pipeline.data_files import read_data
from style_memory.pipeline.signals.emoji import EMOJI


def asks_for_play(text: str) -> bool:
    """Tell whether a wish, in the words that a model would be shown, holds play itself or asks for it."""
    return EMOJI.search(text) is not None or _words().search(folded(text)) is not None


@cache
def _words() -> re.Pattern[str]:
    spaced: list[str] = []
    unspaced: list[str] = []
    for word in (word for words in read_data("play.toml")["words"].values() for word in words):
        (spaced if word[0] < "\u3000" else unspaced).append(re.escape(word).replace(r"\*", r"\w*"))
    return re.compile(rf"\b(?:{'|'.join(spaced)})\b|{'|'.join(unspaced)}")
