"""Sentences with numbers, names and words that look like secrets and are none; what stands beside still teaches."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from style_memory import StyleMemory
from style_memory.pipeline.privacy import admit
from tests.people import habits

DATA = Path(__file__).parents[1] / "quality" / "lookalikes.jsonl"
ROWS = [json.loads(line) for line in DATA.read_text(encoding="utf-8").splitlines()]
HALVES = ("first", "held out")


def of_half(half: str) -> list[str]:
    return [row["text"] for row in ROWS if row["half"] == half]


def test_there_are_a_hundred_in_ten_languages() -> None:
    assert len(ROWS) >= 100
    assert len({row["lang"] for row in ROWS}) >= 10
    assert len(of_half("held out")) >= 50


@pytest.mark.parametrize("half", HALVES)
def test_a_habit_beside_a_look_alike_is_learned(half: str) -> None:
    with StyleMemory.open("sqlite:///:memory:") as memory:
        taught = 0
        for number, text in enumerate(of_half(half)):
            owner = memory.for_owner(str(number))
            for session in "123":
                owner.observe_user_message(text=f"lol {text}", session_id=session)
            taught += "lol" in habits(owner)
    assert taught >= 0.97 * len(of_half(half))


@pytest.mark.parametrize("half", HALVES)
def test_hardly_any_look_alike_is_taken_for_a_secret(half: str) -> None:
    found = [text for text in of_half(half) if admit(text).findings]
    assert len(found) <= 0.03 * len(of_half(half)), found
