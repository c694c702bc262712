"""Which turns a conversation shows, and whether they were counted before: decided without a database."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from style_memory.domain.profile import KnownTurn, Profile
from style_memory.pipeline.turns import Conversation, KnownTurns, Message, RecognisedTurn, recognised_turns

_WHEN = datetime(2026, 1, 1, tzinfo=UTC)
PROFILE = Profile(key=b"k" * 32, created_at=_WHEN, tidied_at=_WHEN)
REPLY = Message(by_owner=False)


def own(text: str, id: str | None = None) -> Message:  # noqa: A002 - the name it has there
    return Message(by_owner=True, text=text, id=id)


class Observer:
    """Does with the turns of one session what the operations do, in memory."""

    def __init__(self, session: str = "s1") -> None:
        self.session = session
        self.rows: list[KnownTurn] = []
        self.counted: list[str] = []

    def observe(self, *messages: Message, run: str | None = None) -> int:
        """Observe a conversation; returns how many of its turns were new."""
        new = [each for each in self._recognised(messages, run) if each.is_new]
        self.rows += [each.turn for each in new]
        self.counted += [each.message.text for each in new]
        assert len({row.turn_key for row in self.rows}) == len(self.rows)
        return len(new)

    def answer(self, *messages: Message, run: str | None = None) -> None:
        """Note the reply, as the operation does."""
        if Conversation(messages=messages).may_be_sent_again:
            known = {each.turn.turn_key for each in self._recognised(messages, run) if not each.is_new}
            self.rows = [replace(row, answered=row.answered or row.turn_key in known) for row in self.rows]

    def turn(self, *messages: Message, run: str | None = None) -> int:
        """Observe and answer."""
        new = self.observe(*messages, run=run)
        self.answer(*messages, run=run)
        return new

    def _recognised(self, messages: Sequence[Message], run: str | None) -> list[RecognisedTurn]:
        known = KnownTurns(
            with_key=lambda key: next((row for row in self.rows if row.turn_key == key), None),
            in_chain=lambda key: [row for row in self.rows if row.chain_key == key],
        )
        return recognised_turns(messages, profile=PROFILE, session_key=self.session, invocation=run, known=known)


def test_a_conversation_that_does_not_end_with_the_owner_shows_no_turn() -> None:
    assert Observer().observe() == 0
    assert Observer().observe(own("hi"), REPLY) == 0


def test_only_what_follows_the_last_reply_is_looked_at() -> None:
    observer = Observer()
    assert observer.observe(own("a"), REPLY, own("b"), own("c")) == 2
    assert observer.counted == ["b", "c"]


def test_the_same_conversation_shown_again_is_not_counted_again() -> None:
    observer = Observer()
    assert [observer.observe(own("a"), REPLY, own("b")) for _time in range(3)] == [1, 0, 0]


def test_a_known_id_is_the_same_turn_whatever_its_text() -> None:
    observer = Observer()
    assert observer.turn(own("helo", "m1")) == 1
    assert observer.turn(own("hello", "m1")) == 0


def test_the_same_words_under_another_id_are_the_same_turn_while_unanswered() -> None:
    observer = Observer()
    assert observer.observe(own("a", "m1")) == 1
    assert observer.observe(own("a", "m2")) == 0


@pytest.mark.parametrize("ids", [("m1", "m2"), (None, None)])
def test_the_same_words_after_a_reply_are_another_turn(ids: tuple[str | None, str | None]) -> None:
    observer = Observer()
    assert [observer.turn(own("a", id)) for id in ids] == [1, 1]  # noqa: A001 - the name it has there
    assert observer.turn(own("a")) == 1


def test_the_same_words_in_the_same_run_are_the_same_turn_even_after_a_reply() -> None:
    observer = Observer()
    assert [observer.turn(own("a"), run=run) for run in ("r1", "r1", "r2")] == [1, 0, 1]


def test_a_turn_sent_twice_in_a_row_because_the_first_try_failed_counts_once() -> None:
    observer = Observer()
    assert observer.observe(own("a", "m1")) == 1
    assert observer.observe(own("a", "m1"), own("a", "m2")) == 0
    assert observer.turn(own("a", "m1"), own("a", "m2"), own("a", "m3")) == 0
    assert observer.turn(own("a", "m1"), own("a", "m2"), own("a", "m3"), own("b", "m4")) == 1


def test_a_retry_that_the_client_keeps_showing_never_counts() -> None:
    observer = Observer()
    observer.observe(own("a"))
    observer.turn(own("a"), own("a"))
    assert observer.turn(own("a"), own("a"), own("b")) == 1
    assert observer.turn(own("a"), own("a"), REPLY, own("c")) == 1
    assert observer.counted == ["a", "b", "c"]


def test_a_sentence_written_twice_in_a_row_counts_twice_if_it_was_answered_between() -> None:
    observer = Observer()
    assert observer.turn(own("a")) == 1
    assert observer.turn(own("a"), own("a")) == 1
    assert observer.turn(own("a"), own("a"), own("a")) == 1


def test_sessions_do_not_know_each_others_turns() -> None:
    observer = Observer()
    observer.turn(own("a"))
    keys = {row.chain_key for row in observer.rows}
    observer.session = "s2"
    assert observer.turn(own("b"), REPLY, own("a")) == 1
    assert keys.isdisjoint({row.chain_key for row in observer.rows[1:]})


def test_of_a_long_run_of_unanswered_messages_the_latest_are_looked_at() -> None:
    observer = Observer()
    many = [own(f"m{number}") for number in range(50)]
    assert observer.observe(*many) == 20
    assert observer.observe(*many, own("last")) == 1


def test_a_turn_without_text_does_not_repeat_the_reply_before_it() -> None:
    assert Observer().observe(own("a"), REPLY, own("")) == 1


def test_keys_hold_no_text() -> None:
    observer = Observer()
    observer.turn(own("secret words", "secret id"), run="secret run")
    assert "secret" not in repr(observer.rows)


# What a client does: each turn is a text and how often its sending fails before it is answered.
_turns = st.lists(st.tuples(st.sampled_from("abc"), st.integers(0, 2)), min_size=1, max_size=40)


@given(turns=_turns, keeps_failed=st.booleans(), with_ids=st.booleans())
def test_a_client_with_its_whole_history_is_counted_exactly(
    turns: list[tuple[str, int]], keeps_failed: bool, with_ids: bool
) -> None:
    observer = Observer()
    history: list[Message] = []
    for number, (text, failures) in enumerate(turns):
        for attempt in range(failures + 1):
            sent = [*history, own(text, f"{number}.{attempt}" if with_ids else None)]
            observer.observe(*sent)
            observer.observe(*sent)  # a second observer, or a step of a tool loop
            history = sent if keeps_failed else history
        observer.answer(*sent)
        history = [*sent, REPLY]
    assert observer.counted == [text for text, _failures in turns]


@given(turns=_turns, keeps_failed=st.booleans())
def test_a_client_that_sends_only_the_owners_messages_is_counted_exactly(
    turns: list[tuple[str, int]], keeps_failed: bool
) -> None:
    observer = Observer()
    history: list[Message] = []
    for text, failures in turns:
        for _attempt in range(failures + 1):
            sent = [*history, own(text)]
            observer.observe(*sent)
            history = sent if keeps_failed else history
        observer.answer(*sent)
        history = sent
    assert observer.counted == [text for text, _failures in turns]


@given(turns=_turns)
def test_a_client_without_any_history_is_counted_exactly(turns: list[tuple[str, int]]) -> None:
    observer = Observer()
    for number, (text, failures) in enumerate(turns):
        for attempt in range(failures + 1):
            observer.observe(own(text, f"{number}.{attempt}"), run=f"{number}.{attempt}")
        observer.answer(own(text), run=f"{number}.{failures}")
    assert observer.counted == [text for text, _failures in turns]


@given(texts=st.lists(st.text(max_size=5), max_size=30))
def test_any_text_makes_a_key(texts: list[str]) -> None:
    observer = Observer()
    observer.observe(*(own(text) for text in texts))
    assert observer.observe(*(own(text) for text in texts)) == 0
