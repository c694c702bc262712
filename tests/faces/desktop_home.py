"""A home folder of somebody who works on Linux, with the files of desktop hosts in it."""

from __future__ import annotations

from pathlib import Path

import pytest

from style_memory_cli.connect import connect_commands
from style_memory_cli.connect.hosts import Host, Surroundings, file_of, hosts

RECORDED = Path(__file__).parent / "recorded_hosts"
# What would lead to files of the developer's own.
_VARIABLES = (
    "XDG_CONFIG_HOME",
    "XDG_STATE_HOME",
    "XDG_DATA_HOME",
    "APPDATA",
    "LOCALAPPDATA",
    "CLAUDE_CONFIG_DIR",
    "CODEX_HOME",
)


def new_home(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make `folder` the home folder; it is empty."""
    for name in _VARIABLES:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(folder))
    monkeypatch.setattr(connect_commands, "PLATFORM", "linux")
    folder.mkdir()
    return folder


def recorded_file(name: str, home: Path, platform: str = "linux") -> Path:
    """Put the recorded file of a host at its place."""
    host = hosts()[name]
    return _put(place_of(host, home, platform), f"{name}{'.toml' if host.format == 'toml' else '.json'}")


def recorded_hooks(name: str, home: Path, platform: str = "linux") -> Path:
    """Put the recorded file in which somebody else's hooks are at its place."""
    recorded = "claude-code-settings.json" if name == "claude-code" else f"{name}-hooks.json"
    windows = recorded.replace(".json", "-windows.json")
    there = platform == "win32" and (RECORDED / windows).is_file()
    return _put(hooks_place_of(name, home, platform), windows if there else recorded)


def place_of(host: Host, home: Path, platform: str = "linux") -> Path:
    """Where the host's file lies."""
    return file_of(host.file, Surroundings(environment={"HOME": str(home)}, platform=platform))


def hooks_place_of(name: str, home: Path, platform: str = "linux") -> Path:
    """Where the file with the host's hooks lies."""
    hooks = hosts()[name].hooks
    assert hooks
    return file_of(hooks.file, Surroundings(environment={"HOME": str(home)}, platform=platform))


def contents(folder: Path) -> dict[str, bytes]:
    """Everything in a folder."""
    return {str(each): each.read_bytes() for each in sorted(folder.rglob("*")) if each.is_file()}


def _put(file: Path, recorded: str) -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes((RECORDED / recorded).read_bytes())
    return file
