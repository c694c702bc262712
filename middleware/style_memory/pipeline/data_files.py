"""The pipeline's data files, as they ship with the package."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any


@cache
def read_data(file: str) -> dict[str, Any]:
    """Parse one TOML file of the data folder, once: whoever reads it shares the tables, so nobody changes them."""
    return tomllib.loads(files("style_memory.pipeline").joinpath("data", file).read_text(encoding="utf-8"))
