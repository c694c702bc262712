"""A program that is one revision ahead of this one: it rebuilds the table that most others refer to."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import style_memory_migrations
from style_memory_migrations import copies, inspection, revisions, scripts
from style_memory_storage import database, tables

NEXT = "9999"
_STEP = f'''
"""One more column."""
import sqlalchemy as sa
from alembic import op

revision = "{NEXT}"
down_revision = "{tables.HEAD}"


def upgrade():
    with op.batch_alter_table("style_memory_owners", recreate="always") as batch:
        batch.add_column(sa.Column("mood", sa.String(20)))


def downgrade():
    with op.batch_alter_table("style_memory_owners", recreate="always") as batch:
        batch.drop_column("mood")
'''


def become_next_release(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    """Let this process be that program."""
    source = Path(style_memory_migrations.__file__).parent
    shutil.copytree(source, folder, ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "versions" / f"{NEXT}_more.py").write_text(_STEP)
    monkeypatch.setattr(scripts, "LOCATION", str(folder))
    known = (*tables.REVISIONS, NEXT)
    for module in (database, revisions, copies, inspection):
        for name, value in {"REVISIONS": known, "HEAD": NEXT}.items():
            if hasattr(module, name):
                monkeypatch.setattr(module, name, value)
