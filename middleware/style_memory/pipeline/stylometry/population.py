"""What is usual among people: the reference that makes a side of a voice unusual."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from style_memory.pipeline.data_files import read_data
from style_memory.pipeline.stylometry.sides import LENGTH

#: The group that stands for writers of any language.
GENERAL = "general"
#: Writers between whom this much lies are told apart even where the reference holds none who differ.
LEAST_SPREAD = 0.05


@dataclass(frozen=True, kw_only=True, slots=True)
class Usual:
    """What is usual of one side."""

    #: Rates from which and up to which a side is usual; those of the length are logarithms.
    low: float
    high: float
    #: How much authors spread around their mean, in square roots of rates (of the length in logarithms).
    spread: float
    #: For a share, by how much its variance exceeds that of independent cases; for the length, how much one author's
    #: messages spread.
    noise: float


#: Where nothing is known of a side, the floor that the data file of sides sets is all that is asked for.
UNKNOWN = Usual(low=0.0, high=0.0, spread=LEAST_SPREAD, noise=1.0)


@cache
def usual(group: str, side: str) -> Usual:
    """What is usual of a side among the writers of a language; among all where the language's are not known."""
    groups = read_data("population.toml")["groups"]
    row = groups.get(group, {}).get(side) or groups[GENERAL].get(side)
    if row is None:
        return UNKNOWN
    mean, spread, noise, *others = row
    low, high = min(mean - spread, *others, mean), max(mean + spread, *others, mean)
    if side != LENGTH:
        low, high = max(0.0, low) ** 2, min(1.0, high) ** 2
        noise = min(noise, _MOST_NOISE)
    return Usual(low=low, high=high, spread=max(spread, LEAST_SPREAD), noise=noise)


# Most of the noise is that of people who do something half of the time; who always does it should not wait for ever.
_MOST_NOISE = 1.5
