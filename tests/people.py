"""What tests need to play a person over time: a clock that they set, and ways to become known."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from style_memory import OwnerMemory
from style_memory.operations.models import Habit, Preference

START = datetime(2026, 3, 2, 12, tzinfo=UTC)
DAY = timedelta(days=1)
HOUR = timedelta(hours=1)


class Clock:
    """A clock that stands still until it is moved."""

    def __init__(self, now: datetime = START) -> None:
        self.now = now

    def __call__(self) -> datetime:
        return self.now

    def pass_(self, time: timedelta) -> None:
        self.now += time


def say_until_active(owner: OwnerMemory, text: str, *, tag: str = "") -> None:
    """Say the same in three sessions and two named contexts, which is what the documented rule asks for."""
    for number, context in enumerate(("casual_chat", "technical_chat", "casual_chat")):
        owner.observe_user_message(text=text, context=context, session_id=f"{tag}{number}")


def hint(text: str, **fields: Any) -> dict[str, Any]:
    """A habit hint."""
    return {"kind": "idiolect", "text": text, **fields}


def wish(text: str, **fields: Any) -> dict[str, Any]:
    """A preference hint."""
    return {"category": "response_structure", "text": text, **fields}


def habits(owner: OwnerMemory) -> dict[str, Habit]:
    """All habits by their text."""
    found, cursor = {}, None
    while True:
        page = owner.list_style_habits(limit=100, cursor=cursor)
        found.update({habit.text: habit for habit in page.habits})
        cursor = page.next_cursor
        if cursor is None:
            return found


def preferences(owner: OwnerMemory) -> dict[str, Preference]:
    """All preferences by their text."""
    return {found.text: found for found in owner.list_interaction_profile(limit=100).preferences}
