"""A negation or a liking ends where the next wish begins; what can be read in two ways gives nothing."""

from __future__ import annotations

import re
from functools import cache

import pytest

from style_memory.domain.kinds import Polarity
from style_memory.pipeline.preferences import stated_preferences
from style_memory.pipeline.preferences.axes import Axis, Pole, axes, stand, topic_patterns
from style_memory.pipeline.preferences.phrase_graph import Topic

NAMED = [(axis, pole) for axis in axes().values() for pole in axis.poles.values() if pole.text]
NAMED_IDS = [f"{axis.name}-{pole.name}" for axis, pole in NAMED]


def poles(text: str) -> set[str]:
    return {f"{found.axis}.{found.pole}" for found in stated_preferences(text)}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("stop using emoji and give me short answers", {"emoji.no", "length.short"}),
        ("No emoji and be concise.", {"emoji.no", "length.short"}),
        ("no bullet points and keep answers short", {"lists.no", "length.short"}),
        ("keep answers short and no bullet points", {"lists.no", "length.short"}),
        ("Please be concise and avoid emoji.", {"emoji.no", "length.short"}),
        ("No fluff, no emoji and get to the point.", {"filler.no", "emoji.no"}),
        ("I prefer short answers and no emoji", {"emoji.no", "length.short"}),
        ("don't be so formal but keep your answers brief", {"formality.casual", "length.short"}),
        ("less fluff more concrete examples from now on", {"filler.no", "examples.yes"}),
        ("no, keep your answers short", {"length.short"}),
        ("别用列表，回答简短点", {"lists.no", "length.short"}),
        ("不要表情，说重点", {"emoji.no", "filler.no"}),
        ("我喜欢表格，不喜欢列表", {"tables.yes", "lists.no"}),
        ("回答要簡短，但不要用條列", {"length.short", "lists.no"}),
        ("別用表情符號同埋答短啲", {"emoji.no", "length.short"}),
        ("唔好用列表，講重點", {"lists.no", "filler.no"}),
        ("箇条書きをやめて短く答えて", {"lists.no", "length.short"}),
        ("短く答えて、絵文字は使わないで", {"emoji.no", "length.short"}),
        ("長い説明は嫌い、短く答えて", {"length.short"}),
    ],
)
def test_each_of_two_wishes_has_its_own_polarity(text: str, expected: set[str]) -> None:
    assert poles(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("no emoji, tables or bullet points", {"emoji.no", "tables.no", "lists.no"}),
        ("stop using headings and tables", {"headings.no", "tables.no"}),
        ("I can't stand flattery and disclaimers", {"praise.no", "hedging.no"}),
        ("Emoji and exclamation marks annoy me", {"emoji.no", "exclamation_marks.no"}),
        ("不要列表、表格和表情", {"lists.no", "tables.no", "emoji.no"}),
        ("唔鍾意表格或者列表", {"tables.no", "lists.no"}),
        ("箇条書きと絵文字は使わないで", {"lists.no", "emoji.no"}),
    ],
)
def test_a_negation_reaches_all_things_of_one_kind(text: str, expected: set[str]) -> None:
    assert poles(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("no emoji and concrete examples please", {"emoji.no"}),
        ("stop using emoji and short answers", {"emoji.no"}),
        ("No emoji, tables are fine", {"emoji.no"}),
        ("不要表情，表格没问题", {"emoji.no"}),
        ("short answers and exclamation marks annoy me", {"exclamation_marks.no"}),
        ("no keep answers short", set()),
        ("never, ever use emoji", set()),
        ("不要表情而且简短的回答没用", {"emoji.no"}),
        ("no answers without concrete examples", set()),
    ],
)
def test_what_has_two_readings_is_left_out(text: str, expected: set[str]) -> None:
    assert poles(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "I don't want you to not use emoji.",
        "don't stop being blunt",
        "never skip the code comments",
        "I hate it when you don't use bullet points",
        "it's not true that I hate emoji",
        "I never said I hate bullet points",
        "you can never have too many concrete examples",
        "I can't live without bullet points",
        "not only short answers but also reasons",
        "without headings, I can't follow",
        "不要不用表情",
        "别不用表格",
        "没有列表我看不懂",
        "不仅要简短的回答，还要举例",
        "唔好唔用表情",
        "絵文字なしは嫌",
        "具体例なしだと分からない",
        "箇条書きを使わないでとは言っていない",
        "you can stop avoiding bullet points",
        "I can't follow answers without headings",
        "不加注释可不行",
        "你不用列表我会生气",
    ],
)
def test_a_negated_negation_gives_nothing(text: str) -> None:
    assert poles(text) == set()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("short answers, not long answers", {"length.short"}),
        ("not short answers, detailed answers", {"length.long"}),
        ("要简短，不要长篇大论", {"length.short"}),
        ("always use tables instead of bullet points", {"tables.yes", "lists.no"}),
        ("I like short answers. I like long answers.", set()),
        ("Please answer in English. Always answer in Japanese.", set()),
    ],
)
def test_one_axis_gives_one_wish_or_none(text: str, expected: set[str]) -> None:
    assert len(stated_preferences(text)) == len(expected)
    assert poles(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "Short answers, I hate them",
        "Short answers! I hate them.",
        "short answers never help",
        "简短的回答不好",
        "先说结论没用",
        "My manager said no emoji and keep answers short",
        "the style guide says: no exclamation marks",
        "老細話唔好用表情，答短啲",
        "产品说回答要简短，不要用列表",
        "小王喜欢表格，讨厌列表",
        "no emoji and be brief, he said",
        "絵文字は使わないでと言われた",
        "Be concise! jk",
        "No emoji! Kidding, I love them.",
    ],
)
def test_a_remark_or_a_report_is_no_wish(text: str) -> None:
    assert poles(text) == set()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("give me the conclusion first", "conclusion_order.first"),
        ("Please answer in English even if I write Chinese.", "language.english"),
        ("please reply in traditional Chinese", "language.traditional_chinese"),
        ("答我用繁體中文", "language.traditional_chinese"),
        ("请用简体中文回答", "language.simplified_chinese"),
        ("pls always keep ur answers short lol", "length.short"),
        ("could u stop w the bullet points", "lists.no"),
        ("plz no more emojis n exclamation marks", "emoji.no"),
    ],
)
def test_chat_spellings_and_plain_requests_are_read(text: str, expected: str) -> None:
    assert expected in poles(text)


EN_JOINTS = (" and ", " but ", ", ", ". ")
ZH_JOINTS = ("，", "而且", "，但", "。")


@pytest.mark.parametrize(("axis", "pole"), NAMED, ids=NAMED_IDS)
def test_no_wish_joined_to_another_of_the_opposite_polarity_is_inverted(axis: Axis, pole: Pole) -> None:
    for turn, (other, liked) in enumerate(NAMED):
        if other is not axis:
            en, zh = (pole.text["en"], liked.text["en"]), (pole.text["zh-Hans"], liked.text["zh-Hans"])
            for text in (
                *_both_orders(f"I hate {en[0]}", f"I prefer {en[1]}", EN_JOINTS[turn % 4]),
                *_both_orders(f"no more {en[0]}", f"always use {en[1]}", EN_JOINTS[(turn + 1) % 4]),
                *_both_orders(f"我讨厌{zh[0]}", f"我更喜欢{zh[1]}", ZH_JOINTS[turn % 4]),
                *_both_orders(f"以后不要{zh[0]}", f"以后都要{zh[1]}", ZH_JOINTS[(turn + 1) % 4]),
            ):
                _assert_not_inverted(text, {axis.name: pole.opposite, other.name: liked.name})


@pytest.mark.parametrize(("axis", "pole"), NAMED, ids=NAMED_IDS)
def test_no_order_joined_to_a_negation_is_inverted(axis: Axis, pole: Pole) -> None:
    for turn, (phrase, topic) in enumerate(_orders()):
        if topic.axis != axis.name:
            for joint in (turn, turn + 1):
                if phrase.isascii():
                    texts = _both_orders(f"stop using {pole.text['en']}", phrase, EN_JOINTS[joint % 4])
                else:
                    texts = _both_orders(f"不要{pole.text['zh-Hans']}", phrase, ZH_JOINTS[joint % 4])
                for text in texts:
                    _assert_not_inverted(text, {axis.name: pole.opposite, topic.axis: stand(topic, wanted=True).pole})


@pytest.mark.parametrize(("axis", "pole"), NAMED, ids=NAMED_IDS)
def test_and_carries_a_negation_only_to_what_people_want_less_of(axis: Axis, pole: Pole) -> None:
    for other, beside in NAMED:
        if other is not axis and not beside.burden:
            en = f"no {pole.text['en']} and {beside.text['en']}"
            for text in (en, f"不要{pole.text['zh-Hans']}和{beside.text['zh-Hans']}"):
                against = {found.axis for found in stated_preferences(text) if found.polarity == Polarity.AVOID}
                assert other.name not in against, text


def _both_orders(one: str, other: str, joint: str) -> tuple[str, str]:
    return one + joint + other, other + joint + one


def _assert_not_inverted(text: str, expected: dict[str, str]) -> None:
    for found in stated_preferences(text):
        assert found.axis is not None
        assert found.pole == expected.get(found.axis, found.pole), text


@cache
def _orders() -> list[tuple[str, Topic]]:
    """One spelling of each complete wish that is not the name of a thing as well, such as "long answers"."""
    orders = []
    for pattern, topic in topic_patterns():
        phrase = _spelled(pattern)
        if topic.need in {"wishes", "asks"} and not re.search("[ぁ-ん]", phrase) and not _is_thing(phrase):
            orders.append((phrase, topic))
    return orders


def _is_thing(phrase: str) -> bool:
    return any(found.polarity is Polarity.AVOID for found in stated_preferences(f"I hate {phrase}"))


def _spelled(pattern: str) -> str:
    """The first alternative of each group, without what may be missing."""
    while "(" in pattern:
        pattern = re.sub(r"\(([^()|]*)[^()]*\)(\?)?", lambda group: "" if group[2] else group[1], pattern)
    return " ".join(re.sub(r".\?", "", pattern).split())
