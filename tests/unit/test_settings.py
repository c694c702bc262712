from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from style_memory import Settings, StyleMemory
from style_memory.domain.errors import SettingInvalid, StyleMemoryError
from style_memory.domain.settings import setting_variables

DOCUMENTED_DEFAULTS = {
    "brief_tokens": 400,
    "min_promote_count": 3,
    "candidate_ttl_days": 30,
    "inactive_ttl_days": 180,
    "max_brief_items": 8,
    "max_example_len": 60,
}


def test_defaults_are_the_documented_ones() -> None:
    settings = Settings()
    assert {name: getattr(settings, name) for name in DOCUMENTED_DEFAULTS} == DOCUMENTED_DEFAULTS
    assert settings.learning
    assert not settings.synchronous_full


def test_an_empty_environment_gives_the_defaults() -> None:
    assert Settings.from_environment({}) == Settings()
    assert Settings.from_environment({"STYLE_MEMORY_BRIEF_TOKENS": "  ", "PATH": "/bin"}) == Settings()


@pytest.mark.parametrize("name", DOCUMENTED_DEFAULTS)
def test_each_number_is_read_from_its_variable(name: str) -> None:
    value = 500 if name == "brief_tokens" else 49
    settings = Settings.from_environment({f"STYLE_MEMORY_{name.upper()}": f" {value} "})
    assert getattr(settings, name) == value


def test_switches_and_paths_are_read_from_their_variables() -> None:
    settings = Settings.from_environment(
        {
            "STYLE_MEMORY_LEARNING": "OFF",
            "STYLE_MEMORY_SYNCHRONOUS": "full",
            "STYLE_MEMORY_DICTIONARY_PATH": "words.json",
        }
    )
    assert (settings.learning, settings.synchronous_full, settings.dictionary_path) == (False, True, Path("words.json"))


@pytest.mark.parametrize("variable", sorted(setting_variables()))
def test_each_variable_that_is_named_is_also_read(variable: str) -> None:
    values = {"STYLE_MEMORY_LEARNING": "off", "STYLE_MEMORY_SYNCHRONOUS": "full"}
    value = values.get(variable, "150" if variable == "STYLE_MEMORY_BRIEF_TOKENS" else "49")
    assert Settings.from_environment({variable: value}) != Settings()


@pytest.mark.parametrize("name", DOCUMENTED_DEFAULTS)
@pytest.mark.parametrize("text", ["0", "-3", "99999999", "many", "3.5", "1e3", "0x10"])
def test_a_bad_number_is_refused_with_its_variable_and_range(name: str, text: str) -> None:
    variable = f"STYLE_MEMORY_{name.upper()}"
    with pytest.raises(SettingInvalid, match=rf"^{variable} must be a whole number from \d+ to \d+\.$"):
        Settings.from_environment({variable: text})


@pytest.mark.parametrize("text", ["maybe", "2", "false?", "o n"])
def test_a_bad_switch_is_refused_with_its_variable_and_words(text: str) -> None:
    with pytest.raises(SettingInvalid, match=r"^STYLE_MEMORY_LEARNING must be on or off\.$"):
        Settings.from_environment({"STYLE_MEMORY_LEARNING": text})


@pytest.mark.parametrize("value", ["3", 3.5, None, True, float("nan")])
def test_a_setting_of_the_wrong_type_is_refused_like_a_bad_value(value: Any) -> None:
    with pytest.raises(SettingInvalid, match="STYLE_MEMORY_MIN_PROMOTE_COUNT"):
        Settings(min_promote_count=value)


def test_the_ends_of_each_range_are_accepted() -> None:
    for low, high, name in ((150, 4000, "brief_tokens"), (1, 50, "min_promote_count"), (1, 240, "max_example_len")):
        assert getattr(Settings(**{name: low}), name) == low  # type: ignore[arg-type]
        assert getattr(Settings(**{name: high}), name) == high  # type: ignore[arg-type]
        with pytest.raises(SettingInvalid):
            Settings(**{name: low - 1})  # type: ignore[arg-type]
        with pytest.raises(SettingInvalid):
            Settings(**{name: high + 1})  # type: ignore[arg-type]


def test_a_dictionary_that_is_not_there_is_an_error_when_a_memory_is_opened(tmp_path: Path) -> None:
    with pytest.raises(StyleMemoryError, match=r"nowhere\.json"):
        StyleMemory.open("sqlite://", settings=Settings(dictionary_path=tmp_path / "nowhere.json"))


def test_a_live_setting_wins_over_what_the_database_was_made_with(open_memory: Callable[..., StyleMemory]) -> None:
    eager = open_memory(min_promote_count=1).for_owner("ana")
    for session in ("1", "2", "3"):
        eager.observe_user_message(text="lol", session_id=session)
    assert eager.get_style_memory_status().active_habits >= 1

    strict = open_memory(min_promote_count=9).for_owner("ben")
    for session in ("1", "2", "3"):
        strict.observe_user_message(text="lol", session_id=session)
    assert strict.get_style_memory_status().active_habits == 0
    assert "lol" in open_memory(max_brief_items=1).for_owner("ana").get_style_brief(context="casual_chat")
