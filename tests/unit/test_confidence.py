from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from style_memory.domain import confidence as sure

confidences = st.floats(min_value=0.0, max_value=0.999992)
weights = st.floats(min_value=0.01, max_value=10)
days = st.floats(min_value=-1000, max_value=40000)


def after_sightings(number: int) -> float:
    confidence = 0.0
    for _ in range(number):
        confidence = sure.strengthened(confidence, weight=1.0, elapsed_days=0)
    return confidence


@pytest.mark.parametrize(("sightings", "expected"), [(3, 0.27), (8, 0.5), (30, 0.79)])
def test_sightings_give_the_documented_confidence(sightings: int, expected: float) -> None:
    assert after_sightings(sightings) == pytest.approx(expected, abs=0.005)


def test_confidence_tells_thirty_sightings_from_three_hundred() -> None:
    assert after_sightings(300) - after_sightings(30) > 0.1
    assert after_sightings(300) < 1


@given(confidences, weights, days)
def test_confidence_stays_between_nothing_and_certainty(confidence: float, weight: float, elapsed: float) -> None:
    for value in (
        sure.strengthened(confidence, weight=weight, elapsed_days=elapsed),
        sure.faded(confidence, elapsed_days=elapsed),
        sure.weakened(confidence),
    ):
        assert 0 <= value < 1
        assert 0 <= sure.step(value) <= 9


@given(confidences, weights)
def test_a_sighting_never_lowers_confidence(confidence: float, weight: float) -> None:
    assert sure.strengthened(confidence, weight=weight, elapsed_days=0) >= confidence - 1e-6


@given(confidences, days)
def test_neither_time_nor_objection_raises_confidence(confidence: float, elapsed: float) -> None:
    assert sure.faded(confidence, elapsed_days=elapsed) <= confidence + 1e-6
    assert sure.weakened(confidence) <= confidence + 1e-6


@given(st.floats(0, 0.99), st.floats(min_value=0, max_value=2000), st.floats(min_value=0, max_value=2000))
def test_fading_in_two_goes_is_fading_in_one(confidence: float, first: float, second: float) -> None:
    twice = sure.faded(sure.faded(confidence, elapsed_days=first), elapsed_days=second)
    assert twice == pytest.approx(sure.faded(confidence, elapsed_days=first + second), abs=1e-4)


def test_evidence_halves_in_ninety_days() -> None:
    assert sure.faded(0.5, elapsed_days=90) == pytest.approx(4 / 12, abs=1e-5)


@given(confidences)
def test_a_step_falls_on_the_day_that_was_foretold(confidence: float) -> None:
    step = sure.step(confidence)
    day = sure.days_until_below(confidence, step)
    if step == 0:
        assert day == math.inf
    else:
        assert sure.step(sure.faded(confidence, elapsed_days=day + 1)) < step
        assert day < 1 or sure.step(sure.faded(confidence, elapsed_days=day - 1)) == step
