"""Every revision, with rows, up and down; and files that earlier states of the program wrote."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from style_memory import StyleMemory
from style_memory.domain.kinds import Source
from style_memory_migrations import check, current, downgrade, restore, upgrade
from style_memory_migrations.scripts import run_upgrade
from style_memory_storage import Database, SchemaState, SqlStore
from style_memory_storage.tables import HEAD, REVISIONS, VERSION_TABLE
from tests.conformance.samples import item
from tests.migrations.children import KILLED, kill_after_statement, run_in_children
from tests.migrations.conftest import Opener, rows
from tests.migrations.earlier import EARLIER, WRITTEN_AT_0001, write_at_0001, write_with_both, write_with_column
from tests.migrations.test_killed import empty_folder, kill_after_each_statement, upgraded

Rows = dict[str, list[tuple[object, ...]]]
Writer = Callable[[Path], None]
OWNERS = "style_memory_owners"
# Columns of an owner's row at the head, of which the last two came with later revisions.
_PLACES = 12
earlier = pytest.mark.parametrize("write", EARLIER.values(), ids=EARLIER)
each_revision = pytest.mark.parametrize("revision", REVISIONS)


def definitions(path: Path) -> dict[str, str]:
    """The SQL of all tables and indexes, whichever statements led to it."""
    with closing(sqlite3.connect(path)) as connection:
        found = connection.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL").fetchall()
    return {name: re.sub(r"\s+", " ", sql).replace('"', "").strip() for name, sql in found}


def made_at(path: Path, revision: str) -> Path:
    """A new database at that revision."""
    database = Database(f"sqlite:///{path}")
    with database.rebuilding() as connection:
        run_upgrade(connection, revision, None)
    database.close()
    return path


def as_at_head(before: Rows) -> Rows:
    """What an upgrade has to make of rows: what was not kept of owners before is empty, all else stays."""
    owners = [(*row, b"", b"")[:_PLACES] for row in before[OWNERS]]
    return before | {OWNERS: owners, VERSION_TABLE: [(HEAD,)]}


@each_revision
def test_down_to_a_revision_leaves_the_schema_that_it_made(
    populated: Database, path: Path, tmp_path: Path, revision: str
) -> None:
    downgrade(populated, revision)
    assert current(populated) == revision
    assert definitions(path) == definitions(made_at(tmp_path / "direct.db", revision))
    assert populated.problems() == []


@each_revision
def test_down_to_a_revision_and_up_again_keeps_all_that_it_has_a_place_for(
    populated: Database, path: Path, revision: str
) -> None:
    before = rows(path)
    downgrade(populated, revision)
    kept = rows(path)
    assert {name: len(found) for name, found in kept.items()} == {name: len(found) for name, found in before.items()}
    assert kept[OWNERS][0] == before[OWNERS][0][: len(kept[OWNERS][0])]
    assert all(kept[name] == before[name] for name in before if name not in (OWNERS, VERSION_TABLE))
    upgrade(populated)
    assert rows(path) == as_at_head(kept)
    assert check(populated) == []


def test_discovered_habits_are_patterns_to_a_program_that_discovers_nothing(populated: Database, path: Path) -> None:
    with SqlStore(populated).writing("ada") as unit:
        unit.insert_items([item("h-9", text="ooh", source=Source.DISCOVERED)])
    downgrade(populated, "0002")
    with closing(sqlite3.connect(path)) as connection:
        found = connection.execute("SELECT source FROM style_memory_items WHERE id = 'h-9'").fetchall()
    assert found == [("pattern",)]


@each_revision
def test_each_revision_keeps_rows_in_the_order_of_their_keys(tmp_path: Path, path: Path, revision: str) -> None:
    found = definitions(made_at(path, revision))
    ours = [sql for name, sql in found.items() if sql.startswith("CREATE TABLE") and name != VERSION_TABLE]
    assert len(ours) == 6
    assert all(sql.endswith("WITHOUT ROWID") for sql in ours)


def test_the_first_revision_is_frozen(path: Path) -> None:
    assert definitions(made_at(path, "0001")) == definitions(WRITTEN_AT_0001)


@earlier
def test_an_earlier_file_is_upgraded_after_a_copy_and_keeps_its_rows(
    database: Database, path: Path, write: Writer
) -> None:
    write(path)
    before = rows(path)
    assert all(found for found in before.values())
    assert database.state() is SchemaState.OLDER
    report = upgrade(database)
    assert (report.before, report.after) == ("0001", HEAD)
    assert report.backup
    assert rows(report.backup) == before
    assert rows(path) == as_at_head(before)


@earlier
def test_an_earlier_file_ends_with_the_schema_of_a_new_one(
    database: Database, path: Path, tmp_path: Path, write: Writer
) -> None:
    write(path)
    upgrade(database)
    assert check(database) == []
    assert definitions(path) == definitions(made_at(tmp_path / "direct.db", HEAD))


@earlier
def test_an_earlier_file_can_be_taken_back_and_upgraded_again(database: Database, path: Path, write: Writer) -> None:
    write(path)
    upgrade(database)
    downgrade(database, "0001")
    assert definitions(path) == definitions(WRITTEN_AT_0001)
    assert rows(path) == rows(WRITTEN_AT_0001)
    upgrade(database)
    assert check(database) == []
    assert rows(path) == as_at_head(rows(WRITTEN_AT_0001))


def test_rates_that_were_measured_before_the_second_revision_are_kept(database: Database, path: Path) -> None:
    write_with_both(path)
    upgrade(database)
    assert [row[-2] for row in rows(path)[OWNERS]] == [b"rates of ada", b"rates of bob"]


@earlier
def test_opening_an_earlier_file_upgrades_it_and_goes_on_learning(path: Path, write: Writer) -> None:
    write(path)
    with closing(sqlite3.connect(path)) as connection:
        [(turns,)] = connection.execute("SELECT turns FROM style_memory_owners WHERE owner_id = 'ada'").fetchall()
    memory = StyleMemory.open(f"sqlite:///{path}")
    ada, bob = memory.for_owner("ada"), memory.for_owner("bob")
    assert "haha" in [habit.text for habit in ada.list_style_habits().habits]
    assert not bob.get_style_memory_status().allow_learning
    ada.observe_user_message(text="haha ship it", session_id="later")
    assert ada.get_style_memory_status().turns == turns + 1
    memory.close()
    assert len(list(path.parent.glob(f"{path.name}.backup-0001-*"))) == 1


@earlier
def test_an_earlier_file_is_restored_from_and_upgraded(
    populated: Database, path: Path, tmp_path: Path, write: Writer
) -> None:
    copy = tmp_path / "copy.db"
    write(copy)
    before = rows(copy)
    assert restore(populated, copy).revision == "0001"
    assert rows(path) == before
    upgrade(populated)
    assert rows(path) == as_at_head(before)
    assert check(populated) == []


@pytest.mark.parametrize("write", [write_at_0001, write_with_column], ids=["as released", "with the column"])
def test_an_upgrade_of_an_earlier_file_that_is_killed_on_the_way_loses_nothing(
    path: Path, opened: Opener, tmp_path: Path, write: Writer
) -> None:
    write(path)
    before = rows(path)

    def reset() -> None:
        empty_folder(path)
        write(path)

    assert kill_after_each_statement(path, reset, lambda: rows(path) in (before, as_at_head(before))) > 5
    assert check(opened(path)) == []
    backups = list(path.parent.glob(f"{path.name}.backup-0001-*"))
    assert backups
    assert all(rows(backup) == before for backup in backups)


def test_a_downgrade_that_is_killed_on_the_way_loses_nothing(populated: Database, path: Path) -> None:
    populated.close()
    original, before = path.read_bytes(), rows(path)
    outcomes: list[int] = []
    lower: list[Rows] = []
    while not outcomes or outcomes[-1] == KILLED:
        empty_folder(path)
        path.write_bytes(original)

        def work(number: int = len(outcomes) + 1) -> None:
            kill_after_statement(number)
            database = Database(f"sqlite:///{path}")
            downgrade(database, "0001")
            database.close()

        outcomes += run_in_children(work)
        lower += [rows(path)] if rows(path) != before else []
    assert outcomes[-1] == 0
    assert len(outcomes) > 10
    assert lower == lower[-1:] * len(lower)
    assert as_at_head(lower[-1]) == before | {OWNERS: [(*before[OWNERS][0][:-2], b"", b"")]}


def test_of_processes_that_open_an_earlier_file_at_once_one_makes_a_copy(path: Path, opened: Opener) -> None:
    write_with_column(path)
    before = rows(path)
    assert run_in_children(*[lambda: upgraded(path)] * 4) == [0] * 4
    assert rows(path) == as_at_head(before)
    assert check(opened(path)) == []
    assert len(list(path.parent.glob(f"{path.name}.backup-*"))) == 1
