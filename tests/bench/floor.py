"""The floor: the same rows written by raw sqlite3 with the same pragmas, in one `BEGIN IMMEDIATE`."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path

from style_memory_storage.tables import items

_COLUMNS = [column.name for column in items.columns]
_UPSERT = (
    f"INSERT INTO style_memory_items ({', '.join(_COLUMNS)}) VALUES ({', '.join('?' * len(_COLUMNS))})"  # noqa: S608
    " ON CONFLICT (owner_id, id) DO UPDATE SET "
    + ", ".join(f"{name} = excluded.{name}" for name in _COLUMNS if name not in ("owner_id", "id"))
)


def raw_writes(path: Path, owner: str) -> Callable[[int], None]:
    """A function that writes what one observe writes at most: turn, 3 items, 3 evidence, 2 log rows, owner.

    It works on the rows of `owner` in a database that Style Memory has filled, so that both meet the same trees.
    """
    connection = sqlite3.connect(path, isolation_level=None, timeout=30)
    for pragma in ("journal_mode=WAL", "synchronous=NORMAL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}")
    # The very items that the measured turns show.
    chosen = connection.execute(
        "SELECT * FROM style_memory_items WHERE owner_id = ? ORDER BY seen_count DESC LIMIT 3", (owner,)
    ).fetchall()
    last = connection.execute("SELECT max(number) FROM style_memory_changes WHERE owner_id = ?", (owner,)).fetchone()
    number = int(last[0] or 0) + 1_000_000
    voice = connection.execute("SELECT voice FROM style_memory_owners WHERE owner_id = ?", (owner,)).fetchone()[0]

    def write(turn: int) -> None:
        nonlocal number
        session = f"{turn // 20:024d}"
        connection.execute("BEGIN IMMEDIATE")
        connection.execute(
            "INSERT INTO style_memory_turns VALUES (?, ?, ?, NULL, 0, NULL, ?)", (owner, session, f"{turn:024d}", turn)
        )
        connection.executemany(_UPSERT, chosen)
        connection.executemany(
            "INSERT INTO style_memory_evidence VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
            [(owner, row[1], session, turn) for row in chosen],
        )
        connection.executemany(
            "INSERT INTO style_memory_changes VALUES (?, ?, ?, 'learned', ?)",
            [(owner, number, turn, chosen[0][1]), (owner, number + 1, turn, chosen[1][1])],
        )
        connection.execute(
            "UPDATE style_memory_owners SET turns = turns + 1, changes = ?, voice = ? WHERE owner_id = ?",
            (number + 1, voice, owner),
        )
        connection.execute("COMMIT")
        number += 2

    return write
