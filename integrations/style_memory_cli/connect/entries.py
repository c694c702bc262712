"""The entry of the MCP server in a host's file."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import PureWindowsPath
from typing import Any

from style_memory_cli.connect.editing import parsed, value_at, with_value, without, without_empty
from style_memory_cli.connect.faults import OtherServer
from style_memory_cli.connect.hosts import Format, Host
from style_memory_cli.connect.parts import Entry
from style_memory_cli.session import OWNER_VARIABLE, URL_VARIABLE

SERVER = "style-memory"
TOOLSETS_VARIABLE = "STYLE_MEMORY_TOOLSETS"


@dataclass(frozen=True, kw_only=True, slots=True)
class ServerPart:
    """The server, as the part of a host's file that it is."""

    host: Host

    @property
    def places(self) -> Mapping[str, Sequence[str]]:
        """The places of the file, for each system."""
        return self.host.file

    @property
    def format(self) -> Format:
        """The file's format."""
        return self.host.format

    def found(self, text: str) -> Any:
        """The entry as it stands there; None if there is none.

        Raises:
            Broken: The text is not what its format asks for.
            OtherServer: The entry of that name starts another program.
        """
        return server_of(text, self.host)

    def added(self, text: str, entry: Entry) -> str:
        """The text with the entry, up to date."""
        path, fields, found = self._path, entry_fields(entry, self.host), self.found(text)
        if found is None:
            return with_value(text, self.format, path, fields)
        for keys, value in _leaves(fields):
            if value_at(found, keys) != value:
                text = with_value(text, self.format, (*path, *keys), value)
        if TOOLSETS_VARIABLE not in fields["env"] and value_at(found, ("env", TOOLSETS_VARIABLE)) is not None:
            text = without(text, self.format, (*path, "env", TOOLSETS_VARIABLE))
        return text

    def put(self, text: str, found: Any) -> str:
        """The text with the entry as it was found."""
        return with_value(text, self.format, self._path, found)

    def taken(self, text: str, before: str) -> str:
        """The text without the entry, and without an empty table that was not there `before`."""
        while self.found(text) is not None:  # a name may be there twice
            text = without(text, self.format, self._path)
        return without_empty(text, self.format, self.host.servers, before)

    @property
    def _path(self) -> tuple[str, ...]:
        return (*self.host.servers, SERVER)


def server_of(text: str, host: Host) -> Any:
    """The entry of this program in a host's file, as it stands there; None if there is none.

    Raises:
        Broken: The text is not what its format asks for.
        OtherServer: The entry of that name starts another program.
    """
    found = value_at(parsed(text, host.format), (*host.servers, SERVER))
    if found is None or _starts_this_program(found):
        return found
    if _starts_the_peer(found):
        raise OtherServer(f"another server is called {SERVER} there, which is {_PEER}", _store_of(found))
    raise OtherServer(f"another server is called {SERVER} there", None)


def entry_fields(entry: Entry, host: Host) -> dict[str, Any]:
    """The entry as the host wants it."""
    environment = {OWNER_VARIABLE: entry.owner, URL_VARIABLE: entry.database_url}
    if entry.toolset:
        environment[TOOLSETS_VARIABLE] = entry.toolset
    return {**host.entry, "command": entry.command, "args": ["mcp"], "env": environment}


def option(arguments: Sequence[str], name: str) -> str | None:
    """The value that a command line gives an option; None if it doesn't."""
    for argument, following in zip_longest(arguments, arguments[1:]):
        if argument == name:
            return following
        if argument.startswith(f"{name}="):
            return argument.removeprefix(f"{name}=")
    return None


def given(entry: Any, name: str, variable: str) -> str | None:
    """What an entry gives as an option, which wins, or as a variable."""
    value = option(_arguments(entry), name) or value_at(entry, ("env", variable))
    return value if value and isinstance(value, str) else None


def is_ours(program: object) -> bool:
    """Whether the program that a file names is this one, wherever it lies."""
    return isinstance(program, str) and _name(program) == SERVER


# Another program, with a server of the same name in its README and a command that is called as ours also is.
_PEER = "style-memory-mcp"
_PEER_VARIABLE = "STYLE_MEMORY_PATH"
_PEER_STORE = "~/.style-memory-mcp/style-memory.json"


def _name(program: str) -> str:
    # A Windows path takes both kinds of slashes apart.
    return PureWindowsPath(program).name.removesuffix(".exe")


def _arguments(entry: Any) -> list[str]:
    arguments = value_at(entry, ("args",))
    return [each for each in arguments if isinstance(each, str)] if isinstance(arguments, list) else []


def _starts_this_program(entry: Any) -> bool:
    command = value_at(entry, ("command",))
    if is_ours(command):
        return True
    # Of two programs with that name, only ours is told an owner or a database; it does not start without an owner.
    told = given(entry, "--owner", OWNER_VARIABLE) or given(entry, "--database-url", URL_VARIABLE)
    return isinstance(command, str) and _name(command) == _PEER and told is not None


def _starts_the_peer(entry: Any) -> bool:
    """Whether it is style-memory-mcp by its looks: a command of its own, one of npx, or a file that node runs."""
    command = value_at(entry, ("command",))
    words = [*([command] if isinstance(command, str) else []), *_arguments(entry)]
    # In what npx is told, a version may follow the name.
    parts = {part.split("@")[0].removesuffix(".cmd") for word in words for part in PureWindowsPath(word).parts}
    return _PEER in parts or value_at(entry, ("env", _PEER_VARIABLE)) is not None


def _store_of(entry: Any) -> str:
    told = value_at(entry, ("env", _PEER_VARIABLE))
    return shlex.quote(told) if told and isinstance(told, str) else _PEER_STORE


def _leaves(fields: dict[str, Any]) -> Iterator[tuple[tuple[str, ...], Any]]:
    for key, value in fields.items():
        if isinstance(value, dict):
            yield from (((key, *keys), leaf) for keys, leaf in _leaves(value))
        else:
            yield (key,), value
