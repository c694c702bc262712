"""How sure we are of an item, from 0 (nothing known) towards 1 (never reached).

Confidence is `e / (e + 8)` where `e` is the weight of the sightings so far, each sighting losing half its weight in 90
days. Three ordinary sightings give 0.27, eight give 0.5 and thirty 0.79, so it keeps telling habits apart long after a
handful of sightings. The number is also its own memory: `e` is read back from it, so no history has to be kept.
"""

from __future__ import annotations

import math

# Weight of evidence at which confidence is one half.
_EVEN = 8.0
_HALF_LIFE_DAYS = 90.0
# What is left of the evidence once the owner has turned against a habit.
_LEFT_AFTER_CONTRARY = 0.25
# An endorsed item starts where eight ordinary sightings would have brought it.
ENDORSED = 0.5
_STEPS = 10


def strengthened(confidence: float, *, weight: float, elapsed_days: float) -> float:
    """One more sighting of the given weight, after the earlier ones have faded for `elapsed_days`."""
    return _from_evidence(_evidence(confidence) * _fade(elapsed_days) + weight)


def faded(confidence: float, *, elapsed_days: float) -> float:
    """The confidence that is left after `elapsed_days` without a sighting."""
    return _from_evidence(_evidence(confidence) * _fade(elapsed_days))


def weakened(confidence: float) -> float:
    """What is left after the owner said that they do not want it."""
    return _from_evidence(_evidence(confidence) * _LEFT_AFTER_CONTRARY)


def step(confidence: float) -> int:
    """The coarse step (0 to 9) by which a brief ranks, so that its bytes do not change with each sighting."""
    return int(confidence * _STEPS)


def days_until_below(confidence: float, lowest_step: int) -> float:
    """Days without a sighting after which `step` falls below `lowest_step`; infinite where it never does."""
    if lowest_step <= 0:
        return math.inf
    ratio = _evidence(confidence) / _evidence(lowest_step / _STEPS)
    return max(0.0, _HALF_LIFE_DAYS * math.log2(ratio)) if ratio > 0 else 0.0


def _evidence(confidence: float) -> float:
    return _EVEN * confidence / (1.0 - confidence)


def _from_evidence(evidence: float) -> float:
    return round(evidence / (evidence + _EVEN), 6) if evidence < 1e6 else 0.999992


def _fade(elapsed_days: float) -> float:
    return float(2.0 ** (-max(0.0, elapsed_days) / _HALF_LIFE_DAYS))
