"""What the brief tells of voices: for how many, whether it comes back in the other half, and whether it tells apart."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

from style_memory.domain.settings import Settings
from style_memory.pipeline.reading import read_turn
from style_memory.pipeline.signals.dictionary import Dictionary
from style_memory.pipeline.stylometry import Stylometry
from style_memory.pipeline.voice import Voice, is_due
from tests.quality.corpus import authors_by_source

Figures = dict[str, float]


def voice_lines(folder: Path) -> dict[str, Figures]:
    """By source: figures of the sides that the brief tells after each half of an author's messages."""
    return {source: lines_of(authors) for source, authors in authors_by_source(folder).items()}


def lines_of(authors: Sequence[Sequence[str]]) -> Figures:
    """The figures of one source's authors."""
    halves = [[told(half) for half in (texts[: len(texts) // 2], texts[len(texts) // 2 :])] for texts in authors]
    all_told = [sides for pair in halves for sides in pair]
    return {
        "with lines": statistics.fmean(bool(sides) for sides in all_told),
        "sides": statistics.fmean(len(sides) for sides in all_told),
        "come back": _agreement(halves),
        "most common side": _most_common(each for sides in all_told for each in sides) / len(all_told),
        "most common lines": _most_common(tuple(sorted(sides)) for sides in all_told if sides) / len(all_told),
    }


def told(texts: Iterable[str]) -> frozenset[str]:
    """The phrases that the brief tells after these turns, without the numbers in them."""
    voice, stylometry = Voice.empty(), Stylometry()
    for text in texts:
        reading = read_turn(text, _dictionary, _settings)
        if reading.admitted:
            stylometry.add(reading.counts)
            if is_due(stylometry):
                voice = voice.judged(stylometry)
    return frozenset(
        phrase.partition(" (about")[0].strip(".").lower() for line in voice.lines() for phrase in line.split("; ")
    )


_dictionary, _settings = Dictionary.load(None), Settings()


def _agreement(halves: Sequence[Sequence[frozenset[str]]]) -> float:
    """The share of what is told of one half that is told of the other, too."""
    told_of_each = sum(len(sides) for pair in halves for sides in pair)
    return 2 * sum(len(one & other) for one, other in halves) / told_of_each if told_of_each else 0.0


def _most_common(values: Iterable[object]) -> int:
    counts = Counter(values)
    return max(counts.values()) if counts else 0
