"""Every statement of an owner's unit of work, built once and compiled when it is first used.

Each binds `owner`, which `OwnerConnection` alone fills in. `OwnerStatement` gives out no text of one that forgets it,
so a statement that could reach another owner's rows never reaches the database.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from operator import itemgetter
from typing import Any

from sqlalchemy import (
    BindParameter,
    Column,
    ColumnElement,
    Delete,
    Insert,
    Select,
    Table,
    Update,
    and_,
    bindparam,
    case,
    delete,
    func,
    insert,
    or_,
    select,
    update,
)
from sqlalchemy.dialects import sqlite

from style_memory.domain.items import Item
from style_memory.domain.kinds import LITERAL_KINDS, Source
from style_memory_storage.tables import changes, evidence, items, owners, tombstones, turns


class OwnerStatement:
    """A statement that touches one owner's rows only.

    Args:
        executable: The statement in SQLAlchemy's own terms.
        columns: For an insert or update, the columns that each run sets.
    """

    def __init__(
        self, executable: Select[Any] | Insert | Update | Delete, columns: Collection[str] | None = None
    ) -> None:
        if isinstance(executable, Insert):
            columns = [column.name for column in executable.table.columns]
        self._executable = executable
        self._columns = columns
        # No `cached_property`: Python 3.11 locks it, and a process forked off meanwhile would wait for ever.
        self._compiled: _Compiled | None = None

    def compiled(self) -> _Compiled:
        """The statement as the driver takes it: its text, and what finds the values of its places by their names.

        Raises:
            ValueError: The statement does not bind `owner`.
        """
        if self._compiled is None:
            self._compiled = self._compile()
        return self._compiled

    def _compile(self) -> _Compiled:
        compiled = self._executable.compile(dialect=_SQLITE, column_keys=self._columns)
        places = compiled.positiontup or []
        if "owner" not in places:
            raise ValueError(f"This statement binds no owner: {compiled}")
        constants = {name: bind.value for bind, name in compiled.bind_names.items() if not bind.required}
        return str(compiled), _getter(places, constants)


# The places of the one list that a statement may take; a shorter list is filled up, a longer one runs in several goes.
AMONG = tuple(f"among_{place}" for place in range(8))

_SQLITE = sqlite.dialect()
# A statement's text with the driver's place holders, and what takes the value of each place, in order, out of the
# values by name.
_Compiled = tuple[str, Callable[[Mapping[str, Any]], tuple[Any, ...]]]

_OWNER: BindParameter[Any] = bindparam("owner")
_LIMIT: BindParameter[Any] = bindparam("most")


def _among(column: Column[Any]) -> ColumnElement[bool]:
    return column.in_([bindparam(name) for name in AMONG])


def _getter(names: list[str], constants: Mapping[str, Any]) -> Callable[[Mapping[str, Any]], tuple[Any, ...]]:
    """What finds the values of `names`, in order; `constants` are part of the statement itself."""
    if constants:
        return lambda given: tuple([constants[name] if name in constants else given[name] for name in names])
    # With one name, itemgetter answers the value itself and no tuple.
    return itemgetter(*names) if len(names) > 1 else lambda given: tuple(given[name] for name in names)


def _all_but(table: Table, *left_out: str) -> list[str]:
    return [column.name for column in table.columns if column.name not in left_out]


# Owners
PROFILE = OwnerStatement(select(owners).where(owners.c.owner_id == _OWNER))
ADD_PROFILE = OwnerStatement(insert(owners).values(owner_id=_OWNER))
SAVE_PROFILE = OwnerStatement(
    update(owners).where(owners.c.owner_id == _OWNER),
    columns=_all_but(owners, "owner_id", "key", "created_at"),
)
# Children first: the count that each deletion returns is then its own, not that of a cascade.
ERASE = {
    table.name.removeprefix("style_memory_"): OwnerStatement(delete(table).where(table.c.owner_id == _OWNER))
    for table in (evidence, items, turns, changes, tombstones, owners)
}

# Turns
_IN_SESSION = and_(turns.c.owner_id == _OWNER, turns.c.session_key == bindparam("session"))
ADD_TURN = OwnerStatement(insert(turns).values(owner_id=_OWNER))
_TURNS = select(turns.c.turn_key, turns.c.chain_key, turns.c.answered, turns.c.invocation).where(_IN_SESSION)
TURN = OwnerStatement(_TURNS.where(turns.c.turn_key == bindparam("turn")))
# SQLite guesses that a session has few turns, and would rather read them all than go from the index of chains to the
# rows. So the inner query asks for nothing that is not in that index. SQLAlchemy has no index hints for SQLite.
TURNS_IN_CHAIN = OwnerStatement(
    _TURNS.where(
        turns.c.turn_key.in_(select(turns.c.turn_key).where(_IN_SESSION, turns.c.chain_key == bindparam("chain")))
    )
)
MARK_ANSWERED = OwnerStatement(update(turns).where(_IN_SESSION, _among(turns.c.turn_key)).values(answered=True))
_FINISHED = (
    select(turns.c.session_key)
    .where(turns.c.owner_id == _OWNER)
    .group_by(turns.c.session_key)
    .having(func.max(turns.c.seen_at) < bindparam("before"))
)
PRUNE_TURNS = OwnerStatement(delete(turns).where(turns.c.owner_id == _OWNER, turns.c.session_key.in_(_FINISHED)))
PRUNE_EVIDENCE = OwnerStatement(
    delete(evidence).where(
        evidence.c.owner_id == _OWNER,
        evidence.c.first_seen_at < bindparam("before"),
        evidence.c.session_key.not_in(select(turns.c.session_key).where(turns.c.owner_id == _OWNER)),
        # A candidate's sessions are still being told apart.
        evidence.c.item_id.not_in(select(items.c.id).where(items.c.owner_id == _OWNER, items.c.status == "candidate")),
    )
)

# Items
# What an item is does not change; these columns are written once.
LASTING = ("id", "type", "kind", "text", "text_key", "locale", "source", "polarity", "axis", "pole", "playful")
# The columns that an item is made of, in the order of its fields.
_ITEM = [items.c[name] for name in Item._fields]
_MINE = items.c.owner_id == _OWNER
_BEST_FIRST = (items.c.rank.desc(), items.c.id)
_NOT_ARCHIVED = items.c.status != "archived"
_UNSURE_FIRST = (items.c.confidence, items.c.last_seen_at, items.c.id)
_TYPE = items.c.type == bindparam("type")

ITEMS = OwnerStatement(select(*_ITEM).where(_MINE, _among(items.c.id)))
ITEMS_WITH_SESSION = OwnerStatement(
    select(*_ITEM, evidence.c.item_id.is_not(None).label("in_session"))
    .select_from(
        items.outerjoin(
            evidence,
            and_(
                evidence.c.owner_id == items.c.owner_id,
                evidence.c.item_id == items.c.id,
                evidence.c.session_key == bindparam("session"),
            ),
        )
    )
    .where(_MINE, _among(items.c.id))
)
ITEMS_BY_TEXT = OwnerStatement(select(*_ITEM).where(_MINE, _TYPE, items.c.text_key == bindparam("text")))
OF_KIND = OwnerStatement(
    select(*_ITEM)
    .where(_MINE, _TYPE, items.c.kind == bindparam("kind"), _NOT_ARCHIVED)
    .order_by(*_BEST_FIRST)
    .limit(_LIMIT)
)
RECURRING = OwnerStatement(
    select(*_ITEM)
    .where(
        _MINE,
        items.c.type == "habit",
        or_(*[items.c.kind == kind.value for kind in sorted(LITERAL_KINDS)]),
        or_(*[items.c.source == source.value for source in (Source.DICTIONARY, Source.DISCOVERED, Source.PATTERN)]),
        items.c.pinned.is_(False),
        _NOT_ARCHIVED,
        items.c.seen_count >= bindparam("at_least"),
    )
    .order_by(items.c.seen_count.desc(), items.c.id)
    .limit(_LIMIT)
)
ON_AXIS = OwnerStatement(
    select(*_ITEM).where(_MINE, items.c.type == "preference", items.c.axis == bindparam("axis"), _NOT_ARCHIVED)
)
RANKED_ACTIVE = OwnerStatement(
    select(*_ITEM)
    .where(_MINE, _TYPE, items.c.status == "active", items.c.playful == bindparam("playful"))
    .order_by(*_BEST_FIRST)
    .limit(_LIMIT)
    .offset(bindparam("offset"))
)
PAGE = OwnerStatement(
    select(*_ITEM)
    .where(
        _MINE,
        _TYPE,
        _among(items.c.status),
        or_(
            items.c.rank < bindparam("rank"),
            and_(items.c.rank == bindparam("rank"), items.c.id > bindparam("id")),
        ),
    )
    .order_by(*_BEST_FIRST)
    .limit(_LIMIT)
)
FOR_REVIEW = OwnerStatement(
    select(*_ITEM)
    .where(_MINE, _TYPE)
    .order_by(
        items.c.pinned,
        case(
            (and_(items.c.status == "candidate", items.c.source == "discovered"), 3),
            (items.c.status == "candidate", 0),
            (items.c.status == "archived", 1),
            else_=2,
        ),
        items.c.confidence.desc(),
        items.c.id,
    )
    .limit(_LIMIT)
)
COUNT = OwnerStatement(
    select(items.c.status, items.c.playful, func.count()).where(_MINE, _TYPE).group_by(items.c.status, items.c.playful)
)
COUNT_PINNED = OwnerStatement(select(func.count()).where(_MINE, items.c.pinned.is_(True)))
ALL_ITEMS = OwnerStatement(select(*_ITEM).where(_MINE).order_by(items.c.id))
INSERT_ITEMS = OwnerStatement(insert(items).values(owner_id=_OWNER))
UPDATE_ITEMS = OwnerStatement(
    update(items).where(_MINE, items.c.id == bindparam("item")), columns=_all_but(items, "owner_id", *LASTING)
)
# Leaves the indexed columns alone, which spares SQLite a second tree.
SIGHT_ITEMS = OwnerStatement(
    update(items).where(_MINE, items.c.id == bindparam("item")),
    columns=_all_but(
        items, "owner_id", *LASTING, "status", "pinned", "first_seen_at", "use_when", "replaced_by", "rank"
    ),
)
DELETE_ITEMS = OwnerStatement(delete(items).where(_MINE, _among(items.c.id)))
EXPENDABLE = OwnerStatement(
    select(items.c.id)
    .where(_MINE, items.c.status != "active", items.c.pinned.is_(False))
    .order_by(items.c.status == "archived", *_UNSURE_FIRST)
    .limit(_LIMIT)
)
OVERDUE = OwnerStatement(
    select(*_ITEM)
    .where(
        _MINE,
        items.c.pinned.is_(False),
        or_(
            and_(items.c.status == "candidate", items.c.last_seen_at < bindparam("candidates_before")),
            and_(items.c.status == "active", items.c.last_seen_at < bindparam("inactive_before")),
            and_(items.c.status == "archived", items.c.last_seen_at < bindparam("archived_before")),
            and_(items.c.status == "active", items.c.rank_due_at <= bindparam("now")),
        ),
    )
    .limit(_LIMIT)
)
INSERT_EVIDENCE = OwnerStatement(insert(evidence).values(owner_id=_OWNER))

# What is forgotten
TOMBSTONES = OwnerStatement(
    select(tombstones.c.item_id).where(tombstones.c.owner_id == _OWNER, _among(tombstones.c.item_id))
)
ALL_TOMBSTONES = OwnerStatement(
    select(tombstones.c.item_id).where(tombstones.c.owner_id == _OWNER).order_by(tombstones.c.item_id)
)
ADD_TOMBSTONES = OwnerStatement(insert(tombstones).values(owner_id=_OWNER))

# Change log
LOG = OwnerStatement(insert(changes).values(owner_id=_OWNER))
CHANGES = OwnerStatement(
    select(changes.c.number, changes.c.at, changes.c.change, changes.c.item_id)
    .where(changes.c.owner_id == _OWNER)
    .order_by(changes.c.number.desc())
    .limit(_LIMIT)
)
TRIM_CHANGES = OwnerStatement(
    delete(changes).where(changes.c.owner_id == _OWNER, changes.c.number <= bindparam("last_dropped"))
)

# Administration: the only statements that see more than one owner.
OWNERS = (
    select(owners.c.owner_id).where(owners.c.owner_id > bindparam("after")).order_by(owners.c.owner_id).limit(_LIMIT)
)
OWNERS_TO_TIDY = (
    select(owners.c.owner_id).where(owners.c.tidied_at < bindparam("before")).order_by(owners.c.tidied_at).limit(_LIMIT)
)
