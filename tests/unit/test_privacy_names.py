"""Clauses that may name somebody are not kept as examples."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from style_memory import OwnerMemory
from style_memory.pipeline.data_files import read_data
from style_memory.pipeline.privacy import may_name
from tests.people import habits


@pytest.mark.parametrize(
    "clause",
    [
        "lol Kevin from accounts",
        "I reckon Martin Shaw",
        "thanks, Zoé",
        "ну Маша опять",
        "阿明話佢做唔切",
        "なるほど田中さんは",
        "小王说实话",
        "김민준 씨 그냥",
        "王老师其实",
    ],
)
def test_a_clause_that_may_name_somebody(clause: str) -> None:
    assert may_name(clause)


@pytest.mark.parametrize(
    "clause",
    [
        "I think I'm done, I'd say",
        "OK so LOL it works",
        "Well. That is so",
        "说实话小心一点",
        "老实说这个方案",
        "なるほどそうですね",
        "lol iPhone again",
        "",
    ],
)
def test_a_clause_that_names_nobody(clause: str) -> None:
    assert not may_name(clause)


def test_no_example_is_kept_that_may_name_somebody(ana: OwnerMemory) -> None:
    for session in range(3):
        ana.observe_user_message(text="lol Kevin from accounts again", session_id=f"s{session}", context="casual_chat")
    assert habits(ana)["lol"].example is None
    ana.observe_user_message(text="lol the printer again and again today", session_id="s4", context="casual_chat")
    assert habits(ana)["lol"].example


def test_the_data_file_has_the_documented_tables() -> None:
    data = read_data("names.toml")
    assert set(data) == {"after", "before", "surnames"}
    for table in data.values():
        for strings in table.values():
            assert len(set(strings)) == len(strings)
            assert all(strings)


@given(st.text(max_size=80))
def test_any_text_can_be_asked_about(text: str) -> None:
    assert may_name(text) in (True, False)
