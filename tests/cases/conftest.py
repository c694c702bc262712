"""The cases are told once and run through each face: Python, LangChain tools, MCP and the command line."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from style_memory import Settings, StyleMemory
from tests.faces.cli_runner import Cli, runner
from tests.faces.every_face import FACES, AsOwner
from tests.people import Clock


@pytest.fixture
def cli(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    database_file: Path,
    clock: Clock,
    settings: Settings,
) -> Cli:
    """The command line on the test's database, with the test's clock and dictionary."""
    run = runner(monkeypatch, capsys, f"sqlite:///{database_file}")
    monkeypatch.setattr("style_memory.memory.opening._now", clock)
    if settings.dictionary_path:
        monkeypatch.setenv("STYLE_MEMORY_DICTIONARY_PATH", str(settings.dictionary_path))
    return run


@pytest.fixture(params=["python", "langchain", "mcp", "cli"])
def as_owner(request: pytest.FixtureRequest, memory: StyleMemory, cli: Cli) -> AsOwner:
    """What an owner reaches through one face: one and the same database, whose inside `memory` shows."""
    return partial(FACES[request.param], memory, cli)
