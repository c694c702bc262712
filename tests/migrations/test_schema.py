from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Table, create_engine

from style_memory_migrations import check, history, upgrade
from style_memory_storage import Database
from style_memory_storage.tables import HEAD, PREFIX, REVISIONS, VERSION_TABLE, metadata

TABLES = pytest.mark.parametrize("table", metadata.sorted_tables, ids=lambda table: table.name)


def definitions(path: Path) -> dict[str, str]:
    with closing(sqlite3.connect(path)) as connection:
        found = connection.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL").fetchall()
    return {name: re.sub(r"\s+", " ", sql).strip() for name, sql in found if name != VERSION_TABLE}


def test_alembic_sees_no_difference_between_the_migrated_schema_and_the_tables(database: Database) -> None:
    upgrade(database)
    with database.reading() as connection:
        context = MigrationContext.configure(connection, opts={"version_table": VERSION_TABLE})
        assert compare_metadata(context, metadata) == []


def test_the_migrated_schema_equals_the_tables_down_to_keys_checks_and_indexes(
    database: Database, path: Path, tmp_path: Path
) -> None:
    upgrade(database)
    engine = create_engine(f"sqlite:///{tmp_path}/direct.db")
    metadata.create_all(engine)
    engine.dispose()
    assert definitions(path) == definitions(tmp_path / "direct.db")


def test_the_known_revisions_are_those_of_the_scripts() -> None:
    assert tuple(revision for revision, _description in history()) == REVISIONS
    assert REVISIONS[-1] == HEAD


def test_each_revision_says_what_it_does() -> None:
    assert all(description for _revision, description in history())


@TABLES
def test_the_owner_opens_every_primary_key(table: Table) -> None:
    assert next(iter(table.primary_key)).name == "owner_id"
    assert table.c.owner_id.nullable is False


@TABLES
def test_the_owner_is_in_every_foreign_key(table: Table) -> None:
    for constraint in table.foreign_key_constraints:
        assert constraint.column_keys[0] == "owner_id"
        assert next(iter(constraint.elements)).column.name == "owner_id"


@TABLES
def test_every_table_but_the_owners_refers_to_one_whose_rows_take_it_along(table: Table) -> None:
    constraints = table.foreign_key_constraints
    assert len(constraints) == (0 if table.name == "style_memory_owners" else 1)
    assert all(constraint.ondelete == "CASCADE" for constraint in constraints)


def test_every_name_carries_our_prefix(database: Database, path: Path) -> None:
    upgrade(database)
    prefixes = tuple(f"{kind}{PREFIX}" for kind in ("", "ix_"))
    assert [name for name in definitions(path) if not name.startswith(prefixes)] == []


def test_check_finds_nothing_in_a_fresh_database(database: Database) -> None:
    upgrade(database)
    assert check(database) == []


@pytest.mark.parametrize(
    ("statement", "named"),
    [
        ("DROP TABLE style_memory_tombstones", "add_table style_memory_tombstones"),
        ("ALTER TABLE style_memory_turns ADD COLUMN stray TEXT", "remove_column style_memory_turns.stray"),
        ("CREATE TABLE style_memory_stray (a)", "remove_table style_memory_stray"),
        (
            "DROP INDEX ix_style_memory_items_owner_id_type_status_playful_rank_id",
            "add_index ix_style_memory_items_owner_id_type_status_playful_rank_id",
        ),
    ],
)
def test_check_names_what_differs_in_the_schema(database: Database, statement: str, named: str) -> None:
    upgrade(database)
    with database.writing() as connection:
        connection.exec_driver_sql(statement)
    assert [named in finding for finding in check(database)] == [True]


def test_check_passes_over_the_tables_of_a_host_application(database: Database, host: Path) -> None:
    upgrade(database)
    assert check(database) == []


def test_check_finds_rows_that_refer_to_a_missing_owner(populated: Database, path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("DELETE FROM style_memory_items")  # a plain connection enforces no foreign keys
        connection.commit()
    assert check(populated) == ["style_memory_evidence refers to a missing row of style_memory_items"]
