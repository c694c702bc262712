"""What an owner does to what was learned: forget, pin, pause."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import Field

from style_memory.domain.items import Item, folded
from style_memory.domain.kinds import ItemType, Source
from style_memory.operations.catalogue import operation
from style_memory.operations.models import Answer, Request, Text
from style_memory.operations.work import Work
from style_memory.pipeline.discovery import parts, plain
from style_memory.pipeline.learning import shows_differently


class ForgetItem(Request):
    """Which item to forget."""

    id_or_text: Text = Field(min_length=1, description="its id, or its exact text")


class Forgotten(Answer):
    """What was forgotten."""

    removed: int
    revision: int


class PinItem(Request):
    """Which item to pin or unpin."""

    id_or_text: Text = Field(min_length=1, description="its id, or its exact text")
    pinned: bool = Field(default=True, description="false takes the pin away")


class Pinned(Answer):
    """What was pinned or unpinned."""

    updated: int
    revision: int


class SetLearningEnabled(Request):
    """Whether to learn."""

    enabled: bool


class LearningEnabled(Answer):
    """Whether learning goes on."""

    allow_learning: bool
    revision: int


@operation(effect="destroy", toolset="style", example=ForgetItem(id_or_text="ship it"), idempotent=True)
def forget_style_habit(work: Work, request: ForgetItem) -> Forgotten:
    """Forget a habit by id or exact text, for good: it does not come back by being seen again."""
    return _forget(work, ItemType.HABIT, request.id_or_text)


@operation(effect="destroy", toolset="style", example=ForgetItem(id_or_text="bullet lists"), idempotent=True)
def forget_interaction_preference(work: Work, request: ForgetItem) -> Forgotten:
    """Forget a wish about working together by id or exact text, for good."""
    return _forget(work, ItemType.PREFERENCE, request.id_or_text)


@operation(effect="write", toolset="style", example=PinItem(id_or_text="ship it"), idempotent=True)
def pin_style_habit(work: Work, request: PinItem) -> Pinned:
    """Pin a habit, so that clean-up leaves it alone, or unpin it."""
    return _pin(work, ItemType.HABIT, request)


@operation(effect="write", toolset="style", example=PinItem(id_or_text="bullet lists"), idempotent=True)
def pin_interaction_preference(work: Work, request: PinItem) -> Pinned:
    """Pin a wish about working together, so that clean-up leaves it alone, or unpin it."""
    return _pin(work, ItemType.PREFERENCE, request)


@operation(effect="write", toolset="style", example=SetLearningEnabled(enabled=False), idempotent=True)
def set_learning_enabled(work: Work, request: SetLearningEnabled) -> LearningEnabled:
    """Pause or resume learning for this user; briefs go on from what is known."""
    if work.profile.learning != request.enabled:
        work.update_profile(learning=request.enabled)
        work.changed("learning_resumed" if request.enabled else "learning_paused")
    allowed = request.enabled and work.settings.learning
    return LearningEnabled(allow_learning=allowed, revision=work.revision)


def _forget(work: Work, item_type: ItemType, id_or_text: str) -> Forgotten:
    items = work.unit.matching(item_type, id_or_text)
    if item_type is ItemType.HABIT and items:
        items += _discovered_around(work, items)
    ids = [item.id for item in items]
    if ids:
        bare = {work.profile.item_id(item_type, plain(item.text_key)) for item in items}
        work.unit.add_tombstones([*ids, *sorted(bare.difference(ids))], work.now)
        work.unit.delete_items(ids)
        work.update_profile(items=work.profile.items - len(ids))
    for item in items:
        work.changed("forgotten", item.id)
        if item.is_active:
            work.brief_changed()
    _take_out_of_examples(work, [item.text_key for item in items])
    return Forgotten(removed=len(items), revision=work.revision)


def _discovered_around(work: Work, items: Sequence[Item]) -> list[Item]:
    """Phrases that were discovered and hold what is forgotten, or lie within it where that was discovered, too."""
    forgotten = {plain(item.text_key) for item in items}
    within = {part for item in items if item.source is Source.DISCOVERED for part in parts(item.text_key)}
    others = (item for item in work.unit.all_items() if item.source is Source.DISCOVERED and not item.pinned)
    return [
        item
        for item in others
        if item not in items and (plain(item.text_key) in within or not forgotten.isdisjoint(parts(item.text_key)))
    ]


def _take_out_of_examples(work: Work, texts: list[str]) -> None:
    """Drop the examples of other items that hold what was forgotten."""
    if not texts:
        return
    for item in work.unit.all_items():
        if item.example and any(text in folded(item.example) for text in texts):
            _replace(work, item, item.evolved(example=None))


def _pin(work: Work, item_type: ItemType, request: PinItem) -> Pinned:
    items = work.unit.matching(item_type, request.id_or_text)
    for item in items:
        if item.pinned != request.pinned:
            _replace(work, item, item.evolved(pinned=request.pinned))
            work.changed("pinned" if request.pinned else "unpinned", item.id)
    return Pinned(updated=len(items), revision=work.revision)


def _replace(work: Work, before: Item, after: Item) -> None:
    work.unit.update_items([after])
    if shows_differently(before, after):
        work.brief_changed()
