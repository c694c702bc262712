from __future__ import annotations

import tomllib
from importlib import resources
from typing import Any

import pytest

from style_memory.domain.kinds import HabitKind
from style_memory.pipeline.signals.laughter import laughter_sightings, laughter_styles
from style_memory.pipeline.signals.passage import Passage

ENTRIES: list[dict[str, Any]] = tomllib.loads(
    resources.files("style_memory.pipeline").joinpath("data/laughter.toml").read_text(encoding="utf-8")
)["laughter"]


def seen(text: str) -> list[str]:
    return [sighting.text for sighting in laughter_sightings(Passage.of(text, 60))]


@pytest.mark.parametrize(("text", "style"), [(laugh, e["text"]) for e in ENTRIES for laugh in e["laughs"]])
def test_a_laugh_of_the_data_file_is_seen_under_its_style(text: str, style: str) -> None:
    assert style in seen(text)


@pytest.mark.parametrize(("number", "text"), [(i, s) for i, e in enumerate(ENTRIES) for s in e["silent"]])
def test_what_the_data_file_calls_silent_is_no_laugh_of_that_entry(number: int, text: str) -> None:
    style = laughter_styles()[number]
    match = style.pattern.search(Passage.of(text, 60).prose)
    assert match is None or (style.needs is not None and style.needs.search(text) is None)


@pytest.mark.parametrize("number", range(len(ENTRIES)))
def test_an_entry_is_complete_and_its_seeds_are_lower_case(number: int) -> None:
    entry = ENTRIES[number]
    assert set(entry) <= {"text", "locale", "seeds", "pattern", "needs", "laughs", "silent"}
    assert entry["laughs"]
    assert entry["silent"]
    assert all(seed == seed.lower() for seed in entry["seeds"])


def test_a_long_laugh_is_the_same_habit_as_a_short_one() -> None:
    assert seen("哈哈") == seen("哈哈哈哈哈哈哈") == ["哈哈哈"]
    assert seen("haha") == seen("hahahahaha") == ["haha"]


@pytest.mark.parametrize(
    "text", ["visit www.example.com", "call 555-0100", "the KKK trial", "wkhtmltopdf", "微笑面对", "`hahaha()`"]
)
def test_what_only_looks_like_a_laugh_stays_silent(text: str) -> None:
    assert seen(text) == []


def test_a_laugh_has_its_language_and_tone() -> None:
    sighting = laughter_sightings(Passage.of("그래 ㅋㅋㅋㅋ", 60))[0]
    assert (sighting.kind, sighting.locale) == (HabitKind.TONE, "ko")
