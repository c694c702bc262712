"""Putting a brief together within its limits."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from style_memory.domain.items import Item
from style_memory.domain.kinds import ItemType
from style_memory.domain.settings import Settings
from style_memory.pipeline.brief import rendering
from style_memory.pipeline.brief.budget import estimated_tokens
from style_memory.pipeline.brief.selection import fits, play_fits
from style_memory.pipeline.context import Context
from style_memory.pipeline.preferences import repeats


@dataclass(frozen=True, kw_only=True, slots=True)
class LeftOut:
    """An active item that is not in the brief."""

    item: Item
    #: `context`, `repeats`, `limit`, `budget` or `unsafe`.
    reason: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Brief:
    """A brief with the items that it holds, in their order."""

    text: str
    preferences: tuple[Item, ...]
    habits: tuple[Item, ...]
    left_out: tuple[LeftOut, ...]


def composed(
    *,
    context: Context,
    voice: Sequence[str],
    preferences: Iterable[Item],
    habits: Iterable[Item],
    settings: Settings,
    most_left_out: int = 0,
) -> Brief:
    """The brief for a moment, from items that come best ranked first; takes no more of them than it needs.

    At most `max_brief_items` habits and half as many preferences, and never more than `brief_tokens`. Once these are
    found, it looks on for up to `most_left_out` items that are left out.
    """
    lines = _Lines(settings.brief_tokens - estimated_tokens(rendering.frame(context.label, [""])))
    if voice:
        lines.add(rendering.voice_line(voice))
    left_out: list[LeftOut] = []
    most = settings.max_brief_items
    kept_preferences = _kept(preferences, context, max(1, most // 2), lines, left_out, most_left_out // 2)
    kept_habits = _kept(habits, context, most, lines, left_out, most_left_out)
    return Brief(
        text=rendering.frame(context.label, lines.lines),
        preferences=tuple(kept_preferences),
        habits=tuple(kept_habits),
        left_out=tuple(left_out),
    )


class _Lines:
    """The lines of the brief so far and the room that is left."""

    def __init__(self, room: int) -> None:
        self.lines: list[str] = []
        self._room = room

    def add(self, line: str) -> bool:
        """Add the line if there is room for it."""
        cost = estimated_tokens(line + "\n")
        if cost > self._room:
            return False
        self._room -= cost
        self.lines.append(line)
        return True


def _kept(
    items: Iterable[Item],
    context: Context,
    most: int,
    lines: _Lines,
    left_out: list[LeftOut],
    most_left_out: int,
) -> list[Item]:
    kept: list[Item] = []
    for item in items:
        reason = _obstacle(item, context, kept, most)
        shown = None if reason else rendering.presentable(item, with_example=play_fits(context))
        if shown is not None and lines.add(rendering.item_line(shown)):
            kept.append(shown)
        else:
            left_out.append(LeftOut(item=item, reason=reason or ("budget" if shown else "unsafe")))
        if len(kept) == most and len(left_out) >= most_left_out:
            break
    return kept


def _obstacle(item: Item, context: Context, kept: Sequence[Item], most: int) -> str | None:
    if not fits(item, context):
        return "context"
    if len(kept) >= most:
        return "limit"
    return "repeats" if any(_says_the_same(item, other) for other in kept) else None


def _says_the_same(item: Item, other: Item) -> bool:
    return item.type is ItemType.PREFERENCE and repeats(item, other)
