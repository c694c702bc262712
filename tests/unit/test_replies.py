"""Replies that are noted in the process and written down later."""

from __future__ import annotations

from pathlib import Path

from style_memory import Conversation, Message, OwnerMemory, StyleMemory

SAID = Conversation(messages=[Message(by_owner=True, text="ship it")], session_id="s1")


def observed(owner: OwnerMemory) -> int:
    return len(owner.observe_conversation(SAID))


def test_the_same_words_are_another_try_before_the_reply_and_a_new_turn_after_it(memory: StyleMemory) -> None:
    ana = memory.for_owner("ana")
    assert [observed(ana), observed(ana)] == [1, 0]
    ana.mark_answered(SAID)
    assert [observed(ana), observed(ana)] == [1, 0]


def test_a_reply_that_was_noted_outlives_the_process(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'style.db'}"
    with StyleMemory.open(url) as memory:
        observed(memory.for_owner("ana"))
        memory.for_owner("ana").mark_answered(SAID)
    with StyleMemory.open(url) as memory:
        assert observed(memory.for_owner("ana")) == 1


def test_an_erased_owner_does_not_come_back_with_a_reply_that_was_noted(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'style.db'}"
    with StyleMemory.open(url) as memory:
        ana = memory.for_owner("ana")
        observed(ana)
        ana.mark_answered(SAID)
        ana.erase()
    with StyleMemory.open(url) as memory:
        assert memory.owners() == []


def test_one_owners_reply_answers_nothing_of_another(memory: StyleMemory) -> None:
    ana, bob = memory.for_owner("ana"), memory.for_owner("bob")
    assert [observed(ana), observed(bob)] == [1, 1]
    bob.mark_answered(SAID)
    assert [observed(ana), observed(bob)] == [0, 1]
