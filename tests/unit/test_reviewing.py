from __future__ import annotations

import pytest

from style_memory.domain.kinds import Source, Status
from style_memory.domain.settings import Settings
from style_memory.pipeline.reviewing import suggestion
from tests.conformance.samples import item

SETTINGS = Settings()


@pytest.mark.parametrize(
    ("fields", "action"),
    [
        ({"pinned": True, "status": Status.CANDIDATE}, "keep"),
        ({"status": Status.ARCHIVED}, "forget"),
        ({"status": Status.CANDIDATE}, "observe"),
        ({"status": Status.ACTIVE}, "keep"),
        ({"status": Status.ACTIVE, "confidence": 0.6, "seen_count": 12}, "pin"),
        ({"status": Status.ACTIVE, "confidence": 0.6, "seen_count": 9}, "keep"),
        ({"status": Status.ACTIVE, "confidence": 0.4, "seen_count": 12}, "keep"),
    ],
)
def test_the_suggested_action_follows_from_status_and_evidence(fields: dict[str, object], action: str) -> None:
    assert suggestion(item("h-1", **fields), SETTINGS)[0] == action


@pytest.mark.parametrize("source", Source)
def test_every_reason_says_where_the_item_comes_from_and_how_often_it_was_seen(source: Source) -> None:
    reason = suggestion(item("h-1", source=source, seen_count=2, session_count=1), SETTINGS)[1]
    assert "2 times in 1 session" in reason
    assert any(word in reason for word in ("found by", "discovered because", "said by", "reported by", "endorsed by"))


@pytest.mark.parametrize(
    ("seen", "words"), [(1, "needs 2 times more"), (2, "needs once more"), (3, "needs another context or session")]
)
def test_a_candidate_is_told_what_it_lacks(seen: int, words: str) -> None:
    assert words in suggestion(item("h-1", seen_count=seen), SETTINGS)[1]


def test_an_archived_wish_is_told_why() -> None:
    archived = item("h-1", status=Status.ARCHIVED)
    assert "not seen for long" in suggestion(archived, SETTINGS)[1]
    assert "later wish" in suggestion(archived.evolved(replaced_by="h-2"), SETTINGS)[1]


def test_a_reason_never_repeats_what_an_owner_wrote() -> None:
    written = item("h-1", text="my words", example="my example", notes="my notes")
    assert "my" not in suggestion(written, SETTINGS)[1]
