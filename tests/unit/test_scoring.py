from __future__ import annotations

from dataclasses import asdict
from datetime import timedelta

from hypothesis import given
from hypothesis import strategies as st

from style_memory import OwnerMemory
from style_memory.domain.kinds import Status
from style_memory.domain.profile import ItemCounts
from style_memory.pipeline.scoring import advice, scored
from tests.conformance.samples import NOW, item
from tests.people import DAY, Clock, hint, wish

counts = st.builds(
    ItemCounts,
    candidates=st.integers(0, 5000),
    active=st.integers(0, 5000),
    archived=st.integers(0, 5000),
    active_playful=st.integers(0, 5000),
)
items = st.lists(
    st.builds(
        lambda confidence, seen: item("h-1", confidence=confidence, seen_count=seen, status=Status.ACTIVE),
        st.floats(0, 0.9999),
        st.integers(0, 10**6),
    ),
    max_size=20,
)


@given(counts, counts, items, st.none() | st.floats(-400, 4000))
def test_every_figure_runs_from_0_to_100_and_every_score_has_advice(
    habits: ItemCounts, preferences: ItemCounts, best: list[object], days: float | None
) -> None:
    newest = None if days is None else NOW - timedelta(days=days)
    if best and habits.active + preferences.active == 0:
        habits = ItemCounts(active=1)
    score = scored(habits, preferences, best, newest, NOW)  # type: ignore[arg-type]
    assert all(0 <= figure <= 100 for figure in asdict(score).values())
    assert advice(score, refresh=False, has_preferences=True)


def test_nothing_known_is_nothing_ready(ana: OwnerMemory) -> None:
    score = ana.get_style_memory_score()
    assert (score.overall, score.readiness, score.stability, score.freshness) == (0, 0, 0, 0)
    assert score.brief_refresh_recommended
    assert any("Too little" in line for line in score.recommendations)


def test_knowing_more_is_more_ready_and_time_makes_it_stale(ana: OwnerMemory, clock: Clock) -> None:
    readiness = []
    for n in range(6):
        ana.distill_recent_style(habits=[hint(f"habit {n}")])
        readiness.append(ana.get_style_memory_score().readiness)
    assert readiness == sorted(set(readiness))
    ana.distill_interaction_profile(preferences=[wish("likes haiku")])
    assert ana.get_style_memory_score().readiness == 100
    assert ana.get_style_memory_score().freshness == 100
    clock.pass_(20 * DAY)
    assert ana.get_style_memory_score().freshness == 20


def test_candidates_and_archived_items_are_drift(ana: OwnerMemory) -> None:
    assert ana.get_style_memory_score().drift_risk == 0
    for n in range(9):
        ana.observe_user_message(text="", hints=[hint(f"habit {n}")])
    score = ana.get_style_memory_score()
    assert score.drift_risk > 50
    assert any("unsettled" in line for line in score.recommendations)


def test_many_playful_habits_without_wishes_risk_imitation(ana: OwnerMemory) -> None:
    for n in range(10):
        ana.distill_recent_style(habits=[{"kind": "catchphrase", "text": f"phrase {n}"}])
    alone = ana.get_style_memory_score().over_imitation_risk
    for text in ("likes haiku", "short answers", "no bullet lists"):
        ana.distill_interaction_profile(preferences=[wish(text)])
    assert ana.get_style_memory_score().over_imitation_risk < alone
