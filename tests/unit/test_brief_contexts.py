from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from style_memory import OwnerMemory, StyleMemory
from style_memory.domain.kinds import HabitKind
from style_memory.pipeline.context import known_labels
from tests.people import habits, hint, wish

NEVER_PLAYFUL = (
    "legal", "medical", "financial", "security", "privacy", "crisis", "user_upset", "serious_debugging",
    "incident_response", "formal_writing", "high_stakes_advice", "serious_context",
)  # fmt: skip
ALIASES = {
    "legal_review": "legal", "tax_advice": "financial", "bug report": "serious_debugging", "Health": "medical",
    "formal": "formal_writing", "upset": "user_upset", "DEBUG": "serious_debugging", "法律": "legal",
    "outage": "incident_response",
}  # fmt: skip
SLANG, EMOJI, DIALECT, PARTICLE = "yyds", "😂", "唔該", "冇問題啦"


@pytest.fixture
def player(ana: OwnerMemory) -> OwnerMemory:
    """Somebody with one habit of every kind, and all of them endorsed."""
    for kind in HabitKind:
        answer = ana.distill_recent_style(habits=[{"kind": kind.value, "text": f"my {kind.value} lol 😂 唔該"}])
        assert answer.ignored == []
    ana.distill_recent_style(
        habits=[
            {"kind": "catchphrase", "text": SLANG, "example": "that is yyds"},
            {"kind": "emoji", "text": EMOJI},
            {"kind": "dialect_marker", "text": DIALECT},
            {"kind": "sentence_final_particle", "text": PARTICLE},
        ]
    )
    return ana


def item_lines(brief: str) -> list[str]:
    return [line for line in brief.splitlines() if line.startswith("- ")]


@pytest.mark.parametrize("label", [*NEVER_PLAYFUL, *ALIASES])
def test_no_slang_emoji_or_dialect_reaches_a_serious_or_formal_brief(player: OwnerMemory, label: str) -> None:
    brief = player.get_style_brief(context=label)
    assert f"Moment: {ALIASES.get(label, label)}." in brief
    assert item_lines(brief) == []
    assert not any(word in brief for word in (SLANG, EMOJI, DIALECT, PARTICLE, "lol"))


@pytest.mark.parametrize("label", ["casual_chat", "chit-chat", "joking", "闲聊", "technical_chat", "planning"])
def test_the_same_habits_do_reach_a_light_brief(player: OwnerMemory, label: str) -> None:
    assert len(item_lines(player.get_style_brief(context=label))) == 8


@pytest.mark.parametrize("label", ["", "my own label", "unknown", "x" * 500, "legal\x00", "<b>", "忽略"])
def test_an_unknown_label_is_unknown_never_echoed_and_not_playful(player: OwnerMemory, label: str) -> None:
    answer = player.get_style_brief_structured(context=label)
    assert (answer.context.label, answer.context.source, answer.context.certainty) == ("unknown", "none", "unsure")
    assert item_lines(answer.brief) == []
    assert "Moment: unknown." in answer.brief


def test_every_label_of_the_vocabulary_is_answered_by_its_own_name(ana: OwnerMemory) -> None:
    for label in known_labels():
        assert ana.get_style_brief_structured(context=label.upper().replace("_", " ")).context.label == label


@pytest.mark.parametrize(
    ("message", "label"),
    [
        ("my lawyer says the contract is void, can I sue?", "legal"),
        ("I've had chest pain since this morning", "medical"),
        ("prod is down, we have an outage!!", "incident_response"),
    ],
)
def test_a_serious_message_is_detected_and_gets_nothing_playful(player: OwnerMemory, message: str, label: str) -> None:
    answer = player.get_style_brief_structured(message=message)
    assert (answer.context.label, answer.context.source) == (label, "detected")
    assert item_lines(answer.brief) == []


def test_a_named_context_wins_over_the_message(player: OwnerMemory) -> None:
    answer = player.get_style_brief_structured(context="legal", message="haha lol party time 😂")
    assert (answer.context.label, answer.context.source, answer.context.certainty) == ("legal", "named", "sure")


def test_a_crisis_wins_over_a_casual_name_but_nothing_else_does(player: OwnerMemory) -> None:
    crisis = player.get_style_brief_structured(context="casual_chat", message="i want to kill myself")
    assert (crisis.context.label, crisis.context.source) == ("crisis", "detected")
    assert item_lines(crisis.brief) == []
    named = player.get_style_brief_structured(context="casual_chat", message="my tax return is late")
    assert (named.context.label, named.context.source) == ("casual_chat", "named")
    legal = player.get_style_brief_structured(context="legal", message="i want to kill myself")
    assert legal.context.label == "legal"


def test_the_message_of_a_brief_is_never_observed(ana: OwnerMemory) -> None:
    for _ in range(5):
        ana.get_style_brief(message="lol I prefer short answers")
        ana.get_style_brief_structured(message="lol I prefer short answers")
    assert ana.get_style_memory_status().turns == 0
    assert habits(ana) == {}


def test_a_host_cannot_bring_slang_into_a_serious_moment_by_calling_it_structure(ana: OwnerMemory) -> None:
    for session in ("1", "2", "3"):
        ana.observe_user_message(
            text="ok",
            session_id=session,
            hints=[{"kind": "structure", "text": "LMAO 😂"}, {"kind": "language_mix", "text": DIALECT}],
        )
    assert "LMAO" in ana.get_style_brief(context="casual_chat")
    assert item_lines(ana.get_style_brief(context="medical")) == []


def test_an_example_with_slang_stays_out_of_a_serious_moment(ana: OwnerMemory) -> None:
    for session in ("1", "2", "3"):
        ana.observe_user_message(text="ngl 我覺得呢個 plan 唔錯 lol 😂 but let me think", session_id=session)
    serious = ana.get_style_brief(context="legal")
    assert "as in" not in serious
    assert "mixes English words into Chinese" in serious
    assert not any(word in serious for word in ("ngl 我", "lol", "😂", "唔"))
    structured = ana.get_style_brief_structured(context="legal")
    assert all(item.example is None for item in (*structured.habits, *structured.interaction_profile))


def test_bluntness_stays_out_of_serious_moments_but_length_and_language_may_come(ana: OwnerMemory) -> None:
    ana.distill_interaction_profile(
        preferences=[
            wish("be blunt", category="tone_boundary"),
            wish("roast me hard", category="collaboration"),
            wish("short answers"),
            wish("reply in Spanish", category="explanation"),
        ]
    )
    for label in ("legal", "medical", "financial", "security", "privacy", "crisis", "user_upset"):
        brief = ana.get_style_brief(context=label)
        assert "blunt" not in brief
        assert "roast" not in brief
        assert "short answers" in brief
    assert "reply in Spanish" in ana.get_style_brief(context="planning")


def test_the_measured_voice_invites_to_no_emoji_or_shouting_where_it_is_serious(ana: OwnerMemory) -> None:
    for _ in range(48):
        ana.observe_user_message(text="omg 😂😂 nice!", session_id="1")
    assert "emoji" in ana.get_style_brief(context="casual_chat")
    voice = next(line for line in ana.get_style_brief(context="crisis").splitlines() if line.startswith("Voice"))
    assert "emoji" not in voice
    assert "exclamation" not in voice
    assert "short messages" in voice.lower()


def test_use_when_and_avoid_when_are_kept_to(ana: OwnerMemory) -> None:
    ana.distill_recent_style(
        habits=[
            hint("only in plans", use_when=["planning"]),
            hint("never in code", avoid_when=["technical_chat"]),
            hint("anywhere light"),
        ]
    )
    assert "only in plans" not in ana.get_style_brief(context="casual_chat")
    assert "only in plans" in ana.get_style_brief(context="roadmap")
    assert "never in code" in ana.get_style_brief(context="planning")
    assert "never in code" not in ana.get_style_brief(context="coding")


def test_a_narrower_label_counts_as_its_broader_one(ana: OwnerMemory) -> None:
    ana.distill_recent_style(habits=[hint("chatty", use_when=["casual_chat"])])
    assert "chatty" in ana.get_style_brief(context="joking")


def test_an_installations_dictionary_may_use_other_names_for_contexts(
    open_memory: Callable[..., StyleMemory], tmp_path: Path
) -> None:
    words = tmp_path / "words.json"
    words.write_text('[{"text": "zoinks", "kind": "catchphrase", "useWhen": ["casual"], "avoidWhen": ["coding"]}]')
    owner = open_memory(dictionary_path=words).for_owner("ana")
    for session in ("1", "2", "3"):
        owner.observe_user_message(text="zoinks, it works", session_id=session)
    assert "zoinks" in owner.get_style_brief(context="casual_chat")
    assert "zoinks" not in owner.get_style_brief(context="technical_chat")


def test_emoji_that_were_only_found_reach_a_technical_brief_once_they_were_seen_in_one(ana: OwnerMemory) -> None:
    for session in ("1", "2", "3"):
        ana.observe_user_message(text="nice one 🎉", session_id=session)
    assert "🎉" in ana.get_style_brief(context="casual_chat")
    assert "🎉" not in ana.get_style_brief(context="technical_chat")
    ana.observe_user_message(text="tests pass 🎉", context="technical_chat", session_id="4")
    assert "🎉" in ana.get_style_brief(context="technical_chat")
    assert "🎉" not in ana.get_style_brief(context="medical")


def test_a_name_that_is_not_known_is_not_overruled_by_a_light_message(player: OwnerMemory) -> None:
    answer = player.get_style_brief_structured(context="some clinic thing", message="haha ok 😂")
    assert (answer.context.label, item_lines(answer.brief)) == ("unknown", [])
    serious = player.get_style_brief_structured(
        context="my own label", message="I've had chest pain since this morning"
    )
    assert serious.context.label == "medical"


@pytest.mark.parametrize(
    ("text", "context"),
    [
        ("lol my biopsy came back positive 😂", None),
        ("lol that went well then 😂", "medical"),
        ("im gay lol and my mum knows", None),
        ("my doctor says i have bpd haha", None),
    ],
)
def test_words_of_a_serious_or_private_turn_are_never_shown_again(
    ana: OwnerMemory, text: str, context: str | None
) -> None:
    for session in ("1", "2", "3"):
        ana.observe_user_message(text=text, context=context, session_id=session)
    found = ana.list_style_habits().habits
    assert found
    assert {habit.example for habit in found} == {None}


def test_what_is_forgotten_goes_out_of_other_habits_examples(ana: OwnerMemory) -> None:
    for session in ("1", "2", "3"):
        ana.observe_user_message(text="that bruh moment again 🎉", session_id=session)
    ana.distill_recent_style(habits=[hint("bruh", kind="catchphrase")])
    assert "bruh moment" in str(ana.export())
    ana.forget_style_habit(id_or_text="bruh")
    assert "bruh" not in str(ana.export()["items"])


def test_who_says_that_the_style_is_off_gets_the_brief_although_it_is_current(player: OwnerMemory) -> None:
    revision = player.get_style_memory_status().revision

    def brief(message: str) -> str:
        return player.get_style_brief(
            context="casual_chat", message=message, known_revision=revision, known_context="casual_chat"
        )

    assert brief("lol ok").startswith("Style brief unchanged")
    assert brief("that doesn't sound like me").startswith("<style_memory_brief>")
