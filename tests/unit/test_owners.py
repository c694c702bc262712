from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from style_memory import OwnerInvalid, OwnerMissing, StyleMemory
from style_memory.domain.owners import accepted_owner


@pytest.mark.parametrize(
    "owner", ["ana", "a", "x" * 200, "Zoé", "小明", "a b", "mi/ra", "../mira", "😀", "a@b.example", "-"]
)
def test_ordinary_ids_are_accepted_unchanged(owner: str) -> None:
    assert accepted_owner(owner) == owner


@pytest.mark.parametrize("owner", [None, ""])
def test_no_owner_is_missing(owner: Any) -> None:
    with pytest.raises(OwnerMissing):
        accepted_owner(owner)


@pytest.mark.parametrize(
    "owner",
    [
        " ana", "ana ", "\u3000ana", "ana\u00a0", " ", "a\nb", "a\x00b", "a\u200bb", "a\u202eb", "a\u2028b",
        "\ufeffana",
        "Zoe\u0301", "x" * 201, "a\ud800b", "a\ue000b", "a\U000e0041", 5, 0, False, b"ana", ["ana"], object(),
    ],
)  # fmt: skip
def test_other_ids_are_refused(owner: Any) -> None:
    with pytest.raises(OwnerInvalid):
        accepted_owner(owner)


def test_a_refusal_does_not_repeat_the_id() -> None:
    with pytest.raises(OwnerInvalid) as refusal:
        accepted_owner("secret-name\n")
    assert "secret" not in str(refusal.value)


@given(st.text(max_size=220))
@example("ﬁ")
def test_an_accepted_id_is_never_changed(owner: str) -> None:
    try:
        accepted = accepted_owner(owner)
    except (OwnerInvalid, OwnerMissing):
        return
    assert accepted == owner
    assert 1 <= len(accepted) <= 200
    assert accepted == accepted.strip()


def test_a_handle_is_refused_before_anything_is_written(memory: StyleMemory, tmp_path: Path) -> None:
    before = sorted(tmp_path.rglob("*"))
    for owner in ("mira ", "Zoe\u0301", "a\x00"):
        with pytest.raises(OwnerInvalid):
            memory.for_owner(owner)
    assert memory.owners() == []
    assert sorted(tmp_path.rglob("*")) == before


def test_owners_are_told_in_order_and_by_pages(memory: StyleMemory) -> None:
    for owner in ("b", "a", "C", "é"):
        memory.for_owner(owner).set_learning_enabled(enabled=True)
    assert memory.owners() == ["C", "a", "b", "é"]
    assert memory.owners(after="a", limit=1) == ["b"]


def test_reading_makes_no_owner(memory: StyleMemory) -> None:
    ghost = memory.for_owner("ghost")
    ghost.get_style_brief()
    ghost.list_style_habits()
    ghost.get_style_memory_status()
    assert memory.owners() == []
