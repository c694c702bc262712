"""`style-memory connect` where another program's server has the name of ours, style-memory-mcp's above all."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.faces.cli_runner import Cli, runner
from tests.faces.desktop_home import contents, new_home

STORE = "/home/ana/style-memory.json"
THEIRS = [
    {"command": "npx", "args": ["-y", "style-memory-mcp@0.4.0"]},
    {"command": "cmd", "args": ["/c", "npx", "style-memory-mcp"]},
    {"command": "node", "args": ["/opt/style-memory-mcp/dist/server.js"]},
    {"command": "node", "args": ["C:\\tools\\style-memory-mcp\\dist\\server.js"]},
    {"command": "/usr/local/bin/style-memory-mcp"},
    {"command": "C:\\npm\\style-memory-mcp.cmd", "args": []},
]
OURS = [
    {"command": "/venv/bin/style-memory-mcp", "env": {"STYLE_MEMORY_OWNER": "ana"}},
    {"command": "/venv/bin/style-memory-mcp", "args": ["--owner", "ana"]},
    {"command": "style-memory-mcp", "env": {"STYLE_MEMORY_DATABASE_URL": "sqlite:////home/ana/style.db"}},
]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    return new_home(tmp_path / "home", monkeypatch)


@pytest.fixture
def cli(home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Cli:
    return runner(monkeypatch, capsys, f"sqlite:///{tmp_path}/style.db")


@pytest.fixture
def file(home: Path) -> Path:
    """Where Cursor's file lies."""
    (home / ".cursor").mkdir()
    return home / ".cursor" / "mcp.json"


def put(file: Path, entry: Any) -> None:
    file.write_text(json.dumps({"mcpServers": {"style-memory": entry}}), encoding="utf-8")


@pytest.mark.parametrize("command", ["connect", "disconnect"])
@pytest.mark.parametrize("entry", [*THEIRS, {"command": "docker", "args": ["run", "voices"]}, {"url": "http://x"}])
def test_it_is_neither_replaced_nor_taken_out(cli: Cli, home: Path, file: Path, entry: Any, command: str) -> None:
    put(file, entry)
    before = contents(home)
    ran = cli(command, "cursor", "--yes")
    assert (ran.code, ran.err.count("\n")) == (1, 1)
    assert "another server is called style-memory there" in ran.err
    assert "Nothing was changed." in ran.err
    assert contents(home) == before


@pytest.mark.parametrize("entry", THEIRS)
@pytest.mark.parametrize("store", [None, STORE])
def test_the_other_program_is_named_and_how_to_take_over_its_store(
    cli: Cli, file: Path, entry: Any, store: str | None
) -> None:
    put(file, entry | ({"env": {"STYLE_MEMORY_PATH": store}} if store else {}))
    told = cli("connect", "cursor", "--yes").err
    assert "which is style-memory-mcp" in told
    assert "Rename or remove that entry, and connect again" in told
    assert f"`style-memory import style-memory-mcp {store or '~/.style-memory-mcp/style-memory.json'}`" in told


def test_a_server_of_somebody_else_is_to_be_renamed_only(cli: Cli, file: Path) -> None:
    put(file, {"command": "docker"})
    told = cli("connect", "cursor", "--yes").err
    assert told.endswith("Nothing was changed. Rename or remove that entry, and connect again.\n")


@pytest.mark.parametrize("entry", OURS)
def test_ours_by_its_other_name_is_still_ours(cli: Cli, file: Path, entry: Any) -> None:
    put(file, entry)
    assert cli("connect", "cursor", "--owner", "ana", "--yes").code == 0
    cli("disconnect", "cursor", "--yes")
    assert "style-memory" not in file.read_text(encoding="utf-8")


def test_the_list_says_that_the_name_is_taken_and_what_to_do(cli: Cli, file: Path) -> None:
    put(file, THEIRS[0])
    ran = cli("connect", "--list")
    assert "another server" in ran.out
    assert "unreadable" not in ran.out
    assert "style-memory import style-memory-mcp" in ran.err
    cursor = next(each for each in cli("connect", "--list", "--json").json if each["host"] == "cursor")
    assert (cursor["state"], cursor["connected"]) == ("another_server", False)


def test_once_the_entry_is_renamed_both_stand_side_by_side(cli: Cli, file: Path) -> None:
    file.write_text(json.dumps({"mcpServers": {"old-style-memory": THEIRS[0]}}), encoding="utf-8")
    assert cli("connect", "cursor", "--owner", "ana", "--yes").code == 0
    servers = json.loads(file.read_text(encoding="utf-8"))["mcpServers"]
    assert servers["old-style-memory"] == THEIRS[0]
    assert servers["style-memory"]["args"] == ["mcp"]
