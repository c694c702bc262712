from __future__ import annotations

import pytest

from style_memory import OwnerMemory
from tests.people import DAY, Clock, habits, hint, preferences, say_until_active, wish


def test_of_two_wishes_on_one_axis_the_later_one_stays_with_a_link(ana: OwnerMemory) -> None:
    ana.distill_interaction_profile(preferences=[wish("short answers")])
    ana.distill_interaction_profile(preferences=[wish("long detailed answers")])
    earlier, later = preferences(ana)["short answers"], preferences(ana)["long detailed answers"]
    assert (earlier.status, later.status) == ("archived", "active")
    assert earlier.replaced_by == later.id
    brief = ana.get_style_brief()
    assert "long detailed answers" in brief
    assert "short answers" not in brief


def test_the_earlier_wish_can_be_brought_back(ana: OwnerMemory) -> None:
    for text in ("short answers", "long detailed answers", "short answers"):
        ana.distill_interaction_profile(preferences=[wish(text)])
    assert preferences(ana)["short answers"].status == "active"
    assert preferences(ana)["short answers"].replaced_by is None
    assert preferences(ana)["long detailed answers"].status == "archived"


@pytest.mark.parametrize(
    "texts", [("short answers", "long detailed answers"), ("long detailed answers", "short answers")]
)
def test_of_two_opposite_wishes_in_one_call_the_last_one_stays(ana: OwnerMemory, texts: tuple[str, str]) -> None:
    answer = ana.distill_interaction_profile(preferences=[wish(text) for text in texts])
    assert [preferences(ana)[text].status for text in texts] == ["archived", "active"]
    assert {item.text: item.status for item in answer.items} == dict(zip(texts, ("archived", "active"), strict=True))


def test_an_active_wish_that_is_said_again_after_its_opposite_stays(ana: OwnerMemory) -> None:
    ana.distill_interaction_profile(preferences=[wish("short answers")])
    ana.distill_interaction_profile(preferences=[wish("long detailed answers"), wish("short answers")])
    assert preferences(ana)["short answers"].status == "active"
    assert preferences(ana)["long detailed answers"].status == "archived"


def test_wishes_of_different_axes_live_side_by_side(ana: OwnerMemory) -> None:
    ana.distill_interaction_profile(preferences=[wish("short answers"), wish("no bullet lists"), wish("likes haiku")])
    assert {found.status for found in preferences(ana).values()} == {"active"}


def test_liking_and_disliking_the_same_thing_contradict_though_no_axis_knows_it(ana: OwnerMemory) -> None:
    ana.distill_interaction_profile(preferences=[wish("likes haiku")])
    ana.distill_interaction_profile(preferences=[wish("dislikes haiku")])
    assert preferences(ana)["likes haiku"].status == "archived"
    assert preferences(ana)["likes haiku"].replaced_by == preferences(ana)["dislikes haiku"].id


def test_a_candidate_replaces_nothing(ana: OwnerMemory) -> None:
    ana.distill_interaction_profile(preferences=[wish("short answers")])
    ana.observe_user_message(text="ok", profile_hints=[wish("long detailed answers")])
    assert preferences(ana)["short answers"].status == "active"
    assert preferences(ana)["long detailed answers"].status == "candidate"


def test_a_pin_does_not_keep_a_wish_that_was_replaced_in_the_brief(ana: OwnerMemory) -> None:
    ana.distill_interaction_profile(preferences=[wish("short answers")])
    ana.pin_interaction_preference(id_or_text="short answers")
    ana.distill_interaction_profile(preferences=[wish("long detailed answers")])
    assert "“short answers”" not in ana.get_style_brief()


def test_a_dislike_is_kept_as_something_to_avoid(ana: OwnerMemory) -> None:
    say_until_active(ana, "I can't stand bullet lists.")
    [found] = preferences(ana).values()
    assert found.polarity == "avoid"
    assert f"- avoid: “{found.text}”" in ana.get_style_brief()


def test_a_reported_dislike_is_not_told_as_a_dislike_of_the_dislike(ana: OwnerMemory) -> None:
    ana.distill_interaction_profile(preferences=[wish("dislikes haiku")])
    assert preferences(ana)["dislikes haiku"].polarity == "avoid"
    assert "avoid: “dislikes haiku”" not in ana.get_style_brief()
    assert "“dislikes haiku”" in ana.get_style_brief()


@pytest.mark.parametrize("text", ["doesn't mind tables", "has no preference about emoji", "无所谓列表"])
def test_not_minding_is_neither_a_like_nor_a_dislike(ana: OwnerMemory, text: str) -> None:
    answer = ana.distill_interaction_profile(preferences=[wish(text)])
    assert answer.ignored == ["hint_no_preference"]
    assert preferences(ana) == {}


def test_speaking_against_a_habit_makes_it_less_sure_and_takes_it_out_of_the_brief(ana: OwnerMemory) -> None:
    say_until_active(ana, "lol")
    before = habits(ana)["lol"]
    answer = ana.observe_user_message(text="stop saying lol")
    after = habits(ana)["lol"]
    assert answer.updated == 1
    assert after.confidence < before.confidence
    assert (after.status, after.seen_count) == ("archived", before.seen_count)
    assert "lol" not in ana.get_style_brief(context="casual_chat")


def test_speaking_against_a_pinned_habit_leaves_it_in_place_but_less_sure(ana: OwnerMemory) -> None:
    say_until_active(ana, "lol")
    ana.pin_style_habit(id_or_text="lol")
    before = habits(ana)["lol"].confidence
    ana.observe_user_message(text="stop saying lol")
    assert habits(ana)["lol"].status == "active"
    assert habits(ana)["lol"].confidence < before


def test_speaking_against_what_was_never_seen_learns_nothing(ana: OwnerMemory) -> None:
    answer = ana.observe_user_message(text="stop saying lol")
    assert (answer.learned, answer.updated) == (0, 0)
    assert "lol" not in habits(ana)


def test_speaking_against_emoji_means_all_of_them(ana: OwnerMemory) -> None:
    ana.distill_recent_style(habits=[{"kind": "emoji", "text": "😂"}, {"kind": "emoji", "text": "✨"}, hint("ship it")])
    ana.observe_user_message(text="please stop using emojis")
    statuses = {text: found.status for text, found in habits(ana).items()}
    assert (statuses["😂"], statuses["✨"], statuses["ship it"]) == ("archived", "archived", "active")


def test_an_objection_does_not_make_a_habit_look_fresh(ana: OwnerMemory, clock: Clock) -> None:
    say_until_active(ana, "lol")
    seen = habits(ana)["lol"].last_seen_at
    clock.pass_(100 * DAY)
    ana.observe_user_message(text="stop saying lol")
    assert habits(ana)["lol"].last_seen_at == seen


def test_what_comes_back_after_an_objection_is_counted_from_the_start(ana: OwnerMemory) -> None:
    say_until_active(ana, "lol")
    ana.observe_user_message(text="stop saying lol", session_id="0")
    ana.observe_user_message(text="lol", session_id="0")
    again = habits(ana)["lol"]
    assert (again.status, again.seen_count, again.session_count) == ("candidate", 1, 1)
    # The sessions of its first life count anew.
    ana.observe_user_message(text="lol", session_id="1")
    assert habits(ana)["lol"].session_count == 2
    ana.observe_user_message(text="lol", session_id="2")
    assert habits(ana)["lol"].status == "active"
