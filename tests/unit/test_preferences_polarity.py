"""Reported preference texts are placed on the axes; contradiction and repetition are told from mere likeness."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from style_memory.domain.kinds import Polarity, PreferenceCategory
from style_memory.domain.sightings import PreferenceSighting
from style_memory.pipeline.preferences import contradicts, placed, repeats, stated_preferences

CATEGORY = PreferenceCategory.RESPONSE_STRUCTURE


def reported(text: str, category: PreferenceCategory = CATEGORY) -> PreferenceSighting:
    place = placed(text, category)
    assert place.polarity is not None, text
    return PreferenceSighting(
        category=category, text=text, polarity=place.polarity, axis=place.axis, pole=place.pole, locale=place.locale
    )


def stated(text: str, axis: str) -> PreferenceSighting:
    return next(found for found in stated_preferences(text) if found.axis == axis)


@pytest.mark.parametrize(
    ("text", "axis", "pole", "polarity"),
    [
        ("prefers conclusions before details", "conclusion_order", "first", "prefer"),
        ("dislikes vague praise", "praise", "no", "avoid"),
        ("likes plan → implement → verify", "plan_first", "yes", "prefer"),
        ("prefers value judgment before steps", "judgement_first", "yes", "prefer"),
        ("The user prefers concise answers", "length", "short", "prefer"),
        ("dislikes long answers", "length", "short", "avoid"),
        ("no tables", "tables", "no", "avoid"),
        ("never wants emojis", "emoji", "no", "avoid"),
        ("likes answers without tables", "tables", "no", "prefer"),
        ("answers without tables", "tables", "no", "prefer"),
        ("be blunt", "directness", "blunt", "prefer"),
        ("不喜欢列表", "lists", "no", "avoid"),
        ("喜欢表格", "tables", "yes", "prefer"),
        ("箇条書きが嫌い", "lists", "no", "avoid"),
        ("no emoji and be concise", "length", "short", "prefer"),
        ("prefers short answers, dislikes emoji", "length", "short", "prefer"),
        ("dislikes bullet points, prefers plain words", "lists", "no", "prefer"),
    ],
)
def test_a_reported_text_is_placed(text: str, axis: str, pole: str, polarity: str) -> None:
    place = placed(text, CATEGORY)
    assert (place.axis, place.pole, place.polarity) == (axis, pole, polarity)


@pytest.mark.parametrize(
    "text",
    [
        "doesn't mind tables",
        "doesn't really mind bullet lists",
        "is fine with either",
        "has no strong preference about tables",
        "doesn't dislike tables",
        "不介意表格",
        "列表无所谓",
        "絵文字は気にしない",
        "doesn't want you to stop using emoji",
        "never wants answers without sources",
    ],
)
def test_a_neutral_or_unclear_text_has_no_polarity_and_no_place(text: str) -> None:
    place = placed(text, CATEGORY)
    assert (place.axis, place.pole, place.polarity) == (None, None, None)


@pytest.mark.parametrize(
    ("text", "polarity"),
    [
        ("likes pair programming", Polarity.PREFER),
        ("dislikes pair programming", Polarity.AVOID),
        ("avoid force pushes", Polarity.AVOID),
        ("wants a warning if the code breaks", Polarity.PREFER),
        ("变量名用 English", Polarity.PREFER),
        ("不喜欢猜谜", Polarity.AVOID),
    ],
)
def test_a_text_beside_all_axes_still_has_its_polarity(text: str, polarity: Polarity) -> None:
    place = placed(text, CATEGORY)
    assert (place.axis, place.polarity) == (None, polarity)


def test_a_text_that_says_more_than_its_axis_is_not_put_there() -> None:
    assert placed("prefers short answers to legal questions", CATEGORY).axis is None


def test_the_category_decides_between_two_axes() -> None:
    text = "prefers short answers and jokes"
    assert placed(text, PreferenceCategory.RESPONSE_STRUCTURE).axis == "length"
    assert placed(text, PreferenceCategory.TONE_BOUNDARY).axis == "humour"
    assert placed(text, PreferenceCategory.WORKFLOW).axis is None


def test_the_later_wish_for_length_contradicts_the_earlier() -> None:
    earlier = stated("keep answers to two lines", "length")
    later = stated("change of plan: from here on I want the long version with reasons", "length")
    assert contradicts(earlier, later)
    assert not repeats(earlier, later)


def test_wishes_on_different_axes_do_not_touch() -> None:
    one, other = stated("no bullet lists", "lists"), stated("short answers please", "length")
    assert not contradicts(one, other)
    assert not repeats(one, other)


def test_liking_short_and_disliking_long_is_one_wish() -> None:
    assert repeats(reported("prefers short answers"), reported("dislikes long answers"))


def test_the_same_thing_liked_and_disliked_contradicts_without_an_axis() -> None:
    assert contradicts(reported("likes pair programming"), reported("Dislikes pair programming."))
    assert not contradicts(reported("likes pair programming"), reported("dislikes mob programming"))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("先说结论", "结论放前面"),
        ("先说结论", "結論放前面"),
        ("結論から", "まず結論を言って"),
        ("結論から話す", "結論を先に"),
    ],
)
def test_two_wordings_of_one_wish_repeat_each_other(one: str, other: str) -> None:
    assert repeats(reported(one), reported(other))
    assert not contradicts(reported(one), reported(other))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("变量名用 English", "注释用 English"),
        ("README 先给例子", "README 不要表格"),
        ("コミットは English で", "変数名は English で"),
        ("README に表を入れて", "README は短く"),
    ],
)
def test_two_wishes_that_share_a_latin_word_stay_two(one: str, other: str) -> None:
    assert not repeats(reported(one), reported(other))
    assert not contradicts(reported(one), reported(other))


def test_case_width_and_script_make_no_second_wish() -> None:
    assert repeats(reported("Use American spelling"), reported("use american ｓpelling."))
    assert repeats(reported("變數名要短橫線"), reported("变数名要短横线"))


@given(st.text(max_size=120), st.text(max_size=120))
def test_no_two_texts_both_repeat_and_contradict(one: str, other: str) -> None:
    first, second = (
        PreferenceSighting(category=CATEGORY, text=text, polarity=polarity)
        for text, polarity in ((one, Polarity.PREFER), (other, Polarity.AVOID))
    )
    assert not (repeats(first, second) and contradicts(first, second))
    assert repeats(first, first)
    assert not contradicts(first, first)
