"""Moving a database from one schema revision to another, so that a kill at any point leaves the old or the new one."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import Connection, Engine

from style_memory.domain.errors import DatabaseNewer, DatabaseUnavailable, RequestInvalid
from style_memory_migrations.scripts import run_downgrade, run_upgrade
from style_memory_storage.database import Database, SchemaState, driver_connection, revision_of
from style_memory_storage.files import BACKUP, sweep_drafts, timed_name
from style_memory_storage.tables import HEAD, REVISIONS

# Called after each step with its revision and description, before anything is committed.
OnStep = Callable[[str, str], None]
BASE = "base"


@dataclass(frozen=True, kw_only=True, slots=True)
class UpgradeReport:
    """What an upgrade did."""

    #: The revision before it; None if the database held none of our tables.
    before: str | None
    #: The revision now.
    after: str
    #: The copy that was made first, if any.
    backup: Path | None = None

    @property
    def changed(self) -> bool:
        """Whether there was anything to do."""
        return self.before != self.after


@dataclass(frozen=True, kw_only=True, slots=True)
class DowngradeReport:
    """What a downgrade did."""

    #: The revision before it.
    before: str
    #: The revision now; None if our tables are gone.
    after: str | None
    #: The copy that was made first, if any.
    backup: Path | None = None


def upgrade(database: Database, *, on_step: OnStep | None = None) -> UpgradeReport:
    """Bring the database to the revision that this program works with, making it if it is not there.

    Processes that do this at the same time wait for one of them to be done. A database with our tables is copied
    beside itself first.

    Raises:
        DatabaseNewer: A later version of this program wrote it; nothing was changed.
        DatabaseDamaged: The file is no database, or is cut off; it was left as it is.
        DatabaseUnavailable: It can't be read or written.
    """
    if database.state() is SchemaState.CURRENT:
        return UpgradeReport(before=HEAD, after=HEAD)
    if not database.exists():
        database.create_file(lambda engine: _fill(engine, on_step))
        if database.state() is SchemaState.CURRENT:
            return UpgradeReport(before=None, after=HEAD)
        # An earlier version of this program was faster.
    with database.rebuilding() as connection:
        before = _known_revision(connection)
        if before == HEAD:
            return UpgradeReport(before=HEAD, after=HEAD)
        copy = _copy_beside(database, before) if before else None
        run_upgrade(connection, HEAD, on_step)
    return UpgradeReport(before=before, after=HEAD, backup=copy)


def downgrade(database: Database, revision: str, *, on_step: OnStep | None = None) -> DowngradeReport:
    """Take the database back to an earlier revision, or with `base` remove our tables and all that they hold.

    It is copied beside itself first.

    Raises:
        RequestInvalid: There is no such revision, or it is later than the database's.
        DatabaseUnavailable: There is no database of ours.
        DatabaseNewer: A later version of this program wrote it; nothing was changed.
    """
    if revision not in (BASE, *REVISIONS):
        raise RequestInvalid(f"There is no such schema revision: name one of {', '.join((BASE, *REVISIONS))}.")
    if database.state() is SchemaState.ABSENT:
        raise DatabaseUnavailable(f"{database.location} holds no tables of Style Memory.")
    with database.rebuilding() as connection:
        before = _known_revision(connection)
        after = None if revision == BASE else revision
        if before is None or (after and REVISIONS.index(after) > REVISIONS.index(before)):
            raise RequestInvalid("The database is at an earlier revision than that: upgrade it instead.")
        if before == after:
            return DowngradeReport(before=before, after=after)
        copy = _copy_beside(database, before)
        run_downgrade(connection, revision, on_step)
    return DowngradeReport(before=before, after=after, backup=copy)


def _fill(engine: Engine, on_step: OnStep | None) -> None:
    with engine.begin() as connection:
        run_upgrade(connection, HEAD, on_step)


def _known_revision(connection: Connection) -> str | None:
    revision = revision_of(driver_connection(connection))
    if revision is not None and revision not in REVISIONS:
        raise DatabaseNewer
    return revision


def _copy_beside(database: Database, revision: str) -> Path | None:
    if database.path is None:
        return None
    purpose = f"{BACKUP}-{revision}"
    # Holding the write lock, no other process is making such a copy: what there is was left by one that was killed.
    sweep_drafts(database.path.parent, rf"{re.escape(database.path.name)}\.{purpose}-\w+(-\d+)?")
    target = timed_name(database.path, purpose, datetime.now(UTC))
    database.back_up(target)
    return target
