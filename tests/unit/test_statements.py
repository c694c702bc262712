"""How the statements of a unit of work reach their rows, as SQLite itself tells it, and what they refuse."""

from __future__ import annotations

import gc
import re
import sqlite3
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Delete, Insert, Select, Update, delete, insert, select, update

from style_memory.domain.profile import KnownTurn
from style_memory_migrations import upgrade
from style_memory_storage import Database, SqlStore
from style_memory_storage import statements as sql
from style_memory_storage.statements import OwnerStatement
from style_memory_storage.store import OwnerConnection
from style_memory_storage.tables import owners
from tests.conformance.samples import NOW, profile

# All that the product has, wherever they are kept; the tests below make others.
STATEMENTS = [each for each in gc.get_objects() if type(each) is OwnerStatement]

_TURN = "owner_id=? AND session_key=? AND turn_key=?"
_CHAIN = "owner_id=? AND session_key=? AND chain_key=?"
_ITEM = "owner_id=? AND id=?"
_EVIDENCE = "owner_id=? AND item_id=? AND session_key=?"
LOOK_UPS = pytest.mark.parametrize(
    ("statement", "keys"),
    [
        (sql.TURN, {_TURN}),
        (sql.TURNS_IN_CHAIN, {_TURN, _CHAIN}),
        (sql.MARK_ANSWERED, {_TURN}),
        (sql.ITEMS, {_ITEM}),
        (sql.ITEMS_WITH_SESSION, {_ITEM, _EVIDENCE}),
        (sql.SIGHT_ITEMS, {_ITEM}),
        (sql.TOMBSTONES, {"owner_id=? AND item_id=?"}),
    ],
    ids=["turn", "chain", "answered", "items", "items with session", "sighting", "tombstones"],
)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqlStore]:
    database = Database(f"sqlite:///{tmp_path}/style.db")
    upgrade(database)
    yield SqlStore(database)
    database.close()


def searched(store: SqlStore, statement: OwnerStatement) -> set[str]:
    """The key columns by which SQLite reaches each table; the whole step where it goes through all rows instead."""
    text, _ = statement.compiled()
    with store.database.reading() as connection:
        plan = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {text}", ("x",) * text.count("?")).all()
    steps = [str(step[-1]) for step in plan if str(step[-1]).startswith(("SEARCH", "SCAN"))]
    assert steps
    return {match[1] if (match := re.match(r"SEARCH .*\((.+)\)", step)) else step for step in steps}


@LOOK_UPS
def test_a_look_up_uses_all_its_key_columns(store: SqlStore, statement: OwnerStatement, keys: set[str]) -> None:
    assert searched(store, statement) == keys


@LOOK_UPS
@pytest.mark.parametrize("turns", [1, 60])
def test_statistics_of_short_or_long_sessions_change_no_look_up(
    store: SqlStore, statement: OwnerStatement, keys: set[str], turns: int
) -> None:
    for owner in ("ada", "bob"):
        with store.writing(owner) as unit:
            unit.save_profile(profile())
            for number in range(20 * turns):
                session, turn = f"s{number // turns}", KnownTurn(turn_key=f"t{number}", chain_key=f"c{number}")
                unit.add_turn(session, turn, NOW)
    with store.database.writing() as connection:
        connection.exec_driver_sql("ANALYZE")
    store.database.close()  # statistics are read with the schema, when a connection opens
    assert searched(store, statement) == keys


def test_every_statement_binds_the_owner() -> None:
    assert len(STATEMENTS) >= 39
    for statement in STATEMENTS:
        _, values_of = statement.compiled()
        assert "ada" in values_of(defaultdict(str, owner="ada"))


@pytest.mark.parametrize("executable", [select(owners), insert(owners), update(owners), delete(owners)])
def test_a_statement_that_binds_no_owner_reaches_no_database(
    executable: Select[Any] | Insert | Update | Delete,
) -> None:
    refused = OwnerStatement(executable)
    reached: list[str] = []
    driver = sqlite3.connect(":memory:")
    driver.set_trace_callback(reached.append)
    owner = OwnerConnection(driver, "ada")
    for run in (
        lambda: owner.fetch(refused),
        lambda: owner.fetch_among(refused, ["i1"]),
        lambda: owner.run(refused),
        lambda: owner.run_among(refused, ["i1"]),
        lambda: owner.run_each(refused, [{}]),
    ):
        for _ in range(2):  # what was refused once is not let through the second time
            with pytest.raises(ValueError, match="binds no owner"):
                run()
    driver.close()
    assert reached == []


def test_a_value_that_was_forgotten_is_not_made_up() -> None:
    _, values_of = sql.ADD_TURN.compiled()
    with pytest.raises(KeyError):
        values_of({"owner": "ada", "session_key": "s1", "turn_key": "t1"})
