from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from style_memory.domain.errors import StorageError
from style_memory.domain.items import Item
from style_memory.domain.kinds import ItemType, Polarity, Source, Status
from style_memory.domain.profile import ItemCounts
from style_memory_storage import SqlStore
from tests.conformance.samples import DAY, NOW, item, preference

FULL = preference(
    "p-1",
    text="Ends with “bye” 说 🙂",
    locale="zh-CN-sichuan",
    status=Status.ARCHIVED,
    pinned=True,
    confidence=0.123456,
    seen_count=5,
    session_count=4,
    contexts=("code_review", "chat"),
    first_seen_at=NOW - DAY,
    last_seen_at=NOW + DAY,
    use_when=("chat",),
    avoid_when=("incident", "legal"),
    example="an\nexample",
    notes="a note",
    source=Source.DISTILLED,
    polarity=Polarity.AVOID,
    axis="length",
    pole="short",
    playful=True,
    replaced_by="p-2",
    rank=101,
)


# What an item is, as against what becomes of it.
LASTING = ("type", "kind", "text", "locale", "source", "polarity", "axis", "pole", "playful")


def inserted(store: SqlStore, *items: Item) -> SqlStore:
    with store.writing("ada") as unit:
        unit.insert_items(items)
    return store


def ids(items: Iterable[Item]) -> list[str]:
    return [each.id for each in items]


@pytest.mark.parametrize("saved", [FULL, item("h-1")], ids=["every field", "as few fields as can be"])
def test_an_item_comes_back_as_it_was_inserted(ada: SqlStore, saved: Item) -> None:
    with inserted(ada, saved).reading("ada") as unit:
        assert unit.items([saved.id]) == {saved.id: saved}


def test_unknown_ids_are_absent(ada: SqlStore) -> None:
    with inserted(ada, item("h-1"), item("h-2")).reading("ada") as unit:
        assert set(unit.items(["h-2", "h-9"])) == {"h-2"}
        assert unit.items([]) == {}
        assert unit.items_with_session(["h-9"], "s1") == {}


def test_thousands_of_ids_can_be_asked_for_at_once(ada: SqlStore) -> None:
    many = [item(f"h-{number}") for number in range(5000)]
    with inserted(ada, *many).writing("ada") as unit:
        assert len(unit.items(ids(many))) == 5000
        assert unit.delete_items(ids(many)) == 5000


def test_an_id_can_not_be_inserted_twice(ada: SqlStore) -> None:
    with pytest.raises(StorageError):
        inserted(ada, item("h-1"), item("h-1"))
    with ada.reading("ada") as unit:
        assert unit.items(["h-1"]) == {}


def test_inserting_and_updating_nothing_is_no_error(ada: SqlStore) -> None:
    with ada.writing("ada") as unit:
        unit.insert_items([])
        unit.update_items([])
        unit.add_evidence([], "s1", NOW)
        assert unit.delete_items([]) == 0


def test_an_update_replaces_what_may_change_of_an_item_and_no_other_item(ada: SqlStore) -> None:
    bare = item("p-1")._replace(**{name: getattr(FULL, name) for name in LASTING})
    with inserted(ada, bare, item("p-0")).writing("ada") as unit:
        unit.update_items([FULL])
        assert unit.items(["p-1", "p-0"]) == {"p-1": FULL, "p-0": item("p-0")}


def test_a_sighting_replaces_what_an_ordinary_sighting_changes(ada: SqlStore) -> None:
    changing = ("confidence", "seen_count", "session_count", "contexts", "last_seen_at", "example", "notes")
    sighted = item("p-1")._replace(**{name: getattr(FULL, name) for name in changing})
    with inserted(ada, item("p-1"), item("p-0")).writing("ada") as unit:
        unit.sight_items([])
        unit.sight_items([sighted, item("unknown")])
        assert unit.items(["p-1", "p-0", "unknown"]) == {"p-1": sighted, "p-0": item("p-0")}


def test_an_update_leaves_what_an_item_is(ada: SqlStore) -> None:
    with inserted(ada, item("p-1")).writing("ada") as unit:
        unit.update_items([FULL])
        found = unit.items(["p-1"])["p-1"]
    assert {name: getattr(found, name) for name in LASTING} == {name: getattr(item("p-1"), name) for name in LASTING}


MANY = [f"h-{number:02}" for number in range(40)]


def test_long_lists_of_ids_count_each_once(ada: SqlStore) -> None:
    with inserted(ada, *map(item, MANY)).writing("ada") as unit:
        unit.add_evidence(MANY[20:], "s1", NOW)
        assert set(unit.items(MANY)) == set(MANY)
        seen = {id_ for id_, (_item, in_session) in unit.items_with_session(MANY, "s1").items() if in_session}
        assert seen == set(MANY[20:])
        assert unit.delete_items(MANY[:33] + MANY[:33]) == 33
        assert set(unit.items(MANY)) == set(MANY[33:])


def test_an_update_of_an_unknown_item_adds_none(ada: SqlStore) -> None:
    with ada.writing("ada") as unit:
        unit.update_items([FULL])
        assert unit.items(["p-1"]) == {}


def test_items_know_whether_they_were_seen_in_a_session(ada: SqlStore) -> None:
    with inserted(ada, item("h-1"), item("h-2")).writing("ada") as unit:
        unit.add_evidence(["h-1"], "s1", NOW)
        unit.add_evidence(["h-1", "h-2"], "s2", NOW)
        assert unit.items_with_session(["h-1", "h-2"], "s1") == {
            "h-1": (item("h-1"), True),
            "h-2": (item("h-2"), False),
        }


def test_an_item_is_seen_for_the_first_time_once_in_a_session(ada: SqlStore) -> None:
    with inserted(ada, item("h-1")).writing("ada") as unit:
        unit.add_evidence(["h-1"], "s1", NOW)
    with pytest.raises(StorageError), ada.writing("ada") as unit:
        unit.add_evidence(["h-1"], "s1", NOW)


def test_evidence_needs_its_item(ada: SqlStore) -> None:
    with pytest.raises(StorageError), ada.writing("ada") as unit:
        unit.add_evidence(["h-1"], "s1", NOW)


def test_deleting_counts_what_was_there_and_takes_the_evidence_along(ada: SqlStore) -> None:
    with inserted(ada, item("h-1"), item("h-2")).writing("ada") as unit:
        unit.add_evidence(["h-1", "h-2"], "s1", NOW)
        assert unit.delete_items(["h-1", "h-9"]) == 1
        assert unit.delete_items(["h-1"]) == 0
        unit.insert_items([item("h-1")])
        seen = {id_: in_session for id_, (_item, in_session) in unit.items_with_session(["h-1", "h-2"], "s1").items()}
    assert seen == {"h-1": False, "h-2": True}


@pytest.mark.parametrize("asked", ["It’s  FINE", "it's fine", "  It's fine ", "ＩＴ'Ｓ FINE"])
def test_a_text_matches_however_it_is_spelled(ada: SqlStore, asked: str) -> None:
    items = [item("h-1", text="It's fine"), item("h-2", text="It’s fine", kind="tone"), item("h-3", text="fine")]
    with inserted(ada, *items, preference("p-1", text="it's fine")).reading("ada") as unit:
        assert sorted(ids(unit.matching(ItemType.HABIT, asked))) == ["h-1", "h-2"]


def test_an_id_matches_before_any_text(ada: SqlStore) -> None:
    with inserted(ada, item("h-1"), item("h-2", text="h-1")).reading("ada") as unit:
        assert ids(unit.matching(ItemType.HABIT, "h-1")) == ["h-1"]


def test_an_id_of_the_other_type_matches_nothing(ada: SqlStore) -> None:
    with inserted(ada, item("h-1"), preference("p-1", text="brief")).reading("ada") as unit:
        assert unit.matching(ItemType.PREFERENCE, "h-1") == []
        assert ids(unit.matching(ItemType.PREFERENCE, "BRIEF")) == ["p-1"]


def test_items_of_a_kind_come_best_ranked_first_without_archived_ones(ada: SqlStore) -> None:
    items = [
        item("a", rank=1),
        item("b", rank=3, status=Status.ACTIVE),
        item("c", rank=9, status=Status.ARCHIVED),
        item("d", rank=3),
        item("e", rank=9, kind="tone"),
        preference("f", rank=9, kind="catchphrase"),
    ]
    with inserted(ada, *items).reading("ada") as unit:
        assert ids(unit.of_kind(ItemType.HABIT, "catchphrase", 10)) == ["b", "d", "a"]
        assert ids(unit.of_kind(ItemType.HABIT, "catchphrase", 2)) == ["b", "d"]


def recurring(id_: str, **changes: Any) -> Item:
    return item(id_, **{"seen_count": 5, "source": Source.DISCOVERED, **changes})


def test_recurring_habits_come_most_seen_first_then_by_id(ada: SqlStore) -> None:
    items = [
        recurring("c", seen_count=7),
        recurring("b", source=Source.DICTIONARY, status=Status.ACTIVE),
        recurring("d", seen_count=9, source=Source.PATTERN),
        recurring("a"),
    ]
    with inserted(ada, *items).reading("ada") as unit:
        assert ids(unit.recurring(5, 10)) == ["d", "c", "a", "b"]
        assert ids(unit.recurring(5, 3)) == ["d", "c", "a"]
        assert ids(unit.recurring(6, 10)) == ["d", "c"]


@pytest.mark.parametrize(
    "changes",
    [
        {"type": ItemType.PREFERENCE},
        {"kind": "tone"},
        {"source": Source.HINT},
        {"source": Source.DISTILLED},
        {"source": Source.STATED},
        {"pinned": True},
        {"status": Status.ARCHIVED},
        {"seen_count": 4},
    ],
    ids=["preference", "not literal", "hint", "distilled", "stated", "pinned", "archived", "seen less often"],
)
def test_what_turns_did_not_show_so_often_or_an_owner_decided_does_not_recur(
    ada: SqlStore, changes: dict[str, Any]
) -> None:
    with inserted(ada, recurring("a"), recurring("b", **changes)).reading("ada") as unit:
        assert ids(unit.recurring(5, 10)) == ["a"]


def test_an_axis_holds_preferences_that_are_not_archived(ada: SqlStore) -> None:
    items = [
        preference("a", axis="length", pole="short"),
        preference("b", axis="length", status=Status.ACTIVE),
        preference("c", axis="length", status=Status.ARCHIVED),
        preference("d", axis="order"),
        preference("e"),
        item("f", axis="length"),
    ]
    with inserted(ada, *items).reading("ada") as unit:
        assert sorted(ids(unit.on_axis("length"))) == ["a", "b"]


def test_active_items_come_by_falling_rank_then_by_id(ada: SqlStore) -> None:
    items = [item(id_, rank=rank, status=Status.ACTIVE) for id_, rank in (("c", 1), ("b", 5), ("a", 5), ("d", 101))]
    others = [
        item("x", rank=9),
        item("y", rank=9, status=Status.ARCHIVED),
        item("z", rank=9, status=Status.ACTIVE, playful=True),
        preference("p", rank=9, status=Status.ACTIVE),
    ]
    with inserted(ada, *items, *others).reading("ada") as unit:
        for offset, limit in ((0, 10), (0, 2), (1, 2), (3, 10), (4, 10), (0, 0)):
            found = unit.ranked_active(ItemType.HABIT, playful=False, offset=offset, limit=limit)
            assert ids(found) == ["d", "a", "b", "c"][offset : offset + limit]
        assert ids(unit.ranked_active(ItemType.HABIT, playful=True, offset=0, limit=10)) == ["z"]


def test_pages_hold_every_item_once_in_order(ada: SqlStore) -> None:
    items = [item(f"h-{number:02}", rank=number % 3, status=list(Status)[number % 3]) for number in range(20)]
    expected = [each.id for each in sorted(items, key=lambda each: (-each.rank, each.id))]
    with inserted(ada, *items, preference("p-1")).reading("ada") as unit:
        after, found = None, []
        while page := unit.page(ItemType.HABIT, status=None, after=after, limit=6):
            assert len(page) <= 6
            found += ids(page)
            after = (page[-1].rank, page[-1].id)
    assert found == expected


def test_a_page_of_one_status_holds_no_other(ada: SqlStore) -> None:
    items = [item(f"h-{status.value}", status=status) for status in Status]
    with inserted(ada, *items).reading("ada") as unit:
        for status in Status:
            assert ids(unit.page(ItemType.HABIT, status=status, after=None, limit=9)) == [f"h-{status.value}"]


def test_a_page_starts_behind_a_place_whose_item_is_gone(ada: SqlStore) -> None:
    with inserted(ada, item("a", rank=2), item("c", rank=2), item("b", rank=1)).reading("ada") as unit:
        assert ids(unit.page(ItemType.HABIT, status=None, after=(2, "b"), limit=9)) == ["c", "b"]


def test_review_begins_with_candidates_and_ends_with_what_is_pinned(ada: SqlStore) -> None:
    items = [
        item("a", status=Status.ACTIVE),
        item("b", status=Status.ARCHIVED),
        item("c", confidence=0.1),
        item("d", confidence=0.2),
        item("e", pinned=True),
        item("f", status=Status.ACTIVE, pinned=True),
    ]
    with inserted(ada, *items, preference("p")).reading("ada") as unit:
        assert ids(unit.for_review(ItemType.HABIT, 10)) == ["d", "c", "b", "a", "e", "f"]
        assert ids(unit.for_review(ItemType.HABIT, 2)) == ["d", "c"]


def test_discovered_candidates_are_reviewed_behind_the_active_ones(ada: SqlStore) -> None:
    items = [
        item("a", source=Source.DISCOVERED, confidence=0.9),
        item("b", status=Status.ACTIVE, source=Source.DISCOVERED),
        item("c", confidence=0.1),
        item("d", pinned=True),
    ]
    with inserted(ada, *items).reading("ada") as unit:
        assert ids(unit.for_review(ItemType.HABIT, 10)) == ["c", "b", "a", "d"]


def test_counts_are_by_type_and_status(ada: SqlStore) -> None:
    items = [
        item("a"),
        item("b", playful=True),
        item("c", status=Status.ACTIVE, pinned=True),
        item("d", status=Status.ACTIVE, playful=True),
        item("e", status=Status.ARCHIVED, playful=True),
        preference("p", status=Status.ACTIVE),
    ]
    with inserted(ada, *items).reading("ada") as unit:
        counts = unit.count(ItemType.HABIT)
        assert counts == ItemCounts(candidates=2, active=2, archived=1, active_playful=1)
        assert unit.count_pinned() == 1
        assert counts.total == 5
    with ada.reading("bob") as unit:
        assert unit.count(ItemType.HABIT) == ItemCounts()


def test_the_least_sure_candidates_are_expendable_then_the_longest_unseen_then_archived_items(ada: SqlStore) -> None:
    items = [
        item("a", confidence=0.3),
        item("b", confidence=0.1, last_seen_at=NOW),
        preference("c", confidence=0.1, last_seen_at=NOW - DAY),
        item("d", confidence=0.0, pinned=True),
        item("e", confidence=0.0, status=Status.ACTIVE),
        item("f", confidence=0.0, status=Status.ARCHIVED),
    ]
    with inserted(ada, *items).reading("ada") as unit:
        assert unit.expendable(10) == ["c", "b", "a", "f"]
        assert unit.expendable(1) == ["c"]


def test_overdue_are_old_candidates_inactive_others_and_ranks_that_fall(ada: SqlStore) -> None:
    old = NOW - 40 * DAY
    items = [
        item("old candidate", last_seen_at=old),
        item("new candidate"),
        item("pinned candidate", last_seen_at=old, pinned=True),
        item("idle active", status=Status.ACTIVE, last_seen_at=NOW - 200 * DAY),
        item("idle archived", status=Status.ARCHIVED, last_seen_at=NOW - 361 * DAY),
        item("resting archived", status=Status.ARCHIVED, last_seen_at=NOW - 359 * DAY),
        item("live active", status=Status.ACTIVE, last_seen_at=old),
        item("falling", status=Status.ACTIVE, last_seen_at=old, confidence=0.501, rank=5),
        item("falling candidate", confidence=0.501, rank=5),
        item("pinned active", status=Status.ACTIVE, last_seen_at=NOW - 200 * DAY, pinned=True, rank=100),
    ]

    def overdue(limit: int) -> list[Item]:
        with ada.reading("ada") as unit:
            times = {"candidates_before": NOW - 30 * DAY, "inactive_before": NOW - 180 * DAY}
            return unit.overdue(**times, now=NOW, limit=limit)

    inserted(ada, *items)
    assert sorted(ids(overdue(10))) == ["falling", "idle active", "idle archived", "old candidate"]
    assert len(overdue(2)) == 2


def test_an_item_is_not_overdue_on_the_day_itself(ada: SqlStore) -> None:
    items = [item("a"), item("b", status=Status.ACTIVE)]
    with inserted(ada, *items).reading("ada") as unit:
        assert unit.overdue(candidates_before=NOW, inactive_before=NOW, now=NOW - DAY, limit=9) == []


def test_an_update_moves_the_day_on_which_a_rank_is_due_to_fall(ada: SqlStore) -> None:
    falling = item("a", status=Status.ACTIVE, confidence=0.501, rank=5)
    times = {"candidates_before": NOW - DAY, "inactive_before": NOW - DAY, "now": NOW + DAY}
    with inserted(ada, falling).writing("ada") as unit:
        assert ids(unit.overdue(**times, limit=9)) == ["a"]
        unit.update_items([falling._replace(rank=4)])
        assert unit.overdue(**times, limit=9) == []


def test_all_items_come_by_id(ada: SqlStore) -> None:
    with inserted(ada, item("c"), preference("a"), item("b", status=Status.ARCHIVED)).reading("ada") as unit:
        assert ids(list(unit.all_items())) == ["a", "b", "c"]
