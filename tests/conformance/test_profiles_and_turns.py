from __future__ import annotations

import pytest

from style_memory.domain.errors import StorageError
from style_memory.domain.kinds import Status
from style_memory.domain.profile import KnownTurn
from style_memory_storage import SqlStore
from tests.conformance.samples import DAY, NOW, item, profile


def test_an_owner_without_rows_has_no_profile(store: SqlStore) -> None:
    with store.reading("ada") as unit:
        assert unit.profile() is None


def test_a_profile_comes_back_as_it_was_saved(store: SqlStore) -> None:
    saved = profile(
        learning=False,
        revision=2**40,
        turns=7,
        items=3,
        changes=9,
        voice='{"a": "é 说 🙂"}',
        stylometry=bytes(range(256)),
        discovery=bytes(range(255, -1, -1)),
    )
    with store.writing("ada") as unit:
        unit.save_profile(saved)
    with store.reading("ada") as unit:
        assert unit.profile() == saved


def test_saving_a_profile_again_replaces_it(store: SqlStore) -> None:
    first = profile()
    for saved in (first, first._replace(turns=1), first._replace(turns=2, tidied_at=NOW + DAY)):
        with store.writing("ada") as unit:
            unit.save_profile(saved)
            unit.save_profile(saved)
    with store.reading("ada") as unit:
        assert unit.profile() == first._replace(turns=2, tidied_at=NOW + DAY)


def test_a_profile_keeps_its_key_for_life(ada: SqlStore) -> None:
    with ada.writing("ada") as unit:
        unit.save_profile(profile(key=b"x" * 32, turns=1))
        found = unit.profile()
    assert found
    assert (found.key, found.turns) == (b"k" * 32, 1)


def test_times_are_kept_to_the_microsecond(store: SqlStore) -> None:
    moment = NOW.replace(microsecond=999_999)
    with store.writing("ada") as unit:
        unit.save_profile(profile(created_at=moment, tidied_at=moment))
    with store.reading("ada") as unit:
        found = unit.profile()
    assert found
    assert found.created_at == found.tidied_at == moment
    assert found.created_at.utcoffset() == NOW.utcoffset()


def test_nothing_else_can_be_written_for_an_owner_without_a_profile(store: SqlStore) -> None:
    with pytest.raises(StorageError), store.writing("ada") as unit:
        unit.insert_items([item("h-1")])
    with pytest.raises(StorageError), store.writing("ada") as unit:
        unit.add_turn("s1", KnownTurn(turn_key="t1"), NOW)


def test_a_turn_is_found_by_its_own_key_and_no_other(ada: SqlStore) -> None:
    turns = [KnownTurn(turn_key=f"t{n}", chain_key=f"c{n}", invocation=f"i{n}") for n in range(4)]
    with ada.writing("ada") as unit:
        for turn in turns:
            unit.add_turn("s1", turn, NOW)
        assert [unit.turn("s1", key) for key in ("t2", "c2", "t9")] == [turns[2], None, None]


def test_turns_are_found_by_the_key_of_their_chain_and_no_other(ada: SqlStore) -> None:
    turns = [KnownTurn(turn_key=f"t{n}", chain_key=f"c{n % 2}", answered=n > 1) for n in range(4)]
    with ada.writing("ada") as unit:
        for turn in turns:
            unit.add_turn("s1", turn, NOW)
        found = unit.turns_in_chain("s1", "c1")
        assert sorted(found, key=lambda turn: turn.turn_key) == [turns[1], turns[3]]
        assert [unit.turns_in_chain("s1", key) for key in ("t1", "c9")] == [[], []]


def test_long_lists_of_turns_are_marked_as_answered(ada: SqlStore) -> None:
    keys = [f"t{n:02}" for n in range(40)]
    with ada.writing("ada") as unit:
        for key in keys:
            unit.add_turn("s1", KnownTurn(turn_key=key), NOW)
        unit.mark_answered("s1", keys[:-1])
        found = [unit.turn("s1", key) for key in keys]
    assert [turn.answered for turn in found if turn] == [True] * 39 + [False]


def test_a_turn_may_lack_a_chain_and_an_invocation(ada: SqlStore) -> None:
    with ada.writing("ada") as unit:
        unit.add_turn("s1", KnownTurn(turn_key="t1"), NOW)
        assert unit.turn("s1", "t1") == KnownTurn(turn_key="t1")


def test_the_same_turn_key_in_another_session_is_another_turn(ada: SqlStore) -> None:
    with ada.writing("ada") as unit:
        unit.add_turn("s1", KnownTurn(turn_key="t1"), NOW)
        assert unit.turn("s2", "t1") is None
        unit.add_turn("s2", KnownTurn(turn_key="t1", answered=True), NOW)
        assert unit.turn("s1", "t1") == KnownTurn(turn_key="t1")


def test_the_same_chain_in_another_session_is_another_one(ada: SqlStore) -> None:
    with ada.writing("ada") as unit:
        unit.add_turn("s1", KnownTurn(turn_key="t1", chain_key="c1"), NOW)
        assert unit.turns_in_chain("s2", "c1") == []


def test_a_turn_key_can_not_be_recorded_twice_in_a_session(ada: SqlStore) -> None:
    with ada.writing("ada") as unit:
        unit.add_turn("s1", KnownTurn(turn_key="t1"), NOW)
    with pytest.raises(StorageError), ada.writing("ada") as unit:
        unit.add_turn("s1", KnownTurn(turn_key="t1"), NOW)


def test_marking_turns_answered_leaves_the_others_and_passes_over_unknown_keys(ada: SqlStore) -> None:
    with ada.writing("ada") as unit:
        for session, key in (("s1", "t1"), ("s1", "t2"), ("s2", "t1")):
            unit.add_turn(session, KnownTurn(turn_key=key), NOW)
        unit.mark_answered("s1", ["t1", "unknown"])
        unit.mark_answered("s1", ["t1"])
        unit.mark_answered("s1", [])
        found = [unit.turn(session, key) for session, key in (("s1", "t1"), ("s1", "t2"), ("s2", "t1"))]
    assert [turn.answered for turn in found if turn] == [True, False, False]


def test_a_session_is_pruned_once_its_last_turn_is_old(ada: SqlStore) -> None:
    with ada.writing("ada") as unit:
        unit.insert_items([item("h-1", status=Status.ACTIVE), item("candidate")])
        for session, days in (("old", 0), ("old", 1), ("live", 0), ("live", 5)):
            unit.add_turn(session, KnownTurn(turn_key=f"t{days}"), NOW + days * DAY)
        for session in ("old", "live"):
            unit.add_evidence(["h-1", "candidate"], session, NOW)
        unit.prune_turns(NOW + 2 * DAY)
        assert [unit.turn("old", key) for key in ("t0", "t1")] == [None, None]
        assert all(unit.turn("live", key) for key in ("t0", "t5"))
        seen = {
            (id_, session): unit.items_with_session([id_], session)[id_][1]
            for id_ in ("h-1", "candidate")
            for session in ("old", "live")
        }
    assert [key for key, known in seen.items() if not known] == [("h-1", "old")]


def test_a_session_whose_last_turn_is_at_that_time_is_kept(ada: SqlStore) -> None:
    with ada.writing("ada") as unit:
        unit.add_turn("s1", KnownTurn(turn_key="t1"), NOW)
        unit.prune_turns(NOW)
        assert unit.turn("s1", "t1")
