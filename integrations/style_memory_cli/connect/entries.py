"""What `connect` writes into a host's file, and how it is found again and taken out."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import PureWindowsPath
from typing import Any

from style_memory_cli.connect.editing import Key, parsed, value_at, with_value, without
from style_memory_cli.connect.faults import Misshapen
from style_memory_cli.connect.hosts import Format, Hooks, Host
from style_memory_cli.session import OWNER_VARIABLE, URL_VARIABLE

SERVER = "style-memory"
TOOLSETS_VARIABLE = "STYLE_MEMORY_TOOLSETS"


@dataclass(frozen=True, kw_only=True, slots=True)
class Entry:
    """What a host has to know to start the program."""

    #: The absolute path of the program.
    command: str
    owner: str
    database_url: str
    #: The toolsets to offer; None for those that the program offers by itself.
    toolset: str | None = None

    def fields(self, host: Host) -> dict[str, Any]:
        """The entry as the host wants it."""
        environment = {OWNER_VARIABLE: self.owner, URL_VARIABLE: self.database_url}
        if self.toolset:
            environment[TOOLSETS_VARIABLE] = self.toolset
        return {**host.entry, "command": self.command, "args": ["mcp"], "env": environment}

    def hook(self, hooks: Hooks, event: str) -> str:
        """The command line that the host runs at that event."""
        names = {"event": event, "owner": self.owner, "database_url": self.database_url}
        # On Windows too a POSIX shell runs it, to which a backslash would mean something else.
        program = self.command.replace("\\", "/") if _is_windows(self.command) else self.command
        return shlex.join([program, *(argument.format(**names) for argument in hooks.arguments)])


@dataclass(frozen=True, kw_only=True, slots=True)
class HookCommand:
    """A command of this program that a host runs at an event."""

    event: str
    program: str
    #: What its options name; None if they leave it to the environment.
    owner: str | None
    database_url: str | None


def server_of(text: str, host: Host) -> Any:
    """The entry of this program in a host's file, as it stands there; None if there is none.

    Raises:
        Broken: The text is not what its format asks for.
        Misshapen: The entry of that name starts another program.
    """
    found = value_at(parsed(text, host.format), (*host.servers, SERVER))
    if found is not None and not _starts_us(found):
        raise Misshapen(f"another server is called {SERVER} there")
    return found


def with_server(text: str, host: Host, entry: Entry) -> str:
    """The file with the entry; one that is there keeps what else was added to it.

    Raises:
        Broken: The text is not what its format asks for.
        Misshapen: There is no place for it.
    """
    path, fields = (*host.servers, SERVER), entry.fields(host)
    found = server_of(text, host)
    if found is None:
        return with_value(text, host.format, path, fields)
    for keys, value in _leaves(fields):
        if value_at(found, keys) != value:
            text = with_value(text, host.format, (*path, *keys), value)
    if TOOLSETS_VARIABLE not in fields["env"] and value_at(found, ("env", TOOLSETS_VARIABLE)) is not None:
        text = without(text, host.format, (*path, "env", TOOLSETS_VARIABLE))
    return text


def without_server(text: str, host: Host, before: str | None) -> str | None:
    """The file without the entry, and without an empty table that was not there `before`; None if nothing was.

    Raises:
        Broken: The text is not what its format asks for.
        Misshapen: The entry is another program's, or can't be taken apart.
    """
    path = (*host.servers, SERVER)
    found = server_of(text, host)
    if found is None:
        return text
    if _gives(lambda: with_value(before or "", host.format, path, found), text):
        return before
    while server_of(text, host) is not None:
        text = without(text, host.format, path)
    return _without_empty(text, host.format, host.servers, before)


def has_hooks(text: str, hooks: Hooks) -> bool:
    """Whether a command of this program is among the hooks.

    Raises:
        Broken: The text is not what its format asks for.
    """
    return any(True for _ in _our_hooks(text, hooks))


def hook_commands(text: str, hooks: Hooks) -> list[HookCommand]:
    """The commands of this program among the hooks.

    Raises:
        Broken: The text is not what its format asks for.
    """
    return [_taken_apart(str(path[1]), command) for path, command in _our_hooks(text, hooks)]


def option(arguments: Sequence[str], name: str) -> str | None:
    """The value that a command line gives an option; None if it doesn't."""
    for argument, following in zip_longest(arguments, arguments[1:]):
        if argument == name:
            return following
        if argument.startswith(f"{name}="):
            return argument.removeprefix(f"{name}=")
    return None


def with_hooks(text: str, hooks: Hooks, entry: Entry) -> str:
    """The file with a command at each event.

    Raises:
        Broken: The text is not what its format asks for.
        Misshapen: There is no place for them.
    """
    for event in hooks.events:
        command = entry.hook(hooks, event)
        found = [(path, known) for path, known in _our_hooks(text, hooks) if path[1] == event]
        if not found:
            listed = value_at(parsed(text, hooks.format), (hooks.key, event))
            path = (hooks.key, event, len(listed) if isinstance(listed, list) else 0)
            text = with_value(text, hooks.format, path, _group(command))
        for place, known in found:
            if known != command:
                text = with_value(text, hooks.format, (*place, "command"), command)
    return text


def without_hooks(text: str, hooks: Hooks, before: str | None) -> str | None:
    """The file without those commands, and without empty lists and tables that were not there `before`; None if
    nothing was.

    Raises:
        Broken: The text is not what its format asks for.
    """
    found = {str(path[1]): command for path, command in _our_hooks(text, hooks)}
    if not found:
        return text
    if _gives(lambda: _with_commands(before or "", hooks, found), text):
        return before
    while path := next((path for path, _ in _our_hooks(text, hooks)), None):
        siblings = value_at(parsed(text, hooks.format), path[:-1])
        text = without(text, hooks.format, path if len(siblings) > 1 else path[:-2])
    for event in found:
        text = _without_empty(text, hooks.format, (hooks.key, event), before)
    return text


def _is_windows(program: str) -> bool:
    return PureWindowsPath(program).drive != ""


def _is_ours(program: object) -> bool:
    # A Windows path takes both kinds of slashes apart.
    return isinstance(program, str) and PureWindowsPath(program).name.removesuffix(".exe") in (SERVER, f"{SERVER}-mcp")


def _starts_us(entry: Any) -> bool:
    return isinstance(entry, dict) and _is_ours(entry.get("command"))


def _leaves(fields: dict[str, Any]) -> Iterator[tuple[tuple[str, ...], Any]]:
    for key, value in fields.items():
        if isinstance(value, dict):
            yield from (((key, *keys), leaf) for keys, leaf in _leaves(value))
        else:
            yield (key,), value


def _without_empty(text: str, form: Format, path: Sequence[str], before: str | None) -> str:
    known = parsed(before or "", form)
    for depth in range(len(path), 0, -1):
        keys = path[:depth]
        if value_at(known, keys) is None and value_at(parsed(text, form), keys) in ({}, []):
            text = without(text, form, keys)
    return text


def _gives(change: Callable[[], str], expected: str) -> bool:
    try:
        return change() == expected
    except ValueError:
        return False


def _group(command: str) -> dict[str, Any]:
    return {"hooks": [{"type": "command", "command": command}]}


def _our_hooks(text: str, hooks: Hooks) -> Iterator[tuple[tuple[Key, ...], str]]:
    """Where commands of this program are, and what they are."""
    events = value_at(parsed(text, hooks.format), (hooks.key,))
    for event, groups in events.items() if isinstance(events, dict) else ():
        for at, group in enumerate(groups if isinstance(groups, list) else ()):
            commands = value_at(group, ("hooks",))
            for index, each in enumerate(commands if isinstance(commands, list) else ()):
                command = value_at(each, ("command",))
                if isinstance(command, str) and _is_our_hook(command):
                    yield (hooks.key, event, at, "hooks", index), command


def _is_our_hook(command: str) -> bool:
    try:
        program, argument, *_ = shlex.split(command)
    except ValueError:
        return False
    return argument == "hook" and _is_ours(program)


def _taken_apart(event: str, command: str) -> HookCommand:
    program, *arguments = shlex.split(command)
    return HookCommand(
        event=event,
        program=program,
        owner=option(arguments, "--owner"),
        database_url=option(arguments, "--database-url"),
    )


def _with_commands(text: str, hooks: Hooks, commands: dict[str, str]) -> str:
    for event in (event for event in hooks.events if event in commands):
        listed = value_at(parsed(text, hooks.format), (hooks.key, event))
        path = (hooks.key, event, len(listed) if isinstance(listed, list) else 0)
        text = with_value(text, hooks.format, path, _group(commands[event]))
    return text
