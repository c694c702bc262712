"""Owners, items, evidence, turns, changes and tombstones."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    _create_owners()
    _create_items()
    _create_evidence()
    _create_turns()
    _create_changes()
    _create_tombstones()


def downgrade() -> None:
    op.drop_table("style_memory_tombstones")
    op.drop_table("style_memory_changes")
    op.drop_table("style_memory_turns")
    op.drop_table("style_memory_evidence")
    op.drop_index("ix_style_memory_items_owner_id_type_status_playful_rank_id", "style_memory_items")
    op.drop_table("style_memory_items")
    op.drop_table("style_memory_owners")


def _create_owners() -> None:
    op.create_table(
        "style_memory_owners",
        sa.Column("owner_id", sa.String(200), nullable=False),
        sa.Column("key", sa.LargeBinary(32), nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("learning", sa.Boolean, nullable=False),
        sa.Column("revision", sa.BigInteger, nullable=False),
        sa.Column("turns", sa.BigInteger, nullable=False),
        sa.Column("items", sa.Integer, nullable=False),
        sa.Column("changes", sa.BigInteger, nullable=False),
        sa.Column("tidied_at", sa.BigInteger, nullable=False),
        sa.Column("voice", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("owner_id", name=op.f("pk_style_memory_owners")),
        sqlite_with_rowid=False,
    )


def _create_items() -> None:
    op.create_table(
        "style_memory_items",
        sa.Column("owner_id", sa.String(200), nullable=False),
        sa.Column("id", sa.String(40), nullable=False),
        sa.Column("type", sa.String(12), nullable=False),
        sa.Column("kind", sa.String(32), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("text_key", sa.Text, nullable=False),
        sa.Column("locale", sa.String(40)),
        sa.Column("status", sa.String(12), nullable=False),
        sa.Column("pinned", sa.Boolean, nullable=False),
        sa.Column("confidence", sa.Float, nullable=False),
        sa.Column("seen_count", sa.Integer, nullable=False),
        sa.Column("session_count", sa.Integer, nullable=False),
        sa.Column("contexts", sa.Text, nullable=False),
        sa.Column("first_seen_at", sa.BigInteger, nullable=False),
        sa.Column("last_seen_at", sa.BigInteger, nullable=False),
        sa.Column("use_when", sa.Text, nullable=False),
        sa.Column("avoid_when", sa.Text, nullable=False),
        sa.Column("example", sa.Text),
        sa.Column("notes", sa.Text),
        sa.Column("source", sa.String(12), nullable=False),
        sa.Column("polarity", sa.String(8), nullable=False),
        sa.Column("axis", sa.String(40)),
        sa.Column("pole", sa.String(40)),
        sa.Column("playful", sa.Boolean, nullable=False),
        sa.Column("replaced_by", sa.String(40)),
        sa.Column("rank", sa.Integer, nullable=False),
        sa.Column("rank_due_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("owner_id", "id", name=op.f("pk_style_memory_items")),
        _owner_exists("style_memory_items"),
        sa.CheckConstraint("type IN ('habit', 'preference')", name=op.f("ck_style_memory_items_type")),
        sa.CheckConstraint("status IN ('candidate', 'active', 'archived')", name=op.f("ck_style_memory_items_status")),
        sqlite_with_rowid=False,
    )
    op.create_index(
        "ix_style_memory_items_owner_id_type_status_playful_rank_id",
        "style_memory_items",
        ["owner_id", "type", "status", "playful", sa.text("rank DESC"), "id"],
    )


def _create_evidence() -> None:
    op.create_table(
        "style_memory_evidence",
        sa.Column("owner_id", sa.String(200), nullable=False),
        sa.Column("item_id", sa.String(40), nullable=False),
        sa.Column("session_key", sa.String(24), nullable=False),
        sa.Column("first_seen_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("owner_id", "item_id", "session_key", name=op.f("pk_style_memory_evidence")),
        sa.ForeignKeyConstraint(
            ["owner_id", "item_id"],
            ["style_memory_items.owner_id", "style_memory_items.id"],
            name=op.f("fk_style_memory_evidence_style_memory_items"),
            ondelete="CASCADE",
        ),
        sqlite_with_rowid=False,
    )


def _create_turns() -> None:
    op.create_table(
        "style_memory_turns",
        sa.Column("owner_id", sa.String(200), nullable=False),
        sa.Column("session_key", sa.String(24), nullable=False),
        sa.Column("turn_key", sa.String(24), nullable=False),
        sa.Column("chain_key", sa.String(24)),
        sa.Column("answered", sa.Boolean, nullable=False),
        sa.Column("invocation", sa.String(24)),
        sa.Column("seen_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("owner_id", "session_key", "turn_key", name=op.f("pk_style_memory_turns")),
        _owner_exists("style_memory_turns"),
        sqlite_with_rowid=False,
    )


def _create_changes() -> None:
    op.create_table(
        "style_memory_changes",
        sa.Column("owner_id", sa.String(200), nullable=False),
        sa.Column("number", sa.BigInteger, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("change", sa.String(32), nullable=False),
        sa.Column("item_id", sa.String(40)),
        sa.PrimaryKeyConstraint("owner_id", "number", name=op.f("pk_style_memory_changes")),
        _owner_exists("style_memory_changes"),
        sqlite_with_rowid=False,
    )


def _create_tombstones() -> None:
    op.create_table(
        "style_memory_tombstones",
        sa.Column("owner_id", sa.String(200), nullable=False),
        sa.Column("item_id", sa.String(40), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("owner_id", "item_id", name=op.f("pk_style_memory_tombstones")),
        _owner_exists("style_memory_tombstones"),
        sqlite_with_rowid=False,
    )


def _owner_exists(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        ["owner_id"],
        ["style_memory_owners.owner_id"],
        name=op.f(f"fk_{table}_style_memory_owners"),
        ondelete="CASCADE",
    )
