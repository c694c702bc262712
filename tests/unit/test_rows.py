from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from style_memory.domain.items import Item
from style_memory.domain.kinds import ItemType, Polarity, Source, Status
from style_memory_storage.rows import item_of, item_values

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
# No two fields are equal, so that two that change places can't go unnoticed.
DISTINCT: dict[str, Any] = {
    "id": "p-1",
    "type": ItemType.PREFERENCE,
    "kind": "the kind",
    "text": "The Text",
    "first_seen_at": NOW,
    "last_seen_at": NOW + timedelta(days=1),
    "locale": "the locale",
    "status": Status.ARCHIVED,
    "pinned": True,
    "confidence": 0.5,
    "seen_count": 7,
    "session_count": 5,
    "contexts": ("a", "b"),
    "use_when": ("c", "d"),
    "avoid_when": ("e", "f"),
    "example": "the example",
    "notes": "the notes",
    "source": Source.STATED,
    "polarity": Polarity.AVOID,
    "axis": "the axis",
    "pole": "the pole",
    "playful": False,
    "replaced_by": "p-2",
    "rank": 3,
}


def row_of(item: Item) -> tuple[Any, ...]:
    values = item_values(item)
    return tuple(values[name] for name in Item._fields)


def test_the_fields_of_the_sample_are_all_there_are_and_distinct() -> None:
    assert set(DISTINCT) == set(Item._fields)
    assert len(set(DISTINCT.values())) == len(DISTINCT)


def test_an_item_comes_back_from_its_row_field_by_field() -> None:
    assert item_of(row_of(Item(**DISTINCT)))._asdict() == DISTINCT


def test_two_switches_that_change_places_would_be_noticed() -> None:
    swapped = DISTINCT | {"pinned": False, "playful": True}
    assert item_of(row_of(Item(**swapped)))._asdict() == swapped
