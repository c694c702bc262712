"""Learning what the owner endorsed: active at once."""

from __future__ import annotations

from pydantic import Field

from style_memory.domain.kinds import HabitKind, PreferenceCategory
from style_memory.domain.settings import MAX_HINTS
from style_memory.operations.catalogue import operation
from style_memory.operations.hints import (
    HabitHint,
    HabitHints,
    PreferenceHint,
    PreferenceHints,
    sightings_of,
)
from style_memory.operations.learning import learn
from style_memory.operations.models import Answer, Habit, Preference, Request, record
from style_memory.operations.work import Work
from style_memory.pipeline.learning import Circumstances


class DistillRecentStyle(Request):
    """Habits that the owner endorsed."""

    habits: HabitHints = Field(min_length=1, max_length=MAX_HINTS, description="3 to 8 are advised")


class DistillInteractionProfile(Request):
    """Wishes that the owner endorsed."""

    preferences: PreferenceHints = Field(min_length=1, max_length=MAX_HINTS, description="3 to 8 are advised")


class Distilled(Answer):
    """What became active."""

    learned: int = Field(description="new items")
    updated: int = Field(description="known items, active now")
    ignored: list[str] = Field(description="codes of what was refused, such as `forgotten`")
    revision: int
    items: list[Habit | Preference]


@operation(
    effect="write",
    toolset="style",
    example=DistillRecentStyle(
        habits=[
            HabitHint(kind=HabitKind.CATCHPHRASE, text="ship it", example="ok ship it", confidence=0.9),
            HabitHint(kind=HabitKind.EMOJI, text="✨"),
        ]
    ),
)
def distill_recent_style(work: Work, request: DistillRecentStyle) -> Distilled:
    """Seed habits that the user endorsed, at most 8; each is active at once. What was forgotten stays out."""
    return _distill(work, request.habits)


@operation(
    effect="write",
    toolset="style",
    example=DistillInteractionProfile(
        preferences=[PreferenceHint(category=PreferenceCategory.WORKFLOW, text="likes plan → implement → verify")]
    ),
)
def distill_interaction_profile(work: Work, request: DistillInteractionProfile) -> Distilled:
    """Seed concrete wishes about working together that the user endorsed, at most 8; no labels of personality."""
    return _distill(work, request.preferences)


def _distill(work: Work, hints: HabitHints | PreferenceHints) -> Distilled:
    # Before the profile is read: that opens the unit of work, which holds the write lock.
    sightings, dropped = sightings_of(hints, work.settings)
    if not work.settings.learning or not work.profile.learning:
        code = "learning_paused" if work.settings.learning else "learning_off"
        return Distilled(learned=0, updated=0, ignored=[code] * len(hints), revision=work.revision, items=[])
    at = Circumstances(now=work.now, settings=work.settings, endorsed=True)
    session_key = work.profile.digest("session", "distilled")
    outcome = learn(work, sightings, session_key, at)
    return Distilled(
        learned=len(outcome.learned),
        updated=len(outcome.updated),
        ignored=[*dropped, *outcome.ignored],
        revision=work.revision,
        items=[record(item) for item in (*outcome.learned, *outcome.updated)],
    )
