from __future__ import annotations

import sqlite3
import stat
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from style_memory.domain.errors import (
    BackupInvalid,
    DatabaseNewer,
    DatabaseUnavailable,
    DatabaseUnsupported,
    RequestInvalid,
)
from style_memory_migrations import backup, check, current, restore, upgrade
from style_memory_storage import Database, SchemaState, SqlStore
from style_memory_storage.tables import HEAD, VERSION_TABLE
from tests.migrations.children import KILLED, kill_after_statement, run_in_children
from tests.migrations.conftest import Opener, fill, rows
from tests.migrations.next_release import become_next_release
from tests.migrations.test_damage import DAMAGE, cut_off_in_an_unused_page, damage_a_page_of_items


@pytest.fixture
def copy(populated: Database, tmp_path: Path) -> Path:
    """A copy of a database in which only Ada has rows."""
    return backup(populated, tmp_path / "copies.db")


def asides(path: Path) -> list[Path]:
    return sorted(path.parent.glob(f"{path.name}.before-restore-*"))


def test_a_backup_is_a_whole_private_file(populated: Database, path: Path, copy: Path) -> None:
    assert rows(copy) == rows(path)
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert not [entry.name for entry in copy.parent.iterdir() if entry.name.startswith((f"{copy.name}-", "."))]


def test_a_backup_can_be_opened_like_any_database(copy: Path, opened: Opener) -> None:
    assert check(opened(copy)) == []


def test_a_backup_holds_what_is_still_in_the_log(populated: Database, copy: Path, path: Path) -> None:
    assert path.with_name(f"{path.name}-wal").stat().st_size > 0
    with closing(sqlite3.connect(copy)) as plain:
        assert plain.execute("SELECT owner_id FROM style_memory_owners").fetchall() == [("ada",)]


def test_a_backup_of_an_idle_database_leaves_nothing_beside_it(populated: Database, path: Path) -> None:
    populated.close()
    populated.back_up(path.with_name("copy.db"))
    assert {entry.name for entry in path.parent.iterdir()} == {"style.db", "copy.db"}


def test_a_backup_replaces_no_file(populated: Database, tmp_path: Path) -> None:
    target = tmp_path / "taken"
    target.write_text("mine")
    with pytest.raises(DatabaseUnavailable, match="exists already"):
        backup(populated, target)
    assert target.read_text() == "mine"


def test_a_backup_of_a_missing_database_is_refused(database: Database, path: Path, tmp_path: Path) -> None:
    with pytest.raises(DatabaseUnavailable):
        backup(database, tmp_path / "copies.db")
    assert list(tmp_path.iterdir()) == []


def test_a_database_in_memory_can_not_be_copied(copy: Path) -> None:
    database = Database("sqlite://")
    with pytest.raises(DatabaseUnsupported):
        backup(database, copy.with_name("other.db"))
    with pytest.raises(DatabaseUnsupported):
        restore(database, copy)
    database.close()


def test_a_restore_brings_the_copied_rows_back_and_keeps_the_others_aside(
    populated: Database, path: Path, copy: Path
) -> None:
    fill(populated, "bob")
    later = rows(path)
    report = restore(populated, copy)
    assert report.revision == HEAD
    assert rows(path) == rows(copy)
    assert [report.replaced] == asides(path)
    assert rows(asides(path)[0]) == later
    assert stat.S_IMODE(asides(path)[0].stat().st_mode) == 0o600
    assert check(populated) == []


def test_a_program_that_has_the_database_open_sees_the_restored_rows(
    populated: Database, path: Path, copy: Path, opened: Opener
) -> None:
    fill(populated, "bob")
    other = SqlStore(opened(path))
    assert other.owners(None, 10) == ["ada", "bob"]
    restore(populated, copy)
    assert other.owners(None, 10) == ["ada"]
    fill(other.database, "cleo")
    assert SqlStore(populated).owners(None, 10) == ["ada", "cleo"]


def test_a_restore_leaves_a_host_s_tables_as_they_are(database: Database, host: Path, tmp_path: Path) -> None:
    upgrade(database)
    fill(database)
    copy = backup(database, tmp_path / "copies.db")
    with database.writing() as connection:
        connection.exec_driver_sql("INSERT INTO customers VALUES ('Grace')")
        connection.exec_driver_sql("DELETE FROM style_memory_owners")
    restore(database, copy)
    assert rows(host)["customers"] == [("Ada",), ("Grace",)]
    assert rows(host)["style_memory_owners"] == rows(copy)["style_memory_owners"] != []


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
def test_a_restore_replaces_a_damaged_file_and_keeps_it_aside(
    populated: Database, path: Path, copy: Path, damage: Callable[[bytes], bytes]
) -> None:
    populated.close()
    damaged = damage(path.read_bytes())
    path.write_bytes(damaged)
    report = restore(populated, copy)
    assert report.replaced
    assert report.replaced.read_bytes() == damaged
    assert rows(path) == rows(copy)
    assert check(populated) == []
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_restore_replaces_a_file_with_a_damaged_page(populated: Database, path: Path, copy: Path) -> None:
    damage_a_page_of_items(populated)
    restore(populated, copy)
    assert rows(path) == rows(copy)
    assert check(populated) == []


def test_a_restore_makes_a_missing_file(copy: Path, opened: Opener, tmp_path: Path) -> None:
    database = opened(tmp_path / "lost.db")
    assert restore(database, copy).replaced is None
    assert rows(tmp_path / "lost.db") == rows(copy)
    assert check(database) == []


def test_a_restore_keeps_the_log_of_a_missing_file_aside(copy: Path, opened: Opener, tmp_path: Path) -> None:
    path = tmp_path / "lost.db"
    path.with_name("lost.db-wal").write_bytes(b"pages of it")
    restore(opened(path), copy)
    assert rows(path) == rows(copy)
    assert [log.read_bytes() for log in tmp_path.glob("lost.db.before-restore-*-wal")] == [b"pages of it"]


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
def test_a_damaged_copy_is_refused_and_nothing_is_changed(
    populated: Database, path: Path, copy: Path, damage: Callable[[bytes], bytes]
) -> None:
    damaged = damage(copy.read_bytes())
    copy.write_bytes(damaged)
    before = rows(path)
    with pytest.raises(BackupInvalid):
        restore(populated, copy)
    assert (rows(path), copy.read_bytes(), asides(path)) == (before, damaged, [])


def test_a_copy_that_was_cut_off_in_an_unused_page_is_refused(populated: Database, copy: Path) -> None:
    cut_off_in_an_unused_page(copy)
    with pytest.raises(BackupInvalid):
        restore(populated, copy)


def test_a_copy_without_our_tables_is_refused(populated: Database, path: Path, tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "other.db")) as plain:
        plain.execute("CREATE TABLE customers (name TEXT)")
    with pytest.raises(BackupInvalid):
        restore(populated, tmp_path / "other.db")
    assert asides(path) == []


def test_a_copy_that_a_newer_program_wrote_is_refused(populated: Database, path: Path, copy: Path) -> None:
    with closing(sqlite3.connect(copy)) as plain:
        plain.execute(f"UPDATE {VERSION_TABLE} SET version_num = '9999'")  # noqa: S608
        plain.commit()
    with pytest.raises(DatabaseNewer):
        restore(populated, copy)
    assert asides(path) == []


def test_a_missing_copy_is_refused(populated: Database, path: Path, tmp_path: Path) -> None:
    with pytest.raises(DatabaseUnavailable):
        restore(populated, tmp_path / "nothing.db")
    with pytest.raises(DatabaseUnavailable):
        restore(populated, tmp_path)
    assert not (tmp_path / "nothing.db").exists()


def test_a_database_is_not_restored_from_itself(populated: Database, path: Path) -> None:
    with pytest.raises(RequestInvalid):
        restore(populated, path)
    assert asides(path) == []


def test_a_copy_is_only_read_and_nothing_is_written_beside_it(populated: Database, copy: Path) -> None:
    before = copy.read_bytes()
    restore(populated, copy)
    assert copy.read_bytes() == before
    assert not list(copy.parent.glob(f"{copy.name}?*"))


def test_the_copy_before_an_upgrade_can_be_restored_by_the_program_that_wrote_it(
    populated: Database, path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = rows(path)
    with monkeypatch.context() as later:
        become_next_release(later, tmp_path / "next")
        report = upgrade(populated)
    assert report.backup
    with pytest.raises(DatabaseNewer):
        populated.state()
    restore(populated, report.backup)
    assert populated.state() is SchemaState.CURRENT
    assert rows(path) == before


def test_a_restored_copy_of_an_earlier_release_can_be_upgraded(
    populated: Database, copy: Path, path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    become_next_release(monkeypatch, tmp_path / "next")
    upgrade(populated)
    assert restore(populated, copy).revision == HEAD
    assert populated.state() is SchemaState.OLDER
    upgrade(populated)
    assert rows(path)["style_memory_items"] == rows(copy)["style_memory_items"]


def test_a_restore_that_is_killed_on_the_way_leaves_the_old_rows_or_the_new(
    populated: Database, path: Path, copy: Path
) -> None:
    fill(populated, "bob")
    populated.close()
    later = rows(path)
    for number in range(1, 12):

        def work(number: int = number) -> None:
            kill_after_statement(number)
            restore(Database(f"sqlite:///{path}"), copy)

        [outcome] = run_in_children(work)
        assert rows(path) in (later, rows(copy))
        if outcome == KILLED:
            assert current(Database(f"sqlite:///{path}")) == HEAD
