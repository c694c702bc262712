from __future__ import annotations

from base64 import urlsafe_b64encode
from contextlib import suppress

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as profile
from hypothesis import strategies as st

from style_memory import OwnerMemory
from style_memory.domain.errors import RequestInvalid
from tests.people import habits, hint, preferences, wish

FIELDS = {
    "id", "kind", "text", "status", "pinned", "confidence", "seen_count", "session_count", "contexts", "first_seen_at",
    "last_seen_at", "use_when", "avoid_when", "example", "notes", "locale", "source",
}  # fmt: skip


@pytest.fixture
def many(ana: OwnerMemory) -> OwnerMemory:
    """Somebody with 23 habits of several ranks and statuses."""
    for n in range(15):
        ana.distill_recent_style(habits=[hint(f"habit {n}", confidence=n / 15)] * (1 + n % 3))
    for n in range(15, 23):
        ana.observe_user_message(text="", hints=[hint(f"habit {n}")])
    return ana


@pytest.mark.parametrize("limit", [1, 2, 5, 22, 23, 24, 100])
def test_pages_hold_each_item_once_and_the_last_has_no_cursor(many: OwnerMemory, limit: int) -> None:
    found, cursor = [], None
    while True:
        page = many.list_style_habits(limit=limit, cursor=cursor)
        assert 1 <= len(page.habits) <= limit
        found += [habit.text for habit in page.habits]
        cursor = page.next_cursor
        if cursor is None:
            break
    assert sorted(found) == sorted(f"habit {n}" for n in range(23))


def test_fifty_items_are_listed_unless_asked_otherwise(ana: OwnerMemory) -> None:
    for n in range(51):
        ana.observe_user_message(text="", hints=[hint(f"habit {n}")])
    first = ana.list_style_habits()
    assert len(first.habits) == 50
    assert len(ana.list_style_habits(cursor=first.next_cursor).habits) == 1


@pytest.mark.parametrize(("status", "number"), [("active", 15), ("candidate", 8), ("archived", 0)])
def test_a_list_can_be_kept_to_one_status(many: OwnerMemory, status: str, number: int) -> None:
    page = many.list_style_habits(status=status, limit=100)
    assert len(page.habits) == number
    assert {habit.status for habit in page.habits} <= {status}


@pytest.mark.parametrize("limit", [0, 101, -1])
def test_a_limit_outside_its_range_is_refused(ana: OwnerMemory, limit: int) -> None:
    for name in ("list_style_habits", "list_interaction_profile", "review_style_habits"):
        with pytest.raises(RequestInvalid, match="limit"):
            ana.call(name, {"limit": limit})


@profile(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text(max_size=30) | st.binary(max_size=20).map(lambda raw: urlsafe_b64encode(raw).decode()))
def test_a_made_up_cursor_is_refused_or_harmless(ana: OwnerMemory, cursor: str) -> None:
    for name in ("list_style_habits", "list_interaction_profile"):
        with suppress(RequestInvalid):
            ana.call(name, {"cursor": cursor})


@pytest.mark.parametrize("place", [b"99999999999999999999999 h-1", b"-5 h-1", b"7", b"seven h-1", b"\xff\xfe h"])
def test_a_cursor_that_no_page_gave_is_refused(ana: OwnerMemory, place: bytes) -> None:
    with pytest.raises(RequestInvalid, match="cursor"):
        ana.list_style_habits(cursor=urlsafe_b64encode(place).decode())


def test_an_item_is_told_with_all_its_fields(ana: OwnerMemory) -> None:
    ana.observe_user_message(text="lol", context="casual_chat", session_id="1", profile_hints=[wish("likes haiku")])
    assert set(habits(ana)["lol"].model_dump()) >= FIELDS
    assert (FIELDS - {"kind"}) | {"category"} <= set(preferences(ana)["likes haiku"].model_dump())
    assert habits(ana)["lol"].contexts == ["casual_chat"]
    assert habits(ana)["lol"].last_seen_at.utcoffset() is not None


def test_reviews_add_an_action_and_a_reason_and_put_the_undecided_first(many: OwnerMemory) -> None:
    many.pin_style_habit(id_or_text="habit 22")
    review = many.review_style_habits(limit=100)
    assert review.total == len(review.habits) == 23
    assert [habit.status for habit in review.habits[:7]] == ["candidate"] * 7
    assert review.habits[-1].pinned
    assert all(habit.reason.endswith(".") for habit in review.habits)
    assert {habit.suggested_action for habit in review.habits} <= {"keep", "pin", "forget", "observe"}
    assert "reported by the agent's model" in review.habits[0].reason


def test_preferences_are_listed_and_reviewed_alike(ana: OwnerMemory) -> None:
    ana.distill_interaction_profile(preferences=[wish("likes haiku"), wish("short answers")])
    assert len(ana.list_interaction_profile(limit=1).preferences) == 1
    assert ana.list_interaction_profile(limit=1).next_cursor is not None
    review = ana.review_interaction_profile()
    assert review.total == 2
    assert "endorsed by you" in review.preferences[0].reason
