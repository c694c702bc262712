"""How changes and connections are shown, with no password in them."""

from __future__ import annotations

import difflib
import re
import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from style_memory_cli.terminal import console, visible

if TYPE_CHECKING:
    from rich.table import Table

    from style_memory_cli.connect.connections import Connection
    from style_memory_cli.connect.files import Change


def difference(change: Change) -> str:
    """A unified diff of the file, secrets covered."""
    before, after = (text.splitlines() if text is not None else [] for text in (change.before, change.after))
    old, new = ("/dev/null" if text is None else str(change.path) for text in (change.before, change.after))
    return "\n".join(map(covered, difflib.unified_diff(before, after, old, new, lineterm="")))


def covered(text: str) -> str:
    """One line without passwords in URLs and without the values of what is called a key, token, secret or password."""
    return _SECRET.sub(r"\1***\3", _PASSWORD.sub(r"\1***\2", text))


def as_data(connection: Connection) -> dict[str, Any]:
    """A connection as JSON."""
    return {
        "host": connection.host.key,
        "name": connection.host.name,
        "file": str(connection.file),
        "found": connection.found,
        "state": _state(connection).replace(" ", "_"),
        "connected": connection.connected,
        "hooks": connection.hooks,
        "owner": connection.owner,
        "database": covered(connection.database_url) if connection.database_url else None,
        "toolset": connection.toolset,
        "command": connection.command,
        "fault": connection.fault or None,
        "advice": connection.advice or None,
    }


def show(connections: Sequence[Connection]) -> None:
    """Print a table of connections, or where it has no room, a few lines for each."""
    out, table = console(), _table(connections)
    unbounded = out.options.update(max_width=sys.maxsize)
    if out.measure(table, options=unbounded).maximum <= out.width:
        out.print(table)
        return
    for each in connections:
        for line in _lines(each):
            out.print(visible(line), soft_wrap=True)


_PASSWORD = re.compile(r"(\w://[^\s:/@]*:)[^\s@]+(@)")
_SECRET = re.compile(
    r"""((?:key|token|secret|password|authorization)["']?\s*[:=]\s*["'])([^"']+)(["'])""", re.IGNORECASE
)


def _table(connections: Sequence[Connection]) -> Table:
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    for title in ("host", "there", "connected", "owner", "database", "file"):
        table.add_column(title, overflow="fold")
    for each in connections:
        database = covered(each.database_url) if each.database_url else ""
        cells = (each.host.key, "yes" if each.found else "no", _state(each), each.owner or "", database, str(each.file))
        table.add_row(*map(visible, cells))
    return table


def _lines(connection: Connection) -> Iterator[str]:
    told = [f"there: {'yes' if connection.found else 'no'}", f"connected: {_state(connection)}"]
    told += [f"owner: {connection.owner}"] if connection.owner else []
    yield f"{connection.host.key}  {', '.join(told)}"
    yield f"  {connection.file}"
    if connection.database_url:
        yield f"  {covered(connection.database_url)}"


def _state(connection: Connection) -> str:
    if connection.fault:
        return "another server" if connection.occupied else "unreadable"
    if connection.connected:
        return "with hooks" if connection.hooks else "yes"
    return "hooks only" if connection.hooks else "no"
