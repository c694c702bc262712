"""The context model's texts: which it learns from, and how sources are parted so that none is judged by itself."""

from __future__ import annotations

import hashlib
import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from style_memory.pipeline.context.evidence import Scores, scores
from style_memory.pipeline.context.lexicon import read
from tests.quality.corpus import Row, rows, source_of

#: How many folds the sources are parted into.
FOLDS = 5
SERIOUS = frozenset(
    {"legal", "medical", "financial", "upset", "upset-at-assistant", "security", "privacy", "user_upset", "crisis"}
)
CASUAL = frozenset({"casual", "casual_chat", "joking"})

# Chat that is no light talk.
_HELP_CHANNELS = frozenset({"ubuntu-irc"})
# Its licence asks that what is made from it be shared alike, so nothing is made from it.
_LEFT_OUT = frozenset({"realpersonachat"})
# The most texts of one source and class, so that none outweighs the others.
_MOST_EACH = 300
_LONGEST, _SHORTEST = 4_000, 4
# What stands in the corpora for what was private.
_PLACEHOLDER = re.compile(r"<[a-z]{2,10}>|@user|\[[A-Z]{2,10}\]")

_SENTENCE_END = re.compile(r"(?<=[.!?])\s+|\n+")
_LEAST_WORDS = 4


@dataclass(frozen=True, kw_only=True, slots=True)
class Example:
    """A text to learn from."""

    #: Its source, which is wholly in one fold.
    source: str
    #: "serious", "light" or "work".
    kind: str
    #: What the lexicon sees in it.
    evidence: Scores


def examples(folder: Path) -> list[Example]:
    """The texts of the folder that the model may learn from, the same whatever their order."""
    by_kind: dict[tuple[str, str], set[str]] = defaultdict(set)
    for row, kind in _labelled(folder):
        text = _PLACEHOLDER.sub(" ", row["text"][:_LONGEST])
        # Scripts without spaces are left to the lexicon: each class would be known by its language.
        if len(text.strip()) >= _SHORTEST and source_of(row) not in _LEFT_OUT and not _unspaced(text):
            by_kind[source_of(row), kind].update((text, *(_sentences(text) if kind == "serious" else ())))
    return [
        Example(source=source, kind=kind, evidence=scores(text))
        for (source, kind), texts in sorted(by_kind.items())
        for text in sorted(texts, key=_shuffled)[:_MOST_EACH]
    ]


def folds(judged: Iterable[Row]) -> list[frozenset[str]]:
    """Part the sources of the rows that will be judged, so that each fold has about as many rows."""
    parts: list[tuple[list[int], set[str]]] = [([0], set()) for _ in range(FOLDS)]
    counts = Counter(map(source_of, judged))
    for source, count in sorted(counts.items(), key=lambda one: (-one[1], one[0])):
        size, sources = min(parts, key=lambda part: part[0][0])
        sources.add(source)
        size[0] += count
    return [frozenset(sources) for _, sources in parts if sources]


def without(learned: Sequence[Example], sources: Collection[str]) -> list[Example]:
    """The examples of all other sources."""
    return [example for example in learned if example.source not in sources]


def _labelled(folder: Path) -> Iterable[tuple[Row, str]]:
    for row in rows(folder, "contexts"):
        kind = "serious" if row["context"] in SERIOUS else "light" if row["context"] in CASUAL else "work"
        yield row, kind
    for row in rows(folder, "chat"):
        yield row, "work" if source_of(row) in _HELP_CHANNELS else "light"
    for row in rows(folder, "assistant_prompts"):
        yield row, "work"


def _sentences(text: str) -> list[str]:
    """The sentences of a long text, which teach what a short remark about the same looks like."""
    parts = _SENTENCE_END.split(text)
    return [part for part in parts if len(part.split()) >= _LEAST_WORDS] if len(parts) > 1 else []


def _unspaced(text: str) -> bool:
    return any(run.isalpha() for run in read(text).runs)


def _shuffled(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
