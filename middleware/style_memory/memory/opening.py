"""The composition root: the one place where the core reaches a database."""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from types import TracebackType
from typing import Self

from style_memory.domain.errors import StorageError
from style_memory.domain.owners import accepted_owner
from style_memory.domain.settings import Settings
from style_memory.memory.owner import OwnerMemory
from style_memory.operations.rehearsing import rehearse
from style_memory.operations.work import Surroundings, run
from style_memory.ports import Store

_TIDY_AFTER = timedelta(days=1)
# Opening must not take long however many owners there are; the others are tidied by their own next write.
_TIDIED_AT_OPEN = 50


def _now() -> datetime:
    return datetime.now(UTC)


class StyleMemory:
    """A style memory for many owners. Share one between all threads of a process.

    Args:
        store: A store that is ready for use; `StyleMemory.open` makes one from a URL.
        clock: Tells the time, aware of its zone. Tests give their own.
        settings: How eagerly to learn, how long to keep, how much to say.
        random_bytes: Makes keys. Tests give their own.

    Raises:
        DictionaryInvalid: The settings name a dictionary that can't be read.
    """

    def __init__(
        self,
        store: Store,
        *,
        clock: Callable[[], datetime] | None = None,
        settings: Settings | None = None,
        random_bytes: Callable[[int], bytes] = secrets.token_bytes,
    ) -> None:
        self.settings = settings or Settings()
        self._store = store
        self._around = Surroundings(
            store=store,
            clock=clock or _now,
            settings=self.settings,
            random_bytes=random_bytes,
        )
        if self.settings.dictionary_path:
            _ = self._around.dictionary  # a bad file is reported now, not with the first turn

    @classmethod
    def open(
        cls,
        url: str,
        *,
        clock: Callable[[], datetime] | None = None,
        settings: Settings | None = None,
    ) -> Self:
        """Open the database at `url`; it is created or upgraded first where that is needed.

        Args:
            url: Such as `sqlite:///style.db`, or `sqlite://` for one in memory.
            clock: Tells the time, aware of its zone; by default the system's.
            settings: By default what the environment's `STYLE_MEMORY_…` variables say.

        Raises:
            SettingInvalid: An environment variable has a value outside its range.
            DictionaryInvalid: The settings name a dictionary that can't be read.
            DatabaseDamaged: The file is damaged; it is left as it is.
            DatabaseNewer: A later version of this program wrote it.
            DatabaseUnavailable: It can't be reached or written.
            DatabaseUnsupported: The URL names no supported kind of database.
        """
        from style_memory_storage import Database, SchemaState, SqlStore

        settings = settings or Settings.from_environment(os.environ)
        database = Database(url, synchronous_full=settings.synchronous_full)
        if database.state() is not SchemaState.CURRENT:
            from style_memory_migrations import upgrade

            upgrade(database)
        memory = cls(SqlStore(database), clock=clock, settings=settings)
        with suppress(StorageError):  # a database that can't be written at the moment can still be read
            memory.tidy()
        return memory

    def for_owner(self, owner: str) -> OwnerMemory:
        """The handle on one owner's data: the only way to it.

        Raises:
            OwnerMissing: No owner was given.
            OwnerInvalid: The id is not acceptable; see `domain.owners`.
        """
        return OwnerMemory(self._around, accepted_owner(owner))

    def owners(self, *, after: str | None = None, limit: int = 100) -> list[str]:
        """Owner ids in order, starting behind `after`. For administrators."""
        return self._store.owners(after, limit)

    def tidy(self) -> None:
        """Clean up owners whose last clean-up is more than a day ago; writes do the same for their own owner."""
        for owner in self._store.owners_to_tidy(self._around.clock() - _TIDY_AFTER, _TIDIED_AT_OPEN):
            run(self._around, owner, lambda work: work.profile, writes=True)

    def warm_up(self) -> None:
        """Load and compile what the first turn would wait for; for processes that serve people. Nothing is written."""
        rehearse(self._around)

    def observes_automatically(self) -> None:
        """Say that a pipeline observes turns by itself, for `get_style_memory_status` to tell."""
        self._around.observing = "automatic"

    def count_fault(self, code: str) -> None:
        """Count a fault that a face caught, for `get_style_memory_status` to tell."""
        self._around.count(code)

    def close(self) -> None:
        """Write down what is left to write, and give back all connections to the database."""
        for owner in self._around.replies.owners():
            with suppress(StorageError):  # what is lost counts one turn less, which must not keep anybody from closing
                self.for_owner(owner).flush()
        self._store.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()
