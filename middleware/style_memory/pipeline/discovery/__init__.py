"""Discovers phrases that somebody repeats and others don't, without a dictionary and without keeping text."""

from style_memory.pipeline.discovery.phrases import Phrase, as_written, parts, phrases, plain
from style_memory.pipeline.discovery.prospects import Prospects, UsualRates, usual_rates
from style_memory.pipeline.discovery.selection import (
    FEWEST_TURNS,
    Judged,
    chosen,
    is_ordinary,
    is_worth_writing_down,
    may_be_ordinary,
)
from style_memory.pipeline.discovery.sketch import Recurrence, Sketch

__all__ = [
    "FEWEST_TURNS",
    "Judged",
    "Phrase",
    "Prospects",
    "Recurrence",
    "Sketch",
    "UsualRates",
    "as_written",
    "chosen",
    "is_ordinary",
    "is_worth_writing_down",
    "may_be_ordinary",
    "parts",
    "phrases",
    "plain",
    "usual_rates",
]
