"""What recurs in an owner's turns, as the sketch in which phrases are discovered."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

_OWNERS = "style_memory_owners"
_COLUMN = "discovery"


def upgrade() -> None:
    op.add_column(_OWNERS, sa.Column(_COLUMN, sa.LargeBinary, nullable=False, server_default=sa.text("x''")))


def downgrade() -> None:
    # Earlier programs know no such source.
    op.execute("UPDATE style_memory_items SET source = 'pattern' WHERE source = 'discovered'")
    # SQLite drops a column in place only since 3.35.
    with op.batch_alter_table(_OWNERS, recreate="always", table_kwargs={"sqlite_with_rowid": False}) as batch:
        batch.drop_column(_COLUMN)
