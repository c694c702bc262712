"""The whole measured voice of an owner, and an index that finds a conversation by its chain."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

_OWNERS = "style_memory_owners"
_TURNS = "style_memory_turns"
_COLUMN = "stylometry"
_INDEX = "ix_style_memory_turns_owner_id_session_key_chain_key"
# An owner of whom nothing was measured yet.
_NOTHING = sa.text("x''")


def upgrade() -> None:
    # For a day before the first release, 0001 itself made the column (without a default) and the index. Databases that
    # developers made or used then say "0001" as well, so what is there already is only brought into its final form.
    there = sa.inspect(op.get_bind())
    column = next((each for each in there.get_columns(_OWNERS) if each["name"] == _COLUMN), None)
    if column is None:
        # Adding it in place leaves the table, which lies in the order of its key, as it is.
        op.add_column(_OWNERS, sa.Column(_COLUMN, sa.LargeBinary, nullable=False, server_default=_NOTHING))
    elif column["default"] is None:
        with op.batch_alter_table(_OWNERS, table_kwargs={"sqlite_with_rowid": False}) as batch:
            batch.alter_column(_COLUMN, server_default=_NOTHING)
    if _INDEX not in {index["name"] for index in there.get_indexes(_TURNS)}:
        op.create_index(
            _INDEX,
            _TURNS,
            ["owner_id", "session_key", "chain_key"],
            sqlite_where=sa.text("chain_key IS NOT NULL"),
        )


def downgrade() -> None:
    op.drop_index(_INDEX, _TURNS)
    # SQLite drops a column in place only since 3.35.
    with op.batch_alter_table(_OWNERS, recreate="always", table_kwargs={"sqlite_with_rowid": False}) as batch:
        batch.drop_column(_COLUMN)
