"""Saying where a database stands, changing nothing."""

from __future__ import annotations

from typing import Any

from style_memory.domain.errors import DatabaseUnavailable
from style_memory_migrations.scripts import COMPARISON, script_config
from style_memory_storage.database import Database, SchemaState
from style_memory_storage.tables import HEAD, metadata


def current(database: Database) -> str | None:
    """The revision that the database is at; None if it holds none of our tables or is not there."""
    return database.revision()


def history() -> list[tuple[str, str]]:
    """Every revision with its description, oldest first."""
    from alembic.script import ScriptDirectory

    scripts = ScriptDirectory.from_config(script_config())
    return [(script.revision, script.doc) for script in reversed(list(scripts.walk_revisions()))]


def check(database: Database) -> list[str]:
    """What is wrong with the database, one sentence each; empty if it is sound and its schema is ours to the letter.

    Raises:
        DatabaseUnavailable: There is no database of ours.
        DatabaseNewer: A later version of this program wrote it.
        DatabaseDamaged: The file is no database, or is cut off.
    """
    state = database.state()
    if state is SchemaState.ABSENT:
        raise DatabaseUnavailable(f"{database.location} holds no tables of Style Memory.")
    found = database.problems()
    if state is SchemaState.OLDER:
        return [*found, f"The schema is at revision {database.revision()} instead of {HEAD}: open it, or upgrade it."]
    return found + differences(database)


def differences(database: Database) -> list[str]:
    """How the schema of a current database differs from ours, one sentence each."""
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    with database.reading() as connection:
        difference = compare_metadata(MigrationContext.configure(connection, opts=dict(COMPARISON)), metadata)
    return [_sentence(each) for entry in difference for each in (entry if isinstance(entry, list) else [entry])]


def _sentence(difference: tuple[Any, ...]) -> str:
    # Alembic says what it would do to put it right, such as ("add_column", schema, table, Column).
    action, *subjects = difference
    words = [subject if isinstance(subject, str) else getattr(subject, "name", None) for subject in subjects]
    return f"The schema differs: it takes {action} {'.'.join(word for word in words if word)} to put it right."
