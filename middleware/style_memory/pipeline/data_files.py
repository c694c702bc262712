"""The pipeline's data files, as they ship with the package."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

from pydantic_core import from_json


@cache
def read_data(file: str) -> dict[str, Any]:
    """Parse one TOML file of the data folder, once: whoever reads it shares the tables, so nobody changes them."""
    return tomllib.loads(files("style_memory.pipeline").joinpath("data", file).read_text(encoding="utf-8"))


@cache
def read_json(file: str) -> dict[str, Any]:
    """Parse one JSON file of the data folder, once: for tables that a program writes and that are long."""
    table: dict[str, Any] = from_json(files("style_memory.pipeline").joinpath("data", file).read_bytes())
    return table
