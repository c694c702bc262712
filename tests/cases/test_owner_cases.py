"""Cases O01, O02 and O03: one owner and the others."""

from __future__ import annotations

import unicodedata
from pathlib import Path
from typing import Any

import pytest

from style_memory import OwnerInvalid, OwnerMemory, OwnerMissing, StyleMemory
from tests.people import habits, hint, wish

NEVER = "h-000000000000000000000000"


def answer(owner: OwnerMemory, name: str, id_or_text: str) -> Any:
    return owner.call(name, {"id_or_text": id_or_text}).model_dump()


def test_o01_operations_by_another_owners_id_answer_as_for_an_id_that_never_existed(memory: StyleMemory) -> None:
    a, b = memory.for_owner("A"), memory.for_owner("B")
    a.distill_recent_style(habits=[hint("tiny but mighty")])
    a.distill_interaction_profile(preferences=[wish("likes haiku")])
    before = a.export()
    ids = {item["type"]: item["id"] for item in before["items"]}
    for name, id_ in (
        ("forget_style_habit", ids["habit"]),
        ("pin_style_habit", ids["habit"]),
        ("forget_interaction_preference", ids["preference"]),
        ("pin_interaction_preference", ids["preference"]),
    ):
        assert answer(b, name, id_) == answer(b, name, NEVER)
    assert a.export() == before
    assert b.export()["changes"] == []
    # The positive control: the owner themself reaches the items by those ids.
    assert a.pin_style_habit(id_or_text=ids["habit"]).updated == 1
    assert a.forget_interaction_preference(id_or_text=ids["preference"]).removed == 1


def test_o02_erasing_one_owner_leaves_the_other_byte_for_byte(memory: StyleMemory) -> None:
    a, b = memory.for_owner("A"), memory.for_owner("B")
    for owner in (a, b):
        owner.distill_recent_style(habits=[hint("one"), hint("two")])
        owner.distill_interaction_profile(preferences=[wish("likes haiku")])
        owner.pin_style_habit(id_or_text="one")
    before = b.export()
    with pytest.raises(OwnerMissing):
        memory.for_owner("").erase()
    assert len(a.export()["items"]) == 3
    assert a.erase()["items"] == 3
    assert a.export()["items"] == a.export()["changes"] == []
    assert b.export() == before
    with pytest.raises(OwnerMissing):
        memory.for_owner("").erase()
    assert b.export() == before


def test_o03_an_owner_id_is_refused_or_its_own_owner(memory: StyleMemory, tmp_path: Path) -> None:
    composed = "Zoé"
    assert unicodedata.is_normalized("NFC", composed)
    wanted = ["Mira", "mira", "mira ", "../mira", "mi/ra", "mi-ra", composed, unicodedata.normalize("NFD", composed)]
    files = {*tmp_path.parent.iterdir(), *tmp_path.iterdir()}
    accepted = []
    for number, owner in enumerate(wanted):
        try:
            memory.for_owner(owner).distill_recent_style(habits=[hint(f"phrase {number}")])
        except OwnerInvalid:
            continue
        accepted.append((owner, f"phrase {number}"))
    assert [owner for owner, _ in accepted] == ["Mira", "mira", "../mira", "mi/ra", "mi-ra", composed]
    for owner, phrase in accepted:
        assert list(habits(memory.for_owner(owner))) == [phrase]
    assert {*tmp_path.parent.iterdir(), *tmp_path.iterdir()} == files
