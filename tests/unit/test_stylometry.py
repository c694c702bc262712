from __future__ import annotations

import string
import tomllib
from importlib.resources import files

import pytest
from hypothesis import given
from hypothesis import strategies as st

from style_memory.pipeline.stylometry import Stylometry
from style_memory.pipeline.stylometry import features as of
from style_memory.pipeline.stylometry.counting import counted
from style_memory.pipeline.stylometry.features import feature_table
from style_memory.pipeline.stylometry.profile import FEWEST_TURNS, HALF_LIFE_TURNS

ENGLISH = "well i really think that it is not going to work, so what do you want me to do with it?"
ADMITTED = st.text(st.characters(codec="utf-8"), max_size=200)


def of_turns(*turns: str, times: int = FEWEST_TURNS) -> Stylometry:
    voice = Stylometry()
    for _ in range(times):
        for turn in turns:
            voice.add(counted(turn))
    return voice


def rates(*turns: str, times: int = FEWEST_TURNS) -> dict[str, float]:
    return {rate.name: rate.value for rate in of_turns(*turns, times=times).rates()}


def lists() -> dict[str, dict[str, list[str]]]:
    return tomllib.loads(files("style_memory.pipeline").joinpath("data/stylometry.toml").read_text("utf-8"))


def test_the_data_file_has_the_documented_tables_and_no_string_twice() -> None:
    assert set(lists()) == {"words", "suffixes", "openers", "characters", "marks"}
    for languages in lists().values():
        for language, strings in languages.items():
            assert len(set(strings)) == len(strings), language


def test_words_of_the_data_file_are_written_as_they_are_counted() -> None:
    for language, words in {**lists()["words"], **lists()["openers"]}.items():
        for word in words:
            assert word == word.lower(), language
            assert feature_table().words.get(word, feature_table().openers.get(word)) in counted(f"{word} x"), word


def test_strings_are_of_one_to_three_characters_of_scripts_without_spaces() -> None:
    for strings in lists()["characters"].values():
        for each in strings:
            assert 1 <= len(each) <= 3
            assert feature_table().strings[each] in counted(f"好{each}好"), each


def test_a_mark_is_one_character_that_is_no_letter() -> None:
    assert [mark for mark in lists()["marks"]["any"] if len(mark) != 1 or mark in string.ascii_letters] == []


def test_before_a_few_turns_nothing_is_told() -> None:
    assert rates(ENGLISH, times=FEWEST_TURNS - 1) == {}


def test_words_are_told_as_their_share() -> None:
    told = rates("really really good", ENGLISH)
    assert told["word:really"] == pytest.approx(3 / 24, rel=0.01)
    assert told["word:honestly"] == 0
    assert told["opener:well"] == pytest.approx(0.5, rel=0.01)


def test_words_outside_the_list_leave_no_trace() -> None:
    told = rates(f"{ENGLISH} zanzibar xylophone")
    assert not any("zanzibar" in name or "xylophone" in name for name in told)
    alike = rates(f"{ENGLISH} mandarin telephone")
    assert told == alike


def test_only_the_languages_that_somebody_writes_are_told() -> None:
    told = rates(ENGLISH)
    assert "word:pero" not in told
    assert not any(name.startswith(("string:", "ending:")) for name in told)
    spanish = rates("pero no sé qué es lo que tú quieres, porque está muy bien así")
    assert "word:porque" in spanish
    assert "word:think" not in spanish


def test_scripts_without_spaces_are_counted_by_character() -> None:
    told = rates("其实我觉得可以吧")
    assert told["string:吧"] == pytest.approx(1 / 8, rel=1e-3)
    assert told["ending:吧"] == 1
    assert told["unspaced to the end"] == 1
    assert "word:think" not in told
    assert "string:です" not in told
    japanese = rates("そうですね、私もそう思います。")
    assert japanese["ending:ます"] == 1
    assert "string:其实" not in japanese


def test_marks_casing_and_length() -> None:
    told = rates("ok!! i AM here", "So what... ok")
    assert told["repeated exclamation mark"] == pytest.approx(0.5, rel=0.01)
    assert told["three dots"] == pytest.approx(0.5, rel=0.01)
    assert told["pronoun in lower case"] == 1
    assert told["words in capitals"] == pytest.approx(1 / 7, rel=0.01)
    assert told["length:4"] == pytest.approx(0.5, rel=0.01)
    assert told["ends without mark"] == 1


def test_every_rate_can_be_above_0() -> None:
    shapes = [
        "WOW so What!! ok?? really?! hm.. and... well.... so ,yes no.yes  ok :-) :) xD sooo 😂 i\nI went (1)",
        "haha hehe kkkk - ok\n- one\n- two",
        "好 okです 笑",
        *("fine", "ok!!", "好", "まあ", "…", "working worked really higher quickest station"),
        *("word " * size for size in of.LENGTHS[:-1]),
        "word " * 41,
    ]
    words = [f"{word} ok" for word in (*feature_table().words, *feature_table().openers)]
    strings = [f"好{each}" for each in feature_table().strings]
    lengths = ["x" * size for size in range(1, of.LONGEST_WORD + 1)]
    marks = [f"ok{mark} ok{mark}" for mark in feature_table().marks]
    seen = {number for turn in (*shapes, *words, *strings, *marks, *lengths) for number in counted(turn)}
    assert {feature.name for number, feature in feature_table().features.items() if number not in seen} == set()


def test_short_forms_have_their_suffix() -> None:
    told = rates("i'm sure i'd do it if you'll help, don't worry, sing")
    assert told["suffix:'m"] == told["suffix:'d"] == told["suffix:n't"] == pytest.approx(1 / 11, rel=0.01)
    assert told["suffix:ing"] == 0


def test_the_suffixes_of_a_language_are_told_to_those_who_write_it() -> None:
    assert not any(
        name.startswith("suffix:") for name in rates("pero no sé qué es lo que tú quieres, porque está muy bien")
    )


def test_a_change_of_habit_is_followed() -> None:
    voice = of_turns("really that is it", times=HALF_LIFE_TURNS)
    for _ in range(HALF_LIFE_TURNS):
        voice.add(counted("honestly that is it"))
    told = {rate.name: rate.value for rate in voice.rates()}
    assert told["word:honestly"] == pytest.approx(2 * told["word:really"], rel=0.02)


def test_the_sums_stay_small_however_long_somebody_writes() -> None:
    voice = of_turns(ENGLISH, times=HALF_LIFE_TURNS * 20)
    assert max(voice.sums().values()) < 2.0**16
    assert voice.rates()[0].turns == HALF_LIFE_TURNS * 20
    assert {rate.name: rate.value for rate in voice.rates()} == pytest.approx(rates(ENGLISH), rel=1e-3)


@given(st.lists(ADMITTED, max_size=20))
def test_what_is_written_is_read_again(turns: list[str]) -> None:
    voice = of_turns(*turns, times=1)
    again = Stylometry.from_bytes(voice.to_bytes())
    assert again.turns == voice.turns
    assert again.sums() == voice.sums()
    again.add(counted("and on it goes"))
    voice.add(counted("and on it goes"))
    assert again.to_bytes() == voice.to_bytes()


@given(st.binary(max_size=80))
def test_what_was_not_written_by_us_is_read_without_a_fault(document: bytes) -> None:
    Stylometry.from_bytes(document).rates()


@given(st.lists(ADMITTED, min_size=FEWEST_TURNS, max_size=20))
def test_a_share_is_between_0_and_1(turns: list[str]) -> None:
    per = {feature.name: feature.per for feature in feature_table().features.values()}
    for name, value in rates(*turns, times=1).items():
        if per[name] in (of.WORDED, of.CASED, of.CASED_STARTS, of.PRONOUNS, of.UNSPACED_ENDS):
            assert 0 <= value <= 1, name


def test_it_takes_at_most_a_few_kilobytes() -> None:
    every_word = " ".join(word for words in lists()["words"].values() for word in words)
    every_string = "".join(each for strings in lists()["characters"].values() for each in strings)
    assert len(of_turns(every_word, every_string, "".join(feature_table().marks)).to_bytes()) < 16_384
