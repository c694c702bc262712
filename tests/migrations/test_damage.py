from __future__ import annotations

import random
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from style_memory.domain.errors import DatabaseDamaged, DatabaseUnavailable
from style_memory_migrations import backup, check, downgrade, upgrade
from style_memory_storage import Database, SchemaState, SqlStore
from tests.conformance.samples import item, profile
from tests.migrations.conftest import Opener

DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "half of it": lambda content: content[: len(content) // 2],
    "half a page": lambda content: content[:2048],
    "last 20 bytes cut": lambda content: content[:-20],
    "last page cut": lambda content: content[:-4096],
    "empty": lambda _content: b"",
    "one byte": lambda _content: b"S",
    "random bytes": lambda content: random.Random(7).randbytes(len(content)),
    "first page overwritten": lambda content: b"\0" * 4096 + content[4096:],
    "a text file": lambda _content: b"Dear diary,\ntoday nobody wrote a database.\n" * 40,
}
ACTIONS: dict[str, Callable[[Database], object]] = {
    "state": Database.state,
    "upgrade": upgrade,
    "check": check,
    "downgrade": lambda database: downgrade(database, "base"),
    "backup": lambda database: backup(database, Path(f"{database.path}.copy")),
}


def damage_a_page_of_items(database: Database) -> None:
    with SqlStore(database).writing("ada") as unit:
        unit.insert_items([item(f"i-{number:04}", notes="x" * 150) for number in range(500)])
    database.close()
    assert database.path
    content = bytearray(database.path.read_bytes())
    content[-8192:-4096] = b"\xff" * 4096
    database.path.write_bytes(content)


@pytest.mark.parametrize("action", ACTIONS.values(), ids=ACTIONS)
@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
def test_a_damaged_file_is_reported_and_left_as_it_is(
    populated: Database,
    path: Path,
    opened: Opener,
    damage: Callable[[bytes], bytes],
    action: Callable[[Database], object],
) -> None:
    populated.close()
    damaged = damage(path.read_bytes())
    path.write_bytes(damaged)
    database = opened(path)
    with pytest.raises(DatabaseDamaged, match="style-memory db restore"):
        action(database)
    database.close()
    assert path.read_bytes() == damaged
    assert [entry.name for entry in path.parent.iterdir()] == [path.name]


@pytest.mark.parametrize("suffix", ["-wal", "-journal"])
def test_a_log_without_its_database_is_reported_and_left_as_it_is(database: Database, path: Path, suffix: str) -> None:
    log = path.with_name(path.name + suffix)
    log.write_bytes(b"pages of another file")
    with pytest.raises(DatabaseDamaged, match="missing"):
        upgrade(database)
    assert log.read_bytes() == b"pages of another file"
    assert not path.exists()


def cut_off_in_an_unused_page(path: Path) -> bytes:
    """Shorten the file where SQLite itself would not miss anything."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE filler AS SELECT zeroblob(40000)")
        connection.execute("DROP TABLE filler")
        connection.commit()
        assert connection.execute("PRAGMA freelist_count").fetchone()[0] > 5
    path.write_bytes(path.read_bytes()[:-20])
    return path.read_bytes()


def test_a_file_that_was_cut_off_in_an_unused_page_is_reported(populated: Database, path: Path) -> None:
    populated.close()
    damaged = cut_off_in_an_unused_page(path)
    with pytest.raises(DatabaseDamaged):
        populated.state()
    populated.close()
    assert path.read_bytes() == damaged


def test_a_damaged_page_among_the_items_is_found_by_the_check(populated: Database) -> None:
    damage_a_page_of_items(populated)
    assert populated.state() is SchemaState.CURRENT
    assert check(populated) != []


def test_a_path_below_a_file_is_unavailable(opened: Opener, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    for path in (tmp_path / "file" / "style.db", tmp_path / "file" / "deeper" / "style.db"):
        with pytest.raises(DatabaseUnavailable):
            upgrade(opened(path))
    assert (tmp_path / "file").read_text() == "not a folder"


def test_a_folder_in_place_of_the_file_is_unavailable(database: Database, path: Path) -> None:
    path.mkdir()
    with pytest.raises(DatabaseUnavailable):
        upgrade(database)


def test_a_name_that_is_too_long_is_unavailable(opened: Opener, tmp_path: Path) -> None:
    with pytest.raises(DatabaseUnavailable):
        upgrade(opened(tmp_path / ("x" * 300)))


def test_a_folder_that_may_not_be_written_is_unavailable(restricted_folder: Path, opened: Opener) -> None:
    restricted_folder.chmod(0o500)
    for path in (restricted_folder / "style.db", restricted_folder / "deeper" / "style.db"):
        with pytest.raises(DatabaseUnavailable, match="permissions"):
            upgrade(opened(path))


def test_a_folder_that_may_not_be_searched_is_unavailable(restricted_folder: Path, opened: Opener) -> None:
    restricted_folder.chmod(0o000)
    with pytest.raises(DatabaseUnavailable, match="permissions"):
        upgrade(opened(restricted_folder / "style.db"))


def test_a_file_that_may_not_be_read_is_unavailable(restricted_folder: Path, opened: Opener) -> None:
    path = restricted_folder / "style.db"
    upgrade(opened(path))
    path.chmod(0o000)
    with pytest.raises(DatabaseUnavailable, match=r"permissions|may be written"):
        opened(path).state()


def test_a_file_that_may_only_be_read_refuses_writes(restricted_folder: Path, opened: Opener) -> None:
    path = restricted_folder / "style.db"
    first = opened(path)
    upgrade(first)
    first.close()
    path.chmod(0o400)
    store = SqlStore(opened(path))
    with pytest.raises(DatabaseUnavailable, match="permissions"), store.writing("ada") as unit:
        unit.save_profile(profile())


def test_an_older_database_that_may_only_be_read_is_unavailable(restricted_folder: Path, opened: Opener) -> None:
    path = restricted_folder / "style.db"
    first = opened(path)
    upgrade(first)
    downgrade(first, "base")
    first.close()
    path.chmod(0o400)
    with pytest.raises(DatabaseUnavailable, match="permissions"):
        upgrade(opened(path))
