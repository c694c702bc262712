"""What the owner turns against is named; ordinary orders name nothing."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from style_memory.pipeline.signals.contrary import contrary_to


def named(text: str) -> list[str]:
    return [contrary.text for contrary in contrary_to(text)]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("stop saying lol", ["lol"]),
        ("Please stop using lol and 😂", ["lol", "😂"]),
        ("ok, can you stop saying lol all the time?", ["lol"]),
        ("don't say 'no worries' to me", ["no worries"]),
        ("don’t use “no cap” anymore", ["no cap"]),
        ('stop saying "at the end of the day"', ["at the end of the day"]),
        ("I don't say yolo any more", ["yolo"]),
        ("I no longer say dude", ["dude"]),
        ("I will stop saying literally", ["literally"]),
        ("quit with the emojis", ["emoji"]),
        ("no more emojis please", ["emoji"]),
        ("stop with the 😂 emoji", ["😂"]),
        ("don't use 👩‍💻 or 🇩🇪", ["👩‍💻", "🇩🇪"]),
        ("stop using :)", [":)"]),
        ("stop using the word literally", ["literally"]),
        ("stop calling me bro", ["bro"]),
        ("Don't use lmao, rofl or xD", ["lmao", "rofl", "xD"]),
        ("别说绝绝子了", ["绝绝子"]),
        ("请不要再说yyds了", ["yyds"]),
        ("不要再用😂", ["😂"]),
        ("不要用表情符号了", ["emoji"]),
        ("別再用表情符號", ["emoji"]),
        ("我不说绝绝子了", ["绝绝子"]),
        ("我不再用哈哈哈", ["哈哈哈"]),
        ("唔好再講收皮", ["收皮"]),
        ("「草」って言うのやめて", ["草"]),
        ("絵文字は使わないで", ["emoji"]),
        ("stop saying lol and be concise", ["lol"]),
        ("please don't say lol and always say haha", ["lol"]),
        ("don't say lol but say haha instead", ["lol"]),
        ("I said: stop saying lol", ["lol"]),
        ("不要再用哈哈哈而且要简短", ["哈哈哈"]),
        ("唔好用lol同埋答短啲", ["lol"]),
    ],
)
def test_the_named_texts_are_found(text: str, names: list[str]) -> None:
    assert named(text) == names


@pytest.mark.parametrize(
    "text",
    [
        "stop saying that",
        "stop it",
        "no more",
        "don't go",
        "don't say anything to him",
        "don't say a word",
        "please stop using port 80",
        "stop saying it is ubuntu, it is not",
        "I told him to stop saying lol",
        "he doesn't say yolo any more",
        "I don't say that any more",
        "lol that was good",
        "the bus stop is near",
        "别说了",
        "别说话了",
        "别说我胖",
        "不要说谎",
        "特别说明一下",
        "不用谢",
        "そんなこと言わないで",
        "he told me: stop saying lol",
        "don't stop saying lol",
        "「草」を使わないでとは言っていない",
    ],
)
def test_an_ordinary_sentence_names_nothing(text: str) -> None:
    assert named(text) == []


def test_a_long_object_is_no_turn_of_phrase() -> None:
    assert named("stop using tabs instead of four honest spaces everywhere") == []


def test_the_name_ends_with_its_clause() -> None:
    assert named("stop saying lol. It was funny once") == ["lol"]


def test_at_most_four_texts_are_named() -> None:
    assert len(named("don't use 😀 😂 😭 🙏 ✨ 🔥")) == 4


@given(st.sampled_from(["stop saying ", "don't use ", "别说", "no more "]), st.text(max_size=200))
def test_every_name_is_short_and_on_one_line(order: str, rest: str) -> None:
    names = named(order + rest)
    assert len(names) <= 4
    assert all(len(name) > 0 and "\n" not in name for name in names)


@pytest.mark.parametrize(
    "odd",
    [
        "don't " * 660,
        "stop saying " * 330,
        "i don't say " * 330,
        "please " * 570 + "stop",
        "," * 3990 + "stop",
        ", " * 1990 + "don't",
        "别" * 4000,
        "请" * 3998 + "别说",
        "って" * 1990 + "やめて",
        "を" * 3990 + "ないで",
        "stop saying '" + "x" * 3900,
        "don't say " + "\u200d😂" * 1900,
    ],
)
def test_four_thousand_odd_characters_take_a_moment_only(odd: str) -> None:
    contrary_to("stop saying lol")
    start = time.perf_counter()
    contrary_to(odd)
    assert time.perf_counter() - start < 0.25
