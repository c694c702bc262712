"""What the commands of one run share: where the database lies, and how to open it."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from style_memory import Settings, StyleMemory
    from style_memory_storage import Database

PROGRAM = "style-memory"
URL_VARIABLE = "STYLE_MEMORY_DATABASE_URL"
OWNER_VARIABLE = "STYLE_MEMORY_OWNER"


@dataclass
class Session:
    """One run of the program."""

    #: The process's environment.
    environment: Mapping[str, str]
    #: Where the data lies, if `--database-url` says so.
    given_url: str | None = None
    #: Whether a fault is to be shown with its traceback.
    debug: bool = False

    @property
    def url(self) -> str:
        """Where the data lies: as the option says, else the environment, else the platform's place for user data."""
        from style_memory.memory.place import default_database_url

        return self.given_url or self.environment.get(URL_VARIABLE) or default_database_url()

    def command(self, *words: str) -> str:
        """The command of those words as a person can run it, on the same database."""
        apart = self.given_url and self.given_url != self.environment.get(URL_VARIABLE)
        return shlex.join([PROGRAM, *words, *(["--database-url", self.url] if apart else [])])

    def settings(self) -> Settings:
        """The settings of the environment.

        Raises:
            SettingInvalid: A variable has a value outside its range.
        """
        from style_memory import Settings

        return Settings.from_environment(self.environment)

    @contextmanager
    def memory(self) -> Iterator[StyleMemory]:
        """The style memory; its database is made or upgraded where that is needed."""
        from style_memory import StyleMemory

        with StyleMemory.open(self.url, settings=self.settings()) as memory:
            yield memory

    @contextmanager
    def existing_memory(self) -> Iterator[StyleMemory]:
        """The style memory, for commands that have no business making one.

        Raises:
            DatabaseUnavailable: There is no database.
        """
        from style_memory import errors

        with self.database() as database:
            if not database.exists():
                raise errors.DatabaseUnavailable(f"There is no database at {database.location}.")
        with self.memory() as memory:
            yield memory

    @contextmanager
    def database(self) -> Iterator[Database]:
        """The database itself, neither made nor upgraded."""
        from style_memory_storage import Database

        database = Database(self.url)
        try:
            yield database
        finally:
            database.close()


def sqlite_url(path: Path) -> str:
    """The URL of the SQLite database in the file `path`."""
    return f"sqlite:///{path}"
