"""The schema as it is today. Migrations build it; a test compares the two.

Every table begins with `owner_id`, which opens its primary key and every foreign key, so a row can't even refer to
another owner's; on SQLite rows also lie in its order (WITHOUT ROWID), which spares a second tree. Times are whole
microseconds since 1970 in UTC. Names carry a prefix because a host application may keep its tables in
the same database.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Float,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    text,
)

# Whatever bears it in a database is ours.
PREFIX = "style_memory_"
VERSION_TABLE = f"{PREFIX}alembic_version"
# Every revision that this program knows, oldest first; the last is the one it works with.
REVISIONS = ("0001", "0002", "0003")
HEAD = REVISIONS[-1]

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(referred_table_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
    }
)


def _owner() -> Column[str]:
    return Column("owner_id", String(200), nullable=False)


def _owner_exists() -> ForeignKeyConstraint:
    return ForeignKeyConstraint(["owner_id"], ["style_memory_owners.owner_id"], ondelete="CASCADE")


owners = Table(
    "style_memory_owners",
    metadata,
    Column("owner_id", String(200), nullable=False),
    Column("key", LargeBinary(32), nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("learning", Boolean, nullable=False),
    Column("revision", BigInteger, nullable=False),
    Column("turns", BigInteger, nullable=False),
    Column("items", Integer, nullable=False),
    Column("changes", BigInteger, nullable=False),
    Column("tidied_at", BigInteger, nullable=False),
    Column("voice", Text, nullable=False),
    Column("stylometry", LargeBinary, nullable=False, server_default=text("x''")),
    Column("discovery", LargeBinary, nullable=False, server_default=text("x''")),
    PrimaryKeyConstraint("owner_id"),
    sqlite_with_rowid=False,
)

items = Table(
    "style_memory_items",
    metadata,
    _owner(),
    Column("id", String(40), nullable=False),
    Column("type", String(12), nullable=False),
    Column("kind", String(32), nullable=False),
    Column("text", Text, nullable=False),
    Column("text_key", Text, nullable=False),
    Column("locale", String(40)),
    Column("status", String(12), nullable=False),
    Column("pinned", Boolean, nullable=False),
    Column("confidence", Float, nullable=False),
    Column("seen_count", Integer, nullable=False),
    Column("session_count", Integer, nullable=False),
    Column("contexts", Text, nullable=False),
    Column("first_seen_at", BigInteger, nullable=False),
    Column("last_seen_at", BigInteger, nullable=False),
    Column("use_when", Text, nullable=False),
    Column("avoid_when", Text, nullable=False),
    Column("example", Text),
    Column("notes", Text),
    Column("source", String(12), nullable=False),
    Column("polarity", String(8), nullable=False),
    Column("axis", String(40)),
    Column("pole", String(40)),
    Column("playful", Boolean, nullable=False),
    Column("replaced_by", String(40)),
    Column("rank", Integer, nullable=False),
    Column("rank_due_at", BigInteger, nullable=False),
    PrimaryKeyConstraint("owner_id", "id"),
    _owner_exists(),
    CheckConstraint("type IN ('habit', 'preference')", name="type"),
    CheckConstraint("status IN ('candidate', 'active', 'archived')", name="status"),
    sqlite_with_rowid=False,
)
# A brief reads its few best items in this order and no others.
Index(None, items.c.owner_id, items.c.type, items.c.status, items.c.playful, items.c.rank.desc(), items.c.id)

evidence = Table(
    "style_memory_evidence",
    metadata,
    _owner(),
    Column("item_id", String(40), nullable=False),
    Column("session_key", String(24), nullable=False),
    Column("first_seen_at", BigInteger, nullable=False),
    PrimaryKeyConstraint("owner_id", "item_id", "session_key"),
    ForeignKeyConstraint(
        ["owner_id", "item_id"], ["style_memory_items.owner_id", "style_memory_items.id"], ondelete="CASCADE"
    ),
    sqlite_with_rowid=False,
)

turns = Table(
    "style_memory_turns",
    metadata,
    _owner(),
    Column("session_key", String(24), nullable=False),
    Column("turn_key", String(24), nullable=False),
    Column("chain_key", String(24)),
    Column("answered", Boolean, nullable=False),
    Column("invocation", String(24)),
    Column("seen_at", BigInteger, nullable=False),
    PrimaryKeyConstraint("owner_id", "session_key", "turn_key"),
    _owner_exists(),
    sqlite_with_rowid=False,
)
# A conversation is found by its chain, however long the session is. Turns without one pay nothing for it.
Index(None, turns.c.owner_id, turns.c.session_key, turns.c.chain_key, sqlite_where=turns.c.chain_key.is_not(None))

changes = Table(
    "style_memory_changes",
    metadata,
    _owner(),
    Column("number", BigInteger, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("change", String(32), nullable=False),
    Column("item_id", String(40)),
    PrimaryKeyConstraint("owner_id", "number"),
    _owner_exists(),
    sqlite_with_rowid=False,
)

tombstones = Table(
    "style_memory_tombstones",
    metadata,
    _owner(),
    Column("item_id", String(40), nullable=False),
    Column("at", BigInteger, nullable=False),
    PrimaryKeyConstraint("owner_id", "item_id"),
    _owner_exists(),
    sqlite_with_rowid=False,
)
