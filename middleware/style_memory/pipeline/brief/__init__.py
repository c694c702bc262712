"""The brief: which items fit the moment, and how they are put into words."""

from style_memory.pipeline.brief.budget import estimated_tokens
from style_memory.pipeline.brief.composition import Brief, LeftOut, composed
from style_memory.pipeline.brief.rendering import presentable, unchanged
from style_memory.pipeline.brief.selection import fits, play_fits

__all__ = ["Brief", "LeftOut", "composed", "estimated_tokens", "fits", "play_fits", "presentable", "unchanged"]
