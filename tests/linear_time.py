"""Tells linear time from quadratic without a bound in seconds, which a slow or busy machine would break."""

from __future__ import annotations

import time
from collections.abc import Callable

_SHORT, _LONG = 1000, 4000
_RUNS = 3
# Quadratic time takes sixteen times as long for four times the text; the allowance covers what is too short to measure.
_MOST_TIMES, _ALLOWANCE = 12, 0.01


def assert_grows_linearly(read: Callable[[str], object], piece: str) -> None:
    """Assert that reading a piece said over and over takes about four times as long for four times the characters."""
    short, long = (
        min(_seconds(read, piece * (length // len(piece))) for _ in range(_RUNS)) for length in (_SHORT, _LONG)
    )
    assert long < _MOST_TIMES * short + _ALLOWANCE, f"{short:.4f} s for {_SHORT} characters, {long:.4f} s for {_LONG}"


def _seconds(read: Callable[[str], object], text: str) -> float:
    began = time.process_time()
    read(text)
    return time.process_time() - began
