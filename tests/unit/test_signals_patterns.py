from __future__ import annotations

import time
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from style_memory.pipeline.signals.casing import ALL_CAPITALS, EMPHASIS
from style_memory.pipeline.signals.elongation import (
    STRETCHED_ENDINGS,
    STRETCHED_KANA,
    STRETCHED_SYLLABLES,
    STRETCHED_WORDS,
)
from style_memory.pipeline.signals.passage import Passage
from style_memory.pipeline.signals.patterns import pattern_sightings
from style_memory.pipeline.signals.structure import BULLETS, LINES, NUMBERS


def seen(text: str) -> list[str]:
    return [sighting.text for sighting in pattern_sightings(text)]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("That is sooo good", STRETCHED_WORDS),
        ("Lolll", STRETCHED_WORDS),
        ("SOOOO good", STRETCHED_WORDS),
        ("оооочень круто", STRETCHED_WORDS),
        ("Aaaaah no", STRETCHED_WORDS),
        ("啊啊啊救命", STRETCHED_SYLLABLES),
        ("すごーーい", STRETCHED_KANA),
        ("好耶～～", STRETCHED_ENDINGS),
    ],
)
def test_a_stretched_word_is_learned_as_a_description(text: str, name: str) -> None:
    assert name in seen(text)


@pytest.mark.parametrize(
    "text",
    [
        "好好好",
        "Hmmm",
        "www.foo.de and www",
        "Chapter VIII and XXIII, IIII",
        "IEEE and AAA",
        "0xfff and deeefff",
        "format YYYYMMDD",
        "Schifffahrt",
        "Kaffeeersatz",
        "my_sooo_var",
        "AKIAXXXX",
        "foo.barrr()",
        "お互いいい仕事",
        "My bettter idea",
    ],
)
def test_repeated_letters_that_stretch_nothing_stay_silent(text: str) -> None:
    assert not [name for name in seen(text) if name.startswith("stretched")]


@pytest.mark.parametrize(
    ("text", "mark"),
    [
        ("No way!!", "!!"),
        ("太好了！！！", "!!"),
        ("It's C#!!", "!!"),
        ("Really??", "??"),
        ("???", "??"),
        ("What?!", "?!"),
        ("Well... ok", "..."),
        ("Well...maybe", "..."),
        ("Hm…", "..."),
        ("嗯……好", "……"),
        ("好吧。。。", "。。。"),
        ("It broke.. again", ".."),
        ("Ok~", "~"),
        ("好的～我来", "~"),
        ("It works — mostly", "—"),
        ("这个——怎么说", "——"),
        ("So . . . yes", ". . ."),
        ("Yes,, I know", ",,"),
        ("そうですね、、、", "、、、"),
    ],
)
def test_a_mark_is_learned_under_its_canonical_spelling(text: str, mark: str) -> None:
    assert seen(text) == [mark]


@pytest.mark.parametrize(
    "text",
    [
        "Use v1.2... and 1..10",
        "Call foo(...args) and [...xs]",
        "Set [1, 2, ...]",
        "A ?? b and !!flag",
        "Go to ../x/... and ~/y",
        "周一～周五，10～20",
        "Open notes.txt~ now",
        "It is ~~gone~~",
        "if (a != b) { c!==d }",
        "Run git diff main...topic",
        "from .. import x",
        "The a--b option",
    ],
)
def test_a_mark_of_code_or_of_a_range_stays_silent(text: str) -> None:
    assert not {"!!", "??", "?!", "...", "..", "~", "—"} & set(seen(text))


@pytest.mark.parametrize("text", ["can you look at this", "ok it's fine, leave it as is", "这个 怎么 还 没 好"])
def test_a_single_turn_without_capitals_proves_nothing(text: str) -> None:
    assert seen(text) == []


def test_a_turn_in_capitals_is_all_capitals() -> None:
    assert seen("PLEASE STOP DOING THIS") == [ALL_CAPITALS]


@pytest.mark.parametrize("text", ["HTTP API JSON", "SELECT NAME FROM USERS WHERE ALL", "MAX_SIZE IS NOT SET HERE"])
def test_names_in_capitals_are_not_all_capitals(text: str) -> None:
    assert ALL_CAPITALS not in seen(text)


@pytest.mark.parametrize("text", ["It is SO MUCH better", "I do NOT want that", "that was REALLY bad"])
def test_ordinary_words_in_capitals_are_emphasis(text: str) -> None:
    assert EMPHASIS in seen(text)


@pytest.mark.parametrize(
    "text",
    [
        "We use an AMD GPU here",
        "The REST API of AWS is slow",
        "Read the README and CHANGELOG",
        "It fails in SELECT x FROM y WHERE NOT z",
        "Set MUST_HAVE=1 in the file",
    ],
)
def test_acronyms_and_key_words_are_no_emphasis(text: str) -> None:
    assert EMPHASIS not in seen(text)


@pytest.mark.parametrize(
    ("text", "mix"),
    [
        ("我觉得这个 feel 不太对", "mixes English words into Chinese"),
        ("明天有个meeting要开", "mixes English words into Chinese"),
        ("今日はちょっと busy です", "mixes English words into Japanese"),
        ("이거 really 좋아요", "mixes English words into Korean"),
        ("मुझे यह really पसंद है", "mixes English words into Hindi"),
        ("yaar kal meeting hai please confirm karo", "mixes Hindi and English"),
    ],
)
def test_everyday_english_in_another_language_is_code_mixing(text: str, mix: str) -> None:
    assert mix in seen(text)


@pytest.mark.parametrize(
    "text",
    [
        "用 docker compose 启动 redis",
        "这个 api 很慢",
        "长 5 km 的路",
        "把 user.name 改成 getName()",
        "iPhone 很贵",
        "while 문과 push",
        "我很好。I feel sorry",
        "bhai ye kaise",
    ],
)
def test_names_units_and_separate_sentences_are_no_code_mixing(text: str) -> None:
    assert not [name for name in seen(text) if name.startswith("mixes")]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("- tea first\n- then the rest", BULLETS),
        ("1. tea first\n2. then the rest", NUMBERS),
        ("1、先看代码 2、再改", NUMBERS),
        ("hey\nso i was thinking\nmaybe we skip it", LINES),
    ],
)
def test_an_arrangement_of_lines_is_seen(text: str, name: str) -> None:
    assert name in seen(text)


@pytest.mark.parametrize(
    "text",
    [
        "Version 1.2 and 2.1",
        "- server_bind()\n- server_close()",
        "A sentence that was wrapped\nat some narrow width by\na program.",
        "import os\nimport sys\nx = 1",
        "two lines\nonly here",
    ],
)
def test_code_and_wrapped_text_have_no_arrangement(text: str) -> None:
    assert not {BULLETS, NUMBERS, LINES} & set(seen(text))


def test_an_arrangement_of_the_whole_turn_keeps_no_example() -> None:
    assert [s.example for s in pattern_sightings("- tea first\n- then the rest of it")] == [None]


def test_an_account_or_address_is_never_part_of_an_example() -> None:
    assert [s.example for s in pattern_sightings("Many thanks @somebody!!")] == [None]
    assert [s.example for s in pattern_sightings("Look at https://a.example/b now :)")] == [None]


@pytest.mark.parametrize(
    "text",
    [
        "\u200b",
        "\ufe0f\ufe0f",
        "\u200d\u200d",
        "\U000e0041\U000e007f",
        "\u2066\u2069",
        "\ufffc",
        "",
        " \n ",
        "\u0301" * 9,
    ],
)
def test_invisible_characters_alone_teach_nothing(text: str) -> None:
    assert seen(text) == []


@pytest.mark.parametrize(
    "unit",
    [
        "a",
        "ha",
        "(^",
        "`a",
        "<a",
        "/a",
        "!?",
        ". ",
        "~～",
        "👩\u200d",
        "🇩",
        "a\u0301",
        "NOT ",
        ":)",
        "あw",
        "a\n",
        "我a ",
        "・ω",
        "<3 ",
        "a@",
        "T_",
        "a—",
        "1) a 2 ",
    ],
)
def test_four_thousand_odd_characters_take_no_time(unit: str) -> None:
    text = (unit * 4000)[:4000]
    pattern_sightings("warm")
    begin = time.perf_counter()
    pattern_sightings(text)
    assert time.perf_counter() - begin < 0.5


@given(
    st.text(
        alphabet=st.sampled_from("aAhoX ^_:;()（）-=<3>T~～!?.…,。哈ㅋωД・°\u0301\u200d\ufe0f\U000e0067😂🏽🇩❤`/\n"),
        max_size=60,
    )
)
def test_any_text_gives_each_trait_once_visible_and_short(text: str) -> None:
    sightings = pattern_sightings(text)
    names = [(sighting.kind, sighting.text) for sighting in sightings]
    assert len(names) == len(set(names))
    assert all(any(unicodedata.category(c)[0] in "LNPS" for c in sighting.text) for sighting in sightings)
    assert all(len(sighting.text) <= 40 for sighting in sightings)


@given(st.text(max_size=80))
def test_prose_has_the_length_of_its_text(text: str) -> None:
    assert len(Passage.of(text, 60).prose) == len(text)
