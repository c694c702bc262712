"""Words that look like private values to a rule and are none."""

from __future__ import annotations

from functools import cache

from style_memory.pipeline.data_files import read_data


@cache
def plain_words(table: str) -> frozenset[str]:
    """Return one list of privacy_words.toml."""
    return frozenset(read_data("privacy_words.toml")[table])
