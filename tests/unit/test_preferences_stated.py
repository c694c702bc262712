"""Lasting wishes are recognised in plain words; tasks, questions and other people's wishes are not."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from style_memory.domain.kinds import Polarity, PreferenceCategory, Source
from style_memory.pipeline.preferences import stated_preferences
from style_memory.pipeline.preferences.axes import axes


def wishes(text: str) -> set[tuple[str | None, str | None, str]]:
    return {(found.axis, found.pole, found.polarity.value) for found in stated_preferences(text)}


@pytest.mark.parametrize(
    ("text", "wish"),
    [
        ("keep answers to two lines", ("length", "short", "prefer")),
        ("short answers please", ("length", "short", "prefer")),
        ("Could you keep your answers short from now on?", ("length", "short", "prefer")),
        ("Your replies are way too wordy", ("length", "short", "prefer")),
        ("I'm tired of long answers", ("length", "short", "avoid")),
        ("from here on I want the long version", ("length", "long", "prefer")),
        ("tl;dr first", ("conclusion_order", "first", "prefer")),
        ("I prefer conclusions before details", ("conclusion_order", "first", "prefer")),
        ("I can't stand bullet lists.", ("lists", "no", "avoid")),
        ("I cant stand bullet lists", ("lists", "no", "avoid")),
        ("I really, really hate bullet points", ("lists", "no", "avoid")),
        ("no bullet points", ("lists", "no", "avoid")),
        ("I hate it when you use bullet lists", ("lists", "no", "avoid")),
        ("Not a fan of exclamation marks.", ("exclamation_marks", "no", "avoid")),
        ("be blunt", ("directness", "blunt", "prefer")),
        ("don't sugarcoat", ("directness", "blunt", "prefer")),
        ("stop apologising", ("apologies", "no", "avoid")),
        ("Can you stop apologizing?", ("apologies", "no", "avoid")),
        ("please always give me concrete examples", ("examples", "yes", "prefer")),
        ("I learn best with examples", ("examples", "yes", "prefer")),
        ("ask me before changing anything", ("ask_first", "ask", "prefer")),
        ("stop asking for permission", ("ask_first", "act", "prefer")),
        ("Going forward please avoid em dashes", ("em_dashes", "no", "avoid")),
        ("talk to me like a friend", ("formality", "casual", "prefer")),
        ("please answer me in German from now on", ("language", "german", "prefer")),
        ("先说结论", ("conclusion_order", "first", "prefer")),
        ("结论放前面", ("conclusion_order", "first", "prefer")),
        ("我喜欢先看结论", ("conclusion_order", "first", "prefer")),
        ("不要用列表", ("lists", "no", "avoid")),
        ("少废话", ("filler", "no", "avoid")),
        ("说重点", ("filler", "no", "avoid")),
        ("以后回答都用表格", ("tables", "yes", "prefer")),
        ("改之前先问我", ("ask_first", "ask", "prefer")),
        ("拜托别再道歉了", ("apologies", "no", "avoid")),
        ("以後請用中文回答", ("language", "chinese", "prefer")),
        ("不要再用表情符號了", ("emoji", "no", "avoid")),
        ("唔好用咁多emoji", ("emoji", "no", "avoid")),
        ("結論から言って", ("conclusion_order", "first", "prefer")),
        ("箇条書きは嫌いです", ("lists", "no", "avoid")),
        ("絵文字は使わないでください", ("emoji", "no", "avoid")),
        ("今後は表を使わないでください", ("tables", "no", "avoid")),
        ("stop being so formal", ("formality", "casual", "prefer")),
        ("毎回理由も説明して", ("reasons", "yes", "prefer")),
        ("回答は短くしてください", ("length", "short", "prefer")),
    ],
)
def test_a_lasting_wish_is_recognised(text: str, wish: tuple[str, str, str]) -> None:
    assert wish in wishes(text)


@pytest.mark.parametrize(
    "text",
    [
        # for this task
        "write a short story",
        "make this paragraph shorter",
        "list five cities",
        "give me a short answer",
        "explain with an example",
        "write it without bullet points",
        "Write me an essay about whales. No bullet points.",
        "no headings in this one",
        "please be concise in the abstract",
        "use exclamation marks in the headline",
        "翻译成英文",
        "帮我写一封信，不要用感叹号",
        "这篇文章不要用列表",
        "箇条書きで書いてください",
        "今回は箇条書きで",
        # neutral
        "I don't mind tables.",
        "I don't really mind bullet lists",
        "either way is fine, bullet points or prose",
        "列表我无所谓",
        "絵文字は気にしない",
        # a dislike denied
        "not that I dislike bullet lists",
        "I don't hate bullet lists",
        "我不讨厌列表",
        "不是不喜欢列表",
        "絵文字は嫌いじゃない",
        # questions
        "do you like bullet lists?",
        "why do you always use bullet points?",
        "should I avoid em dashes?",
        "你喜欢用表格吗？",
        "絵文字は好きですか？",
        # other people
        "my boss hates bullet lists",
        "she can't stand emojis",
        "people who use emojis annoy me",
        "老板不喜欢感叹号",
        "上司は絵文字が嫌いです",
        # past and supposed
        "I used to hate bullet lists",
        "if you like bullet lists, use them",
        # about themselves
        "I never use emojis",
        "I always use code comments",
        "I like to plan first",
        "I love emojis",
        "you always use bullet points",
        # another thing of that name
        "I love lists of cities",
        "I like tables and chairs",
        "I prefer the short version of this song",
        "我不喜欢列表推导式",
        "我写文章不要用列表",
        # said in passing
        "don't apologise, it's fine",
        "no joke, this is great",
        "never mind",
        "不要道歉，你没做错",
    ],
)
def test_a_look_alike_gives_nothing(text: str) -> None:
    assert wishes(text) == set()


def test_a_dislike_names_the_unwanted_thing() -> None:
    [found] = stated_preferences("I can't stand bullet points")
    assert (found.text, found.polarity) == ("bullet lists", Polarity.AVOID)


@pytest.mark.parametrize(
    ("text", "locale", "said"),
    [
        ("no more emojis please", "en", "emoji"),
        ("别再用表情符号了", "zh-Hans", "表情符号"),
        ("別再用表情符號了", "zh-Hant", "表情符號"),
        ("唔好用表情符號", "yue", "表情符號"),
        ("絵文字は使わないで", "ja", "絵文字"),
    ],
)
def test_text_comes_back_in_the_language_and_script_it_was_said_in(text: str, locale: str, said: str) -> None:
    [found] = stated_preferences(text)
    assert (found.locale, found.text) == (locale, said)


def test_a_wish_carries_category_source_and_its_clause() -> None:
    [found] = stated_preferences("Thanks, that works. From now on, no bullet points please. See you tomorrow!")
    assert (found.category, found.source) == (PreferenceCategory.RESPONSE_STRUCTURE, Source.STATED)
    assert found.example == "From now on, no bullet points please"


def test_the_example_keeps_to_its_limit() -> None:
    [found] = stated_preferences("Thanks, that works. From now on, no bullet points please.", example_limit=20)
    assert found.example is not None
    assert len(found.example) <= 20


def test_one_sentence_may_hold_several_wishes() -> None:
    assert wishes("from here on I want the long version with reasons") == {
        ("length", "long", "prefer"),
        ("reasons", "yes", "prefer"),
    }


def test_one_dislike_reaches_everything_it_is_said_about() -> None:
    assert {axis for axis, _, _ in wishes("no more bullet points, headings or emoji")} == {"lists", "headings", "emoji"}


def test_a_wish_said_twice_in_a_turn_is_one_sighting() -> None:
    assert len(stated_preferences("I hate bullet lists. Did I say it? I hate bullet points!")) == 1


def test_a_strong_wish_counts_beside_a_task() -> None:
    assert wishes("Write a parser for me. I hate code comments.") == {("code_comments", "no", "avoid")}


def test_from_now_on_counts_beside_a_task() -> None:
    assert wishes("Write a parser for me. From now on, no bullet points.") == {("lists", "no", "avoid")}
    assert wishes("Write a parser for me. In your answer, no bullet points.") == set()


def test_a_plain_instruction_in_a_long_text_is_about_that_text() -> None:
    assert wishes("No bullet points.") != set()
    assert wishes("No bullet points. " + "The harbour was quiet that morning. " * 8) == set()


@given(st.text(max_size=300))
def test_any_text_gives_known_axes_and_poles(text: str) -> None:
    for found in stated_preferences(text):
        assert found.axis in axes()
        assert found.text


@pytest.mark.parametrize(
    "odd",
    [
        "i hate " * 570,
        "really " * 570 + "lists",
        "i really really " * 250 + "emoji",
        "no bullet points, " * 220,
        "emoji and " * 400,
        "表情、" * 1300 + "不要",
        "箇条書きをやめて" * 500,
        "stop using emoji " * 235,
        "不要用" * 1300 + "列表",
        "は" * 3900 + "絵文字",
        "," * 3990 + "emoji",
        "please " * 570 + "emoji",
    ],
)
def test_four_thousand_odd_characters_take_a_moment_only(odd: str) -> None:
    stated_preferences("warm up, no emoji")
    start = time.perf_counter()
    stated_preferences(odd)
    assert time.perf_counter() - start < 0.5
