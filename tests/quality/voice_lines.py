"""What the brief tells of voices: for how many, whether it comes back in the other half, and whether it tells apart."""

from __future__ import annotations

import math
import statistics
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from style_memory.domain.settings import Settings
from style_memory.pipeline.reading import read_turn
from style_memory.pipeline.signals.dictionary import Dictionary
from style_memory.pipeline.stylometry import Stylometry, sides
from style_memory.pipeline.stylometry.judging import LENGTH_IN_CHARACTERS, measures
from style_memory.pipeline.stylometry.population import usual
from style_memory.pipeline.stylometry.sides import LENGTH
from style_memory.pipeline.voice import WHOLE, Voice, is_due
from tests.quality.corpus import authors_by_source

Figures = dict[str, float]
Row = tuple[str, str, str, str]


def voice_lines(folder: Path) -> dict[str, Figures]:
    """By source: figures of the sides that the brief tells after each half of an author's messages."""
    return {source: lines_of(authors) for source, authors in authors_by_source(folder).items()}


def rows_of_voice_lines(by_source: dict[str, Figures]) -> list[Row]:
    """The figures as rows of the table."""
    return [
        (what, _over_sources(by_source, name, of_sides=name in ("borne out", "told again")), "", aim)
        for name, what, aim in (
            ("with lines", "halves of which the brief tells a measured side", ""),
            ("sides", "measured sides told of each half", ""),
            ("borne out", "sides told of one half that are as unusual in the other", "0.8"),
            ("told again", "sides told of one half that are told of the other alone, too", ""),
            ("most common side", "share of halves of which the same side is told, at most", "0.4"),
            ("most common lines", "share of halves of which the same sides are told, at most", "0.4"),
        )
    ]


def lines_of(authors: Sequence[Sequence[str]]) -> Figures:
    """The figures of one source's authors."""
    pairs = [(heard(texts[: len(texts) // 2]), heard(texts[len(texts) // 2 :])) for texts in authors]
    halves = [half for pair in pairs for half in pair]
    told = sum(len(half.told) for half in halves)
    kept = sum(
        other.bears_out(side, half.group) for pair in pairs for half, other in (pair, pair[::-1]) for side in half.told
    )
    again = sum(2 * len(one.told & other.told) for one, other in pairs)
    return {
        "halves": len(halves),
        "with lines": statistics.fmean(bool(half.told) for half in halves),
        "sides": told / len(halves),
        "borne out": kept / told if told else 0.0,
        "told again": again / told if told else 0.0,
        "most common side": _most_common(side for half in halves for side in half.told) / len(halves),
        "most common lines": _most_common(half.told for half in halves if half.told) / len(halves),
    }


@dataclass(frozen=True, kw_only=True, slots=True)
class Heard:
    """What is known of a voice after some turns."""

    #: The sides that the brief tells, as `+name` or `-name`.
    told: frozenset[str]
    #: The language group with which it is compared.
    group: str
    #: Every rate that can be told, by side.
    rates: dict[str, float]

    def bears_out(self, side: str, group: str) -> bool:
        """Whether the rate of a side lies beyond what is usual, on the side that was told."""
        name = side[1:]
        if name not in self.rates:
            return False
        rate, known = self.rates[name], usual(group, name)
        if name not in sides():
            known = usual(group, LENGTH)
            rate = math.log1p(rate / (2 if name == LENGTH_IN_CHARACTERS else 1))
        return rate > known.high if side[0] == "+" else rate < known.low


def heard(texts: Iterable[str]) -> Heard:
    """What is known after these turns."""
    voice, stylometry = Voice.empty(), Stylometry()
    for text in texts:
        reading = read_turn(text, _dictionary, _settings)
        if reading.admitted:
            stylometry.add(reading.counts)
            if is_due(stylometry):
                voice = voice.judged(stylometry)
    return Heard(
        told=frozenset(side.partition(":")[0] for side in voice.shown(WHOLE)),
        group=voice.group,
        rates={rate.name: rate.value for rate in measures(stylometry.told, None)},
    )


_dictionary, _settings = Dictionary.load(None), Settings()


def _most_common(values: Iterable[object]) -> int:
    return max(Counter(values).values(), default=0)


def _over_sources(by_source: dict[str, Figures], name: str, *, of_sides: bool) -> str:
    """The mean and each source's figure; of sides, a source counts by how many are told."""
    each = ", ".join(f"{source} {figures[name]:.2f}" for source, figures in by_source.items())
    weights = [figures["halves"] * (figures["sides"] if of_sides else 1) for figures in by_source.values()]
    total = sum(weight * figures[name] for weight, figures in zip(weights, by_source.values(), strict=True))
    return f"{total / sum(weights) if sum(weights) else 0.0:.3f} ({each})"
