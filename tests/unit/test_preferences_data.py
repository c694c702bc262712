"""The two data files of preferences keep their documented format."""

from __future__ import annotations

import pytest

from style_memory.domain.kinds import Polarity
from style_memory.pipeline.data_files import read_data
from style_memory.pipeline.preferences.axes import NEEDS, Axis, Pole, axes, serious_ok, topic_patterns
from style_memory.pipeline.preferences.framing import FRAME_ROLES
from style_memory.pipeline.preferences.phrase_graph import PhraseGraph, telling_words
from style_memory.pipeline.preferences.phrases import compared, folded, locale_of, token_spans, tokens, words
from style_memory.pipeline.preferences.polarity import placed
from style_memory.pipeline.preferences.statements import polarity_patterns, stated_patterns

LOCALES = {"en", "zh-Hans", "zh-Hant", "yue", "ja"}
NAMED = [(axis, pole) for axis in axes().values() for pole in axis.poles.values() if pole.text]


def test_every_pole_has_only_documented_keys() -> None:
    allowed = {"opposite", "serious", "burden", "text", *NEEDS}
    tables = read_data("preference_axes.toml")["axis"].values()
    assert {key for table in tables for pole in table.values() if isinstance(pole, dict) for key in pole} <= allowed


def test_every_axis_has_at_least_two_sides() -> None:
    assert [axis.name for axis in axes().values() if len(axis.poles) < 2] == []


def test_every_opposite_leads_back() -> None:
    declared = read_data("preference_axes.toml")["axis"]
    for axis in axes().values():
        for pole in axis.poles.values():
            if "opposite" in declared[axis.name][pole.name]:
                assert axis.poles[pole.opposite].opposite == pole.name


def test_a_pole_without_text_has_an_opposite_with_text() -> None:
    unnamed = [(axis, pole) for axis in axes().values() for pole in axis.poles.values() if not pole.text]
    assert unnamed
    assert all(axis.poles[pole.opposite].text for axis, pole in unnamed)


@pytest.mark.parametrize(("axis", "pole"), NAMED, ids=[f"{axis.name}-{pole.name}" for axis, pole in NAMED])
def test_what_a_pole_is_called_is_placed_at_that_pole_in_every_language(axis: Axis, pole: Pole) -> None:
    assert set(pole.text) == LOCALES
    for text in pole.text.values():
        place = placed(text, axis.category)
        assert (place.axis, place.pole, place.polarity) == (axis.name, pole.name, Polarity.PREFER), text


def test_every_pattern_has_balanced_brackets_and_known_macros() -> None:
    patterns = [*(text for text, _ in stated_patterns()), *(text for text, _ in polarity_patterns("reported"))]
    for pattern in patterns:
        depth = 0
        for char in pattern:
            depth += {"(": 1, ")": -1}.get(char, 0)
            assert depth >= 0, pattern
        assert depth == 0, pattern
        assert not set("{}[]\\*+") & set(pattern), pattern


def test_no_phrase_names_two_poles() -> None:
    graph = PhraseGraph(topic_patterns(), frozenset())
    for text, topic in topic_patterns():
        if not set("(|?") & set(text):
            [mark] = graph.marks(tokens(folded(text)))
            assert {(found.axis, found.pole) for found in mark.topics} == {(topic.axis, topic.pole)}, text


def test_the_script_table_maps_single_characters_to_others() -> None:
    pairs = read_data("polarity.toml")["script"]["fold"].split()
    assert all(len(pair) == 2 and pair[0] != pair[1] for pair in pairs)
    assert len({pair[0] for pair in pairs}) == len(pairs)


def test_folding_twice_changes_nothing() -> None:
    pairs = read_data("polarity.toml")["script"]["fold"].split()
    assert all(folded(folded(pair)) == folded(pair) for pair in pairs)


@pytest.mark.parametrize("name", sorted(read_data("polarity.toml")["words"]))
def test_word_lists_hold_single_tokens(name: str) -> None:
    assert words(name)
    assert [word for word in words(name) if len(tokens(word)) > 1] == []


def test_chat_spellings_and_what_they_stand_for_are_single_tokens() -> None:
    spellings = read_data("polarity.toml")["script"]["spellings"]
    assert all(tokens(short) == [short] and tokens(long) == [long] for short, long in spellings.items())


def test_every_role_of_a_frame_has_phrases() -> None:
    assert set(FRAME_ROLES) == set(read_data("polarity.toml")["frames"])


def test_folding_keeps_every_place() -> None:
    text = "İstanbul’da KURZE Antworten ẞ 先說結論"
    assert len(folded(text)) == len(text)
    assert len(token_spans(folded(text))) == len(tokens(folded(text)))


def test_texts_that_differ_in_script_width_and_case_compare_as_equal() -> None:
    assert compared("先說結論！") == compared("先说结论")
    assert compared("Ｔables, please") == compared("tables please")
    assert len({compared(f"don{apostrophe}t panic") for apostrophe in "'’‘ʼ`´＇"}) == 1


def test_optional_parts_and_alternatives_are_all_found() -> None:
    graph = PhraseGraph([("keep (it|them)? (very)? short", "x")], frozenset({"really"}))
    for text in ("keep short", "keep it short", "keep them very short", "keep it really short"):
        assert [(mark.start, mark.end) for mark in graph.marks(text.split())] == [(0, len(text.split()))]


def test_the_longest_phrase_wins() -> None:
    graph = PhraseGraph([("i hate", "a"), ("i hate to", "b")], frozenset())
    assert [mark.roles for mark in graph.marks(["i", "hate", "to", "go"])] == [{"b"}]


def test_a_telling_word_is_in_every_phrase_of_a_pattern() -> None:
    assert telling_words(["the (short|brief) (nice)? version"]) == {"version"}
    assert telling_words(["(red|green)? (tea|milk)"]) == {"tea", "milk"}


@pytest.mark.parametrize(
    ("span", "clause", "locale"),
    [
        ("bullet lists", "不要 bullet lists", "en"),
        ("不要列表", "不要列表", "zh-Hans"),
        ("不要表格", "说过了 don’t 要表格", "zh-Hans"),
        ("不要表格", "說過了不要表格", "zh-Hant"),
        ("唔好用表格", "唔好用表格", "yue"),
        ("表は不要", "表は不要", "ja"),
    ],
)
def test_a_wish_has_the_language_and_script_of_its_words(span: str, clause: str, locale: str) -> None:
    assert locale_of(span, clause) == locale


@pytest.mark.parametrize(
    ("axis", "pole", "serious"),
    [
        ("length", "short", True),
        ("language", "japanese", True),
        ("lists", "no", True),
        ("directness", "blunt", False),
        ("humour", "yes", False),
        ("humour", "no", True),
        ("emoji", "yes", False),
        ("emoji", "no", True),
        ("formality", "casual", False),
        (None, None, False),
        ("length", "sideways", False),
        ("unheard_of", "yes", False),
    ],
)
def test_only_sober_wishes_may_reach_serious_moments(axis: str | None, pole: str | None, serious: bool) -> None:
    assert serious_ok(axis, pole) is serious
