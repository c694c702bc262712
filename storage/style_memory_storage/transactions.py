"""One owner's transaction, straight on the driver's connection.

SQLAlchemy finds, pools and describes databases and builds every statement; but running such small statements through
its own execution would cost several times what SQLite needs for them, so a unit of work talks to the driver itself.
"""

from __future__ import annotations

import sqlite3
from contextlib import AbstractContextManager, nullcontext
from types import TracebackType
from typing import Any

from sqlalchemy import PoolProxiedConnection
from sqlalchemy.exc import SQLAlchemyError

from style_memory_storage.database import Database
from style_memory_storage.faults import named


class Transaction:
    """A transaction that commits at its end if it writes, and rolls back on any error.

    A writing one holds the write lock from its first moment, so that what it has read can't change before it writes.
    """

    def __init__(self, database: Database, *, writes: bool) -> None:
        self._database = database
        self._writes = writes
        # In memory there is one connection for all, so readers take turns with writers.
        waits = writes or database.path is None
        self._turn: AbstractContextManager[Any] = database.write_lock if waits else nullcontext()
        self._connection: PoolProxiedConnection

    def __enter__(self) -> sqlite3.Connection:
        self._turn.__enter__()
        try:
            self._connection = self._database.lend()
            driver = self._connection.driver_connection
            assert isinstance(driver, sqlite3.Connection)  # noqa: S101 - no other driver is accepted
            driver.execute("BEGIN IMMEDIATE" if self._writes else "BEGIN")
        except BaseException as error:
            if hasattr(self, "_connection"):
                self._connection.close()
            self._turn.__exit__(None, None, None)
            _raise_named(error)
            raise
        self._driver = driver
        return driver

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        try:
            if error is None:
                self._driver.execute("COMMIT" if self._writes else "ROLLBACK")
        except sqlite3.Error as fault:
            error = fault
        finally:
            if self._driver.in_transaction:
                self._connection.close()  # the pool rolls back what was not committed
            else:
                self._database.take_back(self._connection)
            self._turn.__exit__(None, None, None)
        _raise_named(error)


def _raise_named(error: BaseException | None) -> None:
    if isinstance(error, SQLAlchemyError | sqlite3.Error):
        raise named(error) from None
