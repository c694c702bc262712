from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from urllib.parse import quote

import pytest

from style_memory.domain.profile import Change, KnownTurn, Profile
from style_memory_migrations import upgrade
from style_memory_storage import Database, SqlStore
from style_memory_storage.rows import moment
from tests.conformance.samples import NOW, item

NOBODY = 65534
Opener = Callable[[Path], Database]


@pytest.fixture
def opened() -> Iterator[Opener]:
    """Opens databases that are closed after the test."""
    databases: list[Database] = []

    def open_database(path: Path) -> Database:
        databases.append(Database(f"sqlite:///{quote(str(path))}"))
        return databases[-1]

    yield open_database
    for database in databases:
        database.close()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "style.db"


@pytest.fixture
def database(opened: Opener, path: Path) -> Database:
    """A database that is not there yet."""
    return opened(path)


@pytest.fixture
def populated(database: Database) -> Database:
    """A current database with rows in every table."""
    upgrade(database)
    fill(database)
    return database


@pytest.fixture
def host(path: Path) -> Path:
    """The database of a host application that has an Alembic history of its own."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)")
        connection.execute("INSERT INTO alembic_version VALUES ('a1b2c3')")
        connection.execute("CREATE TABLE customers (name TEXT)")
        connection.execute("INSERT INTO customers VALUES ('Ada')")
        connection.commit()
    return path


@pytest.fixture
def restricted_folder() -> Iterator[Path]:
    """A folder of a user whom file permissions bind, as whom the test runs."""
    folder = Path(tempfile.mkdtemp(prefix="style-memory-"))
    was_root = os.geteuid() == 0
    if was_root:
        os.chown(folder, NOBODY, NOBODY)
        try:
            os.seteuid(NOBODY)
        except OSError:
            shutil.rmtree(folder)
            pytest.skip("root ignores file permissions, and this one can't become another user")
    yield folder
    if was_root:
        os.seteuid(0)
    folder.chmod(0o700)
    shutil.rmtree(folder)


def fill(database: Database, owner: str = "ada") -> None:
    """One row in every table."""
    with SqlStore(database).writing(owner) as unit:
        unit.save_profile(
            Profile(
                key=b"k" * 32,
                created_at=NOW,
                tidied_at=NOW,
                turns=1,
                items=1,
                changes=1,
                stylometry=b"rates",
                discovery=b"sketch",
            )
        )
        unit.insert_items([item("h-1", text="lol")])
        unit.add_turn("s1", KnownTurn(turn_key="t1"), NOW)
        unit.add_evidence(["h-1"], "s1", NOW)
        unit.log([Change(at=NOW, change="learned", item_id="h-1")], 1)
        unit.add_tombstones(["h-2"], moment(0))


def rows(path: Path) -> dict[str, list[tuple[object, ...]]]:
    """All that our tables hold, and a host's, by table."""
    with closing(sqlite3.connect(path)) as connection:
        names = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {name: sorted(connection.execute(f'SELECT * FROM "{name}"'), key=repr) for name in names}  # noqa: S608
