"""The store: one owner's unit of work over prebuilt statements."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, CursorResult

from style_memory.domain.items import Item, folded
from style_memory.domain.kinds import ItemType, Status
from style_memory.domain.profile import Change, ItemCounts, KnownTurn, Profile
from style_memory_storage import statements as sql
from style_memory_storage.database import Database
from style_memory_storage.rows import (
    change_of,
    change_values,
    item_of,
    item_values,
    profile_of,
    profile_values,
    stamp,
)
from style_memory_storage.tables import HEAD

CHANGES_KEPT = 2000
# The log is trimmed each time its number passes a multiple of this, not at each line.
_TRIM_EVERY = 256
_WRITTEN_ONCE = {"key", "created_at"}
_LAST_RANK = 2**31 - 1


class SqlStore:
    """`style_memory.ports.Store` on a database whose schema is current."""

    def __init__(self, database: Database) -> None:
        self.database = database

    @contextmanager
    def reading(self, owner: str) -> Iterator[SqlOwnerUnit]:
        """See `Store.reading`."""
        with self.database.reading() as connection:
            yield SqlOwnerUnit(connection, owner)

    @contextmanager
    def writing(self, owner: str) -> Iterator[SqlOwnerUnit]:
        """See `Store.writing`."""
        with self.database.writing() as connection:
            yield SqlOwnerUnit(connection, owner)

    def owners(self, after: str | None, limit: int) -> list[str]:
        """See `Store.owners`."""
        with self.database.reading() as connection:
            return list(connection.execute(sql.OWNERS, {"after": after or "", "most": limit}).scalars())

    def owners_to_tidy(self, tidied_before: datetime, limit: int) -> list[str]:
        """See `Store.owners_to_tidy`."""
        with self.database.reading() as connection:
            values = {"before": stamp(tidied_before), "most": limit}
            return list(connection.execute(sql.OWNERS_TO_TIDY, values).scalars())

    def describe(self) -> Mapping[str, Any]:
        """See `Store.describe`."""
        return {
            "location": self.database.location,
            "schema_version": HEAD,
            "dialect": self.database.engine.dialect.name,
        }

    def close(self) -> None:
        """See `Store.close`."""
        self.database.close()


class OwnerConnection:
    """The one way from a unit of work to the database: it binds the owner to every statement."""

    def __init__(self, connection: Connection, owner: str) -> None:
        self.__connection = connection
        self.__owner = owner

    def run(self, statement: sql.OwnerStatement, **values: Any) -> CursorResult[Any]:
        """Run a statement once."""
        return self.__connection.execute(statement.executable, {**values, "owner": self.__owner})

    def run_each(self, statement: sql.OwnerStatement, rows: Iterable[Mapping[str, Any]]) -> None:
        """Run a statement for each row; nothing happens for none."""
        if filled := [{**row, "owner": self.__owner} for row in rows]:
            self.__connection.execute(statement.executable, filled)


class SqlOwnerUnit:
    """`style_memory.ports.OwnerUnit`; the port's docstrings say what each method does."""

    def __init__(self, connection: Connection, owner: str) -> None:
        self._owner = OwnerConnection(connection, owner)
        self._known = False

    def profile(self) -> Profile | None:
        """See the port."""
        row = self._owner.run(sql.PROFILE).one_or_none()
        self._known = row is not None
        return None if row is None else profile_of(row)

    def save_profile(self, profile: Profile) -> None:
        """See the port."""
        values = profile_values(profile)
        if not self._known and self.profile() is None:
            self._owner.run(sql.ADD_PROFILE, **values)
            self._known = True
        else:
            self._owner.run(sql.SAVE_PROFILE, **{k: v for k, v in values.items() if k not in _WRITTEN_ONCE})

    def add_turn(self, session_key: str, turn: KnownTurn, at: datetime) -> None:
        """See the port."""
        self._owner.run(
            sql.ADD_TURN,
            session_key=session_key,
            turn_key=turn.turn_key,
            chain_key=turn.chain_key,
            answered=turn.answered,
            invocation=turn.invocation,
            seen_at=stamp(at),
        )

    def turns(self, session_key: str, keys: Collection[str]) -> list[KnownTurn]:
        """See the port."""
        rows = self._owner.run(sql.TURNS, session=session_key, keys=list(keys))
        return [
            KnownTurn(turn_key=row.turn_key, chain_key=row.chain_key, answered=row.answered, invocation=row.invocation)
            for row in rows
        ]

    def mark_answered(self, session_key: str, turn_keys: Collection[str]) -> None:
        """See the port."""
        self._owner.run(sql.MARK_ANSWERED, session=session_key, keys=list(turn_keys))

    def items(self, ids: Collection[str]) -> dict[str, Item]:
        """See the port."""
        return {row.id: item_of(row) for row in self._owner.run(sql.ITEMS, ids=list(ids))}

    def items_with_session(self, ids: Collection[str], session_key: str) -> dict[str, tuple[Item, bool]]:
        """See the port."""
        rows = self._owner.run(sql.ITEMS_WITH_SESSION, ids=list(ids), session=session_key)
        return {row.id: (item_of(row), bool(row.in_session)) for row in rows}

    def matching(self, item_type: ItemType, id_or_text: str) -> list[Item]:
        """See the port."""
        by_id = [item for item in self.items([id_or_text]).values() if item.type is item_type]
        if by_id:
            return by_id
        rows = self._owner.run(sql.ITEMS_BY_TEXT, type=item_type.value, text=folded(id_or_text))
        return [item_of(row) for row in rows]

    def of_kind(self, item_type: ItemType, kind: str, limit: int) -> list[Item]:
        """See the port."""
        rows = self._owner.run(sql.OF_KIND, type=item_type.value, kind=kind, most=limit)
        return [item_of(row) for row in rows]

    def on_axis(self, axis: str) -> list[Item]:
        """See the port."""
        return [item_of(row) for row in self._owner.run(sql.ON_AXIS, axis=axis)]

    def ranked_active(self, item_type: ItemType, *, playful: bool, offset: int, limit: int) -> list[Item]:
        """See the port."""
        rows = self._owner.run(sql.RANKED_ACTIVE, type=item_type.value, playful=playful, offset=offset, most=limit)
        return [item_of(row) for row in rows]

    def page(
        self, item_type: ItemType, *, status: Status | None, after: tuple[int, str] | None, limit: int
    ) -> list[Item]:
        """See the port."""
        rank, item_id = after or (_LAST_RANK, "")
        statuses = [status.value] if status else [each.value for each in Status]
        rows = self._owner.run(sql.PAGE, type=item_type.value, statuses=statuses, rank=rank, id=item_id, most=limit)
        return [item_of(row) for row in rows]

    def for_review(self, item_type: ItemType, limit: int) -> list[Item]:
        """See the port."""
        return [item_of(row) for row in self._owner.run(sql.FOR_REVIEW, type=item_type.value, most=limit)]

    def count(self, item_type: ItemType) -> ItemCounts:
        """See the port."""
        by_status = dict.fromkeys(Status, 0)
        pinned = active_playful = 0
        for row in self._owner.run(sql.COUNT, type=item_type.value):
            by_status[Status(row.status)] += row.number
            pinned += row.number if row.pinned else 0
            active_playful += row.number if row.playful and row.status == Status.ACTIVE.value else 0
        return ItemCounts(
            candidates=by_status[Status.CANDIDATE],
            active=by_status[Status.ACTIVE],
            archived=by_status[Status.ARCHIVED],
            pinned=pinned,
            active_playful=active_playful,
        )

    def insert_items(self, items: Sequence[Item]) -> None:
        """See the port."""
        self._owner.run_each(sql.INSERT_ITEMS, map(item_values, items))

    def update_items(self, items: Sequence[Item]) -> None:
        """See the port."""
        rows = map(item_values, items)
        self._owner.run_each(sql.UPDATE_ITEMS, ({"item": row.pop("id"), **row} for row in rows))

    def add_evidence(self, item_ids: Collection[str], session_key: str, at: datetime) -> None:
        """See the port."""
        rows = ({"item_id": id_, "session_key": session_key, "first_seen_at": stamp(at)} for id_ in item_ids)
        self._owner.run_each(sql.INSERT_EVIDENCE, rows)

    def delete_items(self, ids: Collection[str]) -> int:
        """See the port."""
        return self._owner.run(sql.DELETE_ITEMS, ids=list(ids)).rowcount

    def weakest_candidates(self, limit: int) -> list[str]:
        """See the port."""
        return list(self._owner.run(sql.WEAKEST_CANDIDATES, most=limit).scalars())

    def overdue(
        self, *, candidates_before: datetime, inactive_before: datetime, now: datetime, limit: int
    ) -> list[Item]:
        """See the port."""
        rows = self._owner.run(
            sql.OVERDUE,
            candidates_before=stamp(candidates_before),
            inactive_before=stamp(inactive_before),
            now=stamp(now),
            most=limit,
        )
        return [item_of(row) for row in rows]

    def prune_turns(self, before: datetime) -> None:
        """See the port."""
        self._owner.run(sql.PRUNE_TURNS, before=stamp(before))
        self._owner.run(sql.PRUNE_EVIDENCE, before=stamp(before))

    def tombstones(self, item_ids: Collection[str]) -> set[str]:
        """See the port."""
        return set(self._owner.run(sql.TOMBSTONES, ids=list(item_ids)).scalars())

    def add_tombstones(self, item_ids: Collection[str], at: datetime) -> None:
        """See the port."""
        fresh = set(item_ids) - self.tombstones(item_ids)
        self._owner.run_each(sql.ADD_TOMBSTONES, ({"item_id": id_, "at": stamp(at)} for id_ in sorted(fresh)))

    def log(self, changes: Sequence[Change], first_number: int) -> None:
        """See the port."""
        numbered = list(enumerate(changes, first_number))
        self._owner.run_each(sql.LOG, (change_values(number, change) for number, change in numbered))
        last = first_number + len(changes) - 1
        if last // _TRIM_EVERY > (first_number - 1) // _TRIM_EVERY:
            self._owner.run(sql.TRIM_CHANGES, last_dropped=last - CHANGES_KEPT)

    def changes(self, limit: int) -> list[tuple[int, Change]]:
        """See the port."""
        return [change_of(row) for row in self._owner.run(sql.CHANGES, most=min(limit, CHANGES_KEPT))]

    def all_items(self) -> Iterable[Item]:
        """See the port."""
        return [item_of(row) for row in self._owner.run(sql.ALL_ITEMS)]

    def all_tombstones(self) -> list[str]:
        """See the port."""
        return list(self._owner.run(sql.ALL_TOMBSTONES).scalars())

    def erase(self) -> dict[str, int]:
        """See the port."""
        return {name: self._owner.run(statement).rowcount for name, statement in sql.ERASE.items()}
