"""How usable the memory is, and what state it is in."""

from __future__ import annotations

from dataclasses import asdict

from pydantic import Field

from style_memory.domain.kinds import ItemType
from style_memory.operations.catalogue import operation
from style_memory.operations.models import Answer, Request
from style_memory.operations.work import Work
from style_memory.pipeline.scoring import advice, scored

_BEST = 25


class GetStyleMemoryScore(Request):
    """Which brief the caller holds."""

    known_revision: int | None = Field(default=None, description="the revision of the brief you hold")


class StyleMemoryScore(Answer):
    """Figures from 0 to 100; for the two risks less is better."""

    overall: int
    readiness: int
    stability: int
    freshness: int
    drift_risk: int
    over_imitation_risk: int
    brief_refresh_recommended: bool
    revision: int
    recommendations: list[str]


class GetStyleMemoryStatus(Request):
    """Nothing to choose."""


class StyleMemoryStatus(Answer):
    """Counts, place and state."""

    habits: int
    active_habits: int
    candidate_habits: int
    archived_habits: int
    preferences: int
    active_preferences: int
    candidate_preferences: int
    archived_preferences: int
    pinned: int
    turns: int = Field(description="turns observed")
    revision: int
    allow_learning: bool
    observing: str = Field(description="automatic or on request")
    database: str | None = Field(description="where the data lies")
    schema_version: str | None
    faults: dict[str, int] = Field(description="faults and refusals of this process, by code")


@operation(effect="read", toolset="style", example=GetStyleMemoryScore(known_revision=0))
def get_style_memory_score(work: Work, request: GetStyleMemoryScore) -> StyleMemoryScore:
    """Score how usable and stable the memory is, and whether the brief should be fetched again."""
    habits, preferences = work.unit.count(ItemType.HABIT), work.unit.count(ItemType.PREFERENCE)
    best = [
        item
        for item_type in ItemType
        for playful in (False, True)
        for item in work.unit.ranked_active(item_type, playful=playful, offset=0, limit=_BEST)
    ]
    newest = max((item.last_seen_at for item in best), default=None)
    score = scored(habits, preferences, best, newest, work.now)
    refresh = request.known_revision != work.revision
    return StyleMemoryScore(
        **asdict(score),
        brief_refresh_recommended=refresh,
        revision=work.revision,
        recommendations=advice(score, refresh=refresh, has_preferences=bool(preferences.active)),
    )


@operation(effect="read", toolset="style", example=GetStyleMemoryStatus())
def get_style_memory_status(work: Work, request: GetStyleMemoryStatus) -> StyleMemoryStatus:  # noqa: ARG001 - no arguments
    """Show counts, where the data lies, whether learning is on, and what went wrong in this process."""
    habits, preferences = work.unit.count(ItemType.HABIT), work.unit.count(ItemType.PREFERENCE)
    description = work.around.store.describe()
    return StyleMemoryStatus(
        habits=habits.total,
        active_habits=habits.active,
        candidate_habits=habits.candidates,
        archived_habits=habits.archived,
        preferences=preferences.total,
        active_preferences=preferences.active,
        candidate_preferences=preferences.candidates,
        archived_preferences=preferences.archived,
        pinned=work.unit.count_pinned(),
        turns=work.profile.turns,
        revision=work.revision,
        allow_learning=work.settings.learning and work.profile.learning,
        observing=work.around.observing,
        database=description["location"],
        schema_version=description["schema_version"],
        faults=dict(sorted(work.around.counters.items())),
    )
