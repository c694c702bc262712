from __future__ import annotations

import pytest

from style_memory import OwnerMemory
from style_memory.operations import learning
from tests.people import DAY, Clock, habits, hint, wish

LIMIT = 60


@pytest.fixture(autouse=True)
def low_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(learning, "MAX_ITEMS_PER_OWNER", LIMIT)
    monkeypatch.setattr(learning, "_EVICTED_AT_ONCE", 5)


def held(owner: OwnerMemory) -> int:
    status = owner.get_style_memory_status()
    return status.habits + status.preferences


def fill(owner: OwnerMemory, number: int, *, start: int = 0, confidence: float = 0.5) -> None:
    for n in range(start, start + number):
        owner.observe_user_message(text="", hints=[hint(f"phrase {n}", confidence=confidence)])


def test_no_more_items_than_the_limit_are_kept(ana: OwnerMemory) -> None:
    fill(ana, LIMIT)
    assert held(ana) == LIMIT
    fill(ana, 1, start=LIMIT)
    assert held(ana) == LIMIT + 1 - 5
    fill(ana, 200, start=1000)
    assert LIMIT - 5 <= held(ana) <= LIMIT


def test_the_weakest_and_longest_unseen_candidates_make_room(ana: OwnerMemory, clock: Clock) -> None:
    fill(ana, 5, confidence=0.0)
    fill(ana, 5, start=5)
    clock.pass_(DAY)
    fill(ana, LIMIT - 10, start=10)
    fill(ana, 1, start=900, confidence=1.0)
    assert {f"phrase {n}" for n in range(5)}.isdisjoint(habits(ana))
    assert {f"phrase {n}" for n in range(5, LIMIT)} <= set(habits(ana))
    fill(ana, 5, start=901, confidence=1.0)
    assert {f"phrase {n}" for n in range(5, 10)}.isdisjoint(habits(ana))


def test_pinned_and_active_items_never_make_room(ana: OwnerMemory) -> None:
    ana.observe_user_message(text="", hints=[hint("pinned one", confidence=0.0)])
    ana.pin_style_habit(id_or_text="pinned one")
    ana.distill_recent_style(habits=[hint("active one", confidence=0.0)])
    ana.distill_interaction_profile(preferences=[wish("likes haiku")])
    fill(ana, 3 * LIMIT)
    assert {"pinned one", "active one"} <= set(habits(ana))
    assert ana.get_style_memory_status().preferences == 1


def test_nothing_that_was_shown_goes_so_the_revision_stays(ana: OwnerMemory) -> None:
    ana.distill_recent_style(habits=[hint("active one")])
    revision = ana.get_style_memory_status().revision
    fill(ana, 2 * LIMIT)
    assert ana.get_style_memory_status().revision == revision


def test_each_eviction_is_in_the_change_log_without_a_text(ana: OwnerMemory) -> None:
    fill(ana, LIMIT + 1)
    evicted = [change for change in ana.export()["changes"] if change["change"] == "evicted"]
    assert len(evicted) == 5
    assert "phrase" not in str(ana.export()["changes"])


def test_where_nothing_can_make_room_a_new_item_is_refused_as_full(ana: OwnerMemory) -> None:
    for n in range(LIMIT):
        ana.distill_recent_style(habits=[hint(f"active {n}")])
    answer = ana.distill_recent_style(habits=[hint("one more")])
    assert (answer.learned, answer.ignored) == (0, ["full"])
    assert held(ana) == LIMIT


def test_archived_items_make_room_once_there_are_no_candidates(ana: OwnerMemory) -> None:
    for n in range(LIMIT):
        ana.distill_recent_style(habits=[hint(f"active {n}")])
    ana.observe_user_message(text="please stop saying active 7")
    assert ana.distill_recent_style(habits=[hint("one more")]).learned == 1
    assert "active 7" not in habits(ana)


def test_what_is_reported_as_learned_is_there(ana: OwnerMemory) -> None:
    fill(ana, LIMIT, confidence=1.0)
    answer = ana.observe_user_message(
        text="", hints=[hint(f"weak {n}", confidence=0.0) for n in range(8)], verbose=True
    )
    assert answer.learned == 8
    assert {f"weak {n}" for n in range(8)} <= set(habits(ana))
