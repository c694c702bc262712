"""Items and profiles with everything filled in that a test does not care about."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from style_memory.domain.items import Item
from style_memory.domain.kinds import ItemType
from style_memory.domain.profile import Profile

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
DAY = timedelta(days=1)


def item(id_: str, **changes: Any) -> Item:
    values: dict[str, Any] = {
        "type": ItemType.HABIT,
        "kind": "catchphrase",
        "text": f"text of {id_}",
        "first_seen_at": NOW,
        "last_seen_at": NOW,
    }
    return Item(id=id_, **{**values, **changes})


def preference(id_: str, **changes: Any) -> Item:
    return item(id_, type=ItemType.PREFERENCE, **{"kind": "explanation", **changes})


def profile(**changes: Any) -> Profile:
    return Profile(**{"key": b"k" * 32, "created_at": NOW, "tidied_at": NOW, **changes})
