"""What a `Database` makes of its URL, its errors and its files; its schema is the matter of `tests/migrations`."""

from __future__ import annotations

import re
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest
from sqlalchemy import Engine, text

from style_memory.domain.errors import DatabaseUnavailable, DatabaseUnsupported, StorageError
from style_memory_storage import Database, SchemaState, database, faults
from style_memory_storage.files import has_log, publish, sweep_drafts
from style_memory_storage.transactions import Transaction


@pytest.fixture
def made(tmp_path: Path) -> Iterator[Database]:
    """A database in a file with one table."""
    made = Database(f"sqlite:///{tmp_path}/style.db")
    made.create_file(with_table)
    yield made
    made.close()


def with_table(engine: Engine) -> None:
    with engine.begin() as connection:
        connection.exec_driver_sql("CREATE TABLE things (name TEXT UNIQUE)")


def pragma(database: Database, name: str) -> object:
    with database.reading() as connection:
        return connection.execute(text(f"PRAGMA {name}")).scalar()


def is_open(driver: sqlite3.Connection) -> bool:
    try:
        driver.execute("SELECT 1")
    except sqlite3.ProgrammingError:
        return False
    return True


@pytest.mark.parametrize(
    "url",
    [
        "",
        "style.db",
        "sqlite",
        "sqlite:/style.db",
        "sqlite://host/style.db",
        "postgresql://user:secret@host/style",
        "mysql://host/style",
        "sqlite+aiosqlite:///style.db",
        "sqlite+pysqlcipher:///style.db",
        "sqlite:///style.db?mode=ro",
        "sqlite:///style%00.db",
        "sqlite:///~no-such-user-at-all/style.db",
    ],
)
def test_other_urls_are_not_supported(url: str) -> None:
    with pytest.raises(DatabaseUnsupported) as caught:
        Database(url)
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize("url", ["sqlite://", "sqlite:///:memory:", "sqlite+pysqlite://"])
def test_a_database_without_a_path_is_in_memory(url: str) -> None:
    database = Database(url)
    assert (database.path, database.exists(), database.state()) == (None, True, SchemaState.ABSENT)
    database.close()


def test_a_path_is_fixed_when_the_database_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    database = Database("sqlite:///style.db")
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    database.create_file(with_table)
    assert database.location == str(tmp_path / "style.db")
    assert (tmp_path / "style.db").exists()


def test_a_tilde_stands_for_the_home_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    assert Database("sqlite:///~/style.db").path == tmp_path / "style.db"


def test_describing_a_missing_database_makes_nothing(tmp_path: Path) -> None:
    database = Database(f"sqlite:///{tmp_path}/style.db")
    assert (database.exists(), database.state(), database.revision()) == (False, SchemaState.ABSENT, None)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("full", "level"), [(False, 1), (True, 2)])
def test_each_connection_enforces_foreign_keys_and_syncs_as_asked(tmp_path: Path, full: bool, level: int) -> None:
    database = Database(f"sqlite:///{tmp_path}/style.db", synchronous_full=full)
    database.create_file(with_table)
    assert (pragma(database, "foreign_keys"), pragma(database, "synchronous")) == (1, level)
    database.close()


def test_an_existing_file_is_not_replaced(made: Database) -> None:
    assert made.path
    before = made.path.read_bytes()
    made.create_file(with_table)
    assert made.path.read_bytes() == before
    assert [entry.name for entry in made.path.parent.iterdir()] == ["style.db"]


def test_a_file_system_without_hard_links_replaces_no_file_either(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_source: Path, _target: Path) -> None:
        raise PermissionError

    monkeypatch.setattr("os.link", refuse)
    for name in ("one", "two"):
        (tmp_path / name).write_text(name)
    publish(tmp_path / "one", tmp_path / "final")
    with pytest.raises(FileExistsError):
        publish(tmp_path / "two", tmp_path / "final")
    assert (tmp_path / "final").read_text() == "one"


def test_sweeping_takes_only_the_drafts_of_that_file(tmp_path: Path) -> None:
    stays = ["style.db", ".style.db.other.0123456789ab.new", ".style.db.new", ".styleXdb.0123456789ab.new"]
    goes = [".style.db.0123456789ab.new", ".style.db.0123456789ab.new-wal", ".style.db.0123456789ab.new-journal"]
    for name in stays + goes:
        (tmp_path / name).touch()
    sweep_drafts(tmp_path, r"style\.db")
    assert sorted(entry.name for entry in tmp_path.iterdir()) == sorted(stays)


def test_who_comes_too_late_with_a_draft_that_was_swept_away_goes_on_with_the_other_file(tmp_path: Path) -> None:
    slow, fast = (Database(f"sqlite:///{tmp_path}/style.db") for _number in range(2))

    def overtaken(engine: Engine) -> None:
        with_table(engine)
        fast.create_file(with_table)

    slow.create_file(overtaken)
    assert [entry.name for entry in tmp_path.iterdir()] == ["style.db"]
    assert slow.problems() == []
    slow.close()


def test_a_log_that_another_process_takes_away_while_it_is_looked_for_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Path, "exists", lambda _: True)  # as it was a moment ago
    assert not has_log(tmp_path / "style.db")


def test_a_copy_does_not_wait_for_a_writer(made: Database, tmp_path: Path) -> None:
    with made.writing() as connection:
        connection.exec_driver_sql("INSERT INTO things VALUES ('uncommitted')")
        made.back_up(tmp_path / "copy.db")
    with closing(sqlite3.connect(tmp_path / "copy.db")) as copy:
        assert copy.execute("SELECT * FROM things").fetchall() == []


def test_a_copy_into_a_missing_folder_is_unavailable(made: Database, tmp_path: Path) -> None:
    with pytest.raises(DatabaseUnavailable, match="permissions"):
        made.back_up(tmp_path / "missing" / "copy.db")


def test_a_database_that_stays_locked_is_unavailable(made: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    assert made.path
    monkeypatch.setattr(database, "BUSY_SECONDS", 0.2)
    impatient = Database(str(made.url))
    with closing(sqlite3.connect(made.path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        started = time.monotonic()
        with pytest.raises(DatabaseUnavailable, match="locked by another program"), impatient.writing():
            pass
        assert 0.1 < time.monotonic() - started < 5
    with impatient.writing() as connection:
        connection.exec_driver_sql("INSERT INTO things VALUES ('later')")
    impatient.close()


def test_transactions_one_after_another_share_a_connection(made: Database) -> None:
    used = []
    for writes in (True, False, True):
        with Transaction(made, writes=writes) as driver:
            used.append(driver)
    assert used == used[:1] * 3


def test_a_connection_whose_transaction_failed_goes_on_without_it(made: Database) -> None:
    def fail() -> None:
        with Transaction(made, writes=True) as driver:
            driver.execute("INSERT INTO things VALUES ('lost')")
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()
    with Transaction(made, writes=True) as driver:
        assert driver.execute("SELECT * FROM things").fetchall() == []


def test_many_transactions_at_once_leave_no_connection_open(made: Database) -> None:
    with ExitStack() as stack:
        drivers = [stack.enter_context(Transaction(made, writes=False)) for _number in range(12)]
        assert len({id(driver) for driver in drivers}) == 12
    made.close()
    assert [is_open(driver) for driver in drivers] == [False] * 12


def test_a_connection_in_use_while_the_database_is_closed_is_closed_once_it_is_free(made: Database) -> None:
    with Transaction(made, writes=True) as driver:
        made.close()
        driver.execute("INSERT INTO things VALUES ('kept')")
    assert not is_open(driver)
    with Transaction(made, writes=False) as driver:
        assert driver.execute("SELECT * FROM things").fetchall() == [("kept",)]


FAULTS: dict[str, Callable[[], object]] = {
    "no table": lambda: sqlite3.connect(":memory:").execute("SELECT 'private' FROM nowhere"),
    "no place": lambda: sqlite3.connect("/nowhere/at/all/private.db"),
}


@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS)
def test_a_fault_is_told_without_what_the_driver_said(fault: Callable[[], object]) -> None:
    with pytest.raises(StorageError) as caught, faults.translated():
        fault()
    assert "private" not in str(caught.value)
    assert caught.value.__suppress_context__


@pytest.mark.parametrize(
    "statement",
    [
        "SELECT 'private' FROM nowhere",
        "SELECT mood, 'private' FROM things",
        "UPDATE things SET mood = 'private'",
        "INSERT INTO things (mood) VALUES ('private')",
        "INSERT INTO nowhere VALUES ('private')",
    ],
)
def test_a_missing_table_or_column_is_told_with_what_to_do(made: Database, statement: str) -> None:
    told = []
    with pytest.raises(StorageError) as caught, Transaction(made, writes=True) as driver:
        driver.execute(statement)
    told.append(str(caught.value))
    with pytest.raises(StorageError) as caught, made.writing() as connection:
        connection.exec_driver_sql(statement)
    told.append(str(caught.value))
    assert told == told[:1] * 2
    assert re.findall("`(.+?)`", told[0]) == [
        f"style-memory db {verb}" for verb in ("check", "upgrade", "restore FILE")
    ]
    assert "private" not in told[0]


@pytest.mark.parametrize(
    "statement", ["SELECT no such table FROM things", "CREATE TABLE things (a)", "SELECT mood('no such column')"]
)
def test_another_refused_statement_is_not_taken_for_a_missing_table(made: Database, statement: str) -> None:
    with pytest.raises(StorageError, match="refused a statement"), made.writing() as connection:
        connection.exec_driver_sql(statement)


def test_an_error_that_is_not_the_database_s_passes_unchanged(made: Database) -> None:
    error = ValueError("mine")
    with pytest.raises(ValueError, match="mine") as caught, made.writing():
        raise error
    assert caught.value is error


def test_the_newest_backup_is_told_by_the_time_in_its_name(made: Database, tmp_path: Path) -> None:
    assert made.newest_backup() is None
    newest = tmp_path / "style.db.backup-0001-20260102T000000Z-10"
    others = [
        "backup-0002-20260101T000000Z",
        "backup-0001-20260102T000000Z-9",
        "before-restore-20270101T000000Z",
        "bak",
    ]
    for file in (newest, *(tmp_path / f"style.db.{name}" for name in others), tmp_path / f"other.db.{others[0]}"):
        file.touch()
    assert made.newest_backup() == newest
