"""Looks for an author's text in what is kept of them."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from style_memory import StyleMemory
from tests.quality.learning import say

_RUN_OF_WORDS = 5
_RUN_OF_CHARACTERS = 12
_UNSPACED = re.compile("[\u3040-\u30ff\u3400-\u9fff]+")
_WORD = re.compile(r"\S+")


def remaining_runs(texts: Sequence[str], folder: Path) -> list[str]:
    """Learns from all texts of an author; returns the runs of five words that are in the database's files afterwards.

    Of scripts without spaces a run has twelve characters. What an item shows, as its text or example, may be there.
    """
    database = folder / "style.db"
    with StyleMemory.open(f"sqlite:///{database}") as memory:
        owner = memory.for_owner("somebody")
        say(owner, texts)
        items = owner.export()["items"]
        kept = b"\n".join(file.read_bytes() for file in folder.iterdir())
    shown = [value for item in items for value in (item["text"], item.get("example")) if value]
    runs = {run for text in texts for run in _runs(text)}
    return sorted(
        run for run in runs if run.encode("utf-8", "surrogatepass") in kept and not any(run in text for text in shown)
    )


def text_remains(authors: Sequence[Sequence[str]]) -> float:
    """The share of authors of whom any run of words is found."""
    found = []
    for texts in authors:
        with tempfile.TemporaryDirectory() as folder:
            found.append(bool(remaining_runs(texts, Path(folder))))
    return sum(found) / len(found) if found else 0.0


def _runs(text: str) -> Iterator[str]:
    words = [word.span() for word in _WORD.finditer(text)]
    for first, last in zip(words, words[_RUN_OF_WORDS - 1 :], strict=False):
        yield text[first[0] : last[1]]
    for run in _UNSPACED.finditer(text):
        for start in range(run.start(), run.end() - _RUN_OF_CHARACTERS + 1):
            yield text[start : start + _RUN_OF_CHARACTERS]
