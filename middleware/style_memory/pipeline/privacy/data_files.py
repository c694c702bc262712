"""The gate's data files, as they ship with the package."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from typing import Any


def read_data(file: str) -> dict[str, Any]:
    """Parse one TOML file of the pipeline's data folder."""
    return tomllib.loads((resources.files("style_memory.pipeline") / "data" / file).read_text("utf-8"))


@cache
def plain_words(table: str) -> frozenset[str]:
    """Return one list of privacy_words.toml."""
    return frozenset(read_data("privacy_words.toml")[table])
