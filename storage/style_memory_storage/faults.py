"""Database errors in the product's own words, without any value: by error code, and by message only where one code
stands for too much.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from style_memory.domain.errors import DatabaseDamaged, DatabaseUnavailable, StorageError

BUSY_SECONDS = 10

_DAMAGED = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
_UNAVAILABLE = {
    sqlite3.SQLITE_BUSY: f"The database stayed locked by another program for {BUSY_SECONDS} seconds: try again.",
    sqlite3.SQLITE_LOCKED: f"The database stayed locked by another program for {BUSY_SECONDS} seconds: try again.",
    sqlite3.SQLITE_READONLY: "The database can't be written: check the permissions of the file and its folder.",
    sqlite3.SQLITE_CANTOPEN: "The database can't be opened: check that its folder exists and may be written.",
    sqlite3.SQLITE_PERM: "The database can't be opened: check the permissions of the file and its folder.",
    sqlite3.SQLITE_FULL: "The database can't grow: free some space on its disk.",
    sqlite3.SQLITE_IOERR: "The disk reported a fault while the database was used: check the disk.",
}
_PRIMARY_CODE = 0xFF
# SQLite has one code for this and for all that has no code of its own.
_MISSING = re.compile(r"no such (table|column)\b|table .+ has no column named ")
_OTHER_SCHEMA = (
    "The database lacks a table or column that this program needs, and nothing was changed: see what differs with"
    " `style-memory db check`, then run `style-memory db upgrade` or put a backup back with"
    " `style-memory db restore FILE`."
)


@contextmanager
def translated() -> Iterator[None]:
    """Turn what the database raises into `StorageError`s.

    The original error is not shown as the cause: it may hold the values of the statement, which are the owner's.
    """
    try:
        yield
    except (SQLAlchemyError, sqlite3.Error) as error:
        fault = named(error)
    else:
        return
    raise fault from None


def named(error: Exception) -> StorageError:
    """The `StorageError` that says what a database's error means."""
    original = error.orig if isinstance(error, DBAPIError) else error
    code = getattr(original, "sqlite_errorcode", 0) & _PRIMARY_CODE
    if code in _DAMAGED:
        return DatabaseDamaged()
    if code in _UNAVAILABLE:
        return DatabaseUnavailable(_UNAVAILABLE[code])
    if code == sqlite3.SQLITE_ERROR and _MISSING.match(str(original)):
        return StorageError(_OTHER_SCHEMA)
    return StorageError(f"The database refused a statement ({type(original).__name__}); nothing was changed.")
