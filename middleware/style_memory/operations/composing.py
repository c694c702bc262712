"""Composing a brief from what an owner's unit of work holds."""

from __future__ import annotations

from collections.abc import Iterator
from heapq import merge

from style_memory.domain.items import Item
from style_memory.domain.kinds import ItemType
from style_memory.domain.profile import Profile
from style_memory.domain.settings import Settings
from style_memory.pipeline.brief import Brief, composed, play_fits
from style_memory.pipeline.context import UNKNOWN, Context, context_named, known_labels
from style_memory.pipeline.stylometry import register_of
from style_memory.pipeline.voice import voice_of
from style_memory.ports import OwnerUnit

# Where the best ranked items do not fit the moment, the search for others ends after this many pages of each sort.
_MOST_PAGES = 5


def brief_of(
    unit: OwnerUnit, profile: Profile, settings: Settings, context: Context, *, most_left_out: int = 0
) -> Brief:
    """The owner's brief for one moment."""
    return composed(
        context=context,
        voice=voice_of(profile.voice, profile.stylometry).lines(register_of(context), playful=play_fits(context)),
        preferences=_ranked(unit, settings, ItemType.PREFERENCE, context, most_left_out),
        habits=_ranked(unit, settings, ItemType.HABIT, context, most_left_out),
        settings=settings,
        most_left_out=most_left_out,
    )


def every_brief(unit: OwnerUnit, profile: Profile, settings: Settings) -> list[str]:
    """The owner's briefs for all kinds of moments, to tell whether a change can be seen in any."""
    contexts = [UNKNOWN, *filter(None, map(context_named, known_labels()))]
    return [brief_of(unit, profile, settings, context).text for context in contexts]


def _ranked(
    unit: OwnerUnit, settings: Settings, item_type: ItemType, context: Context, most_left_out: int
) -> Iterator[Item]:
    """Active items, the best ranked first; playful ones only where they may be used or are to be explained."""
    size = 2 * settings.max_brief_items
    streams = [_stream(unit, item_type, size, playful=False)]
    if play_fits(context) or most_left_out:
        streams.append(_stream(unit, item_type, size, playful=True))
    return merge(*streams, key=lambda item: (-item.rank, item.id))


def _stream(unit: OwnerUnit, item_type: ItemType, size: int, *, playful: bool) -> Iterator[Item]:
    for number in range(_MOST_PAGES):
        taken = 0
        for item in unit.ranked_active(item_type, playful=playful, offset=number * size, limit=size):
            yield item
            taken += 1
        if taken < size:
            return
