"""The databases that the suite runs on: a further one takes a line in `BACKENDS`, and its name in `SHARED` if true."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from style_memory_migrations import upgrade
from style_memory_storage import Database, SqlStore
from tests.conformance.samples import profile

# Each gives the URL of an empty database of its own; one that needs a server skips visibly where there is none.
BACKENDS: dict[str, Callable[[Path], str]] = {
    "sqlite-file": lambda folder: f"sqlite:///{folder}/style.db",
    "sqlite-memory": lambda _folder: "sqlite://",
}
# Those that several processes can open.
SHARED = ("sqlite-file",)


def opened(url: str) -> SqlStore:
    database = Database(url)
    upgrade(database)
    return SqlStore(database)


@pytest.fixture(params=BACKENDS)
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[SqlStore]:
    """An empty store."""
    store = opened(BACKENDS[request.param](tmp_path))
    yield store
    store.close()


@pytest.fixture
def ada(store: SqlStore) -> SqlStore:
    """A store in which the owner Ada has a profile, and Bob has one too."""
    for owner in ("ada", "bob"):
        with store.writing(owner) as unit:
            unit.save_profile(profile())
    return store


@pytest.fixture(params=SHARED)
def shared_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of a database that several processes can open."""
    return BACKENDS[request.param](tmp_path)
