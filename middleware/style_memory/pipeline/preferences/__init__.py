"""Wishes about working together: recognised in plain words, placed on axes, compared with each other."""

from __future__ import annotations

from style_memory.pipeline.preferences.axes import serious_ok
from style_memory.pipeline.preferences.polarity import contradicts, placed, repeats
from style_memory.pipeline.preferences.statements import stated_preferences

__all__ = [
    "contradicts",
    "placed",
    "repeats",
    "serious_ok",
    "stated_preferences",
]
