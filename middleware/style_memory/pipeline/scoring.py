"""Whether what was learned is usable, as figures from 0 to 100. The weights are those of style-memory-mcp."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from style_memory.domain.items import Item
from style_memory.domain.profile import ItemCounts

# With this many active items a brief is as full as it gets.
_READY_AT = 6
_STALE_PER_DAY = 4.0


@dataclass(frozen=True, kw_only=True, slots=True)
class Score:
    """Each figure runs from 0 to 100; for the two risks less is better."""

    overall: int
    #: Whether there is enough to brief on.
    readiness: int
    #: Whether the active items are well supported.
    stability: int
    #: How recently anything was seen.
    freshness: int
    #: How much is unsettled or outdated.
    drift_risk: int
    #: How likely an agent is to overdo expressive habits.
    over_imitation_risk: int


def scored(
    habits: ItemCounts, preferences: ItemCounts, best: Sequence[Item], newest: datetime | None, now: datetime
) -> Score:
    """The score of an owner.

    Args:
        habits: How many habits there are.
        preferences: How many preferences there are.
        best: The best ranked active items; what a brief draws on.
        newest: When an item was last seen; None if there is none.
        now: The present.
    """
    active = habits.active + preferences.active
    candidates = habits.candidates + preferences.candidates
    archived = habits.archived + preferences.archived
    readiness = 20 + 60 * min(1.0, active / _READY_AT) + (20 if preferences.active else 0) if active else 0
    stability = 0.0
    if best:
        seen = sum(min(1.0, item.seen_count / 5) for item in best) / len(best)
        sure = sum(item.confidence for item in best) / len(best)
        stability = 100 * (0.45 * seen + 0.55 * sure) - 20 * candidates / (active + candidates + archived)
    freshness = 100 - _STALE_PER_DAY * ((now - newest) / timedelta(days=1)) if newest else 0
    drift = 7 * candidates + 3 * archived + 6 * max(0, candidates - active)
    expressive = habits.active_playful
    imitation = 6 * expressive + 5 * max(0, expressive - 2 * preferences.active)
    figures = [_bounded(figure) for figure in (readiness, stability, freshness, drift, imitation)]
    ready, stable, fresh, drifting, imitating = figures
    overall = 0.38 * ready + 0.32 * stable + 0.15 * fresh
    overall += 0.10 * (100 - drifting) + 0.05 * (100 - imitating) if active else 0
    return Score(
        overall=_bounded(overall),
        readiness=ready,
        stability=stable,
        freshness=fresh,
        drift_risk=drifting,
        over_imitation_risk=imitating,
    )


def advice(score: Score, *, refresh: bool, has_preferences: bool) -> list[str]:
    """Short recommendations that follow from the score."""
    found = []
    if refresh:
        found.append("Get the brief again before the next substantial reply.")
    if score.readiness < 50:
        found.append("Too little is known yet: go on observing, or seed what the user endorses.")
    if not has_preferences:
        found.append("No wish about working together is known yet: report those you notice.")
    if score.drift_risk > 50:
        found.append("Much is unsettled: review candidates and archived items.")
    if score.over_imitation_risk > 50:
        found.append("Many playful habits are active: use them sparingly.")
    if score.readiness >= 50 and score.freshness < 40:
        found.append("Nothing was seen for a while: check with the user whether the style still fits.")
    return found or ["The style memory is in good shape."]


def _bounded(figure: float) -> int:
    return round(min(100.0, max(0.0, figure)))
