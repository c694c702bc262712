"""What the codes say that tell what was passed over."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from style_memory.pipeline.data_files import read_data


@cache
def meanings() -> Mapping[str, str]:
    """Every code that an answer's `ignored` may hold, with what it says to a person."""
    told: dict[str, dict[str, str]] = read_data("passed_over.toml")
    hints = {f"{_HINT}{code}": f"a hint was left out: {why}" for code, why in told["hint"].items()}
    of_hints = {f"{_HINT}{code}": f"a hint was left out: it holds {what}" for code, what in told["private"].items()}
    left_out = {code: f"left out: {what}" for part in ("words", "private") for code, what in told[part].items()}
    return {**told["turn"], **left_out, **hints, **of_hints}


_HINT = "hint_"
