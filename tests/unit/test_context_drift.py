from __future__ import annotations

import tomllib
from importlib.resources import files

import pytest
from hypothesis import given
from hypothesis import strategies as st

from style_memory.pipeline.context import asks_realignment


@pytest.mark.parametrize(
    "message",
    [
        "realign to my style",
        "this feels off",
        "that doesn't sound like me",
        "That does not sound like me at all.",
        "you're drifting from my voice",
        "get back to my usual tone",
        "it’s not my voice",
        "that's not how I talk",
        "感觉飘了",
        "不像我",
        "重新对齐一下",
        "唔似我喎",
        "語氣不對",
        "私らしくない",
        "no suena a mí",
        "das klingt nicht nach mir",
        "это не похоже на меня",
    ],
)
def test_a_remark_about_drift_asks_for_realignment(message: str) -> None:
    assert asks_realignment(message)


@pytest.mark.parametrize(
    "message",
    [
        "",
        "the padding feels off",
        "realign the text in the header",
        "my model shows concept drift",
        "he doesn't look like me",
        "sounds good to me",
        "that sounds like fun",
        "the style of this function is off by one",
        "飘了一场雪",
        "对齐一下表格",
        "你说得对",
    ],
)
def test_the_same_words_about_a_thing_ask_for_nothing(message: str) -> None:
    assert not asks_realignment(message)


def test_the_drift_file_is_sound() -> None:
    rows = tomllib.loads(files("style_memory.pipeline").joinpath("data/drift.toml").read_text("utf-8"))
    assert set(rows) == {"phrases", "senses"}
    for languages in rows.values():
        for entries in languages.values():
            assert len(entries) == len(set(entries))
            assert [entry for entry in entries if entry != entry.lower() or entry.count("{") != entry.count("}")] == []


@given(st.text(max_size=200))
def test_any_message_gets_an_answer(message: str) -> None:
    assert asks_realignment(message) in {True, False}
