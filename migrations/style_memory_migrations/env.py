"""What Alembic runs for each command. Logging is the application's, so nothing here touches it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from alembic import context
from alembic.runtime.migration import MigrationContext, MigrationInfo
from alembic.util import CommandError
from sqlalchemy import Connection

from style_memory_migrations.scripts import COMPARISON
from style_memory_storage.database import Database
from style_memory_storage.tables import metadata


def _migrate(connection: Connection) -> None:
    context.configure(
        connection=connection,
        target_metadata=metadata,
        render_as_batch=True,
        on_version_apply=_report,
        **COMPARISON,
    )
    with context.begin_transaction():
        context.run_migrations()


def _report(ctx: MigrationContext, step: MigrationInfo, heads: Collection[Any], run_args: Mapping[str, Any]) -> None:  # noqa: ARG001
    if on_step := context.config.attributes.get("on_step"):
        on_step(step.up_revision_id, getattr(step.up_revision, "doc", ""))


def _run() -> None:
    if connection := context.config.attributes.get("connection"):
        _migrate(connection)
        return
    # For developers only: `alembic -x url=sqlite:///draft.db revision --autogenerate`.
    url = context.get_x_argument(as_dictionary=True).get("url")
    if not url or context.is_offline_mode():
        raise CommandError("Name a database to compare with: -x url=sqlite:///draft.db (there is no --sql mode).")
    database = Database(url)
    try:
        with database.rebuilding() as connection:
            _migrate(connection)
    finally:
        database.close()


_run()
