from __future__ import annotations

import math
import sqlite3
import struct
from array import array
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from style_memory import StyleMemory
from style_memory.pipeline.data_files import read_data
from style_memory.pipeline.stylometry import REGISTERS, Stylometry, sides
from style_memory.pipeline.stylometry import features as of
from style_memory.pipeline.stylometry.counting import counted
from style_memory.pipeline.stylometry.features import feature_table
from style_memory.pipeline.stylometry.interval import normal, wilson
from style_memory.pipeline.stylometry.judging import measures
from style_memory.pipeline.stylometry.profile import FEWEST_TURNS, HALF_LIFE_TURNS, TRACKS
from style_memory.pipeline.stylometry.sums import DecayedSums
from tests.linear_time import assert_grows_linearly

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


@pytest.mark.parametrize(
    "unit",
    ["\n", " ", "a", "ha", "h" * 50 + "a" * 50, ". ", "-", "- \n", " \n", "-\t", "w", "です笑w", "!", "?'\")]", "^_",
     "1", "~", "😂", "🇭", "'a", ".\n \n", "\n\"'(", "xD", ":-"],
)  # fmt: skip
@pytest.mark.parametrize("end", ["b", "|", "?"])
def test_the_time_grows_no_faster_than_a_hostile_text(unit: str, end: str) -> None:
    assert_grows_linearly(lambda text: counted(f"a{text}{end}"), unit)


@given(st.lists(st.tuples(ADMITTED, st.sampled_from([None, *REGISTERS])), max_size=40), st.integers(1, 30))
def test_sums_fade_but_no_rate_leaves_its_bounds(turns: list[tuple[str, str | None]], times: int) -> None:
    voice = Stylometry()
    for _ in range(times):
        for turn, register in turns:
            voice.add(counted(turn), register)
    for name in (None, *REGISTERS):
        for rate in measures(voice.told, name):
            assert 0 <= rate.value <= (1 if rate.name in sides() else 4000)
        assert voice.told.effective_turns(TRACKS[name]) <= voice.told.turns[TRACKS[name]] * (1 + 1e-9)
        weight = voice.told.weight(TRACKS[name])
        messages = voice.told.sums(TRACKS[name]).get(feature_table().numbers[of.MESSAGES], 0.0)
        assert messages <= weight * 1.001 + 1e-6
    assert Stylometry.from_bytes(voice.to_bytes()).to_bytes() == voice.to_bytes()


@given(st.binary(max_size=80))
def test_what_was_not_written_by_us_is_read_without_a_fault(document: bytes) -> None:
    Stylometry.from_bytes(document).rates()


@given(st.lists(ADMITTED, min_size=FEWEST_TURNS, max_size=20))
def test_a_share_is_between_0_and_1(turns: list[str]) -> None:
    per = {feature.name: feature.per for feature in feature_table().features.values()}
    for name, value in rates(*turns, times=1).items():
        if per[name] in (of.WORDED, of.CASED, of.CASED_STARTS, of.PRONOUNS, of.UNSPACED_ENDS):
            assert 0 <= value <= 1, name


def test_it_takes_at_most_nine_kilobytes() -> None:
    every_word = [word for words in read_data("stylometry.toml")["words"].values() for word in words]
    every_string = "".join(each for strings in read_data("stylometry.toml")["characters"].values() for each in strings)
    voice = Stylometry()
    for number in range(1000):
        turn = " ".join(every_word[number * 40 % len(every_word) :][:40]) + every_string[number * 20 % 1000 :][:20]
        voice.add(counted(turn + "!!... 😂 haha\n- " + "".join(feature_table().marks)), REGISTERS[number % 3])
        assert len(voice.to_bytes()) < 9 * 1024
    assert {rate.name: rate.value for rate in voice.rates()}["exclamations"] == 1


def test_each_register_is_counted_apart_and_in_the_whole() -> None:
    voice = Stylometry()
    for _ in range(40):
        voice.add(counted("haha 😂"), "casual")
        voice.add(counted("Look at it."), "work")
        voice.add(counted("I see it."))
    assert emoji(voice, "casual") == 1
    assert emoji(voice, "work") == 0
    assert emoji(voice, None) == pytest.approx(1 / 3, abs=0.01)
    assert [voice.told.turns[TRACKS[name]] for name in (None, "casual", "work", "formal")] == [120, 40, 40, 0]
    again = Stylometry.from_bytes(voice.to_bytes())
    assert [emoji(again, name) for name in (None, *REGISTERS[:2])] == [
        emoji(voice, name) for name in (None, *REGISTERS[:2])
    ]
    again.add(counted("ok"), "formal")
    voice.add(counted("ok"), "formal")
    assert again.to_bytes() == voice.to_bytes()


def emoji(voice: Stylometry, register: str | None) -> float:
    return {rate.name: rate.value for rate in measures(voice.told, register)}["emoji"]


def of_first_version(voice: Stylometry) -> bytes:
    sums = voice.sums()
    head = struct.pack("=BId", 1, voice.turns, 2 ** (1 / HALF_LIFE_TURNS))
    return head + array("I", sums).tobytes() + array("f", sums.values()).tobytes()


def test_what_the_first_version_wrote_goes_on() -> None:
    voice = of_turns("haha really 😂", ENGLISH, times=60)
    old = Stylometry.from_bytes(of_first_version(voice))
    assert old.turns == voice.turns
    assert old.sums() == pytest.approx(voice.sums(), rel=1e-5)
    assert emoji(old, None) == pytest.approx(0.5, abs=0.01)
    assert old.told.effective_turns() < 40
    again = Stylometry.from_bytes(old.to_bytes())
    assert again.sums() == old.sums()
    for _ in range(60):
        again.add(counted("really"))
    assert emoji(again, None) < 0.25


@pytest.mark.parametrize("cut", [1, 5, 40, -1, -3, -8])
def test_a_damaged_document_is_empty_and_says_so(cut: int) -> None:
    document = of_turns(ENGLISH).to_bytes()
    for damaged in (document[:cut], b"\x09" + document[1:], document + b"x", of_first_version(of_turns(ENGLISH))[:-3]):
        voice = Stylometry.from_bytes(damaged)
        assert voice.is_damaged
        assert voice.turns == 0
        assert voice.rates() == []
    assert not Stylometry.from_bytes(b"").is_damaged
    assert not Stylometry.from_bytes(document).is_damaged


def test_a_damaged_document_is_counted_and_logged_and_measuring_begins_anew(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    url = f"sqlite:///{tmp_path / 'style.db'}"
    with StyleMemory.open(url) as memory:
        memory.for_owner("ana").observe_user_message(text=ENGLISH)
    with sqlite3.connect(tmp_path / "style.db") as connection:
        connection.execute("UPDATE style_memory_owners SET stylometry = x'0203'")
    connection.close()
    with StyleMemory.open(url) as memory:
        ana = memory.for_owner("ana")
        assert ana.get_style_brief_structured().voice == []
        for _ in range(FEWEST_TURNS):
            ana.observe_user_message(text=ENGLISH)
        assert ana.get_style_memory_status().faults == {"stylometry_damaged": 1}
        assert ana.get_voice_profile().voice[0].turns == FEWEST_TURNS
    assert "measured anew" in caplog.text
    assert "really" not in caplog.text


@given(st.floats(0, 1), st.floats(0.5, 5000), st.floats(0.5, 4))
def test_an_interval_holds_the_share_and_narrows_with_the_cases(share: float, cases: float, width: float) -> None:
    low, high = wilson(share, cases, width)
    assert 0 <= low <= share <= high <= 1
    narrow = wilson(share, cases * 2, width)
    assert narrow[0] >= low - 1e-9
    assert narrow[1] <= high + 1e-9
    wide = wilson(share, cases, width * 2)
    assert wide[0] <= low + 1e-9
    assert wide[1] >= high - 1e-9


@given(st.floats(0, 0.99), st.floats(0.001, 0.5), st.floats(0.5, 5000))
def test_an_interval_rises_with_the_share(share: float, more: float, cases: float) -> None:
    low, high = wilson(share, cases)
    higher = wilson(min(1.0, share + more), cases)
    assert higher[0] >= low
    assert higher[1] >= high - 1e-12


def test_an_interval_is_the_one_that_tables_give() -> None:
    assert wilson(0.5, 10, 1.96) == pytest.approx((0.2366, 0.7634), abs=1e-4)
    assert wilson(0.0, 10, 1.96) == pytest.approx((0.0, 0.2775), abs=1e-4)
    assert wilson(0.5, 0) == (0.0, 1.0)
    assert normal(2.0, 1.0, 100, 1.96) == pytest.approx((1.804, 2.196))


def test_effective_turns_are_all_turns_at_first_and_limited_later() -> None:
    sums = DecayedSums((2 ** (1 / 80),))
    seen = []
    for _ in range(2000):
        sums.add([(1, 1.0)])
        seen.append(sums.effective_turns())
    assert seen[0] == pytest.approx(1)
    assert seen[9] == pytest.approx(10, rel=0.01)
    assert all(one <= other + 1e-9 for one, other in pairwise(seen))
    assert seen[-1] == pytest.approx(2 * 80 / math.log(2), rel=0.01)
    assert sums.sums()[1] == pytest.approx(sums.weight(), rel=1e-4)
