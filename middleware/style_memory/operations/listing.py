"""Looking at what was learned, and reviewing it."""

from __future__ import annotations

import binascii
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Any

from pydantic import Field

from style_memory.domain.errors import RequestInvalid
from style_memory.domain.items import Item
from style_memory.domain.kinds import ItemType, Status
from style_memory.operations.catalogue import operation
from style_memory.operations.models import Answer, Habit, Preference, Request, Text, habit_record, preference_record
from style_memory.operations.work import Work
from style_memory.pipeline.reviewing import suggestion

# No rank is higher; a database could not compare much larger numbers.
_HIGHEST_RANK = 1000


class ListItems(Request):
    """Which items, and from where on."""

    status: Status | None = Field(default=None, description="only those in this status")
    limit: int = Field(default=50, ge=1, le=100)
    cursor: Text | None = Field(default=None, description="next_cursor of the page before")


class HabitList(Answer):
    """One page of habits, the best ranked first."""

    habits: list[Habit]
    next_cursor: str | None


class PreferenceList(Answer):
    """One page of preferences, the best ranked first."""

    preferences: list[Preference]
    next_cursor: str | None


class ReviewItems(Request):
    """How many items to review."""

    limit: int = Field(default=12, ge=1, le=100)


class HabitReview(Habit):
    """A habit with what could be done about it."""

    suggested_action: str = Field(description="keep, pin, forget or observe")
    reason: str


class PreferenceReview(Preference):
    """A preference with what could be done about it."""

    suggested_action: str = Field(description="keep, pin, forget or observe")
    reason: str


class HabitReviews(Answer):
    """The habits whose fate an owner would decide first."""

    habits: list[HabitReview]
    total: int


class PreferenceReviews(Answer):
    """The preferences whose fate an owner would decide first."""

    preferences: list[PreferenceReview]
    total: int


@operation(effect="read", toolset="style", example=ListItems(limit=10))
def list_style_habits(work: Work, request: ListItems) -> HabitList:
    """List the learned habits: candidates, active and archived ones."""
    items, cursor = _page(work, ItemType.HABIT, request)
    return HabitList(habits=[habit_record(item) for item in items], next_cursor=cursor)


@operation(effect="read", toolset="style", example=ListItems(status=Status.ACTIVE))
def list_interaction_profile(work: Work, request: ListItems) -> PreferenceList:
    """List the learned wishes about working together."""
    items, cursor = _page(work, ItemType.PREFERENCE, request)
    return PreferenceList(preferences=[preference_record(item) for item in items], next_cursor=cursor)


@operation(effect="read", toolset="style", example=ReviewItems())
def review_style_habits(work: Work, request: ReviewItems) -> HabitReviews:
    """Review habits: each with a suggested action (keep, pin, forget, observe) and why it is there."""
    items = work.unit.for_review(ItemType.HABIT, request.limit)
    reviews = [HabitReview(**_reviewed(habit_record(item), item, work)) for item in items]
    return HabitReviews(habits=reviews, total=work.unit.count(ItemType.HABIT).total)


@operation(effect="read", toolset="style", example=ReviewItems(limit=5))
def review_interaction_profile(work: Work, request: ReviewItems) -> PreferenceReviews:
    """Review wishes about working together: each with a suggested action and why it is there."""
    items = work.unit.for_review(ItemType.PREFERENCE, request.limit)
    reviews = [PreferenceReview(**_reviewed(preference_record(item), item, work)) for item in items]
    return PreferenceReviews(preferences=reviews, total=work.unit.count(ItemType.PREFERENCE).total)


def _page(work: Work, item_type: ItemType, request: ListItems) -> tuple[list[Item], str | None]:
    after = _position(request.cursor) if request.cursor else None
    items = work.unit.page(item_type, status=request.status, after=after, limit=request.limit + 1)
    page = items[: request.limit]
    return page, _cursor(page[-1]) if len(items) > request.limit else None


def _reviewed(shown: Habit | Preference, item: Item, work: Work) -> dict[str, Any]:
    action, reason = suggestion(item, work.settings)
    return {**shown.model_dump(), "suggested_action": action, "reason": reason}


def _cursor(item: Item) -> str:
    return urlsafe_b64encode(f"{item.rank} {item.id}".encode()).decode()


def _position(cursor: str) -> tuple[int, str]:
    try:
        rank, item_id = urlsafe_b64decode(cursor.encode()).decode().split(" ", 1)
        if not 0 <= int(rank) <= _HIGHEST_RANK:
            raise ValueError
        return int(rank), item_id
    except (ValueError, binascii.Error):
        raise RequestInvalid("`cursor` must be the next_cursor of an earlier page.") from None
