"""Units of work: whole or not at all, also where many write at once."""

from __future__ import annotations

import os
import threading
import time
import traceback
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from style_memory.domain.errors import DatabaseUnavailable, StorageError
from style_memory.domain.profile import Change
from style_memory_storage import Database, SqlStore
from style_memory_storage.tables import HEAD
from tests.conformance.conftest import opened
from tests.conformance.samples import NOW, item, profile
from tests.migrations.children import KILLED, kill_this_process, run_in_children, start, wait_for

WRITES_EACH = 50


def count_up(store: SqlStore, owner: str, times: int = WRITES_EACH) -> None:
    """Read, then write what was read plus one; lost updates would show in the number."""
    for _time in range(times):
        with store.writing(owner) as unit:
            found = unit.profile() or profile()
            unit.save_profile(found._replace(turns=found.turns + 1))
            unit.log([Change(at=NOW, change="learned")], found.turns + 1)


def turns(store: SqlStore, owner: str) -> int:
    with store.reading(owner) as unit:
        found = unit.profile()
        numbers = [number for number, _change in unit.changes(2000)]
    assert found
    assert numbers == list(range(found.turns, 0, -1))
    return found.turns


@pytest.mark.parametrize("error", [RuntimeError, KeyboardInterrupt, GeneratorExit])
def test_a_unit_is_rolled_back_on_any_error(ada: SqlStore, error: type[BaseException]) -> None:
    def fail() -> None:
        with ada.writing("ada") as unit:
            unit.insert_items([item("h-1")])
            unit.save_profile(profile(turns=5))
            raise error

    with pytest.raises(error):
        fail()
    with ada.reading("ada") as unit:
        assert (unit.items(["h-1"]), unit.profile()) == ({}, profile())


def test_a_refused_statement_rolls_back_what_came_before_it(ada: SqlStore) -> None:
    def fail() -> None:
        with ada.writing("ada") as unit:
            unit.insert_items([item("h-1")])
            unit.insert_items([item("h-1")])

    with pytest.raises(StorageError):
        fail()
    with ada.reading("ada") as unit:
        assert unit.items(["h-1"]) == {}


def test_a_store_works_on_after_an_error(ada: SqlStore) -> None:
    for _time in range(20):
        with pytest.raises(RuntimeError), ada.writing("ada"):
            raise RuntimeError
        with pytest.raises(RuntimeError), ada.reading("ada"):
            raise RuntimeError
    count_up(ada, "ada", 1)


def test_what_a_reading_unit_writes_is_lost(ada: SqlStore) -> None:
    with ada.reading("ada") as unit:
        unit.insert_items([item("h-1")])
        assert set(unit.items(["h-1"])) == {"h-1"}
    with ada.reading("ada") as unit:
        assert unit.items(["h-1"]) == {}
    count_up(ada, "ada", 1)


def test_an_error_shows_nothing_that_the_owner_wrote(ada: SqlStore) -> None:
    with pytest.raises(StorageError) as caught, ada.writing("ada") as unit:
        unit.insert_items([item("h-1", text="very private words")] * 2)
    shown = "".join(traceback.format_exception(caught.value))
    assert "very private words" not in shown
    assert "sqlalchemy.exc" not in shown


def test_a_reading_unit_sees_one_state(shared_url: str) -> None:
    store = opened(shared_url)
    count_up(store, "ada", 1)
    with store.reading("ada") as unit:
        before = unit.profile()
        count_up(store, "ada", 1)
        assert unit.profile() == before
        assert len(unit.changes(9)) == 1
    assert turns(store, "ada") == 2
    store.close()


def test_threads_lose_no_update(store: SqlStore) -> None:
    with ThreadPoolExecutor(8) as pool:
        for outcome in [pool.submit(count_up, store, "ada") for _thread in range(8)]:
            outcome.result()
    assert turns(store, "ada") == 8 * WRITES_EACH


def test_threads_of_different_owners_do_not_disturb_each_other(store: SqlStore) -> None:
    owners = [f"owner-{number}" for number in range(8)]
    with ThreadPoolExecutor(8) as pool:
        for outcome in [pool.submit(count_up, store, owner) for owner in owners]:
            outcome.result()
    assert [turns(store, owner) for owner in owners] == [WRITES_EACH] * 8


def test_readers_never_see_half_a_unit(store: SqlStore) -> None:
    count_up(store, "ada", 1)
    done = threading.Event()

    def read() -> int:
        reads = 0
        while not done.is_set() or not reads:
            turns(store, "ada")
            store.describe()
            assert store.database.revision() == HEAD
            reads += 1
        return reads

    with ThreadPoolExecutor(6) as pool:
        readers = [pool.submit(read) for _thread in range(3)]
        writers = [pool.submit(count_up, store, "ada") for _thread in range(3)]
        try:
            for writer in writers:
                writer.result()
        finally:
            done.set()
        assert all(reader.result() for reader in readers)
    assert turns(store, "ada") == 1 + 3 * WRITES_EACH


def test_processes_lose_no_update(shared_url: str) -> None:
    assert run_in_children(*[counting_process(shared_url)] * 4) == [0] * 4
    store = opened(shared_url)
    assert turns(store, "ada") == 4 * WRITES_EACH
    assert store.database.problems() == []
    store.close()


def test_a_killed_process_loses_only_the_unit_that_it_was_in(shared_url: str) -> None:
    def work() -> None:
        store = opened(shared_url)
        count_up(store, "killed", 3)
        with store.writing("killed") as unit:
            unit.save_profile(profile(turns=99))
            kill_this_process()

    assert run_in_children(work, counting_process(shared_url), counting_process(shared_url)) == [KILLED, 0, 0]
    store = opened(shared_url)
    assert (turns(store, "killed"), turns(store, "ada")) == (3, 2 * WRITES_EACH)
    store.close()


def test_a_forked_child_and_its_parent_can_both_go_on(shared_url: str) -> None:
    store = opened(shared_url)
    count_up(store, "ada", 1)
    assert run_in_children(*[lambda: count_up(store, "ada")] * 2) == [0, 0]
    count_up(store, "ada", 1)
    assert turns(store, "ada") == 2 + 2 * WRITES_EACH
    store.close()


def test_what_a_forked_child_writes_is_kept_while_others_open_and_close_the_database(shared_url: str) -> None:
    store = opened(shared_url)
    count_up(store, "ada", 1)
    gate, opener = os.pipe()

    def write_before_and_after_the_others() -> None:
        os.close(opener)
        count_up(store, "ada", 1)
        os.read(gate, 1)  # returns when the parent closes its end
        count_up(store, "ada", 1)
        os._exit(0)  # without closing, like a server that is stopped

    children = start(write_before_and_after_the_others)
    while turns(store, "ada") < 2:
        time.sleep(0.01)
    store.close()
    # The last process to close a database clears its log away: this one must notice that it is not the last.
    assert run_in_children(counting_process(shared_url)) == [0]
    os.close(opener)
    os.close(gate)
    assert wait_for(children) == [0]
    assert turns(store, "ada") == 3 + WRITES_EACH
    store.close()


def test_a_child_that_was_forked_while_the_database_was_in_use_is_refused_it(shared_url: str) -> None:
    store = opened(shared_url)
    count_up(store, "ada", 1)

    def refused() -> None:
        for same in (store, SqlStore(Database(shared_url))):
            with pytest.raises(DatabaseUnavailable, match="forked"):
                count_up(same, "ada", 1)

    with store.reading("ada") as unit:
        unit.profile()
        assert run_in_children(refused) == [0]
    assert run_in_children(lambda: count_up(store, "ada", 1)) == [0]
    assert turns(store, "ada") == 2
    store.close()


def counting_process(url: str) -> Callable[[], None]:
    def work() -> None:
        store = opened(url)
        count_up(store, "ada")
        store.close()

    return work
