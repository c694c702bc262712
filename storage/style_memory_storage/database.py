"""Finding, opening and describing a database, without deciding what its schema should be."""

from __future__ import annotations

import os
import re
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from enum import Enum
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, PoolProxiedConnection, StaticPool, create_engine, event, make_url, text
from sqlalchemy.exc import ArgumentError
from sqlalchemy.pool import ConnectionPoolEntry

from style_memory.domain.errors import (
    DatabaseDamaged,
    DatabaseNewer,
    DatabaseUnsupported,
    StorageError,
)
from style_memory_storage.faults import BUSY_SECONDS, translated
from style_memory_storage.files import (
    copy_database,
    draft_of,
    has_log,
    make_folders,
    newest_backup,
    publish,
    swap,
    sweep_drafts,
    unavailable_unless_done,
)
from style_memory_storage.forking import ProcessShare
from style_memory_storage.tables import HEAD, PREFIX, REVISIONS, VERSION_TABLE


class SchemaState(Enum):
    """How a database's schema compares with what this program works with."""

    ABSENT = "absent"
    OLDER = "older"
    CURRENT = "current"


class Database:
    """One database by its URL. Safe to share between threads; so are children of a fork, unless it was in use
    at that moment.

    Args:
        url: `sqlite:///path`, or `sqlite://` for one in memory.
        synchronous_full: Wait for the disk at each commit.

    Raises:
        DatabaseUnsupported: The URL is malformed or names another kind of database.
    """

    def __init__(self, url: str, *, synchronous_full: bool = False) -> None:
        self.url = _parsed(url)
        self.path = _path(self.url)
        if self.path:
            self.url = self.url.set(database=str(self.path))  # a later change of the working folder must not matter
        self._synchronous = "FULL" if synchronous_full else "NORMAL"
        self._share = ProcessShare(self.path)
        self._share.engine = self.engine = self._engine(self.url)

    @property
    def write_lock(self) -> threading.Lock:
        """Threads of this process queue on it before they write, because SQLite makes the loser of a race sleep."""
        return self._share.write_lock

    def lend(self) -> PoolProxiedConnection:
        """A connection for a transaction on the driver itself; `take_back` wants it without one."""
        return self._share.lend()

    def take_back(self, connection: PoolProxiedConnection) -> None:
        """Take back what was lent."""
        self._share.take_back(connection)

    @property
    def location(self) -> str:
        """Where the database lies, without a password."""
        return str(self.path) if self.path else self.url.render_as_string(hide_password=True)

    def exists(self) -> bool:
        """Whether there is anything to open: the file, or always in memory.

        Raises:
            DatabaseDamaged: The file is gone, but not its log, which a new file must not be mixed with.
            DatabaseUnavailable: The folder can't be searched.
        """
        if self.path is None:
            return True
        with unavailable_unless_done(self.path):
            # In this order: whoever makes the file at this moment makes its log later.
            orphaned = has_log(self.path)
            if self.path.exists():
                return True
        if orphaned:
            raise DatabaseDamaged(
                "The database file is missing, but its -wal or -journal file is still there: put the file back,"
                " restore a backup with `style-memory db restore FILE`, or delete that log to start anew."
            )
        return False

    def state(self) -> SchemaState:
        """Compare the schema with this program's, changing nothing.

        Raises:
            DatabaseDamaged: The file is no database, or is cut off.
            DatabaseNewer: A later version of this program wrote it.
            DatabaseUnavailable: It can't be read.
        """
        if not self.exists():
            return SchemaState.ABSENT
        if self.path and self.path.is_file() and self.path.stat().st_size == 0:
            raise DatabaseDamaged(
                "The database file is empty (0 bytes) and was left as it is: restore a backup with"
                " `style-memory db restore FILE`, or delete the file to start anew."
            )
        with self.reading() as connection:
            driver = driver_connection(connection)
            if self.path and self.path.is_file() and is_cut_off(driver, self.path):
                raise DatabaseDamaged
            revision = revision_of(driver)
        if revision is None:
            return SchemaState.ABSENT
        if revision not in REVISIONS:
            raise DatabaseNewer
        return SchemaState.CURRENT if revision == HEAD else SchemaState.OLDER

    def revision(self) -> str | None:
        """The schema revision that the database is at; None if it holds none of our tables or is not there."""
        if not self.exists():
            return None
        with self.reading() as connection:
            return revision_of(driver_connection(connection))

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection that sees one state of the database."""
        # In memory there is one connection for all, so readers take turns with writers.
        with (
            self.write_lock if self.path is None else nullcontext(),
            translated(),
            self.engine.connect() as connection,
        ):
            transaction = connection.begin()
            try:
                yield connection
            finally:
                transaction.rollback()

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A connection that holds the write lock, commits at the end and rolls back on any error.

        Threads of this process queue on a lock of ours first, because SQLite makes the loser of a race sleep.
        """
        with self.write_lock, translated(), self.engine.connect() as connection:
            connection = connection.execution_options(sqlite_begin="IMMEDIATE")
            with connection.begin():
                yield connection

    @contextmanager
    def rebuilding(self) -> Iterator[Connection]:
        """Like `writing`, for changes of the schema: foreign keys are checked once at the end.

        Rebuilding a table drops the old one, which would otherwise delete all rows that refer to it.

        Raises:
            StorageError: Rows of ours would refer to missing ones; nothing was changed.
        """
        with self.write_lock, translated():
            with self.engine.connect() as connection:
                driver = driver_connection(connection)
                driver.execute("PRAGMA foreign_keys=OFF")  # without effect inside a transaction
                try:
                    connection = connection.execution_options(sqlite_begin="IMMEDIATE")
                    with connection.begin():
                        yield connection
                        if _broken_references(connection):
                            raise StorageError("The rows would no longer fit together; nothing was changed.")
                finally:
                    driver.execute("PRAGMA foreign_keys=ON")
            if self.path:
                # The next connection sees that the file is ours, and sets its journal mode.
                self._share.close_connections()

    def create_file(self, build: Callable[[Engine], None], *, aside: Path | None = None) -> None:
        """Make the database file by `build`, so that it is either whole or not there.

        It is built under another name and then given its own in one step. Where another process was faster, its file
        stays. The file gets mode 0600; missing folders are made with mode 0700.

        Args:
            build: Fills the new file.
            aside: Where the file that has the name now is kept; without it no file is replaced.
        """
        assert self.path is not None  # noqa: S101 - only called for files
        with unavailable_unless_done(self.path):
            make_folders(self.path.parent)
        with draft_of(self.path) as draft:
            try:
                self._build(draft, build)
            except StorageError:
                # Whoever was faster swept this draft away.
                if aside is None and self.path.exists():
                    return
                raise
            with unavailable_unless_done(self.path):
                if aside:
                    self._share.close_connections()
                    swap(draft, self.path, aside)
                else:
                    self._publish_unless_made(draft)

    def back_up(self, target: Path) -> None:
        """Write a consistent copy to `target` (mode 0600), while others may go on reading and writing.

        Raises:
            DatabaseUnavailable: `target` exists already or can't be written.
        """
        assert self.path is not None  # noqa: S101 - only called for files
        with unavailable_unless_done(target):
            if target.exists():
                raise FileExistsError
        with draft_of(target) as draft:
            with translated():
                copy_database(self.path, draft)
            with unavailable_unless_done(target):
                publish(draft, target)

    def newest_backup(self) -> Path | None:
        """The latest of the backups that upgrades and downgrades made beside the file; None if there is none."""
        return newest_backup(self.path) if self.path else None

    def problems(self) -> list[str]:
        """What SQLite's own check finds wrong with the whole file; empty if it is sound."""
        try:
            with self.reading() as connection:
                rows = connection.execute(text("PRAGMA integrity_check(20)")).scalars().all()
                damage = [str(row) for row in rows if row != "ok"]
                # What is damaged can't be searched for references.
                return damage or _broken_references(connection)[:20]
        except DatabaseDamaged as fault:
            return [str(fault)]  # some damage ends the check itself

    def close(self) -> None:
        """Give back all connections."""
        self._share.close_connections()

    def _engine(self, url: URL) -> Engine:
        options: dict[str, Any] = {"hide_parameters": True}
        if _path(url):
            options |= {"max_overflow": -1, "connect_args": {"timeout": BUSY_SECONDS}}
        else:
            options |= {"poolclass": StaticPool, "connect_args": {"check_same_thread": False}}
        engine = create_engine(url, **options)
        event.listen(engine, "connect", self._prepare)
        event.listen(engine, "checkin", self._share.returned)
        event.listen(engine, "close", self._share.closed)
        event.listen(engine, "begin", _begin)
        return engine

    def _prepare(self, connection: sqlite3.Connection, entry: ConnectionPoolEntry) -> None:
        connection.isolation_level = None  # SQLAlchemy says when a transaction begins, not the driver
        try:
            self._share.opened(connection, entry)
            _use_write_ahead_log(connection)
            connection.execute(f"PRAGMA synchronous={self._synchronous}")
            connection.execute("PRAGMA foreign_keys=ON")
            connection.execute("PRAGMA secure_delete=ON")  # what is forgotten is overwritten, not only unlinked
        except BaseException:
            self._share.closed(connection, entry)
            connection.close()  # the pool never gets to know it
            raise

    def _build(self, draft: Path, build: Callable[[Engine], None]) -> None:
        engine = self._engine(self.url.set(database=str(draft)))
        try:
            with translated():
                build(engine)
                engine.dispose()
                with engine.connect():
                    pass  # now that the tables are there, this sets the journal mode, which the file keeps
        finally:
            engine.dispose()

    def _publish_unless_made(self, draft: Path) -> None:
        assert self.path is not None  # noqa: S101 - only called for files
        try:
            publish(draft, self.path)
        except FileExistsError:
            return
        except FileNotFoundError:
            if not self.path.exists():
                raise
            return
        # From now on nobody needs a draft: neither those that were killed nor those that come too late.
        sweep_drafts(self.path.parent, re.escape(self.path.name))


def revision_of(connection: sqlite3.Connection) -> str | None:
    """The schema revision, read on an open connection of the driver; None if there is none."""
    if not connection.execute("SELECT 1 FROM sqlite_master WHERE name = ?", (VERSION_TABLE,)).fetchone():
        return None
    found = connection.execute(f"SELECT version_num FROM {VERSION_TABLE}").fetchone()  # noqa: S608 - a constant
    return str(found[0]) if found else None


def is_cut_off(connection: sqlite3.Connection, path: Path) -> bool:
    """Whether the file's end is missing, which SQLite reads as zeros; beside a log it may rightly be incomplete."""
    if has_log(path):
        return False
    return bool(path.stat().st_size % connection.execute("PRAGMA page_size").fetchone()[0])


def driver_connection(connection: Connection) -> sqlite3.Connection:
    """The driver's own connection, for what SQLAlchemy has no words for."""
    driver = connection.connection.dbapi_connection
    assert isinstance(driver, sqlite3.Connection)  # noqa: S101 - no other driver is accepted
    return driver


def _begin(connection: Connection) -> None:
    mode = connection.get_execution_options().get("sqlite_begin", "DEFERRED")
    driver_connection(connection).execute(f"BEGIN {mode}")


def _use_write_ahead_log(connection: sqlite3.Connection) -> None:
    """Set the journal mode, which changes the file, of none but our own databases."""
    if connection.execute("PRAGMA journal_mode").fetchone()[0] in ("wal", "memory"):
        return
    if revision_of(connection) in REVISIONS:
        # Where others use the file or it can't be written, the mode it has will do.
        with suppress(sqlite3.OperationalError):
            connection.execute("PRAGMA journal_mode=WAL")


def _broken_references(connection: Connection) -> list[str]:
    rows = connection.execute(text("PRAGMA foreign_key_check")).all()
    return [f"{row[0]} refers to a missing row of {row[2]}" for row in rows if row[0].startswith(PREFIX)]


def _parsed(url: str) -> URL:
    try:
        parsed = make_url(url)
    except ArgumentError:
        raise DatabaseUnsupported from None
    if parsed.drivername not in ("sqlite", "sqlite+pysqlite") or parsed.query or "\0" in (parsed.database or ""):
        raise DatabaseUnsupported
    if parsed.host or parsed.username or parsed.password or parsed.port:
        raise DatabaseUnsupported("A SQLite URL has three slashes before the path, as in sqlite:///style.db.")
    return parsed


def _path(url: URL) -> Path | None:
    if not url.database or url.database == ":memory:":
        return None
    try:
        # SQLite follows links too, so that side files and backups lie beside the file itself.
        return Path(os.path.realpath(Path(url.database).expanduser()))
    except RuntimeError:
        raise DatabaseUnsupported("The database's path names a home folder that does not exist.") from None
