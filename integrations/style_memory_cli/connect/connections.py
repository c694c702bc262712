"""Works out what connecting and disconnecting a host changes, and how it is connected now."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from style_memory_cli.connect import entries, files
from style_memory_cli.connect.editing import value_at
from style_memory_cli.connect.entries import ServerPart
from style_memory_cli.connect.faults import Broken, Misshapen, OtherServer
from style_memory_cli.connect.files import Change
from style_memory_cli.connect.hook_entries import HookCommand, hooks_part, switch
from style_memory_cli.connect.hosts import Format, Hooks, Host, Surroundings, file_of, is_installed
from style_memory_cli.connect.parts import Entry, Part, removed
from style_memory_cli.session import OWNER_VARIABLE, URL_VARIABLE

#: What a host gets beside hooks, which observe already: another observation would count a turn twice.
TOOLSET_BESIDE_HOOKS = "hooked"


class Refused(Exception):
    """A host's file can't be read or changed; the message is for the person."""

    #: What the person can do so that it can be connected; empty where the message says it.
    advice = ""


class Occupied(Refused):
    """Something else stands where the entry would."""


class NameTaken(Occupied):
    """Another program's server has the name of ours."""

    def __init__(self, reason: str, store: str | None) -> None:
        super().__init__(reason)
        self.advice = "Rename or remove that entry, and connect again."
        if store:
            taken_over = f"`style-memory import style-memory-mcp {store}`"
            self.advice = f"{self.advice[:-1]}; {taken_over} takes over what that program has learned."


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
    #: The setting, if any, that keeps the host from running them.
    hooks_switch: str = ""
    owner: str | None = None
    database_url: str | None = None
    command: str | None = None
    toolset: str | None = None
    #: Whether the host is told not to start it.
    switched_off: bool = False
    #: Why its file can't be read; empty if it can.
    fault: str = ""
    #: Whether that is only because another program's server has the name of ours.
    occupied: bool = False
    #: What to do about the fault.
    advice: str = ""

    @property
    def hooks(self) -> bool:
        """Whether it is set up to call the program at its events."""
        return bool(self.hook_commands)

    @property
    def calls_hooks(self) -> bool:
        """Whether it also does so."""
        return self.hooks and not self.hooks_switch


def connection_of(host: Host, surroundings: Surroundings) -> Connection:
    """How the host is set up; what can't be read is told, not raised."""
    file, found = file_of(host.file, surroundings), is_installed(host, surroundings)
    try:
        entry = _read(file, host.format, lambda text: entries.server_of(text or "", host))
        hooked, hooks_switch = _hook_commands(host, surroundings), _hooks_switch(host, surroundings)[1]
    except Refused as error:
        return Connection(
            host=host,
            file=file,
            found=found,
            fault=str(error),
            occupied=isinstance(error, Occupied),
            advice=error.advice,
        )
    if entry is None:
        return Connection(host=host, file=file, found=found, hook_commands=hooked, hooks_switch=hooks_switch)
    return Connection(
        host=host,
        file=file,
        found=found,
        connected=True,
        hook_commands=hooked,
        hooks_switch=hooks_switch,
        owner=entries.given(entry, "--owner", OWNER_VARIABLE),
        database_url=entries.given(entry, "--database-url", URL_VARIABLE),
        command=_told(entry, "command"),
        toolset=entries.given(entry, "--toolset", entries.TOOLSETS_VARIABLE),
        switched_off=value_at(entry, ("disabled",)) is True or value_at(entry, ("enabled",)) is False,
    )


def connecting(host: Host, surroundings: Surroundings, entry: Entry, *, hooks: bool) -> list[Change]:
    """What has to change for the host to be connected so; nothing if it is. Hooks that are not asked for go.

    Raises:
        Refused: A file can't be read or has no place for it, or the host is told to run no hooks.
    """
    file, switched = _hooks_switch(host, surroundings)
    if hooks and switched:
        raise Refused(f"{file} keeps {host.name} from running hooks ({switched}): change that first.")
    server, *hooked = _parts(host, surroundings)
    return _changes([(server, entry), *((part, entry if hooks else None) for part in hooked)], surroundings)


def disconnecting(host: Host, surroundings: Surroundings) -> list[Change]:
    """What has to change for the host to be as if it had never been connected; nothing if it is not connected.

    Raises:
        Refused: A file can't be read or taken apart.
    """
    return _changes([(part, None) for part in _parts(host, surroundings)], surroundings)


def settled(host: Host, surroundings: Surroundings) -> list[Path]:
    """Delete all but the newest backups of the host's files; returns those that are left, the newest first.

    One more stays: the newest without anything of ours, from which `disconnect` knows what else `connect` made.
    """
    of_file: dict[Path, list[Part]] = {}
    for part in _parts(host, surroundings):
        of_file.setdefault(file_of(part.places, surroundings), []).append(part)
    left: list[Path] = []
    for path, parts in of_file.items():
        backups = files.backups(path)
        origin = next((backup for backup in backups if _is_free_of(backup, parts)), None)
        for backup in backups[BACKUPS_KEPT:]:
            if backup != origin:
                files.delete(backup)
        left += files.backups(path)
    return left


#: How many backups of one file stay.
BACKUPS_KEPT = 5
_Result = TypeVar("_Result")
#: A part, and what it is to say; None if it is to go.
_Wish = tuple[Part, Entry | None]


def _parts(host: Host, surroundings: Surroundings) -> list[Part]:
    """The server and, where the host has any, its hooks."""
    return [ServerPart(host=host), *([hooks_part(host.hooks, surroundings)] if host.hooks else [])]


def _changes(wishes: Sequence[_Wish], surroundings: Surroundings) -> list[Change]:
    """What has to change in each file. Parts that share one are changed in it together."""
    of_file: dict[Path, list[_Wish]] = {}
    for part, entry in wishes:
        of_file.setdefault(file_of(part.places, surroundings), []).append((part, entry))
    changes = [_change_of(path, wishes) for path, wishes in of_file.items()]
    return [change for change in changes if change.after != change.before]


def _change_of(path: Path, wishes: Sequence[_Wish]) -> Change:
    going = [part for part, entry in wishes if entry is None]

    def change(text: str | None) -> Change:
        kept = text or ""
        for part, entry in wishes:
            kept = part.added(kept, entry) if entry else kept
        after = removed(kept, going, _earlier(path, going))
        return Change(path=path, before=text, after=None if text is None and not after else after)

    return _read(path, wishes[0][0].format, change)


def _earlier(path: Path, parts: Sequence[Part]) -> str | None:
    """What the file held before those parts came, as far as its backups tell."""
    found = next((backup for backup in files.backups(path) if _is_free_of(backup, parts)), None)
    return files.read(found) if found else None


def _is_free_of(backup: Path, parts: Sequence[Part]) -> bool:
    try:
        text = files.read(backup)
        return text is not None and not any(part.found(text) for part in parts)
    except (ValueError, OSError):
        return False


def _hook_commands(host: Host, surroundings: Surroundings) -> list[HookCommand]:
    if host.hooks is None:
        return []
    part = hooks_part(host.hooks, surroundings)
    return _read(file_of(part.places, surroundings), part.format, lambda text: part.commands(text or ""))


def _hooks_switch(host: Host, surroundings: Surroundings) -> tuple[Path, str]:
    """The setting that keeps the host from running hooks, and its file; an empty one if none does."""
    file, hooks = file_of(host.file, surroundings), host.hooks
    if hooks is None:
        return file, ""
    # Some have it beside the hooks, others in the file of the server.
    for path, form in ((file_of(hooks.file, surroundings), hooks.format), (file, host.format)):
        if found := _switch(path, form, hooks):
            return path, found
    return file, ""


def _switch(path: Path, form: Format, hooks: Hooks) -> str:
    return _read(path, form, lambda text: switch(text or "", form, hooks))


def _read(path: Path, form: Format, look: Callable[[str | None], _Result]) -> _Result:
    try:
        return look(files.read(path))
    except Broken as error:
        raise Refused(f"{path} is no valid {_NAMES[form]}, line {error.line}: {error}.") from None
    except OtherServer as error:
        raise NameTaken(f"{path} can't take the entry: {error}.", error.store) from None
    except Misshapen as error:
        raise Occupied(f"{path} can't take the entry: {error}.") from None
    except OSError as error:
        raise Refused(f"{path} can't be read ({error.strerror}).") from None


_NAMES = {"json": "JSON", "jsonc": "JSON", "toml": "TOML"}


def _told(entry: Any, *path: str) -> str | None:
    value = value_at(entry, path)
    return value if isinstance(value, str) else None
