from __future__ import annotations

import logging
import sqlite3
import stat
import subprocess
import sys
from contextlib import AbstractContextManager, closing
from pathlib import Path

import pytest
from sqlalchemy import Connection

from style_memory.domain.errors import DatabaseNewer, DatabaseUnavailable, RequestInvalid, StorageError
from style_memory_migrations import UpgradeReport, check, current, downgrade, upgrade
from style_memory_storage import Database, SchemaState
from style_memory_storage.tables import HEAD, REVISIONS, VERSION_TABLE
from tests.migrations.conftest import Opener, fill, rows
from tests.migrations.next_release import NEXT, become_next_release


def backups(path: Path) -> list[Path]:
    return sorted(path.parent.glob(f"{path.name}.backup-*"))


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def journal_mode(path: Path) -> str:
    with closing(sqlite3.connect(path)) as connection:
        return str(connection.execute("PRAGMA journal_mode").fetchone()[0])


def test_a_missing_database_is_made(database: Database) -> None:
    assert upgrade(database) == UpgradeReport(before=None, after=HEAD)
    assert database.state() is SchemaState.CURRENT
    assert current(database) == HEAD


def test_asking_for_the_revision_of_a_missing_database_does_not_make_it(database: Database, path: Path) -> None:
    assert current(database) is None
    assert not path.exists()


def test_a_new_database_is_for_this_user_alone(opened: Opener, tmp_path: Path) -> None:
    path = tmp_path / "new" / "folders" / "style.db"
    upgrade(opened(path))
    assert mode(path) == 0o600
    assert mode(path.parent) == mode(path.parent.parent) == 0o700


def test_an_existing_folder_keeps_its_mode(database: Database, path: Path) -> None:
    path.parent.chmod(0o755)
    upgrade(database)
    assert mode(path.parent) == 0o755


def test_a_new_database_is_one_whole_file(database: Database, path: Path) -> None:
    upgrade(database)
    database.close()
    assert [entry.name for entry in path.parent.iterdir()] == [path.name]
    assert journal_mode(path) == "wal"


@pytest.mark.parametrize("name", ["style [1].db", "with%20percent.db", 'it\'s "quoted".db', "风格.db"])
def test_any_file_name_will_do(opened: Opener, tmp_path: Path, name: str) -> None:
    database = opened(tmp_path / name)
    upgrade(database)
    downgrade(database, "base")
    database.close()
    assert {entry.name.partition(".backup-")[0] for entry in tmp_path.iterdir()} == {name}


def test_a_link_to_a_missing_file_leads_to_the_new_database(opened: Opener, tmp_path: Path) -> None:
    link = tmp_path / "link.db"
    link.symlink_to(tmp_path / "elsewhere" / "style.db")
    upgrade(opened(link))
    assert link.is_symlink()
    assert (tmp_path / "elsewhere" / "style.db").is_file()


def test_each_step_is_reported(database: Database) -> None:
    steps: list[tuple[str, str]] = []
    upgrade(database, on_step=lambda revision, description: steps.append((revision, description)))
    assert tuple(revision for revision, _description in steps) == REVISIONS
    assert steps[0][1].startswith("Owners, items")


def test_a_current_database_is_left_alone(populated: Database, path: Path) -> None:
    steps: list[str] = []
    report = upgrade(populated, on_step=lambda revision, _description: steps.append(revision))
    assert not report.changed
    assert (steps, backups(path)) == ([], [])


def test_a_database_in_memory_is_upgraded_in_place() -> None:
    database = Database("sqlite://")
    upgrade(database)
    fill(database)
    assert check(database) == []
    assert downgrade(database, "base").backup is None
    assert database.state() is SchemaState.ABSENT
    database.close()


def test_down_to_base_and_up_again_ends_with_the_same_schema_and_no_rows(populated: Database, path: Path) -> None:
    report = downgrade(populated, "base")
    assert (report.before, report.after) == (HEAD, None)
    assert rows(path) == {VERSION_TABLE: []}
    upgrade(populated)
    assert check(populated) == []
    assert all(found == [] for table, found in rows(path).items() if table != VERSION_TABLE)


def test_a_downgrade_makes_a_copy_first(populated: Database, path: Path) -> None:
    before = rows(path)
    report = downgrade(populated, "base")
    assert [report.backup] == backups(path)
    assert report.backup
    assert rows(report.backup) == before
    assert mode(report.backup) == 0o600


@pytest.mark.parametrize("revision", ["0000", "", "head", "-1"])
def test_a_downgrade_to_an_unknown_revision_is_refused(populated: Database, revision: str) -> None:
    with pytest.raises(RequestInvalid):
        downgrade(populated, revision)


def test_a_downgrade_of_a_missing_database_is_refused(database: Database, path: Path) -> None:
    with pytest.raises(DatabaseUnavailable):
        downgrade(database, "base")
    assert not path.exists()


@pytest.mark.parametrize("journal", ["WAL", "DELETE"])
def test_a_newer_database_is_refused_and_stays_as_it_is(
    populated: Database, path: Path, opened: Opener, journal: str
) -> None:
    with populated.writing() as connection:
        connection.exec_driver_sql(f"UPDATE {VERSION_TABLE} SET version_num = '{NEXT}'")  # noqa: S608
    populated.close()
    with closing(sqlite3.connect(path)) as plain:
        plain.execute(f"PRAGMA journal_mode={journal}")
    before = path.read_bytes()
    database = opened(path)
    for action in (upgrade, check, lambda database: downgrade(database, "base"), Database.state):
        with pytest.raises(DatabaseNewer, match="newer than this program"):
            action(database)
    database.close()
    assert path.read_bytes() == before
    assert [entry.name for entry in path.parent.iterdir()] == [path.name]


def test_the_tables_and_the_alembic_version_of_a_host_stay_as_they_are(database: Database, host: Path) -> None:
    before = rows(host)
    report = upgrade(database)
    assert report.before is None
    assert backups(host) == []
    after = rows(host)
    assert {table: after[table] for table in before} == before
    downgrade(database, "base")
    assert {table: found for table, found in rows(host).items() if table in before} == before


def test_a_database_of_a_host_uses_the_write_ahead_log_only_once_it_holds_our_tables(
    database: Database, host: Path
) -> None:
    assert database.state() is SchemaState.ABSENT
    database.close()
    assert journal_mode(host) == "delete"
    upgrade(database)
    database.state()
    database.close()
    assert journal_mode(host) == "wal"


def test_a_later_release_upgrades_a_populated_database_after_a_copy(
    populated: Database, path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = rows(path)
    become_next_release(monkeypatch, tmp_path / "next")
    assert populated.state() is SchemaState.OLDER
    report = upgrade(populated)
    assert (report.before, report.after) == (HEAD, NEXT)
    assert [report.backup] == backups(path)
    assert report.backup
    assert report.backup.name.startswith(f"style.db.backup-{HEAD}-")
    assert rows(report.backup) == before
    assert mode(report.backup) == 0o600


def test_an_upgrade_removes_what_a_killed_one_left_of_its_copy(
    populated: Database, path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stale = path.with_name(f".style.db.backup-{HEAD}-20260101T000000Z.0123456789ab.new")
    other = path.with_name(".copy.db.0123456789ab.new")
    for draft in (stale, other):
        draft.touch()
    become_next_release(monkeypatch, tmp_path / "next")
    upgrade(populated)
    assert (stale.exists(), other.exists()) == (False, True)


def test_a_newer_program_that_was_faster_is_noticed_under_the_lock(
    database: Database, host: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rebuilding = database.rebuilding

    def overtaken() -> AbstractContextManager[Connection]:
        with closing(sqlite3.connect(host)) as newer:
            newer.execute(f"CREATE TABLE {VERSION_TABLE} AS SELECT '{NEXT}' AS version_num")
        return rebuilding()

    monkeypatch.setattr(database, "rebuilding", overtaken)
    with pytest.raises(DatabaseNewer):
        upgrade(database)
    assert set(rows(host)) == {"alembic_version", "customers", VERSION_TABLE}


def test_rebuilding_a_table_keeps_the_rows_that_refer_to_it(
    populated: Database, path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = rows(path)
    become_next_release(monkeypatch, tmp_path / "next")
    upgrade(populated)
    after = rows(path)
    changed = {VERSION_TABLE, "style_memory_owners"}
    assert {name: found for name, found in after.items() if name not in changed} == {
        name: found for name, found in before.items() if name not in changed
    }
    assert after["style_memory_owners"] == [(*before["style_memory_owners"][0], None)]
    assert populated.problems() == []
    downgrade(populated, HEAD)
    assert rows(path) == before


def test_foreign_keys_are_enforced_again_after_an_upgrade_in_memory() -> None:
    database = Database("sqlite://")
    upgrade(database)
    with pytest.raises(StorageError), database.writing() as connection:
        connection.exec_driver_sql("INSERT INTO style_memory_tombstones VALUES ('nobody', 'h-1', 0)")
    database.close()


def test_a_step_that_leaves_dangling_rows_is_undone(populated: Database, path: Path) -> None:
    before = rows(path)
    with pytest.raises(StorageError, match="fit together"), populated.rebuilding() as connection:
        connection.exec_driver_sql("DELETE FROM style_memory_items")
    assert rows(path) == before


def test_an_upgrade_that_fails_leaves_the_old_revision(
    populated: Database, path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = rows(path)
    become_next_release(monkeypatch, tmp_path / "next")

    def fail(_revision: str, _description: str) -> None:
        raise RuntimeError

    with pytest.raises(RuntimeError):
        upgrade(populated, on_step=fail)
    assert rows(path) == before


def test_a_new_database_whose_upgrade_fails_is_not_there(database: Database, path: Path) -> None:
    def fail(_revision: str, _description: str) -> None:
        raise RuntimeError

    with pytest.raises(RuntimeError):
        upgrade(database, on_step=fail)
    assert list(path.parent.iterdir()) == []


def test_an_upgrade_leaves_the_application_s_logging_alone(database: Database) -> None:
    root = logging.getLogger()
    before = (root.level, list(root.handlers), root.disabled)
    upgrade(database)
    assert (root.level, list(root.handlers), root.disabled) == before
    assert not logging.getLogger("style_memory").disabled


def test_an_upgrade_prints_nothing(database: Database, capfd: pytest.CaptureFixture[str]) -> None:
    upgrade(database)
    assert capfd.readouterr() == ("", "")


def test_alembic_is_not_imported_for_a_current_database(populated: Database, path: Path) -> None:
    code = """
import sys
from style_memory_migrations import upgrade
from style_memory_storage import Database
database = Database(sys.argv[1])
print(database.state().value, upgrade(database).changed, "alembic" in sys.modules)
database.close()
"""
    command = [sys.executable, "-c", code, f"sqlite:///{path}"]
    result = subprocess.run(command, capture_output=True, text=True, check=True)
    assert result.stdout.split() == ["current", "False", "False"]
