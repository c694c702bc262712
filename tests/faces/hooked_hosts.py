"""Hosts with hooks, and with recorded files in which somebody else's are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from style_memory_cli.connect.editing import parsed, value_at
from style_memory_cli.connect.hosts import Hooks, Host, hosts
from tests.faces.cli_runner import Cli, Ran
from tests.faces.desktop_home import recorded_file, recorded_hooks

NAMES = [host.key for host in hosts().values() if host.hooks]
#: Those that keep servers and hooks in two files.
APART = [name for name in NAMES if name != "gemini-cli"]


@dataclass(frozen=True, kw_only=True)
class HookedHost:
    """A host with recorded files at their places."""

    host: Host
    file: Path
    hooks_file: Path
    #: What the files held.
    before: Mapping[str, bytes]

    @property
    def hooks(self) -> Hooks:
        assert self.host.hooks
        return self.host.hooks

    @property
    def toolset(self) -> Any:
        path = (*self.host.servers, "style-memory", "env", "STYLE_MEMORY_TOOLSETS")
        return value_at(parsed(self.file.read_bytes().decode(), self.host.format), path)

    @property
    def events(self) -> Any:
        return parsed(self.hooks_file.read_bytes().decode(), self.hooks.format)["hooks"]

    @property
    def now(self) -> Mapping[str, bytes]:
        """What the files hold, backups left out."""
        folders = {self.file.parent, self.hooks_file.parent}
        files = [each for folder in folders for each in folder.iterdir() if each.is_file()]
        return {str(each): each.read_bytes() for each in files if ".backup-" not in each.name}

    def commands(self) -> Iterator[tuple[str, dict[str, Any]]]:
        """The last command at each event."""
        for event, listed in self.events.items():
            yield event, listed[-1] if self.hooks.form == "commands" else listed[-1]["hooks"][-1]


def made(name: str, home: Path, platform: str = "linux") -> HookedHost:
    file = recorded_file(name, home, platform)
    hooks_file = recorded_hooks(name, home, platform)
    before = {str(each): each.read_bytes() for each in (file, hooks_file)}
    return HookedHost(host=hosts()[name], file=file, hooks_file=hooks_file, before=before)


def hooked(cli: Cli, there: HookedHost, owner: str = "ana", *options: str) -> Ran:
    ran = cli("connect", there.host.key, "--owner", owner, "--hooks", "--yes", *options)
    assert ran.code == 0, ran.err
    return ran
