"""One owner beside another who has the same ids."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from style_memory.domain.kinds import ItemType, Status
from style_memory.domain.profile import Change, KnownTurn
from style_memory.ports import OwnerUnit
from style_memory_storage import SqlStore
from style_memory_storage.tables import HEAD
from tests.conformance.samples import DAY, NOW, item, preference, profile

LONG_AGO = NOW - 400 * DAY


def fill(unit: OwnerUnit) -> None:
    """Rows in every table, all overdue."""
    old = {"first_seen_at": LONG_AGO, "last_seen_at": LONG_AGO}
    unit.save_profile(profile(tidied_at=LONG_AGO))
    unit.insert_items(
        [item("h-1", **old), item("h-2", status=Status.ACTIVE, **old), preference("p-1", axis="length", **old)]
    )
    unit.add_turn("s1", KnownTurn(turn_key="t1", chain_key="c1"), LONG_AGO)
    unit.add_evidence(["h-1", "h-2"], "s1", LONG_AGO)
    unit.log([Change(at=LONG_AGO, change="learned", item_id="h-1")], 1)
    unit.add_tombstones(["h-9"], LONG_AGO)


def everything(unit: OwnerUnit) -> list[object]:
    """All that an owner's unit of work can read."""
    times = {"candidates_before": NOW, "inactive_before": NOW, "now": NOW}
    return [
        unit.profile(),
        unit.turn("s1", "t2"),
        unit.turns_in_chain("s1", "c1"),
        unit.items(["h-1", "h-2", "p-1"]),
        unit.items_with_session(["h-1", "h-2", "p-1"], "s1"),
        unit.matching(ItemType.HABIT, "h-1"),
        unit.matching(ItemType.HABIT, "text of h-1"),
        unit.of_kind(ItemType.HABIT, "catchphrase", 9),
        unit.recurring(1, 9),
        unit.on_axis("length"),
        list(unit.ranked_active(ItemType.HABIT, playful=False, offset=0, limit=9)),
        unit.page(ItemType.HABIT, status=None, after=None, limit=9),
        unit.for_review(ItemType.HABIT, 9),
        [unit.count(item_type).total for item_type in ItemType],
        unit.expendable(9),
        sorted(found.id for found in unit.overdue(**times, limit=9)),
        unit.tombstones(["h-9"]),
        unit.changes(9),
        list(unit.all_items()),
        unit.all_tombstones(),
    ]


WRITES: dict[str, Callable[[OwnerUnit], object]] = {
    "save_profile": lambda unit: unit.save_profile(profile(turns=99)),
    "add_turn": lambda unit: unit.add_turn("s1", KnownTurn(turn_key="t2"), NOW),
    "mark_answered": lambda unit: unit.mark_answered("s1", ["t1"]),
    "insert_items": lambda unit: unit.insert_items([item("h-3")]),
    "update_items": lambda unit: unit.update_items([item("h-1", text="changed")]),
    "sight_items": lambda unit: unit.sight_items([item("h-1", seen_count=9)]),
    "add_evidence": lambda unit: unit.add_evidence(["p-1"], "s1", NOW),
    "delete_items": lambda unit: unit.delete_items(["h-1"]),
    "prune_turns": lambda unit: unit.prune_turns(NOW),
    "add_tombstones": lambda unit: unit.add_tombstones(["h-1"], NOW),
    "log": lambda unit: unit.log([Change(at=NOW, change="paused")] * 3000, 2),
    "erase": lambda unit: unit.erase(),
}


@pytest.mark.parametrize("write", WRITES.values(), ids=WRITES)
def test_what_is_written_for_one_owner_changes_nothing_for_another(
    store: SqlStore, write: Callable[[OwnerUnit], object]
) -> None:
    for owner in ("ada", "bob"):
        with store.writing(owner) as unit:
            fill(unit)
    with store.reading("bob") as unit:
        before = everything(unit)
    with store.writing("ada") as unit:
        mine = everything(unit)
        write(unit)
        assert everything(unit) != mine
    with store.reading("bob") as unit:
        assert everything(unit) == before


def test_ids_of_another_owner_behave_like_ones_that_never_existed(store: SqlStore) -> None:
    with store.writing("bob") as unit:
        fill(unit)
    with store.reading("nobody") as unit:
        expected = everything(unit)
    with store.writing("ada") as unit:
        assert everything(unit) == expected
        unit.save_profile(profile())
        assert unit.delete_items(["h-1", "h-2", "p-1"]) == 0
        unit.update_items([item("h-1", text="mine")])
        unit.mark_answered("s1", ["t1"])
        assert everything(unit)[1:] == expected[1:]


@pytest.mark.parametrize("owner", ["Ada", "ada ", "ad", "ada%", "a_a", "*", "áda", "' OR 1=1 --"])
def test_owners_are_told_apart_exactly(store: SqlStore, owner: str) -> None:
    with store.writing("ada") as unit:
        fill(unit)
    with store.reading(owner) as unit:
        assert (unit.profile(), list(unit.all_items())) == (None, [])


def test_owners_come_in_order_and_page_by_page(store: SqlStore) -> None:
    names = ["Zoë", "ada", "bob", "🙂", "小明"]
    for name in reversed(names):
        with store.writing(name) as unit:
            unit.save_profile(profile())
    assert store.owners(None, 10) == sorted(names)
    assert store.owners(None, 2) == sorted(names)[:2]
    assert store.owners(sorted(names)[1], 2) == sorted(names)[2:4]
    assert store.owners(sorted(names)[-1], 2) == []


def test_the_owner_who_waits_longest_is_tidied_first(store: SqlStore) -> None:
    for name, days in (("a", 1), ("b", 3), ("c", 2), ("d", 0)):
        with store.writing(name) as unit:
            unit.save_profile(profile(tidied_at=NOW - days * DAY))
    assert store.owners_to_tidy(NOW, 10) == ["b", "c", "a"]
    assert store.owners_to_tidy(NOW - DAY, 1) == ["b"]


def test_a_store_describes_itself(store: SqlStore) -> None:
    description = store.describe()
    assert description["schema_version"] == HEAD
    assert description["location"] == store.database.location
