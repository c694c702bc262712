from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from style_memory.pipeline.voice import FEWEST_TURNS, Measure, Voice


def after(*texts: str, times: int = 1) -> Voice:
    voice = Voice.empty()
    for text in texts * times:
        voice = voice.updated(text)
    return voice


def rate(voice: Voice, name: str) -> float:
    return next(measure.value for measure in voice.measures() if measure.name == name)


def test_an_empty_voice_says_and_measures_nothing() -> None:
    assert Voice.empty().lines() == []
    assert Voice.empty().measures() == []


def test_updating_leaves_the_old_voice_as_it_was() -> None:
    first = after("hello there")
    before = first.to_json()
    first.updated("something else!")
    assert first.to_json() == before


@pytest.mark.parametrize("text", ["", "  \n", "\u200b\u200d", "\ufe0f", "\ufffc"])
def test_a_turn_without_visible_characters_changes_nothing(text: str) -> None:
    voice = after("hello there")
    assert voice.updated(text) == voice


def test_words_per_message_is_a_mean() -> None:
    voice = after("one two three four", "one two", times=50)
    assert rate(voice, "words_per_message") == pytest.approx(3, abs=0.1)


def test_scripts_without_spaces_are_measured_in_characters() -> None:
    voice = after("帮我看一下这个函数")
    assert rate(voice, "characters_per_message") == 9
    assert "words_per_message" not in [measure.name for measure in voice.measures()]


@pytest.mark.parametrize(
    ("text", "name", "value"),
    [
        ("fix it. Then run it. ok", "sentences_begun_in_lower_case", 2 / 3),
        ("fix it now", "messages_all_in_lower_case", 1),
        ("Fix it now", "messages_all_in_lower_case", 0),
        ("Fix it", "messages_without_final_mark", 1),
        ('He said "fix it."', "messages_without_final_mark", 0),
        ("好的。", "messages_without_final_mark", 0),
        ("No! Way！", "exclamation_marks_per_message", 2),
        ("What? 什么？", "question_marks_per_message", 2),
        ("Well... hm…", "ellipses_per_message", 2),
        ("a, b，c、d", "commas_per_message", 3),
        ("👍🏽 ok 👩‍👩‍👧", "emoji_per_message", 2),
        ("one\ntwo", "messages_of_several_lines", 1),
    ],
)
def test_a_rate_counts_what_its_name_says(text: str, name: str, value: float) -> None:
    assert rate(after(text), name) == pytest.approx(value, abs=1e-4)


def test_old_turns_fade_after_about_a_hundred() -> None:
    voice = after("wow!", times=300)
    for _ in range(100):
        voice = voice.updated("fine")
    assert 0.02 < rate(voice, "exclamation_marks_per_message") < 0.2


def test_measures_say_how_many_turns_were_seen() -> None:
    measure = after("hello", times=3).measures()[0]
    assert measure == Measure(name="words_per_message", value=1.0, turns=3)


def test_nothing_is_said_before_enough_turns() -> None:
    assert after("ok do it", times=FEWEST_TURNS - 1).lines() == []
    assert after("ok do it", times=FEWEST_TURNS).lines() != []


def test_what_is_unusual_is_said_in_two_sentences_at_most() -> None:
    text = "ok so do it now... 😂\nfix all of it!! 😂"
    lines = after(text, times=30).lines()
    assert lines == [
        "Usually writes all in lower case; rarely ends a message with a full stop; often uses exclamation marks.",
        "Uses emoji in most messages; often trails off with an ellipsis; often splits a message over several lines.",
    ]


def test_short_and_long_messages_are_said_with_their_size() -> None:
    assert after("Fix the bug in that file.", times=20).lines() == ["Short messages (about 6 words)."]
    assert after(("Word " * 58).strip() + ".", times=20).lines() == ["Long messages (about 60 words)."]


def test_an_ordinary_voice_has_nothing_to_say() -> None:
    assert after("Could you please look at the second file and tell me what is wrong with it?", times=30).lines() == []


def test_a_line_stays_while_a_rate_moves_a_little_around_its_threshold() -> None:
    voice = after("ok do that for me now please, thanks a lot my friend.", times=40)
    lines = voice.lines()
    told = set()
    for number in range(60):
        voice = voice.updated("Ok." if number % 5 == 0 else "ok do that for me now please, thanks a lot my friend.")
        told.add(tuple(voice.lines()))
    assert told == {tuple(lines)}


def test_a_line_goes_when_the_habit_has_gone() -> None:
    voice = after("ok do that for me now please, thanks a lot my friend.", times=40)
    for _ in range(60):
        voice = voice.updated("Please do that for me now, and thanks a lot my friend.")
    assert voice.lines() == []


def test_the_document_keeps_no_text() -> None:
    document = after("zebra quixotic!", "xylophone zebra").to_json()
    assert not {"zebra", "quixotic", "xylophone"} & set(json.dumps(json.loads(document)).replace('"', " ").split())
    assert "zebra" not in document


@given(st.lists(st.text(max_size=40), max_size=20))
def test_a_voice_comes_back_from_its_document(texts: list[str]) -> None:
    voice = after(*texts)
    again = Voice.from_json(voice.to_json())
    assert again.to_json() == voice.to_json()
    assert again.lines() == voice.lines()


@pytest.mark.parametrize(
    "document",
    [
        "",
        "null",
        "[]",
        "{}",
        "not json",
        '{"turns":"x","counts":[1],"traits":7,"length":"a"}',
        '{"turns":-1}',
        "[" * 100_000,
    ],
)
def test_a_damaged_document_is_a_voice_that_never_wrote(document: str) -> None:
    assert Voice.from_json(document) == Voice.empty()


def test_counts_that_an_older_version_did_not_know_count_as_never_seen() -> None:
    turns, length, traits, counts = json.loads(after("hi!! you there?").to_json())
    older = Voice.from_json(json.dumps([turns, length, traits, counts[:13]]))
    assert rate(older, "exclamation_marks_per_message") == 2
    assert rate(older.updated("hi"), "exclamation_marks_per_message") < 2
    assert rate(older, "commas_per_message") == 0


@given(st.lists(st.text(max_size=60), min_size=1, max_size=30))
def test_every_share_lies_between_nothing_and_all(texts: list[str]) -> None:
    shares = [m for m in after(*texts).measures() if m.name.startswith(("messages_", "sentences_"))]
    assert all(0 <= measure.value <= 1 for measure in shares)
