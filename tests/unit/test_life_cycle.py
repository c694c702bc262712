from __future__ import annotations

from collections.abc import Callable

import pytest

from style_memory import OwnerMemory, StyleMemory
from tests.people import DAY, HOUR, Clock, habits, hint, preferences, say_until_active, wish


def touch(owner: OwnerMemory) -> None:
    """A write that learns nothing."""
    owner.observe_user_message(text="")


def test_a_candidate_goes_after_thirty_idle_days_on_the_next_write(ana: OwnerMemory, clock: Clock) -> None:
    ana.observe_user_message(text="", hints=[hint("tiny but mighty")])
    clock.pass_(30 * DAY)
    touch(ana)
    assert "tiny but mighty" in habits(ana)
    clock.pass_(DAY)
    touch(ana)
    assert habits(ana) == {}


def test_an_active_item_is_archived_after_180_days_and_deleted_after_another_180(
    ana: OwnerMemory, clock: Clock
) -> None:
    ana.distill_recent_style(habits=[hint("tiny but mighty")])
    clock.pass_(181 * DAY)
    touch(ana)
    assert habits(ana)["tiny but mighty"].status == "archived"
    clock.pass_(179 * DAY)
    touch(ana)
    assert "tiny but mighty" in habits(ana)
    clock.pass_(DAY)
    touch(ana)
    assert habits(ana) == {}


def test_a_sighting_starts_the_time_anew(ana: OwnerMemory, clock: Clock) -> None:
    ana.observe_user_message(text="", hints=[hint("tiny but mighty")])
    for _ in range(5):
        clock.pass_(29 * DAY)
        ana.observe_user_message(text="", hints=[hint("tiny but mighty")])
    assert habits(ana)["tiny but mighty"].seen_count == 6


def test_pinned_items_stay_for_ever_in_their_status(ana: OwnerMemory, clock: Clock) -> None:
    ana.observe_user_message(text="", hints=[hint("a candidate")])
    ana.distill_recent_style(habits=[hint("an active one")])
    for text in ("a candidate", "an active one"):
        ana.pin_style_habit(id_or_text=text)
    clock.pass_(5000 * DAY)
    touch(ana)
    assert {text: found.status for text, found in habits(ana).items()} == {
        "a candidate": "candidate",
        "an active one": "active",
    }


def test_an_unpinned_item_is_cleaned_up_like_any_other(ana: OwnerMemory, clock: Clock) -> None:
    ana.distill_recent_style(habits=[hint("an active one")])
    ana.pin_style_habit(id_or_text="an active one")
    clock.pass_(400 * DAY)
    ana.pin_style_habit(id_or_text="an active one", pinned=False)
    clock.pass_(2 * HOUR)
    touch(ana)
    assert habits(ana) == {}


def test_opening_cleans_up_without_a_write(open_memory: Callable[..., StyleMemory], clock: Clock) -> None:
    open_memory().for_owner("ana").observe_user_message(text="", hints=[hint("tiny but mighty")])
    clock.pass_(31 * DAY)
    assert habits(open_memory().for_owner("ana")) == {}


def test_reading_cleans_up_nothing(ana: OwnerMemory, clock: Clock) -> None:
    ana.observe_user_message(text="", hints=[hint("tiny but mighty")])
    clock.pass_(400 * DAY)
    before = ana.export()
    ana.get_style_brief(context="casual_chat")
    ana.review_style_habits()
    assert ana.export() == before


def test_live_time_limits_decide(open_memory: Callable[..., StyleMemory], clock: Clock) -> None:
    open_memory(candidate_ttl_days=365).for_owner("ana").observe_user_message(text="", hints=[hint("tiny but mighty")])
    clock.pass_(100 * DAY)
    touch(open_memory(candidate_ttl_days=365).for_owner("ana"))
    assert "tiny but mighty" in habits(open_memory(candidate_ttl_days=365).for_owner("ana"))
    clock.pass_(HOUR)
    touch(open_memory(candidate_ttl_days=10).for_owner("ana"))
    assert habits(open_memory().for_owner("ana")) == {}


def test_many_resting_archived_items_do_not_keep_clean_up_from_the_others(ana: OwnerMemory, clock: Clock) -> None:
    for start in range(0, 240, 8):
        ana.distill_recent_style(habits=[hint(f"habit number {n}") for n in range(start, start + 8)])
    clock.pass_(200 * DAY)
    touch(ana)
    touch(ana)
    assert {found.status for found in habits(ana).values()} == {"archived"}
    ana.observe_user_message(text="", hints=[hint("a candidate")])
    clock.pass_(31 * DAY)
    touch(ana)
    assert "a candidate" not in habits(ana)


def test_an_archived_item_that_comes_back_is_a_candidate_with_fresh_counts(ana: OwnerMemory, clock: Clock) -> None:
    say_until_active(ana, "lol")
    clock.pass_(200 * DAY)
    ana.observe_user_message(text="lol", session_id="new")
    back = habits(ana)["lol"]
    assert (back.status, back.seen_count, back.session_count, back.contexts) == ("candidate", 1, 1, [])
    assert back.first_seen_at == clock.now
    assert back.confidence < 0.15


@pytest.mark.parametrize("how", ["id", "text", "other spelling"])
def test_what_is_forgotten_never_comes_back(ana: OwnerMemory, clock: Clock, how: str) -> None:
    say_until_active(ana, "lol")
    name = {"id": habits(ana)["lol"].id, "text": "lol", "other spelling": "  ＬＯＬ "}[how]
    assert ana.forget_style_habit(id_or_text=name).removed == 1
    for day in range(5):
        clock.pass_(100 * DAY)
        answer = ana.observe_user_message(
            text="lol LOL", session_id=f"{day}", context="casual_chat", hints=[hint("Lol")]
        )
        assert answer.ignored.count("forgotten") == 1
    assert ana.distill_recent_style(habits=[hint("lol")]).ignored == ["forgotten"]
    assert "lol" not in habits(ana)
    assert "lol" not in ana.get_style_brief(context="casual_chat")


def test_a_forgotten_wish_does_not_come_back_in_other_words_of_the_same_axis(ana: OwnerMemory) -> None:
    ana.distill_interaction_profile(preferences=[wish("short answers")])
    ana.forget_interaction_preference(id_or_text="short answers")
    assert ana.distill_interaction_profile(preferences=[wish("keep answers short")]).ignored == ["forgotten"]
    assert preferences(ana) == {}


def test_forgetting_leaves_no_text_behind_but_a_hash(ana: OwnerMemory) -> None:
    ana.distill_recent_style(habits=[hint("tiny but mighty", example="so tiny but mighty", notes="a note")])
    ana.forget_style_habit(id_or_text="tiny but mighty")
    document = str(ana.export())
    assert "mighty" not in document
    assert "a note" not in document
    assert len(ana.export()["forgotten"]) == 1


def test_the_tombstone_dies_with_an_erase(ana: OwnerMemory) -> None:
    ana.distill_recent_style(habits=[hint("tiny but mighty")])
    ana.forget_style_habit(id_or_text="tiny but mighty")
    ana.erase()
    assert ana.export()["forgotten"] == []
    assert ana.distill_recent_style(habits=[hint("tiny but mighty")]).learned == 1


def test_confidence_rises_with_sightings_and_falls_with_time(ana: OwnerMemory, clock: Clock) -> None:
    seen = []
    for session in range(30):
        ana.observe_user_message(text="lol", session_id=f"{session}")
        seen.append(habits(ana)["lol"].confidence)
    assert seen == sorted(set(seen))
    assert seen[4] < 0.5
    assert seen[-1] < 0.9
    clock.pass_(90 * DAY)
    ana.observe_user_message(text="lol")
    assert habits(ana)["lol"].confidence < seen[-1]


@pytest.mark.parametrize("owner_pauses", [True, False])
def test_a_pause_by_either_switch_stops_learning_at_once_while_briefs_go_on(
    open_memory: Callable[..., StyleMemory], *, owner_pauses: bool
) -> None:
    owner = open_memory().for_owner("ana")
    owner.distill_recent_style(habits=[hint("tiny but mighty")])
    if owner_pauses:
        assert not owner.set_learning_enabled(enabled=False).allow_learning
    else:
        owner = open_memory(learning=False).for_owner("ana")
    before = owner.export()
    answer = owner.observe_user_message(text="lol I prefer short answers", hints=[hint("fine")])
    code = "learning_paused" if owner_pauses else "learning_off"
    assert (answer.observed, answer.learned, answer.updated, answer.ignored) == (False, 0, 0, [code])
    assert owner.distill_recent_style(habits=[hint("fine")]).ignored == [code]
    assert owner.export() == before
    assert not owner.get_style_memory_status().allow_learning
    assert "tiny but mighty" in owner.get_style_brief(context="casual_chat")


def test_resuming_learns_again_and_cannot_overrule_the_installation(open_memory: Callable[..., StyleMemory]) -> None:
    owner = open_memory().for_owner("ana")
    owner.set_learning_enabled(enabled=False)
    assert owner.set_learning_enabled(enabled=True).allow_learning
    assert owner.observe_user_message(text="lol").observed
    off = open_memory(learning=False).for_owner("ana")
    assert not off.set_learning_enabled(enabled=True).allow_learning
    assert not off.observe_user_message(text="lol").observed


def test_one_owners_pause_is_not_anothers(memory: StyleMemory) -> None:
    memory.for_owner("ana").set_learning_enabled(enabled=False)
    assert memory.for_owner("ben").observe_user_message(text="lol").observed


def test_forgetting_and_pinning_work_during_a_pause(ana: OwnerMemory) -> None:
    ana.distill_recent_style(habits=[hint("tiny but mighty"), hint("other")])
    ana.set_learning_enabled(enabled=False)
    assert ana.pin_style_habit(id_or_text="other").updated == 1
    assert ana.forget_style_habit(id_or_text="tiny but mighty").removed == 1
