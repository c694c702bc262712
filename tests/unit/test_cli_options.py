"""Options are derived from a request's fields."""

from __future__ import annotations

from enum import StrEnum

import click
import pytest
from pydantic import BaseModel, Field

from style_memory.operations.catalogue import catalogue
from style_memory_cli.options import JsonOrFile, arguments_from, options_for


class Mood(StrEnum):
    GLAD = "glad"
    SAD = "sad"


class Wish(BaseModel):
    name: str = Field(description="what it is called")
    text: str | None = None
    mood: Mood | None = None
    many: int = Field(default=5, ge=1, le=9)
    count: int | None = None
    share: float = Field(default=0.5, ge=0, le=1)
    loud: bool = False
    parts: list[str] = []
    either: int | str | None = None


@pytest.fixture
def options() -> dict[str, click.Parameter]:
    return {str(option.name): option for option in options_for(Wish)}


def test_each_field_becomes_an_option_of_its_type(options: dict[str, click.Parameter]) -> None:
    assert set(options) == {*Wish.model_fields, "text_argument"}
    mood = options["mood"].type
    assert isinstance(mood, click.Choice)
    assert list(mood.choices) == ["glad", "sad"]
    many, share = options["many"].type, options["share"].type
    assert isinstance(many, click.IntRange)
    assert (many.min, many.max) == (1, 9)
    assert isinstance(share, click.FloatRange)
    assert options["count"].type is click.INT
    assert options["loud"].secondary_opts == ["--no-loud"]
    assert isinstance(options["parts"].type, JsonOrFile)
    assert isinstance(options["either"].type, JsonOrFile)


def test_help_is_the_description_and_the_default(options: dict[str, click.Parameter]) -> None:
    told = {name: option.help for name, option in options.items() if isinstance(option, click.Option)}
    assert told["name"] == "what it is called"
    assert told["many"] == "default: 5"
    assert told["loud"] == ""


def test_a_field_without_a_default_is_required(options: dict[str, click.Parameter]) -> None:
    assert [name for name, option in options.items() if option.required] == ["name"]


def test_only_what_was_given_is_passed_on() -> None:
    assert arguments_from(Wish, {"name": "x", "loud": False, "many": None, "text": "hi"}) == {
        "name": "x",
        "loud": False,
        "text": "hi",
    }


def test_no_operation_has_a_field_that_the_program_uses_itself() -> None:
    for operation in catalogue().values():
        assert not {"owner", "json", "debug", "database_url", "help"} & set(operation.request.model_fields)
