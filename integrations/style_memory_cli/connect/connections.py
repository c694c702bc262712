"""Works out what connecting and disconnecting a host changes, and how it is connected now."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from style_memory_cli.connect import entries, files
from style_memory_cli.connect.editing import value_at
from style_memory_cli.connect.entries import Entry, HookCommand
from style_memory_cli.connect.faults import Broken, Misshapen
from style_memory_cli.connect.files import Change
from style_memory_cli.connect.hosts import Format, Hooks, Host, Surroundings, file_of, is_installed
from style_memory_cli.session import OWNER_VARIABLE, URL_VARIABLE

#: What a host gets beside hooks, which observe already: another observation would count a turn twice.
TOOLSET_BESIDE_HOOKS = "hooked"


class Refused(Exception):
    """A host's file can't be read or changed; the message is for the person."""


class Occupied(Refused):
    """Something else stands where the entry would."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Connection:
    """How a host is set up."""

    host: Host
    file: Path
    #: Whether the host seems to be on this machine.
    found: bool
    connected: bool = False
    #: The commands with which it calls the program at its events.
    hook_commands: Sequence[HookCommand] = ()
    owner: str | None = None
    database_url: str | None = None
    command: str | None = None
    toolset: str | None = None
    #: Whether the host is told not to start it.
    switched_off: bool = False
    #: Why its file can't be read; empty if it can.
    fault: str = ""
    #: Whether that is only because something else stands where the entry would.
    occupied: bool = False

    @property
    def hooks(self) -> bool:
        """Whether it calls the program at its events."""
        return bool(self.hook_commands)


def connection_of(host: Host, surroundings: Surroundings) -> Connection:
    """How the host is set up; what can't be read is told, not raised."""
    file, found = file_of(host.file, surroundings), is_installed(host, surroundings)
    try:
        entry = _read(file, host.format, lambda text: entries.server_of(text or "", host))
        hooked = _hook_commands(host, surroundings)
    except Refused as error:
        occupied = isinstance(error, Occupied)
        return Connection(host=host, file=file, found=found, fault=str(error), occupied=occupied)
    if entry is None:
        return Connection(host=host, file=file, found=found, hook_commands=hooked)
    return Connection(
        host=host,
        file=file,
        found=found,
        connected=True,
        hook_commands=hooked,
        owner=_given(entry, "--owner", OWNER_VARIABLE),
        database_url=_given(entry, "--database-url", URL_VARIABLE),
        command=_told(entry, "command"),
        toolset=_given(entry, "--toolset", entries.TOOLSETS_VARIABLE),
        switched_off=value_at(entry, ("disabled",)) is True or value_at(entry, ("enabled",)) is False,
    )


def installed_hooks(host: Host, surroundings: Surroundings) -> bool:
    """Whether the host calls the program at its events.

    Raises:
        Refused: Its file can't be read.
    """
    return bool(_hook_commands(host, surroundings))


def connecting(host: Host, surroundings: Surroundings, entry: Entry, *, hooks: bool) -> list[Change]:
    """What has to change for the host to be connected so; nothing if it is.

    Raises:
        Refused: A file can't be read or has no place for it.
    """
    changes = [
        _change(file_of(host.file, surroundings), host.format, lambda text: entries.with_server(text, host, entry))
    ]
    if hooks and (wanted := host.hooks):
        path = file_of(wanted.file, surroundings)
        changes.append(_change(path, wanted.format, lambda text: entries.with_hooks(text, wanted, entry)))
    return [change for change in changes if change.after != change.before]


def disconnecting(host: Host, surroundings: Surroundings) -> list[Change]:
    """What has to change for the host to be as if it had never been connected; nothing if it is not connected.

    Raises:
        Refused: A file can't be read or taken apart.
    """
    changes = [_server_removed(host, file_of(host.file, surroundings))]
    if host.hooks:
        changes.append(_hooks_removed(host.hooks, file_of(host.hooks.file, surroundings)))
    return [change for change in changes if change.after != change.before]


_Result = TypeVar("_Result")


def _hook_commands(host: Host, surroundings: Surroundings) -> list[HookCommand]:
    hooks = host.hooks
    if hooks is None:
        return []
    return _read(file_of(hooks.file, surroundings), hooks.format, lambda text: entries.hook_commands(text or "", hooks))


def _server_removed(host: Host, path: Path) -> Change:
    before = _earlier(path, lambda text: entries.server_of(text, host) is None)
    return _change(path, host.format, lambda text: entries.without_server(text, host, before))


def _hooks_removed(hooks: Hooks, path: Path) -> Change:
    before = _earlier(path, lambda text: not entries.has_hooks(text, hooks))
    return _change(path, hooks.format, lambda text: entries.without_hooks(text, hooks, before))


def _earlier(path: Path, is_former: Callable[[str], bool]) -> str | None:
    """What the file held before it was connected, as far as its backups tell."""
    for text in files.earlier(path):
        try:
            if is_former(text):
                return text
        except ValueError:
            continue
    return None


def _change(path: Path, form: Format, edited: Callable[[str], str | None]) -> Change:
    def change(text: str | None) -> Change:
        after = edited(text or "")
        return Change(path=path, before=text, after=None if text is None and not after else after)

    return _read(path, form, change)


def _read(path: Path, form: Format, look: Callable[[str | None], _Result]) -> _Result:
    try:
        return look(files.read(path))
    except Broken as error:
        raise Refused(f"{path} is no valid {_NAMES[form]}, line {error.line}: {error}.") from None
    except Misshapen as error:
        raise Occupied(f"{path} can't take the entry: {error}.") from None
    except OSError as error:
        raise Refused(f"{path} can't be read ({error.strerror}).") from None


_NAMES = {"json": "JSON", "jsonc": "JSON", "toml": "TOML"}


def _given(entry: Any, name: str, variable: str) -> str | None:
    """What an entry gives as an option, which wins, or as a variable."""
    arguments = value_at(entry, ("args",))
    words = [each for each in arguments if isinstance(each, str)] if isinstance(arguments, list) else []
    return entries.option(words, name) or _told(entry, "env", variable) or None


def _told(entry: Any, *path: str) -> str | None:
    value = value_at(entry, path)
    return value if isinstance(value, str) else None
