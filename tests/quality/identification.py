"""Finds the other half of an author among all authors: how much a description says of one person."""

from __future__ import annotations

import math
import statistics
from collections import Counter
from collections.abc import Mapping, Sequence

Vector = dict[str, float]
_MOST_TRIGRAMS = 3000
_FURTHEST = 3.0


def found_first(left: Sequence[Vector], right: Sequence[Vector]) -> float:
    """The share of `left` whose own other half in `right` is nearer than everybody else's; ties count against."""
    hits = 0
    for own, vector in enumerate(left):
        scores = [_cosine(vector, other) for other in right]
        hits += all(score < scores[own] for place, score in enumerate(scores) if place != own)
    return hits / len(left)


def weighed(profiles: Sequence[Mapping[str, float]]) -> list[Vector]:
    """Rates that weigh the more, the fewer profiles have them; of unit length."""
    known = Counter(name for profile in profiles for name in profile)
    return [
        _unit({name: math.sqrt(rate) * math.log((1 + len(profiles)) / known[name]) for name, rate in profile.items()})
        for profile in profiles
    ]


def standardised(profiles: Sequence[Mapping[str, float]]) -> list[Vector]:
    """Square roots in standard deviations from the mean of those that have the rate, at most three; of unit length."""
    vectors: list[Vector] = [{} for _ in profiles]
    for name in {name for profile in profiles for name in profile}:
        roots = {place: math.sqrt(profile[name]) for place, profile in enumerate(profiles) if name in profile}
        spread = statistics.pstdev(roots.values())
        if spread:
            mean = statistics.fmean(roots.values())
            for place, root in roots.items():
                vectors[place][name] = max(-_FURTHEST, min(_FURTHEST, (root - mean) / spread))
    return [_unit(vector) for vector in vectors]


def trigrams(texts: Sequence[str]) -> Vector:
    """The baseline, which needs the text: shares of character trigrams."""
    counts: Counter[str] = Counter()
    for text in texts:
        padded = f" {text} "
        counts.update(padded[start : start + 3] for start in range(len(padded) - 2))
    return {trigram: count / counts.total() for trigram, count in counts.most_common(_MOST_TRIGRAMS)}


def _cosine(one: Vector, other: Vector) -> float:
    # Both are of unit length.
    return sum(value * other.get(name, 0.0) for name, value in one.items())


def _unit(vector: Vector) -> Vector:
    size = math.sqrt(sum(value * value for value in vector.values()))
    return {name: value / size for name, value in vector.items()} if size else {}
