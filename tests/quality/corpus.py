"""Reads the corpora: JSON Lines files in the folder that is given."""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path
from typing import Any

LEAST_MESSAGES, MOST_MESSAGES = 120, 260
LEAST_AUTHORS, MOST_AUTHORS = 4, 20

Row = dict[str, Any]


def rows(folder: Path, name: str) -> list[Row]:
    """The rows of one file; none where the folder has no such file."""
    path = folder / f"{name}.jsonl"
    if not path.exists():
        return []
    return [json.loads(line) for line in path.read_text("utf-8").split("\n") if line]


def source_of(row: Row) -> str:
    """The corpus that a row is from."""
    return str(row.get("source", "")).split(":")[0]


def authors_by_source(folder: Path) -> dict[str, list[list[str]]]:
    """Each source's authors who wrote enough, as their messages in order."""
    written: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for row in rows(folder, "chat"):
        if row.get("author") and row["text"].strip():
            written[source_of(row)][row["author"]].append(row["text"])
    enough = {
        source: [texts[:MOST_MESSAGES] for texts in authors.values() if len(texts) >= LEAST_MESSAGES][:MOST_AUTHORS]
        for source, authors in sorted(written.items())
    }
    return {source: authors for source, authors in enough.items() if len(authors) >= LEAST_AUTHORS}
