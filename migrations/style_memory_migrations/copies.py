"""Copies of a database: made while it is in use, and put back."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import Connection, Engine

from style_memory.domain.errors import (
    BackupInvalid,
    DatabaseDamaged,
    DatabaseNewer,
    DatabaseUnavailable,
    DatabaseUnsupported,
    RequestInvalid,
)
from style_memory_storage.database import Database, driver_connection, is_cut_off, revision_of
from style_memory_storage.faults import translated
from style_memory_storage.files import has_log, timed_name
from style_memory_storage.tables import PREFIX, REVISIONS


@dataclass(frozen=True, kw_only=True, slots=True)
class RestoreReport:
    """What a restore did."""

    #: The revision that the database is at now.
    revision: str
    #: The copy of what was there before; None if nothing was.
    replaced: Path | None


def backup(database: Database, target: Path) -> Path:
    """Write a consistent copy to the new file `target`, while others may go on reading and writing; returns its path.

    Raises:
        DatabaseUnavailable: There is no database, or `target` exists already or can't be written.
        DatabaseDamaged: The database is damaged, so that a copy would be too.
        DatabaseUnsupported: The database is in memory.
    """
    _refuse_memory(database)
    if not database.exists():
        raise DatabaseUnavailable(f"There is no database at {database.location}.")
    database.state()
    target = target.expanduser().absolute()
    database.back_up(target)
    return target


def restore(database: Database, backup_path: Path) -> RestoreReport:
    """Put our tables back to what they were in a copy, and keep what is there now beside the database.

    A sound database is changed in one transaction: programs that have it open see the new rows, and a host
    application's tables stay as they are. One that is damaged or missing is replaced by the whole copy.

    Raises:
        BackupInvalid: The copy is damaged, or holds no tables of Style Memory; nothing was changed.
        DatabaseNewer: A later version of this program wrote the copy; nothing was changed.
        DatabaseUnavailable: A file can't be read or written.
        DatabaseUnsupported: The database is in memory.
        RequestInvalid: The copy is the database itself.
    """
    path = _refuse_memory(database)
    if path.exists() and backup_path.expanduser().exists() and path.samefile(backup_path.expanduser()):
        raise RequestInvalid("A database can't be restored from itself: name a backup.")
    with _opened(backup_path.expanduser().absolute()) as (copy, revision):
        aside = timed_name(path, "before-restore", datetime.now(UTC))
        if _is_sound(database):
            with database.rebuilding() as connection:
                database.back_up(aside)
                _replace_tables(connection, copy)
        else:
            database.create_file(lambda engine: _fill(engine, copy), aside=aside)
    return RestoreReport(revision=revision, replaced=aside if aside.exists() else None)


def _refuse_memory(database: Database) -> Path:
    if database.path is None:
        raise DatabaseUnsupported("A database in memory can't be backed up or restored: name one in a file.")
    return database.path


@contextmanager
def _opened(path: Path) -> Iterator[tuple[sqlite3.Connection, str]]:
    if not path.is_file():
        raise DatabaseUnavailable(f"There is no backup at {path}.")
    # Without a log nothing can be missing, and nothing is written beside the copy, which may lie on a read-only disk.
    mode = "mode=rw" if has_log(path) else "mode=ro&immutable=1"
    with translated(), closing(sqlite3.connect(f"{path.as_uri()}?{mode}", uri=True)) as copy:
        try:
            with translated():
                revision = _revision_of_sound(copy, path)
        except DatabaseDamaged:
            raise BackupInvalid from None
        copy.execute("BEGIN")  # all of it is read as it is now
        yield copy, revision


def _revision_of_sound(copy: sqlite3.Connection, path: Path) -> str:
    if not path.stat().st_size or is_cut_off(copy, path):
        raise BackupInvalid
    if copy.execute("PRAGMA integrity_check(1)").fetchall() != [("ok",)]:
        raise BackupInvalid
    revision = revision_of(copy)
    if revision is None:
        raise BackupInvalid
    if revision not in REVISIONS:
        raise DatabaseNewer
    return revision


def _is_sound(database: Database) -> bool:
    try:
        if not database.exists():
            return False
        with suppress(DatabaseNewer):
            database.state()
    except DatabaseDamaged:
        return False
    return not database.problems()


def _replace_tables(connection: Connection, copy: sqlite3.Connection) -> None:
    present = driver_connection(connection)
    for (name,) in present.execute(*_TABLES).fetchall():
        present.execute(f"DROP TABLE {_quoted(name)}")
    for (statement,) in copy.execute(*_DEFINITIONS).fetchall():
        present.execute(statement)
    for (name,) in copy.execute(*_TABLES).fetchall():
        rows = copy.execute(f"SELECT * FROM {_quoted(name)}")  # noqa: S608 - a table of ours
        places = ", ".join("?" * len(rows.description))
        present.executemany(f"INSERT INTO {_quoted(name)} VALUES ({places})", rows)  # noqa: S608 - likewise


# By GLOB, where an underscore stands for itself.
_TABLES = ("SELECT name FROM sqlite_master WHERE type = 'table' AND name GLOB ?", (f"{PREFIX}*",))
_DEFINITIONS = (
    "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND tbl_name GLOB ? ORDER BY type <> 'table', rowid",
    (f"{PREFIX}*",),
)


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _fill(engine: Engine, copy: sqlite3.Connection) -> None:
    with engine.connect() as connection:
        copy.backup(driver_connection(connection))
