"""The hosts of `data/hosts.toml`, and where their files lie on this machine."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Literal

from style_memory_cli.connect.command_lines import Shell

Format = Literal["json", "jsonc", "toml"]


@dataclass(frozen=True, kw_only=True, slots=True)
class Hooks:
    """How a host runs commands at events."""

    #: The places of the file, for each system.
    file: Mapping[str, Sequence[str]]
    format: Format
    #: The key of the table of events.
    key: str
    #: Whether an event's list holds groups of commands, or the commands themselves.
    form: Literal["groups", "commands"]
    events: Sequence[str]
    #: The command's arguments; `{event}`, `{owner}` and `{database_url}` stand for what they name.
    arguments: Sequence[str]
    #: The page that documents it.
    source: str
    other_sources: Sequence[str] = ()
    #: What a command's table holds besides the command.
    entry: Mapping[str, str] = field(default_factory=dict)
    #: What the file must hold beside the table of events.
    constants: Mapping[str, int] = field(default_factory=dict)
    #: What reads the commands on Windows; elsewhere a POSIX shell does.
    windows_shell: Shell = "posix"
    #: What keeps the host from running hooks: keys with dots between, and the value, or what a list holds then.
    off: Mapping[str, bool | str] = field(default_factory=dict)
    #: What the person has to know or do.
    advice: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Host:
    """One host, as the data file describes it."""

    #: What a person types.
    key: str
    name: str
    format: Format
    #: The places of the file, for each system.
    file: Mapping[str, Sequence[str]]
    #: The keys that lead to the table of servers.
    servers: Sequence[str]
    #: The page that documents it.
    source: str
    #: What makes the host notice a change.
    restart: str
    #: What an entry holds besides command, arguments and environment.
    entry: Mapping[str, str] = field(default_factory=dict)
    other_sources: Sequence[str] = ()
    #: A folder that exists where the host is installed; empty if the file's own folder says so.
    folder: str = ""
    hooks: Hooks | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Surroundings:
    """What decides where files lie."""

    environment: Mapping[str, str]
    #: As in `sys.platform`.
    platform: str

    @property
    def system(self) -> str:
        """The name of the system in the data file."""
        return {"win32": "windows", "cygwin": "windows", "darwin": "macos"}.get(self.platform, "linux")

    @property
    def home(self) -> Path:
        """The person's home folder."""
        variables = ("USERPROFILE", "HOME") if self.system == "windows" else ("HOME",)
        named = next((value for name in variables if (value := self.environment.get(name))), None)
        return Path(named) if named else Path.home()

    def variable(self, name: str) -> str | None:
        """The value of an environment variable; those of the platform have defaults."""
        if value := self.environment.get(name):
            return value
        default = _DEFAULTS.get(name)
        return str(self.home / default) if default else None


@cache
def hosts() -> Mapping[str, Host]:
    """All hosts, under the names that people type."""
    text = files("style_memory_cli").joinpath("data", "hosts.toml").read_text(encoding="utf-8")
    return {key: _host(key, fields) for key, fields in tomllib.loads(text).items()}


def file_of(places: Mapping[str, Sequence[str]], surroundings: Surroundings) -> Path:
    """Where a host's file lies, or would be made."""
    own: list[Path] = []
    known: list[Path] = []
    for place in places[surroundings.system]:
        for path in _resolved(place, surroundings):
            (own if _is_own(place) else known).append(path)
    if own:
        return own[0]
    made = (path for path in known if _seems(path.is_file))
    possible = (path for path in known if _seems(path.parent.is_dir))
    return next(made, None) or next(possible, known[-1])


def is_installed(host: Host, surroundings: Surroundings) -> bool:
    """Whether the host seems to be on this machine."""
    file = file_of(host.file, surroundings)
    folder = _resolved(host.folder, surroundings)[0] if host.folder else file.parent
    return _seems(file.is_file) or _seems(folder.is_dir)


def standing_folders(surroundings: Surroundings) -> frozenset[Path]:
    """Folders that belong to the person and not to one host."""
    named = [surroundings.variable(name) for name in _DEFAULTS]
    return frozenset([surroundings.home, *(Path(value) for value in named if value)])


# Where the platforms keep settings unless a variable says otherwise.
_DEFAULTS = {
    "XDG_CONFIG_HOME": ".config",
    "APPDATA": "AppData/Roaming",
    "LOCALAPPDATA": "AppData/Local",
}


def _host(key: str, fields: dict[str, Any]) -> Host:
    hooks = fields.pop("hooks", None)
    return Host(key=key, hooks=Hooks(**hooks) if hooks else None, **fields)


def _seems(is_so: Callable[[], bool]) -> bool:
    """Whether it is so; what may not be looked at counts as there, so that reading it tells what is wrong."""
    try:
        return is_so()
    except OSError:
        return True


def _is_own(place: str) -> bool:
    return place.startswith("$") and place[1:].split("/")[0] not in _DEFAULTS


def _resolved(place: str, surroundings: Surroundings) -> list[Path]:
    """The paths that a place of the data file means here."""
    first, _, rest = place.partition("/")
    base = str(surroundings.home) if first == "~" else surroundings.variable(first.removeprefix("$"))
    if base is None:
        return []
    if "*" not in rest:
        return [Path(base, rest)]
    # Only the folders have to exist: the file may be still to make.
    folder, _, name = rest.rpartition("/")
    return sorted(found / name for found in Path(base).glob(folder) if found.is_dir())
