"""Which items fit a moment."""

from __future__ import annotations

from style_memory.domain.items import Item
from style_memory.domain.kinds import ItemType, Source
from style_memory.pipeline.context import Context

# The moments in which bluntness hurts.
_NO_BLUNTNESS = frozenset({"high_stakes_advice", "user_upset"})
_AUTOMATIC = frozenset({Source.DICTIONARY, Source.PATTERN})
_PLAY_WELCOME = frozenset({"light", "neutral"})


def play_fits(context: Context) -> bool:
    """Whether slang, emoji, dialect and the like may accompany the moment at all; not where we are unsure."""
    return context.mood in _PLAY_WELCOME


def fits(item: Item, context: Context) -> bool:
    """Whether the item's own conditions and its playfulness allow it in the moment."""
    labels = context.counts_as
    if item.playful and not play_fits(context):
        return False
    if _may_be_blunt(item) and not labels.isdisjoint(_NO_BLUNTNESS):
        return False
    if not labels.isdisjoint(item.avoid_when):
        return False
    if item.use_when:
        return context.mood == "unsure" or not labels.isdisjoint(item.use_when)
    # In a neutral moment, play that was found by itself needs a reason: the owner was seen to play in such a moment.
    found_by_itself = item.playful and item.source in _AUTOMATIC
    return context.mood != "neutral" or not found_by_itself or not labels.isdisjoint(item.contexts)


def _may_be_blunt(item: Item) -> bool:
    """A wish that no axis knows may ask for anything, such as to be roasted."""
    return item.type is ItemType.PREFERENCE and item.axis is None
