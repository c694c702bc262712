"""Weighted regressions of few features, solved exactly: nothing random, no dependency, the same figures everywhere."""

from __future__ import annotations

import math
from collections.abc import Sequence

Row = Sequence[float]
_RIDGE = 0.01
_STEPS = 30


def least_squares(rows: Sequence[Row], answers: Sequence[float], weights: Sequence[float]) -> list[float]:
    """The coefficients whose weighted squared errors are least."""
    return _solved(_crossed(rows, weights), _against(rows, [w * a for w, a in zip(weights, answers, strict=True)]))


def logistic(rows: Sequence[Row], answers: Sequence[bool], weights: Sequence[float]) -> list[float]:
    """The coefficients of the log odds under which the answers are likeliest; Newton's method, with a slight ridge."""
    found = [0.0] * len(rows[0])
    for _ in range(_STEPS):
        odds = [1 / (1 + math.exp(-sum(c * x for c, x in zip(found, row, strict=True)))) for row in rows]
        slope = _against(rows, [w * (a - p) for w, a, p in zip(weights, answers, odds, strict=True)])
        bend = _crossed(rows, [w * p * (1 - p) for w, p in zip(weights, odds, strict=True)])
        for place, coefficient in enumerate(found):
            slope[place] -= _RIDGE * coefficient
            bend[place][place] += _RIDGE
        found = [coefficient + step for coefficient, step in zip(found, _solved(bend, slope), strict=True)]
    return found


def _crossed(rows: Sequence[Row], weights: Sequence[float]) -> list[list[float]]:
    size = range(len(rows[0]))
    return [[sum(w * row[i] * row[j] for w, row in zip(weights, rows, strict=True)) for j in size] for i in size]


def _against(rows: Sequence[Row], values: Sequence[float]) -> list[float]:
    return [sum(row[i] * value for row, value in zip(rows, values, strict=True)) for i in range(len(rows[0]))]


def _solved(matrix: list[list[float]], values: Sequence[float]) -> list[float]:
    """Gaussian elimination with the largest pivot first."""
    rows = [[*row, value] for row, value in zip(matrix, values, strict=True)]
    for column in range(len(rows)):
        pivot = max(range(column, len(rows)), key=lambda place: abs(rows[place][column]))
        rows[column], rows[pivot] = rows[pivot], rows[column]
        for place, row in enumerate(rows):
            if place != column:
                factor = row[column] / rows[column][column]
                rows[place] = [value - factor * other for value, other in zip(row, rows[column], strict=True)]
    return [row[-1] / row[place] for place, row in enumerate(rows)]
