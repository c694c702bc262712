from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from style_memory.domain.items import Item, folded
from style_memory.domain.kinds import Status
from style_memory.domain.settings import Settings
from tests.conformance.samples import NOW, item

SETTINGS = Settings()


def idle(days: float, **fields: Any) -> Item | None:
    """An item as it is after that many days without a sighting."""
    return item("h-1", **fields).tidied(NOW + timedelta(days=days), SETTINGS)


@pytest.mark.parametrize(("days", "stays"), [(0, True), (30, True), (30.001, False), (400, False)])
def test_a_candidate_goes_after_thirty_idle_days(days: float, *, stays: bool) -> None:
    assert (idle(days) is not None) is stays


@pytest.mark.parametrize(
    ("days", "status"),
    [(0, Status.ACTIVE), (180, Status.ACTIVE), (180.001, Status.ARCHIVED), (360, Status.ARCHIVED), (360.001, None)],
)
def test_an_active_item_is_archived_and_then_deleted(days: float, status: Status | None) -> None:
    left = idle(days, status=Status.ACTIVE, confidence=0.9)
    assert (left.status if left else None) == status


@pytest.mark.parametrize("status", Status)
def test_a_pinned_item_outlives_everything_in_the_status_it_has(status: Status) -> None:
    pinned = item("h-1", status=status, pinned=True, confidence=0.3).evolved()
    assert pinned.tidied(NOW + timedelta(days=10_000), SETTINGS) == pinned


def test_a_pin_ranks_above_all_and_does_not_activate() -> None:
    candidate = item("h-1", confidence=0.1)
    sure = item("h-2", status=Status.ACTIVE, confidence=0.99).evolved()
    pinned = candidate.evolved(pinned=True)
    assert pinned.status is Status.CANDIDATE
    assert pinned.rank > sure.rank
    assert pinned.evolved(pinned=False).rank == candidate.evolved().rank


@given(st.floats(0, 0.9999), st.floats(0, 800), st.sampled_from(Status), st.booleans())
def test_tidying_twice_is_tidying_once(confidence: float, days: float, status: Status, pinned: bool) -> None:
    now = NOW + timedelta(days=days)
    once = item("h-1", confidence=confidence, status=status, pinned=pinned).evolved().tidied(now, SETTINGS)
    if once is not None:
        twice = once.tidied(now, SETTINGS)
        assert twice is not None
        assert (twice.status, twice.pinned, twice.confidence) == (once.status, pinned, confidence)
        assert twice == once or once.status is Status.ARCHIVED


@given(st.floats(0.11, 0.9999))
def test_a_rank_is_due_when_it_falls_and_not_before(confidence: float) -> None:
    active = item("h-1", confidence=confidence, status=Status.ACTIVE).evolved()
    due = active.rank_due_at()
    later = active.tidied(due + timedelta(hours=30), Settings(inactive_ttl_days=3650))
    assert later is not None
    assert later.rank < active.rank
    assert active.tidied(due - timedelta(hours=30), Settings(inactive_ttl_days=3650)) == active


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ship It", "ship  it"),
        ("ＬＯＬ", "lol"),
        *((f"don{apostrophe}t", "don't") for apostrophe in "’‘ʼ`´＇"),
        ("Straße", "STRASSE"),
        ("é", "e\u0301"),
        ("ﬁne", "fine"),
    ],
)
def test_spellings_that_differ_in_form_only_are_one_text(one: str, other: str) -> None:
    assert folded(one) == folded(other)


def test_a_backtick_that_marks_code_is_no_apostrophe() -> None:
    assert folded("`pip list`") != folded("'pip list'")


@given(st.text(max_size=60))
def test_folding_twice_is_folding_once(text: str) -> None:
    assert folded(folded(text)) == folded(text)


def test_the_text_key_follows_the_text() -> None:
    assert item("h-1", text="LOL ").text_key == "lol"
