"""Threads of several owners, and of one, on one database."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from style_memory import OwnerMemory, StyleMemory
from tests.people import habits, hint

OWNERS = ("ana", "ben", "chloé", "dan", "小明")
TURNS = 15


def together(actions: list[Callable[[], None]]) -> None:
    """Run the actions at once in threads of their own; the first error is raised."""
    start = threading.Barrier(len(actions))

    def run(action: Callable[[], None]) -> None:
        start.wait()
        action()

    with ThreadPoolExecutor(len(actions)) as pool:
        for future in [pool.submit(run, action) for action in actions]:
            future.result()


def life(owner: OwnerMemory, thread: int) -> Callable[[], None]:
    def act() -> None:
        for n in range(TURNS):
            owner.observe_user_message(text="lol", session_id=f"{thread}", hints=[hint(f"{owner.owner} {thread} {n}")])
            assert owner.owner in owner.list_style_habits(limit=100).model_dump_json()
            brief = owner.get_style_brief(context="casual_chat")
            assert not any(other in brief for other in OWNERS if other != owner.owner)

    return act


def test_owners_in_threads_lose_nothing_and_see_nothing_of_each_other(memory: StyleMemory) -> None:
    together([life(memory.for_owner(owner), thread) for owner in OWNERS for thread in range(2)])
    for owner in OWNERS:
        found = habits(memory.for_owner(owner))
        assert memory.for_owner(owner).get_style_memory_status().turns == 2 * TURNS
        assert found["lol"].seen_count == 2 * TURNS
        assert {text for text in found if " " in text and text[-1].isdigit()} == {
            f"{owner} {thread} {n}" for thread in range(2) for n in range(TURNS)
        }


def test_one_turn_that_many_threads_report_counts_once(memory: StyleMemory) -> None:
    def report() -> None:
        memory.for_owner("ana").observe_user_message(text="lol", session_id="s", turn_id="t")

    together([report] * 8)
    assert habits(memory.for_owner("ana"))["lol"].seen_count == 1


def test_two_memories_on_one_file_lose_nothing(open_memory: Callable[..., StyleMemory]) -> None:
    memories = [open_memory(), open_memory()]
    together([life(memory.for_owner("ana"), thread) for thread, memory in enumerate(memories)])
    assert habits(memories[0].for_owner("ana"))["lol"].seen_count == 2 * TURNS
    assert habits(memories[1].for_owner("ana")) == habits(memories[0].for_owner("ana"))


def test_an_erase_among_writers_leaves_the_others_whole(memory: StyleMemory) -> None:
    ana, ben = memory.for_owner("ana"), memory.for_owner("ben")

    def come_and_go() -> None:
        ana.observe_user_message(text="lol")
        ana.erase()

    together([life(ben, 0), *[come_and_go] * 3])
    assert habits(ben)["lol"].seen_count == TURNS
    assert memory.for_owner("ana").export()["profile"] is None


async def test_async_twins_run_beside_each_other(memory: StyleMemory) -> None:
    await asyncio.gather(
        *(memory.for_owner(owner).aobserve_user_message(text=f"lol {owner}") for owner in OWNERS for _ in range(4))
    )
    for owner in OWNERS:
        assert (await memory.for_owner(owner).aget_style_memory_status()).turns == 4
