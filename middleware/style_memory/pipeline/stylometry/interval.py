"""How certain a rate is: intervals, not points."""

from __future__ import annotations

import math

#: Standard errors on either side. So many since dozens of sides are looked at, again and again: at two, one of twenty
#: intervals misses, and some side of everybody's would be told by chance.
WIDTH = 3.0


def wilson(share: float, turns: float, width: float = WIDTH) -> tuple[float, float]:
    """The interval in which a share lies that was measured in so many independent cases.

    E. B. Wilson, "Probable inference, the law of succession, and statistical inference", Journal of the American
    Statistical Association 22 (1927), 209-212. Unlike the normal interval it stays within 0 and 1, and holds for shares
    of 0 and 1 in a few cases. With decayed counts `turns` is the effective number of cases, which need not be whole.
    """
    if turns <= 0:
        return 0.0, 1.0
    share = min(1.0, max(0.0, share))
    square = width * width
    middle = share + square / (2 * turns)
    half = width * math.sqrt(share * (1 - share) / turns + square / (4 * turns * turns))
    whole = 1 + square / turns
    # Without the limits, rounding may put the ends a hair outside, or on the wrong side of the share.
    return max(0.0, min(share, (middle - half) / whole)), min(1.0, max(share, (middle + half) / whole))


def normal(mean: float, spread: float, turns: float, width: float = WIDTH) -> tuple[float, float]:
    """The interval in which a mean lies, of so many cases that spread so much."""
    if turns <= 0:
        return -math.inf, math.inf
    half = width * spread / math.sqrt(turns)
    return mean - half, mean + half
