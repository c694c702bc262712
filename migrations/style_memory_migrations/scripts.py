"""The one place that calls Alembic's commands: no ini file, no logging set up, the caller's connection."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection

from style_memory_storage.tables import PREFIX, VERSION_TABLE

if TYPE_CHECKING:
    from alembic.config import Config

# `[tool.alembic]` in pyproject.toml says the same for developers; it is not shipped.
LOCATION = "style_memory_migrations:."
# Alembic keeps the environment that is running in module-level variables.
_one_at_a_time = threading.Lock()


def script_config(**attributes: Any) -> Config:
    """Alembic's configuration for our scripts; `attributes` are what `env.py` is handed."""
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", LOCATION)
    config.set_main_option("path_separator", "os")
    config.attributes.update(attributes)
    return config


def run_upgrade(connection: Connection, revision: str, on_step: Callable[[str, str], None] | None) -> None:
    """Run the steps up to `revision` in the transaction that the connection is in."""
    from alembic import command

    with _one_at_a_time:
        command.upgrade(script_config(connection=connection, on_step=on_step), revision)


def run_downgrade(connection: Connection, revision: str, on_step: Callable[[str, str], None] | None) -> None:
    """Run the steps down to `revision` in the transaction that the connection is in."""
    from alembic import command

    with _one_at_a_time:
        command.downgrade(script_config(connection=connection, on_step=on_step), revision)


def is_ours(name: str | None, kind: str, _parents: object) -> bool:
    """Whether a comparison may look at a thing in the database: a host application's tables are not our concern."""
    return kind != "table" or (name or "").startswith(PREFIX)


#: How Alembic compares a database with our tables, whether it drafts a revision or only checks.
COMPARISON: Mapping[str, Any] = {
    "version_table": VERSION_TABLE,
    "include_name": is_ours,
    "compare_type": True,
    "compare_server_default": True,
}
