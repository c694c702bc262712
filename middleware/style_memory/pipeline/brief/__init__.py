"""The brief: which items fit the moment, and how they are put into words."""

from style_memory.pipeline.brief.composition import Brief, composed
from style_memory.pipeline.brief.rendering import presentable, unchanged
from style_memory.pipeline.brief.selection import play_fits

__all__ = ["Brief", "composed", "play_fits", "presentable", "unchanged"]
