"""What of a database belongs to one process alone, and what becomes of it when the process forks.

SQLite keeps account of its locks in the process's memory. A child that inherits an open connection also inherits that
account, but none of the locks: whatever it opens later goes unlocked, and other processes clear the log away under it.
So nothing may be open during a fork; where something was, the child is refused the database.
"""

from __future__ import annotations

import os
import threading
import weakref
from contextlib import suppress
from pathlib import Path

from sqlalchemy import Engine, Pool, PoolProxiedConnection
from sqlalchemy.pool import ConnectionPoolEntry

from style_memory.domain.errors import DatabaseUnavailable


class ProcessShare:
    """The open connections and the queue of writers of one database in this process."""

    def __init__(self, path: Path | None) -> None:
        self.write_lock = threading.Lock()
        self.engine: Engine | None = None
        self._path = path
        self._open: set[int] = set()
        self._at_hand: list[PoolProxiedConnection] = []
        self._generation = 0
        _shares.add(self)

    def opened(self, connection: object, entry: ConnectionPoolEntry) -> None:
        """Take note of a new connection.

        Raises:
            DatabaseUnavailable: The file was in use in the process that this one was forked from.
        """
        if self._path in _inherited:
            raise DatabaseUnavailable(
                "The database was in use at the moment when this process was forked off: start processes while it is"
                " not, or by the method `spawn`."
            )
        self._open.add(id(connection))
        entry.info[_GENERATION] = self._generation

    def returned(self, _connection: object, entry: ConnectionPoolEntry) -> None:
        """Close a connection whose pool was replaced while it was in use: nobody would ever do it."""
        if not self._is_current(entry):
            entry.invalidate()

    def closed(self, connection: object, _record: object) -> None:
        """Take note that a connection is gone."""
        self._open.discard(id(connection))

    def lend(self) -> PoolProxiedConnection:
        """A connection without a transaction: the one that came back last, or else one of the pool's.

        The pool sets a connection up and back each time, which takes longer than several statements of a unit of work.
        """
        assert self.engine  # noqa: S101 - nobody borrows before the database is set up
        with suppress(IndexError):
            connection = self._at_hand.pop()
            if self._is_current(connection):
                return connection
            connection.close()
        return self.engine.raw_connection()

    def take_back(self, connection: PoolProxiedConnection) -> None:
        """Keep a connection without a transaction at hand, unless it is one too many or its pool was replaced.

        In memory all share one connection, of which the pool alone keeps account.
        """
        if self._path and len(self._at_hand) < _MOST_AT_HAND and self._is_current(connection):
            self._at_hand.append(connection)
        else:
            connection.close()

    def close_connections(self) -> None:
        """Close those that are idle now, and the others once they are given back."""
        self._generation += 1
        with suppress(IndexError):
            while True:
                self._at_hand.pop().close()
        if self.engine:
            self.engine.dispose()

    def before_fork(self) -> None:
        """Close what is idle. A database in memory lives in its connection, which has to stay."""
        if self._path:
            self.close_connections()

    def after_fork(self) -> None:
        """Forget, in the child, what is the parent's."""
        if self._open and self._path:
            _inherited.add(self._path)
        self._open.clear()
        self.write_lock = threading.Lock()  # nobody is left to give the old one back
        if self.engine:
            _kept_open.extend((self.engine.pool, *self._at_hand))
            self._at_hand.clear()
            self.engine.dispose(close=False)

    def _is_current(self, connection: ConnectionPoolEntry | PoolProxiedConnection) -> bool:
        return bool(connection.info.get(_GENERATION, self._generation) == self._generation)


_GENERATION = "style_memory_generation"
# More units of work at once than this are rare, and then the pool serves them.
_MOST_AT_HAND = 4
_shares: weakref.WeakSet[ProcessShare] = weakref.WeakSet()
_inherited: set[Path] = set()
# Closing an inherited connection would do harm too, so they must not be collected.
_kept_open: list[Pool | PoolProxiedConnection] = []


def _before_fork() -> None:
    for share in list(_shares):
        share.before_fork()


def _after_fork() -> None:
    for share in list(_shares):
        share.after_fork()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_before_fork, after_in_child=_after_fork)
