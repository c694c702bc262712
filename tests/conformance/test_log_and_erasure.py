from __future__ import annotations

from style_memory.domain.profile import Change, KnownTurn
from style_memory_storage import SqlStore
from tests.conformance.samples import DAY, NOW, item, profile

KEPT = 2000


def changes(count: int) -> list[Change]:
    return [Change(at=NOW, change="learned", item_id=f"h-{number}") for number in range(count)]


def test_changes_come_newest_first_with_their_numbers(ada: SqlStore) -> None:
    first, second, third = Change(at=NOW, change="paused"), *changes(2)
    with ada.writing("ada") as unit:
        unit.log([first, second], 1)
        unit.log([], 3)
        unit.log([third], 3)
        assert unit.changes(10) == [(3, third), (2, second), (1, first)]
        assert unit.changes(2) == [(3, third), (2, second)]


def test_the_log_holds_the_latest_two_thousand(ada: SqlStore) -> None:
    with ada.writing("ada") as unit:
        for number in range(1, 2601, 13):
            unit.log(changes(13), number)
            found = [found_number for found_number, _change in unit.changes(10_000)]
            last = number + 12
            assert found == list(range(last, max(0, last - KEPT), -1))


def test_a_log_that_is_written_at_once_is_trimmed_too(ada: SqlStore) -> None:
    with ada.writing("ada") as unit:
        unit.log(changes(5000), 1)
        assert [number for number, _change in unit.changes(10_000)] == list(range(5000, 3000, -1))
        assert unit.erase()["changes"] < KEPT + 300


def test_trimming_leaves_the_log_of_others(ada: SqlStore) -> None:
    with ada.writing("bob") as unit:
        unit.log(changes(1), 1)
    with ada.writing("ada") as unit:
        unit.log(changes(3000), 1)
    with ada.reading("bob") as unit:
        assert len(unit.changes(10)) == 1


def test_tombstones_are_found_again(ada: SqlStore) -> None:
    with ada.writing("ada") as unit:
        unit.add_tombstones(["h-2", "h-1"], NOW)
        assert unit.tombstones(["h-1", "h-9"]) == {"h-1"}
        assert unit.tombstones([]) == set()
        assert unit.all_tombstones() == ["h-1", "h-2"]


def test_long_lists_of_tombstones_are_found_again(ada: SqlStore) -> None:
    many = [f"h-{number:02}" for number in range(40)]
    with ada.writing("ada") as unit:
        unit.add_tombstones(many, NOW)
        assert unit.tombstones([*many, "h-99"]) == set(many)
        assert unit.all_tombstones() == many


def test_marking_something_forgotten_twice_is_no_error(ada: SqlStore) -> None:
    with ada.writing("ada") as unit:
        unit.add_tombstones(["h-1"], NOW)
        unit.add_tombstones(["h-1", "h-2", "h-2"], NOW + DAY)
        unit.add_tombstones([], NOW)
        assert unit.all_tombstones() == ["h-1", "h-2"]


def test_erasing_counts_the_rows_of_each_table_and_leaves_none(ada: SqlStore) -> None:
    with ada.writing("ada") as unit:
        unit.insert_items([item("h-1"), item("h-2")])
        unit.add_evidence(["h-1", "h-2"], "s1", NOW)
        unit.add_evidence(["h-1"], "s2", NOW)
        unit.add_turn("s1", KnownTurn(turn_key="t1"), NOW)
        unit.log(changes(4), 1)
        unit.add_tombstones(["h-5", "h-6", "h-7"], NOW)
        erased = unit.erase()
        assert erased == {"owners": 1, "items": 2, "evidence": 3, "turns": 1, "changes": 4, "tombstones": 3}
    with ada.writing("ada") as unit:
        assert unit.profile() is None
        assert (list(unit.all_items()), unit.all_tombstones(), unit.changes(9)) == ([], [], [])
        assert set(unit.erase().values()) == {0}
    assert ada.owners(None, 10) == ["bob"]


def test_an_erased_owner_can_begin_anew_with_another_key(ada: SqlStore) -> None:
    fresh = profile(key=b"n" * 32)
    with ada.writing("ada") as unit:
        assert unit.profile()
        unit.erase()
        unit.save_profile(fresh)
        assert unit.profile() == fresh
    with ada.reading("ada") as unit:
        assert unit.profile() == fresh
