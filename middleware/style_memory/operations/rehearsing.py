"""Reads made-up turns and forgets them, so that a person's first turn finds everything loaded."""

from __future__ import annotations

from style_memory.operations.work import Surroundings
from style_memory.pipeline.context import asks_realignment, detect
from style_memory.pipeline.reading import read_turn
from style_memory.pipeline.stylometry import Stylometry
from style_memory.pipeline.voice import Voice

# What most patterns look for: several scripts, marks and signs, numbers, wishes, a quotation, a paste, code.
_TURNS = (
    'haha ok, I\'d prefer short answers please... stop saying "great question"!! soooo good :) 😂',
    "哈哈哈好的~ 麻烦先说结论，不要用表情包。太好了！！",
    "my token is broken, see https://example.com/docs at 10:30; call +1 555 0100 or a@example.com, 日本語もw",
    "can you look at this?\n```\nTraceback (most recent call last):\n  raise ValueError\n```\n> quoted\nHe said: no.",
)


def rehearse(around: Surroundings) -> None:
    """Go through what reading a turn and choosing a moment take."""
    stylometry = Stylometry()
    for turn in _TURNS:
        reading = read_turn(turn, around.dictionary, around.settings)
        stylometry.add(reading.counts)
        detect(turn)
        asks_realignment(turn)
    Voice.empty().judged(stylometry)
