"""Cases O01, O02 and O03: one owner and the others."""

from __future__ import annotations

import unicodedata
from pathlib import Path
from typing import Any

import pytest

from style_memory import StyleMemory
from tests.faces.every_face import AsOwner, Refusal
from tests.people import hint, wish

NEVER = "h-000000000000000000000000"


def test_o01_operations_by_another_owners_id_answer_as_for_an_id_that_never_existed(
    as_owner: AsOwner, memory: StyleMemory
) -> None:
    a, b = as_owner("A"), as_owner("B")
    a.call("distill_recent_style", habits=[hint("tiny but mighty")])
    a.call("distill_interaction_profile", preferences=[wish("likes haiku")])
    before = memory.for_owner("A").export()
    ids = {item["type"]: item["id"] for item in before["items"]}
    for name, id_ in (
        ("forget_style_habit", ids["habit"]),
        ("pin_style_habit", ids["habit"]),
        ("forget_interaction_preference", ids["preference"]),
        ("pin_interaction_preference", ids["preference"]),
    ):
        assert b.call(name, id_or_text=id_) == b.call(name, id_or_text=NEVER)
    assert memory.for_owner("A").export() == before
    assert memory.for_owner("B").export()["changes"] == []
    # The positive control: the owner themself reaches the items by those ids.
    assert a.call("pin_style_habit", id_or_text=ids["habit"])["updated"] == 1
    assert a.call("forget_interaction_preference", id_or_text=ids["preference"])["removed"] == 1


# A model is not offered to erase everything: neither LangChain nor MCP has it.
@pytest.mark.parametrize("as_owner", ["python", "cli"], indirect=True)
def test_o02_erasing_one_owner_leaves_the_other_byte_for_byte(as_owner: AsOwner, memory: StyleMemory) -> None:
    a: Any = as_owner("A")
    b: Any = as_owner("B")
    nobody: Any = as_owner("")
    for owner in (a, b):
        owner.call("distill_recent_style", habits=[hint("one"), hint("two")])
        owner.call("distill_interaction_profile", preferences=[wish("likes haiku")])
        owner.call("pin_style_habit", id_or_text="one")
    before = memory.for_owner("B").export()
    with pytest.raises(Refusal, match="No owner was given"):
        nobody.erase()
    assert len(memory.for_owner("A").export()["items"]) == 3
    assert a.erase()["items"] == 3
    assert memory.for_owner("A").export()["items"] == memory.for_owner("A").export()["changes"] == []
    assert memory.for_owner("B").export() == before
    with pytest.raises(Refusal, match="No owner was given"):
        nobody.erase()
    assert memory.for_owner("B").export() == before


def test_o03_an_owner_id_is_refused_or_its_own_owner(as_owner: AsOwner, tmp_path: Path) -> None:
    composed = "Zoé"
    assert unicodedata.is_normalized("NFC", composed)
    wanted = ["Mira", "mira", "mira ", "../mira", "mi/ra", "mi-ra", composed, unicodedata.normalize("NFD", composed)]
    files = {*tmp_path.parent.iterdir(), *tmp_path.iterdir()}
    accepted, refusals = [], []
    for number, owner in enumerate(wanted):
        try:
            as_owner(owner).call("distill_recent_style", habits=[hint(f"phrase {number}")])
        except Refusal as refusal:
            refusals.append(str(refusal))
            continue
        accepted.append((owner, f"phrase {number}"))
    assert [refusal[:35] for refusal in refusals] == ["An owner id has 1 to 200 characters"] * 2
    assert [owner for owner, _ in accepted] == ["Mira", "mira", "../mira", "mi/ra", "mi-ra", composed]
    for owner, phrase in accepted:
        assert list(as_owner(owner).habits()) == [phrase]
    assert {*tmp_path.parent.iterdir(), *tmp_path.iterdir()} == files
