from __future__ import annotations

from collections.abc import Callable

import pytest

from style_memory import OwnerMemory, StyleMemory
from style_memory.pipeline.context import known_labels
from tests.people import DAY, HOUR, Clock, hint, say_until_active, wish


def revision(owner: OwnerMemory) -> int:
    return owner.get_style_memory_status().revision


def briefs(owner: OwnerMemory) -> dict[str, str]:
    """The brief for each kind of moment."""
    return {label: owner.get_style_brief(context=label) for label in (*known_labels(), "unknown")}


def is_acknowledgement(brief: str) -> bool:
    return "\n" not in brief and "unchanged" in brief


def test_only_the_known_revision_and_context_together_give_an_acknowledgement(ana: OwnerMemory) -> None:
    ana.distill_recent_style(habits=[hint("tiny but mighty")])
    now = revision(ana)
    ask = ana.get_style_brief
    assert is_acknowledgement(ask(context="casual", known_revision=now, known_context="casual_chat"))
    assert not is_acknowledgement(ask(context="casual_chat", known_revision=now))
    assert not is_acknowledgement(ask(context="casual_chat", known_context="casual_chat"))
    assert not is_acknowledgement(ask(context="casual_chat", known_revision=now, known_context="planning"))
    assert not is_acknowledgement(ask(context="casual_chat", known_revision=now - 1, known_context="casual_chat"))
    assert not is_acknowledgement(ask(context="casual_chat", known_revision=now + 1, known_context="casual_chat"))
    assert is_acknowledgement(ask(known_revision=now, known_context="unknown"))


def test_the_structured_brief_acknowledges_as_well_and_still_explains(ana: OwnerMemory) -> None:
    ana.distill_recent_style(habits=[hint("tiny but mighty")])
    full = ana.get_style_brief_structured(context="casual_chat")
    again = ana.get_style_brief_structured(
        context="casual_chat", known_revision=full.revision, known_context=full.context.label
    )
    assert is_acknowledgement(again.brief)
    assert again.habits == full.habits


def test_a_detected_context_can_be_acknowledged_too(ana: OwnerMemory) -> None:
    full = ana.get_style_brief_structured(message="haha lol what a party 😂")
    again = ana.get_style_brief(
        message="haha lol what a party 😂", known_revision=full.revision, known_context=full.context.label
    )
    assert is_acknowledgement(again)


def test_each_line_is_traceable_to_an_item(ana: OwnerMemory) -> None:
    ana.distill_recent_style(habits=[hint("tiny but mighty", example="it is tiny but mighty")])
    ana.distill_interaction_profile(preferences=[wish("likes haiku")])
    answer = ana.get_style_brief_structured(context="casual_chat")
    lines = [line for line in answer.brief.splitlines() if line.startswith("- ")]
    assert [item.id for item in answer.habits] == [ana.list_style_habits().habits[0].id]
    assert [item.text in line for item, line in zip((*answer.interaction_profile, *answer.habits), lines, strict=True)]


def test_what_was_left_out_is_told_with_its_reason(open_memory: Callable[..., StyleMemory]) -> None:
    owner = open_memory(max_brief_items=2).for_owner("ana")
    owner.distill_recent_style(
        habits=[hint("first"), hint("second"), hint("third"), hint("not here", avoid_when=["casual_chat"])]
    )
    light = owner.get_style_brief_structured(context="casual_chat")
    reasons = {item.text: item.reason for item in light.left_out.items}
    assert reasons["not here"] == "context"
    assert list(reasons.values()).count("limit") == 1
    assert light.left_out.counts == {"context": 1, "limit": 1}
    serious = owner.get_style_brief_structured(context="legal")
    assert serious.left_out.counts == {"context": 4}


def test_every_active_item_is_either_in_the_brief_or_counted_as_left_out(ana: OwnerMemory) -> None:
    for n in range(120):
        ana.distill_recent_style(habits=[hint(f"habit number {n}", use_when=["planning"] if n % 3 else [])])
    ana.distill_interaction_profile(preferences=[wish("likes haiku"), wish("short answers")])
    for label in ("casual_chat", "planning", "legal", "unknown"):
        answer = ana.get_style_brief_structured(context=label)
        shown = len(answer.habits) + len(answer.interaction_profile)
        assert shown + sum(answer.left_out.counts.values()) == 122
        assert len(answer.left_out.items) <= 20


def test_two_wishes_that_say_the_same_take_one_place(ana: OwnerMemory) -> None:
    ana.distill_interaction_profile(preferences=[wish("Likes Haiku!"), wish("likes  haiku")])
    lines = [line for line in ana.get_style_brief().splitlines() if line.startswith("- ")]
    assert len(lines) == 1


def test_the_voice_is_told_with_the_turns_it_was_measured_over(ana: OwnerMemory) -> None:
    for _ in range(48):
        ana.observe_user_message(text="ok do it", session_id="1")
    measures = {measure.name: measure for measure in ana.get_style_brief_structured().voice}
    assert measures["words_per_message"].value == pytest.approx(3, abs=0.01)
    assert measures["words_per_message"].turns == 48


def test_whoever_is_known_by_voice_only_is_asked_for_wishes(ana: OwnerMemory) -> None:
    assert ana.get_style_brief_structured(context="casual_chat").profile_nudge is None
    ana.distill_recent_style(habits=[hint("tiny but mighty")])
    assert ana.get_style_brief_structured(context="casual_chat").profile_nudge is not None
    ana.distill_interaction_profile(preferences=[wish("likes haiku")])
    assert ana.get_style_brief_structured(context="casual_chat").profile_nudge is None


def test_pins_come_first(ana: OwnerMemory) -> None:
    for _ in range(5):
        ana.distill_recent_style(habits=[hint("often said")])
    ana.distill_recent_style(habits=[hint("rarely said")])
    ana.pin_style_habit(id_or_text="rarely said")
    assert ana.get_style_brief_structured(context="casual_chat").habits[0].text == "rarely said"


def test_an_observation_that_changes_nothing_leaves_revision_and_bytes_alone(ana: OwnerMemory) -> None:
    say_until_active(ana, "lol")
    before, bytes_before = revision(ana), briefs(ana)
    ana.observe_user_message(text="the report is on the desk.", context="casual_chat", session_id="1")
    assert revision(ana) == before
    assert briefs(ana) == bytes_before


def test_a_promotion_raises_the_revision_by_one(ana: OwnerMemory) -> None:
    ana.observe_user_message(text="Ship it!", session_id="1")
    ana.observe_user_message(text="Ship it!", session_id="2")
    before = revision(ana)
    answer = ana.observe_user_message(text="Ship it!", session_id="3")
    assert answer.revision == revision(ana) == before + 1


def test_the_answer_of_every_write_tells_the_revision_as_it_is_afterwards(ana: OwnerMemory) -> None:
    revisions = [
        ana.distill_recent_style(habits=[hint("tiny but mighty")]).revision,
        ana.pin_style_habit(id_or_text="tiny but mighty").revision,
        ana.set_learning_enabled(enabled=True).revision,
        ana.forget_style_habit(id_or_text="tiny but mighty").revision,
    ]
    assert revisions == [1, 2, 2, 3]
    assert revision(ana) == 3


def test_candidates_never_touch_the_revision(ana: OwnerMemory) -> None:
    ana.observe_user_message(text="lol", session_id="1", hints=[hint("tiny but mighty")])
    ana.pin_style_habit(id_or_text="tiny but mighty")
    ana.forget_style_habit(id_or_text="lol")
    assert revision(ana) == 0


def test_time_alone_changes_no_byte_before_a_write_tidies(ana: OwnerMemory, clock: Clock) -> None:
    ana.distill_recent_style(habits=[hint("tiny but mighty")])
    before, held = briefs(ana), revision(ana)
    clock.pass_(150 * DAY)
    assert briefs(ana) == before
    assert revision(ana) == held


def test_decay_that_reorders_nothing_shown_keeps_the_revision(
    open_memory: Callable[..., StyleMemory], clock: Clock
) -> None:
    owner = open_memory(max_brief_items=1).for_owner("ana")
    for n in range(2):
        owner.distill_recent_style(habits=[hint(f"habit number {n}")])
    owner.pin_style_habit(id_or_text="habit number 0")
    before, held = briefs(owner), revision(owner)
    clock.pass_(100 * DAY)
    owner.observe_user_message(text="")
    assert briefs(owner) == before
    assert revision(owner) == held


def test_archiving_what_was_shown_raises_the_revision(ana: OwnerMemory, clock: Clock) -> None:
    ana.distill_recent_style(habits=[hint("tiny but mighty")])
    held = revision(ana)
    clock.pass_(181 * DAY)
    ana.observe_user_message(text="")
    assert revision(ana) == held + 1
    assert "tiny" not in ana.get_style_brief(context="casual_chat")


@pytest.mark.parametrize("known", [None, 0, 7])
def test_the_score_recommends_a_refresh_where_the_revision_is_absent_or_another(
    ana: OwnerMemory, clock: Clock, known: int | None
) -> None:
    ana.distill_recent_style(habits=[hint("tiny but mighty")])
    clock.pass_(HOUR)
    assert ana.get_style_memory_score(known_revision=known).brief_refresh_recommended
    assert not ana.get_style_memory_score(known_revision=revision(ana)).brief_refresh_recommended


def test_whenever_the_told_voice_changes_the_revision_rises_with_it(ana: OwnerMemory) -> None:
    held, before = revision(ana), briefs(ana)
    changes = 0
    for text in ["ok do it"] * 48 + ["OMG! Yes! Do it now!!! 😂"] * 48 + ["一二三四五六七八九十" * 9] * 48:
        ana.observe_user_message(text=text, session_id="1")
        now, after = revision(ana), briefs(ana)
        if after != before:
            changes += 1
            assert now == held + 1
        held, before = now, after
    assert changes >= 4
