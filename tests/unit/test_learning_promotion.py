from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from style_memory import OwnerMemory, StyleMemory
from tests.people import DAY, Clock, habits, hint, preferences, say_until_active, wish

CANDIDATE, ACTIVE = "candidate", "active"


def status_after(owner: OwnerMemory, turns: Sequence[tuple[str | None, str]], text: str = "lol") -> str:
    """The status of a habit that was seen in turns of those contexts and sessions."""
    for context, session in turns:
        owner.observe_user_message(text=text, context=context, session_id=session)
    return habits(owner)["lol"].status


@pytest.mark.parametrize(
    ("turns", "status"),
    [
        ([("casual_chat", "1"), ("planning", "1")], CANDIDATE),
        ([("casual_chat", "1"), ("casual_chat", "1"), ("casual_chat", "2")], CANDIDATE),
        ([("casual_chat", "1"), ("planning", "1"), ("casual_chat", "1")], ACTIVE),
        ([(None, "1"), (None, "2"), (None, "3")], ACTIVE),
        ([(None, "1"), (None, "2"), (None, "2"), (None, "1"), (None, "2")], CANDIDATE),
        ([("casual_chat", "1")] * 20, CANDIDATE),
        # Two names of one context are one, and a name that nobody knows is none.
        ([("casual_chat", "1"), ("casual", "1"), ("chit-chat", "1"), ("闲聊", "1")], CANDIDATE),
        ([("casual_chat", "1"), ("my own label", "1"), ("another one", "1"), ("unknown", "1")], CANDIDATE),
    ],
)
def test_promotion_needs_three_sightings_and_two_contexts_or_three_sessions(
    ana: OwnerMemory, turns: list[tuple[str | None, str]], status: str
) -> None:
    assert status_after(ana, turns) == status


def test_detected_contexts_do_not_count(ana: OwnerMemory) -> None:
    for text in (
        "lol haha what a party",
        "lol the stack trace says TypeError in main.py",
        "lol my contract with the landlord",
    ):
        ana.observe_user_message(text=text, session_id="1")
        ana.get_style_brief(message=text)
    assert habits(ana)["lol"].status == CANDIDATE
    assert habits(ana)["lol"].contexts == []


def test_turns_without_a_session_belong_to_their_utc_day(ana: OwnerMemory, clock: Clock) -> None:
    assert status_after(ana, [(None, "")] * 5) == CANDIDATE
    clock.pass_(DAY)
    assert status_after(ana, [(None, "")]) == CANDIDATE
    clock.pass_(DAY)
    assert status_after(ana, [(None, "")]) == ACTIVE


def test_one_turn_is_one_sighting_however_often_it_says_the_habit(ana: OwnerMemory) -> None:
    ana.observe_user_message(text="lol lol lol LOL lol", session_id="1", hints=[hint("lol"), hint("LOL")])
    assert habits(ana)["lol"].seen_count == 1


def test_a_turn_id_counts_once_in_its_session(ana: OwnerMemory) -> None:
    for _ in range(5):
        ana.observe_user_message(text="lol", session_id="1", turn_id="t1")
    again = ana.observe_user_message(text="lol", session_id="1", turn_id="t1")
    assert (again.observed, again.ignored) == (False, ["already_observed"])
    assert habits(ana)["lol"].seen_count == 1
    assert ana.observe_user_message(text="lol", session_id="2", turn_id="t1").observed
    assert ana.observe_user_message(text="lol", session_id="1").observed


@pytest.mark.parametrize("confidence", [0.0, 1.0])
def test_the_hosts_confidence_alone_never_activates(ana: OwnerMemory, confidence: float) -> None:
    sure = hint("tiny but mighty", confidence=confidence)
    for _ in range(20):
        ana.observe_user_message(text="ok", context="casual_chat", session_id="1", hints=[sure])
    assert habits(ana)["tiny but mighty"].status == CANDIDATE
    ana.observe_user_message(text="ok", context="planning", session_id="1", hints=[sure])
    assert habits(ana)["tiny but mighty"].status == ACTIVE


def test_a_surer_host_proves_more(ana: OwnerMemory) -> None:
    ana.observe_user_message(text="ok", hints=[hint("vague", confidence=0.1), hint("plain", confidence=0.9)])
    assert habits(ana)["plain"].confidence > habits(ana)["vague"].confidence


def test_what_is_distilled_is_active_at_once(ana: OwnerMemory) -> None:
    answer = ana.distill_recent_style(habits=[hint("tiny but mighty")])
    assert (answer.learned, answer.updated, answer.ignored) == (1, 0, [])
    assert habits(ana)["tiny but mighty"].status == ACTIVE
    assert ana.distill_interaction_profile(preferences=[wish("likes haiku")]).learned == 1
    assert preferences(ana)["likes haiku"].status == ACTIVE
    assert habits(ana)["tiny but mighty"].source == "distilled"


def test_distilling_activates_a_known_candidate_and_keeps_what_was_counted(ana: OwnerMemory) -> None:
    ana.observe_user_message(text="lol", session_id="1")
    answer = ana.distill_recent_style(habits=[hint("LOL")])
    assert (answer.learned, answer.updated) == (0, 1)
    assert habits(ana)["lol"].status == ACTIVE
    assert habits(ana)["lol"].seen_count == 2


def test_distilling_refuses_what_was_forgotten_and_says_so(ana: OwnerMemory) -> None:
    ana.distill_recent_style(habits=[hint("tiny but mighty")])
    ana.forget_style_habit(id_or_text="Tiny But Mighty")
    answer = ana.distill_recent_style(habits=[hint("tiny but mighty"), hint("brand new")])
    assert (answer.learned, answer.ignored) == (1, ["forgotten"])
    assert list(habits(ana)) == ["brand new"]


@pytest.mark.parametrize("number", [0, 9])
def test_distilling_takes_one_to_eight_items(ana: OwnerMemory, number: int) -> None:
    from style_memory.domain.errors import RequestInvalid

    with pytest.raises(RequestInvalid, match="habits"):
        ana.distill_recent_style(habits=[hint(f"habit {n}") for n in range(number)])
    assert habits(ana) == {}


def test_a_live_promotion_setting_decides(open_memory: Callable[..., StyleMemory]) -> None:
    for session in ("1", "2", "3", "4"):
        open_memory(min_promote_count=5).for_owner("ana").observe_user_message(text="lol", session_id=session)
    assert habits(open_memory().for_owner("ana"))["lol"].status == CANDIDATE
    open_memory(min_promote_count=2).for_owner("ana").observe_user_message(text="lol", session_id="1")
    assert habits(open_memory().for_owner("ana"))["lol"].status == ACTIVE


def test_what_was_promoted_once_stays_under_a_stricter_setting(open_memory: Callable[..., StyleMemory]) -> None:
    say_until_active(open_memory().for_owner("ana"), "lol")
    strict = open_memory(min_promote_count=50).for_owner("ana")
    strict.observe_user_message(text="lol")
    assert habits(strict)["lol"].status == ACTIVE


def test_the_session_that_was_seen_before_a_long_pause_is_still_the_same_one(ana: OwnerMemory, clock: Clock) -> None:
    ana.observe_user_message(text="lol", session_id="1")
    clock.pass_(25 * DAY)
    ana.observe_user_message(text="lol", session_id="2")
    clock.pass_(10 * DAY)
    ana.observe_user_message(text="lol", session_id="1")
    assert habits(ana)["lol"].session_count == 2
    assert habits(ana)["lol"].status == CANDIDATE


def test_learned_and_updated_are_told_and_the_items_if_asked(ana: OwnerMemory) -> None:
    first = ana.observe_user_message(text="lol", session_id="1", verbose=True)
    again = ana.observe_user_message(text="lol", session_id="1", verbose=True)
    assert first.items is not None
    assert again.items is not None
    assert (first.learned, first.updated) == (len(first.items), 0)
    assert (again.learned, again.updated) == (0, len(again.items))
    assert ana.observe_user_message(text="lol").items is None
