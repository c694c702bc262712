"""Which phrases of a turn discovery looks at."""

from __future__ import annotations

import re
import tomllib
from importlib.resources import files
from itertools import chain

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from style_memory.domain.items import folded, unified
from style_memory.pipeline.discovery import as_written, phrases
from tests.linear_time import assert_grows_linearly


def data(file: str) -> dict[str, dict[str, list[str]]]:
    return tomllib.loads(files("style_memory.pipeline").joinpath("data", file).read_text("utf-8"))


def texts(turn: str) -> set[str]:
    return {phrase.text for phrase in phrases(turn)}


def test_the_data_file_has_the_documented_tables_and_no_entry_twice() -> None:
    assert set(data("discovery.toml")) == {"words", "content", "strings", "openers", "endings"}
    for table in data("discovery.toml").values():
        for entries in table.values():
            assert len(set(entries)) == len(entries)
            assert all(entry == entry.lower().strip() for entry in entries)


@pytest.mark.parametrize(
    ("turn", "found"),
    [
        ("Honestly, kubernetes is kinda neat tbh", {"honestly", "honestly,", "kinda", "kinda neat", "tbh"}),
        ("what about you?", {"what about", "what about you", "what about you?", "about you", "about you?"}),
        ("thats what i dont get...", {"thats", "thats what", "i dont", "i dont get", "i dont get..."}),
        ("说实话这个方案不错", {"说实话", "这个", "说实话这个"}),
        ("話時話，聽日落雨喎", {"話時話", "話時話,", "喎"}),
        ("なるほど、行ったかもですね！", {"なるほど", "なるほど、", "かもですね", "ですね!", "ね"}),
        ("Pues mira, el servidor va lento", {"pues", "pues mira", "mira,"}),
        ("अच्छा यार, सर्वर", {"अच्छा", "यार", "अच्छा यार,"}),
        ("그러게 서버가 또 죽었네요 ㅇㅇ", {"그러게", folded("ㅇㅇ")}),
    ],
)
def test_phrases_are_made_of_words_that_tell_a_style(turn: str, found: set[str]) -> None:
    assert found <= texts(turn)


@pytest.mark.parametrize(
    "turn",
    [
        "Peter Novak deploys kubernetes clusters",
        "<name> <url> @user @user <num>",
        "see really_old_module.py and /just/like/that",
        "2024 3pm v1.2.3",
        "张伟在上海部署数据库集群",
        "東京駅周辺",
        "",
        "\ufffc \u200b",
    ],
)
def test_names_numbers_topics_and_placeholders_make_no_phrase(turn: str) -> None:
    assert texts(turn) == set()


def test_no_phrase_reaches_over_a_mark_a_line_or_a_placeholder() -> None:
    assert not texts("really, maybe") & {"really maybe", "really, maybe"}
    assert "really maybe" not in texts("really\nmaybe")
    assert "really maybe" not in texts("really <name> maybe")
    assert "really maybe" in texts("really maybe")


@pytest.mark.parametrize(
    ("turn", "text", "written"),
    [
        ("I mean it", "i mean", "I mean"),
        ("Really? no", "really?", "really?"),
        ("OK, do", "ok,", "OK,"),
        ("so I'd say", "i'd", "I'd"),
        ("Don't know", "don't", "don't"),
        ("行くかも！", "かも!", "かも！"),
    ],
)
def test_a_phrase_is_shown_as_it_was_written_but_for_the_capital_of_a_sentence(
    turn: str, text: str, written: str
) -> None:
    [phrase] = [phrase for phrase in phrases(turn) if phrase.text == text]
    assert as_written(phrase, turn) == written


LISTED = frozenset(
    unified(word)
    for table in (*data("discovery.toml").values(), data("stylometry.toml")["words"])
    for word in chain.from_iterable(table.values())
)
UNSPACED = re.compile("[\u3040-\u30ff\u3400-\u9fff々〆]+")
MARKS = ".…!?！？、，,。~～"


def is_listed(text: str) -> bool:
    """Whether the text is a row of listed strings, or of listed words."""
    if not UNSPACED.search(text):
        return all(word in LISTED for word in text.split(" "))
    reached = {0}
    for end in range(1, len(text) + 1):
        if any(text[start:end] in LISTED for start in reached):
            reached.add(end)
    return len(text) in reached


@given(st.text(st.characters(codec="utf-8"), max_size=120) | st.lists(st.sampled_from(sorted(LISTED))).map(" ".join))
@example("reallyPeter really-Peter 'really' really’s")
@example("ﬁ really İstanbul ŉ maybe")
@example("𠮷家真的好")
def test_every_phrase_consists_of_listed_words_whatever_the_turn(turn: str) -> None:
    found = phrases(turn)
    assert len({phrase.text for phrase in found}) == len(found)
    for phrase in found:
        assert is_listed(phrase.text.rstrip(MARKS)), phrase
        assert folded(as_written(phrase, turn)) == folded(phrase.text)
        assert len(phrase.text) <= 80


@pytest.mark.parametrize(
    "piece", ["漢a", "a漢", "ー'", "好好", "ですね", "a1", "<a", "a-", "really ", "ा", "a_", "..,"]
)
def test_the_time_grows_no_faster_than_the_turn(piece: str) -> None:
    assert_grows_linearly(phrases, piece)
