"""The brief: which items fit the moment, and how they are put into words."""

from style_memory.pipeline.brief.composition import Brief, composed
from style_memory.pipeline.brief.rendering import may_go_out, presentable, unchanged
from style_memory.pipeline.brief.selection import play_fits

__all__ = ["Brief", "composed", "may_go_out", "play_fits", "presentable", "unchanged"]
