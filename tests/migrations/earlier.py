"""Databases as earlier states of the program left them."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

# The file that the program at commit e10f916 wrote, in which two owners have rows in every table.
WRITTEN_AT_0001 = Path(__file__).parent / "data" / "written_at_0001.sqlite"
INDEX = (
    "CREATE INDEX ix_style_memory_turns_owner_id_session_key_chain_key"
    " ON style_memory_turns (owner_id, session_key, chain_key) WHERE chain_key IS NOT NULL"
)


def write_at_0001(path: Path) -> None:
    """The database before there was a second revision."""
    shutil.copyfile(WRITTEN_AT_0001, path)


def write_with_index(path: Path) -> None:
    """That database once 0001 made the index, too."""
    write_at_0001(path)
    _run(path, INDEX)


def write_with_column(path: Path) -> None:
    """That database as if 0001 had made the column, and owners had been measured since."""
    write_at_0001(path)
    with closing(sqlite3.connect(path)) as connection:
        where = "name = 'style_memory_owners'"
        [(made,)] = connection.execute(f"SELECT sql FROM sqlite_master WHERE {where}").fetchall()  # noqa: S608
    made = made.replace("style_memory_owners (", "edited (").replace(
        "voice TEXT NOT NULL,", "voice TEXT NOT NULL, stylometry BLOB NOT NULL,"
    )
    _run(
        path,
        made,
        "INSERT INTO edited SELECT *, CAST('rates of ' || owner_id AS BLOB) FROM style_memory_owners",
        "DROP TABLE style_memory_owners",
        "ALTER TABLE edited RENAME TO style_memory_owners",
    )


def write_with_both(path: Path) -> None:
    """That database as 0001 made it on the afternoon before there was 0002."""
    write_with_column(path)
    _run(path, INDEX)


EARLIER = {
    "as released": write_at_0001,
    "with the index": write_with_index,
    "with the column": write_with_column,
    "with both": write_with_both,
}


def _run(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path)) as connection:
        for statement in statements:
            connection.execute(statement)
        connection.commit()
