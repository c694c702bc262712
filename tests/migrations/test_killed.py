"""Upgrades that are killed or that run at the same time; the children are forked, nothing of the product is patched."""

from __future__ import annotations

import threading
from collections.abc import Callable
from itertools import count
from pathlib import Path

import pytest

from style_memory_migrations import check, upgrade
from style_memory_storage import Database, SchemaState
from style_memory_storage.tables import HEAD, VERSION_TABLE
from tests.migrations.children import KILLED, kill_after_statement, kill_this_process, run_in_children
from tests.migrations.conftest import Opener, rows
from tests.migrations.next_release import NEXT, become_next_release


def upgraded(path: Path) -> None:
    database = Database(f"sqlite:///{path}")
    upgrade(database)
    database.close()


def upgraded_until_killed(path: Path, after: int) -> bool:
    """Whether the process was killed after that many statements; False if it was done by then."""

    def work() -> None:
        kill_after_statement(after)
        upgraded(path)

    [outcome] = run_in_children(work)
    assert outcome in (0, KILLED)
    return outcome == KILLED


def kill_after_each_statement(path: Path, reset: Callable[[], None], whole: Callable[[], bool]) -> int:
    """Kill the upgrade after its first statement, its second, and so on; returns how often it was killed."""
    for number in count(1):
        reset()
        killed = upgraded_until_killed(path, number)
        assert whole(), f"half-made after statement {number}"
        upgraded(path)
        leftovers = [entry.name for entry in path.parent.iterdir() if entry.name.endswith((".new", "-wal", "-journal"))]
        assert leftovers == [], f"left after statement {number}"
        if not killed:
            return number - 1
    raise AssertionError


def empty_folder(path: Path) -> None:
    for entry in path.parent.iterdir():
        if entry.is_file():
            entry.unlink()


def test_a_new_database_that_is_killed_on_the_way_is_made_by_the_next_process(path: Path, opened: Opener) -> None:
    def whole() -> bool:
        database = Database(f"sqlite:///{path}")
        state = database.state()
        database.close()
        return state is (SchemaState.CURRENT if path.exists() else SchemaState.ABSENT)

    assert kill_after_each_statement(path, lambda: empty_folder(path), whole) > 10
    assert check(opened(path)) == []


def test_a_host_s_database_that_is_killed_on_the_way_has_all_our_tables_or_none(host: Path, opened: Opener) -> None:
    original = host.read_bytes()
    before = rows(host)

    def reset() -> None:
        empty_folder(host)
        host.write_bytes(original)

    def whole() -> bool:
        found = rows(host)
        return found == before or (len(found) == len(before) + 7 and found[VERSION_TABLE] == [(HEAD,)])

    assert kill_after_each_statement(host, reset, whole) > 10
    assert check(opened(host)) == []


def test_a_populated_database_that_is_killed_on_the_way_loses_nothing(
    populated: Database, path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    populated.close()
    original, before = path.read_bytes(), rows(path)
    become_next_release(monkeypatch, tmp_path / "next")

    def reset() -> None:
        empty_folder(path)
        path.write_bytes(original)

    def whole() -> bool:
        found = rows(path)
        kept = found["style_memory_items"] == before["style_memory_items"]
        return found == before or (kept and found[VERSION_TABLE] == [(NEXT,)])

    assert kill_after_each_statement(path, reset, whole) > 10
    backups = list(path.parent.glob(f"{path.name}.backup-*"))
    assert [rows(backup) for backup in backups] == [before] * len(backups)
    assert backups


def test_an_upgrade_that_is_killed_before_its_commit_is_completed_by_a_second_run(path: Path, opened: Opener) -> None:
    def work() -> None:
        upgrade(Database(f"sqlite:///{path}"), on_step=lambda _revision, _description: kill_this_process())

    assert run_in_children(work) == [KILLED]
    assert not path.exists()
    upgraded(path)
    assert check(opened(path)) == []
    assert [entry.name for entry in path.parent.iterdir() if entry.name.startswith(".")] == []


def test_processes_that_open_one_new_database_at_once_all_succeed(path: Path, opened: Opener) -> None:
    for _round in range(5):
        empty_folder(path)
        assert run_in_children(*[lambda: upgraded(path)] * 4) == [0] * 4
        assert check(opened(path)) == []
        assert [entry.name for entry in path.parent.iterdir() if entry.name.startswith(".")] == []


def test_processes_that_upgrade_one_host_s_database_at_once_all_succeed(host: Path, opened: Opener) -> None:
    original = host.read_bytes()
    for _round in range(5):
        empty_folder(host)
        host.write_bytes(original)
        assert run_in_children(*[lambda: upgraded(host)] * 4) == [0] * 4
        assert rows(host)["customers"] == [("Ada",)]
        assert rows(host)[VERSION_TABLE] == [(HEAD,)]


def test_of_processes_that_upgrade_one_older_database_at_once_one_makes_a_copy(
    populated: Database, path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    populated.close()
    become_next_release(monkeypatch, tmp_path / "next")
    assert run_in_children(*[lambda: upgraded(path)] * 4) == [0] * 4
    assert rows(path)[VERSION_TABLE] == [(NEXT,)]
    assert len(list(path.parent.glob(f"{path.name}.backup-*"))) == 1


def test_threads_that_make_databases_at_once_do_not_disturb_each_other(tmp_path: Path, opened: Opener) -> None:
    databases = [opened(tmp_path / f"{number}.db") for number in range(6)]
    threads = [threading.Thread(target=upgrade, args=(database,)) for database in databases]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [check(database) for database in databases] == [[]] * 6
