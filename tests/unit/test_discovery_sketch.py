"""The table in which discovery counts."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from style_memory.pipeline.discovery import Recurrence, Sketch
from style_memory.pipeline.discovery.sketch import HALVED_AFTER

KEY = b"k" * 32
SIZE = 6672


def taught(turns: list[set[str]], *, session_of: int = 20, key: bytes = KEY) -> Sketch:
    sketch = Sketch.of(b"", key)
    for number, turn in enumerate(turns):
        sketch = Sketch.of(sketch.to_bytes(), key)
        sketch.begin_turn(f"session {number // session_of}")
        for phrase in sorted(turn):
            sketch.see(phrase)
    return sketch


@given(st.lists(st.sets(st.sampled_from("abcdefgh")), max_size=60))
def test_few_phrases_are_counted_exactly(turns: list[set[str]]) -> None:
    sketch = taught(turns)
    counts = Counter(phrase for turn in turns for phrase in turn)
    for phrase, count in counts.items():
        places = [number for number, turn in enumerate(turns, start=1) if phrase in turn]
        assert sketch.look_up(phrase) == Recurrence(
            turns=count,
            stretches=len({place // 5 for place in places}),
            sessions=len({(place - 1) // 20 for place in places}),
            of_turns=len(turns),
        )
    assert sketch.turns == len(turns)
    assert sketch.look_up("never said") is None


def test_sessions_are_told_apart_up_to_three() -> None:
    sketch = taught([{"a"}] * 12, session_of=2)
    found = sketch.look_up("a")
    assert found
    assert found.sessions == 3


def test_the_table_keeps_its_size_and_what_recurs_however_much_is_said_once() -> None:
    sketch = taught([{f"once {number} {place}" for place in range(20)} | {"often"} for number in range(150)])
    found = sketch.look_up("often")
    assert len(sketch.to_bytes()) == SIZE
    assert found
    assert found.turns == 150
    assert taught([]).to_bytes() == bytes(SIZE)


def test_it_tells_nothing_without_the_owner_s_key() -> None:
    data = taught([{"honestly"}] * 5).to_bytes()
    assert b"honestly" not in data
    assert Sketch.of(data, b"another key").look_up("honestly") is None
    assert data != taught([{"honestly"}] * 5, key=b"another key").to_bytes()


def test_counts_follow_a_change_of_habit() -> None:
    sketch = taught([{"early"}] * HALVED_AFTER + [{"late"}] * HALVED_AFTER)
    early, late = sketch.look_up("early"), sketch.look_up("late")
    assert early
    assert late
    assert late.turns > 2 * early.turns
    assert late.of_turns < HALVED_AFTER


def test_something_that_is_no_table_counts_as_an_empty_one() -> None:
    assert Sketch.of(b"damaged", KEY).to_bytes() == bytes(SIZE)


@given(st.binary(min_size=1, max_size=64))
def test_any_bytes_of_its_size_can_be_read_and_counted_on(data: bytes) -> None:
    sketch = Sketch.of((data * SIZE)[:SIZE], KEY)
    sketch.begin_turn("s")
    assert sketch.see("a").turns >= 1
    assert sketch.look_up("a")


@given(st.integers(2, 833), st.integers(0, 2**64 - 1))
def test_a_damaged_entry_is_no_entry(place: int, value: int) -> None:
    data = bytearray(taught([{"a"}] * 12).to_bytes())
    data[place * 8 : place * 8 + 8] = value.to_bytes(8, "little")
    sketch = Sketch.of(bytes(data), KEY)
    sketch.begin_turn("s")
    found = sketch.see("a")
    assert found.turns >= 1
    assert found.stretches >= 1
    assert 1 <= found.of_turns <= HALVED_AFTER


@given(st.sampled_from([0, 1]), st.integers(HALVED_AFTER + 1, 2**64 - 1))
def test_a_damaged_count_of_turns_empties_the_table(place: int, value: int) -> None:
    data = bytearray(taught([{"a"}] * 12).to_bytes())
    data[place * 8 : place * 8 + 8] = value.to_bytes(8, "little")
    sketch = Sketch.of(bytes(data), KEY)
    sketch.begin_turn("s")
    assert 1 <= sketch.see("a").of_turns <= HALVED_AFTER
