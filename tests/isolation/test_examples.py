"""Each operation's example, as one owner beside another who has the same item ids; new operations included."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from style_memory import OwnerMemory, StyleMemory
from style_memory.operations.catalogue import Operation, catalogue
from tests.isolation.worlds import fresh_memory, live, plain

each_operation = pytest.mark.parametrize("declared", catalogue().values(), ids=catalogue())
# What is neither an operation nor bound to one.
OTHERS: dict[str, Callable[[OwnerMemory], Any]] = {"export": OwnerMemory.export, "erase": OwnerMemory.erase}


@pytest.fixture
def shared() -> Iterator[StyleMemory]:
    """A store in which A and B exist, with the same ids; B never knows of A."""
    with fresh_memory() as memory:
        live(memory.for_owner("A"))
        yield memory


@pytest.fixture
def lone() -> Iterator[StyleMemory]:
    """A store in which B is alone."""
    with fresh_memory() as memory:
        yield memory


def call(owner: OwnerMemory, declared: Operation) -> Any:
    return plain(owner.call(declared.name, declared.example.model_dump(exclude_unset=True)))


def test_both_owners_really_have_the_same_ids(shared: StyleMemory) -> None:
    live(shared.for_owner("B"))
    a, b = (shared.for_owner(owner).export() for owner in "AB")
    assert len(a["items"]) >= 8
    assert a == b


@each_operation
@pytest.mark.parametrize("b_lived", [False, True], ids=["empty", "same ids"])
def test_an_example_as_b_leaves_a_as_it_was_and_answers_as_if_b_were_alone(
    shared: StyleMemory, lone: StyleMemory, declared: Operation, *, b_lived: bool
) -> None:
    answers = []
    before = shared.for_owner("A").export()
    for memory in (shared, lone):
        owner = memory.for_owner("B")
        if b_lived:
            live(owner)
        answers.append([call(owner, declared), call(owner, declared), owner.export()])
    assert shared.for_owner("A").export() == before
    assert answers[0] == answers[1]


@each_operation
def test_a_gets_the_same_answers_with_and_without_b(
    shared: StyleMemory, lone: StyleMemory, declared: Operation
) -> None:
    live(lone.for_owner("A"))
    b = shared.for_owner("B")
    live(b)
    call(b, declared)
    assert call(shared.for_owner("A"), declared) == call(lone.for_owner("A"), declared)


@pytest.mark.parametrize("name", OTHERS)
def test_export_and_erase_touch_one_owner_only(shared: StyleMemory, lone: StyleMemory, name: str) -> None:
    before = shared.for_owner("A").export()
    answers = []
    for memory in (shared, lone):
        live(memory.for_owner("B"))
        answers.append(OTHERS[name](memory.for_owner("B")))
    assert shared.for_owner("A").export() == before
    assert answers[0] == answers[1]


@pytest.mark.parametrize("operation", ["forget_style_habit", "pin_style_habit", "forget_interaction_preference"])
def test_another_owners_id_is_an_id_that_never_existed(shared: StyleMemory, operation: str) -> None:
    before = shared.for_owner("A").export()
    stranger = shared.for_owner("B")
    never = plain(stranger.call(operation, {"id_or_text": "h-000000000000000000000000"}))
    for item in before["items"]:
        assert plain(stranger.call(operation, {"id_or_text": item["id"]})) == never
        assert plain(stranger.call(operation, {"id_or_text": item["text"]})) == never
    assert shared.for_owner("A").export() == before


def test_a_cursor_of_a_is_only_a_place_in_the_list_of_b(shared: StyleMemory) -> None:
    cursor = shared.for_owner("A").list_style_habits(limit=1).next_cursor
    assert cursor is not None
    assert shared.for_owner("B").list_style_habits(cursor=cursor).habits == []


def test_owners_have_keys_of_their_own_unless_a_test_gives_one() -> None:
    with StyleMemory.open("sqlite://") as memory:
        for owner in ("A", "B"):
            memory.for_owner(owner).observe_user_message(text="lol", session_id="s", turn_id="t")
        ids = [memory.for_owner(owner).list_style_habits().habits[0].id for owner in ("A", "B")]
    assert ids[0] != ids[1]


def test_cleaning_up_one_owner_leaves_the_other_alone(shared: StyleMemory) -> None:
    live(shared.for_owner("B"))
    before = shared.for_owner("A").export()
    clock: Any = shared._around.clock
    clock.now = clock.now.replace(year=clock.now.year + 2)
    shared.for_owner("B").observe_user_message(text="")
    assert len(shared.for_owner("B").export()["items"]) < len(before["items"])
    assert shared.for_owner("A").export() == before
