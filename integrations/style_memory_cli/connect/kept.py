"""What stays of how a host is connected, where the person does not say otherwise."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from style_memory import StyleMemoryError
from style_memory.operations.catalogue import operations_in
from style_memory_cli.connect.connections import TOOLSET_BESIDE_HOOKS, Connection
from style_memory_cli.connect.parts import Entry
from style_memory_cli.connect.showing import covered


@dataclass(frozen=True, kw_only=True, slots=True)
class Kept:
    """What an entry keeps; None where the person says it, or where there is nothing to keep."""

    owner: str | None = None
    database_url: str | None = None
    toolset: str | None = None

    @property
    def names(self) -> list[str]:
        """What of it there is."""
        held = {"owner": self.owner, "database": self.database_url, "toolset": self.toolset}
        return [name for name, value in held.items() if value]


def connected_owner(connection: Connection) -> str | None:
    """For whom the host is connected: its server, or hooks that have none."""
    return connection.owner or next((each.owner for each in connection.hook_commands if each.owner), None)


def connected_database(connection: Connection) -> str | None:
    """With which database the host is connected, as its file has it."""
    return connection.database_url or next((each.database_url for each in connection.hook_commands), None)


def kept_owner(connection: Connection, *, hooks: bool) -> str | None:
    """The owner that stays. A variable that only the host knows would mean nothing to hooks."""
    owner = connected_owner(connection)
    return None if owner and hooks and _only_the_host_knows(owner) else owner


def kept_database(connection: Connection, *, hooks: bool) -> str | None:
    """The database that stays; not one whose place depends on where the host starts the program."""
    url = connected_database(connection)
    if url and _only_the_host_knows(url):
        return None if hooks else url
    return url if url and _is_lasting(url) else None


def kept_toolset(connection: Connection, *, hooks: bool) -> str | None:
    """The toolset that stays: one with which each turn is observed once, by the hooks or by the server."""
    if not connection.toolset:
        return None
    try:
        offered = operations_in(connection.toolset)
    except StyleMemoryError:
        return None
    observes = any(operation.name == "observe_user_message" for operation in offered)
    return connection.toolset if observes != hooks else None


def sentences(connection: Connection, entry: Entry, kept: Kept, *, owner_given: bool) -> Iterator[str]:
    """What stays and what changes of what the person did not look at."""
    words = [f"the owner {kept.owner}"] if kept.owner else []
    words += [f"the database {covered(kept.database_url)}"] if kept.database_url else []
    words += [f"the toolset {kept.toolset}"] if kept.toolset and kept.toolset != TOOLSET_BESIDE_HOOKS else []
    if words:
        yield f"It keeps {_listed(words)}, as it was connected."
    owner, url = connected_owner(connection), connected_database(connection)
    if owner and owner != entry.owner:
        yield f"Its owner changes from {owner} to {entry.owner}."
    if url and url != entry.database_url:
        yield f"Its database changes from {covered(url)} to {covered(entry.database_url)}."
    if not owner and not owner_given:
        yield f"Its owner is {entry.owner}, your login name; --owner names another."
    if connection.toolset not in (None, entry.toolset, TOOLSET_BESIDE_HOOKS):
        yield f"Its toolset changes from {connection.toolset} to {entry.toolset or 'the usual one'}."


def _only_the_host_knows(text: str) -> bool:
    """Whether it holds a variable, which hosts replace each in their own way."""
    return "$" in text


def _is_lasting(url: str) -> bool:
    scheme, _, path = url.partition(":///")
    return not scheme.startswith("sqlite") or (bool(path) and Path(path).expanduser().is_absolute())


def _listed(words: Sequence[str]) -> str:
    return " and ".join([", ".join(words[:-1]), words[-1]] if words[1:] else words)
