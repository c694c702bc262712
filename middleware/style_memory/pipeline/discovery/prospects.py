"""What can be expected of a phrase that recurs: will it come back, and is it this person's rather than everybody's?

Both are read off a regression over authors of public corpora, whose other messages told the answer; see
docs/discovery.md. The usual rate of a phrase is the highest mean share of messages that hold it in any of the corpora.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from style_memory.pipeline.data_files import read_json
from style_memory.pipeline.discovery.sketch import TURNS_PER_STRETCH, Recurrence


class Prospects(NamedTuple):
    """What can be expected of a phrase."""

    #: How likely it comes back within as many turns again, from 0 to 1.
    persistence: float
    #: How many times oftener than in other people's messages it will then be.
    lift: float
    #: The share of other people's messages that hold it; None where that is not known.
    usual: float | None


@dataclass(frozen=True, kw_only=True, slots=True)
class UsualRates:
    """How often phrases are said by people in general."""

    #: Share of messages that hold a phrase, by the folded phrase.
    rates: Mapping[str, float]
    #: The share that is assumed of any other phrase.
    unknown: float
    #: Weights of `features` for the logarithm of the odds of persistence, and for the logarithm of the lift.
    persistence: Sequence[float]
    lift: Sequence[float]

    def prospects(self, text: str, recurrence: Recurrence) -> Prospects:
        """What can be expected of the folded phrase that recurred so often."""
        usual = self.rates.get(text)
        measured = features(recurrence, max(usual or 0.0, self.unknown))
        odds = _product(self.persistence, measured)
        return Prospects(
            persistence=1 / (1 + math.exp(-odds)) if odds > _LEAST_EXPONENT else 0.0,
            lift=math.exp(_product(self.lift, measured)),
            usual=usual,
        )


def features(recurrence: Recurrence, usual: float) -> tuple[float, ...]:
    """What the regressions weigh: constant, share of stretches, rate against the usual one, both, the usual one."""
    stretches = math.log(recurrence.stretches / (recurrence.of_turns / TURNS_PER_STRETCH))
    excess = math.log(recurrence.turns / recurrence.of_turns / usual)
    return 1.0, stretches, excess, stretches * excess, math.log(usual)


@cache
def usual_rates() -> UsualRates:
    """The rates and weights of the data file.

    Raises:
        ValueError: it is of another format or version.
    """
    data = read_json("usual_phrases.json")
    if (data.get("format"), data.get("version")) != ("style-memory-usual-phrases", 1):
        raise ValueError("The file of usual phrases is of another format or version.")
    return UsualRates(
        rates={phrase: share / _SHARE_UNIT for phrase, share in data["rates"].items()},
        unknown=data["unknown"],
        persistence=data["persistence"],
        lift=data["lift"],
    )


# Rates are stored in hundred-thousandths.
_SHARE_UNIT = 100_000
_LEAST_EXPONENT = -600.0


def _product(weights: Sequence[float], values: Sequence[float]) -> float:
    return math.fsum(map(operator.mul, weights, values))
