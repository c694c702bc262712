"""What holds for the regular expressions of all data files."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.resources import files
from typing import Any

import pytest

from style_memory.pipeline.data_files import read_data

FILES = sorted(
    file.name for file in files("style_memory.pipeline").joinpath("data").iterdir() if file.name.endswith(".toml")
)


def expressions(value: Any, key: str = "") -> Iterator[str]:
    if isinstance(value, dict):
        for name, each in value.items():
            yield from expressions(each, name)
    elif isinstance(value, list):
        for each in value:
            yield from expressions(each, key)
    elif isinstance(value, str) and key in ("regex", "unless", "pattern", "needs"):
        yield value


@pytest.mark.parametrize("file", FILES)
def test_no_choice_has_an_empty_option_by_accident(file: str) -> None:
    for expression in expressions(read_data(file)):
        # "(?:a||b)" is mostly a slip that lets everything match; "(?:t|)" ends in an empty option on purpose.
        plain = re.sub(r"\[\^?\]?[^\]]*\]", "x", re.sub(r"\\.", "x", expression))
        assert "||" not in plain, expression
        assert "(?:|" not in plain, expression
