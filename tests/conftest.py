"""Fixtures for all tests: a clock that stands still, and fresh memories on files."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from style_memory import OwnerMemory, Settings, StyleMemory
from tests.people import Clock


@pytest.fixture
def clock() -> Clock:
    """A clock that the test moves."""
    return Clock()


@pytest.fixture
def settings() -> Settings:
    """The default settings; a test module overrides this fixture for others."""
    return Settings()


@pytest.fixture
def database_file(tmp_path: Path) -> Path:
    """Where the memory of the test lies."""
    return tmp_path / "style.db"


@pytest.fixture
def open_memory(database_file: Path, clock: Clock) -> Iterator[Callable[..., StyleMemory]]:
    """Opens the test's database again, perhaps with other settings."""
    opened: list[StyleMemory] = []

    def open_(**settings: Any) -> StyleMemory:
        memory = StyleMemory.open(f"sqlite:///{database_file}", clock=clock, settings=Settings(**settings))
        opened.append(memory)
        return memory

    yield open_
    for memory in opened:
        memory.close()


@pytest.fixture
def memory(database_file: Path, clock: Clock, settings: Settings) -> Iterator[StyleMemory]:
    """A fresh memory on a file."""
    with StyleMemory.open(f"sqlite:///{database_file}", clock=clock, settings=settings) as memory:
        yield memory


@pytest.fixture
def ana(memory: StyleMemory) -> OwnerMemory:
    """An owner of whom nothing is known."""
    return memory.for_owner("ana")
