"""The store: one owner's unit of work over prebuilt statements."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from datetime import datetime
from itertools import islice, zip_longest
from typing import Any

from style_memory.domain.items import Item, folded
from style_memory.domain.kinds import ItemType, Status
from style_memory.domain.profile import Change, ItemCounts, KnownTurn, Profile
from style_memory.ports import OwnerUnit
from style_memory_storage import statements as sql
from style_memory_storage.database import Database
from style_memory_storage.rows import (
    change_of,
    change_values,
    changing_values,
    item_of,
    item_values,
    profile_of,
    profile_values,
    sighting_values,
    stamp,
    turn_of,
)
from style_memory_storage.tables import HEAD
from style_memory_storage.transactions import Transaction

CHANGES_KEPT = 2000
# The log is trimmed each time its number passes a multiple of this, not at each line.
_TRIM_EVERY = 256
_LAST_RANK = 2**31 - 1


class SqlStore:
    """`style_memory.ports.Store` on a database whose schema is current."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def reading(self, owner: str) -> AbstractContextManager[OwnerUnit]:
        """See `Store.reading`."""
        return _Opening(self.database, owner, writes=False)

    def writing(self, owner: str) -> AbstractContextManager[OwnerUnit]:
        """See `Store.writing`."""
        return _Opening(self.database, owner, writes=True)

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
        return {"location": self.database.location, "schema_version": HEAD}

    def close(self) -> None:
        """See `Store.close`."""
        self.database.close()


class _Opening(AbstractContextManager["OwnerUnit"]):
    """An owner's unit of work in a transaction of its own."""

    def __init__(self, database: Database, owner: str, *, writes: bool) -> None:
        self._transaction = Transaction(database, writes=writes)
        self._owner = owner

    def __enter__(self) -> SqlOwnerUnit:
        return SqlOwnerUnit(OwnerConnection(self._transaction.__enter__(), self._owner))

    def __exit__(self, *fault: Any) -> None:
        self._transaction.__exit__(*fault)


class OwnerConnection:
    """The one way from a unit of work to the database: it binds the owner to every statement."""

    def __init__(self, driver: sqlite3.Connection, owner: str) -> None:
        self.__driver = driver
        self.__owner = owner

    def fetch(self, statement: sql.OwnerStatement, **values: Any) -> list[tuple[Any, ...]]:
        """The rows that a statement finds."""
        return self._executed(statement, values).fetchall()

    def fetch_among(
        self, statement: sql.OwnerStatement, wanted: Collection[str], **values: Any
    ) -> list[tuple[Any, ...]]:
        """The rows that a statement finds for any of `wanted`, which are the statement's `among`."""
        found: list[tuple[Any, ...]] = []
        for places in _places(wanted):
            found += self._executed(statement, values | places).fetchall()
        return found

    def run(self, statement: sql.OwnerStatement, **values: Any) -> int:
        """Run a statement; returns how many rows it changed."""
        return self._executed(statement, values).rowcount

    def run_among(self, statement: sql.OwnerStatement, wanted: Collection[str], **values: Any) -> int:
        """Run a statement for `wanted`, which are the statement's `among`; returns how many rows it changed."""
        changed = 0
        for places in _places(wanted):
            changed += self._executed(statement, values | places).rowcount
        return changed

    def run_each(self, statement: sql.OwnerStatement, rows: Sequence[dict[str, Any]]) -> None:
        """Run a statement for each row, filling in the owner; nothing happens for none."""
        if not rows:
            return
        text, values_of = statement.compiled()
        for row in rows:
            row["owner"] = self.__owner
        self.__driver.executemany(text, [values_of(row) for row in rows])

    def _executed(self, statement: sql.OwnerStatement, values: dict[str, Any]) -> sqlite3.Cursor:
        text, values_of = statement.compiled()
        values["owner"] = self.__owner
        return self.__driver.execute(text, values_of(values))


def _places(wanted: Collection[str]) -> Iterator[dict[str, str]]:
    """The values of a statement's `among`, in goes; the last value fills the places that are left over."""
    ordered = iter(wanted)
    while part := list(islice(ordered, len(sql.AMONG))):
        yield dict(zip_longest(sql.AMONG, part, fillvalue=part[-1]))


class SqlOwnerUnit:
    """`style_memory.ports.OwnerUnit`; the port's docstrings say what each method does."""

    def __init__(self, owner: OwnerConnection) -> None:
        self._owner = owner
        self._known = False

    def profile(self) -> Profile | None:
        """See the port."""
        rows = self._owner.fetch(sql.PROFILE)
        self._known = bool(rows)
        return profile_of(rows[0]) if rows else None

    def save_profile(self, profile: Profile) -> None:
        """See the port."""
        values = profile_values(profile)
        if not self._known and self.profile() is None:
            self._owner.run(sql.ADD_PROFILE, **values)
            self._known = True
        else:
            self._owner.run(sql.SAVE_PROFILE, **values)

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

    def turn(self, session_key: str, turn_key: str) -> KnownTurn | None:
        """See the port."""
        rows = self._owner.fetch(sql.TURN, session=session_key, turn=turn_key)
        return turn_of(rows[0]) if rows else None

    def turns_in_chain(self, session_key: str, chain_key: str) -> list[KnownTurn]:
        """See the port."""
        return [turn_of(row) for row in self._owner.fetch(sql.TURNS_IN_CHAIN, session=session_key, chain=chain_key)]

    def mark_answered(self, session_key: str, turn_keys: Collection[str]) -> None:
        """See the port."""
        self._owner.run_among(sql.MARK_ANSWERED, turn_keys, session=session_key)

    def items(self, ids: Collection[str]) -> dict[str, Item]:
        """See the port."""
        return {item.id: item for item in map(item_of, self._owner.fetch_among(sql.ITEMS, ids))}

    def items_with_session(self, ids: Collection[str], session_key: str) -> dict[str, tuple[Item, bool]]:
        """See the port."""
        rows = self._owner.fetch_among(sql.ITEMS_WITH_SESSION, ids, session=session_key)
        return {item.id: (item, bool(row[-1])) for row, item in zip(rows, map(item_of, rows), strict=True)}

    def matching(self, item_type: ItemType, id_or_text: str) -> list[Item]:
        """See the port."""
        by_id = [item for item in self.items([id_or_text]).values() if item.type is item_type]
        if by_id:
            return by_id
        rows = self._owner.fetch(sql.ITEMS_BY_TEXT, type=item_type.value, text=folded(id_or_text))
        return [item_of(row) for row in rows]

    def of_kind(self, item_type: ItemType, kind: str, limit: int) -> list[Item]:
        """See the port."""
        rows = self._owner.fetch(sql.OF_KIND, type=item_type.value, kind=kind, most=limit)
        return [item_of(row) for row in rows]

    def recurring(self, at_least: int, limit: int) -> list[Item]:
        """See the port."""
        return [item_of(row) for row in self._owner.fetch(sql.RECURRING, at_least=at_least, most=limit)]

    def on_axis(self, axis: str) -> list[Item]:
        """See the port."""
        return [item_of(row) for row in self._owner.fetch(sql.ON_AXIS, axis=axis)]

    def ranked_active(self, item_type: ItemType, *, playful: bool, offset: int, limit: int) -> Iterable[Item]:
        """See the port."""
        rows = self._owner.fetch(sql.RANKED_ACTIVE, type=item_type.value, playful=playful, offset=offset, most=limit)
        return map(item_of, rows)  # a brief rarely needs them all

    def page(
        self, item_type: ItemType, *, status: Status | None, after: tuple[int, str] | None, limit: int
    ) -> list[Item]:
        """See the port."""
        rank, item_id = after or (_LAST_RANK, "")
        statuses = [status.value] if status else [each.value for each in Status]
        values = {"type": item_type.value, "rank": rank, "id": item_id, "most": limit}
        rows = self._owner.fetch_among(sql.PAGE, statuses, **values)
        return [item_of(row) for row in rows]

    def for_review(self, item_type: ItemType, limit: int) -> list[Item]:
        """See the port."""
        return [item_of(row) for row in self._owner.fetch(sql.FOR_REVIEW, type=item_type.value, most=limit)]

    def count(self, item_type: ItemType) -> ItemCounts:
        """See the port."""
        by_status = dict.fromkeys(Status, 0)
        active_playful = 0
        for status, is_playful, number in self._owner.fetch(sql.COUNT, type=item_type.value):
            by_status[Status(status)] += number
            active_playful += number if is_playful and status == Status.ACTIVE.value else 0
        return ItemCounts(
            candidates=by_status[Status.CANDIDATE],
            active=by_status[Status.ACTIVE],
            archived=by_status[Status.ARCHIVED],
            active_playful=active_playful,
        )

    def count_pinned(self) -> int:
        """See the port."""
        return int(self._owner.fetch(sql.COUNT_PINNED)[0][0])

    def insert_items(self, items: Sequence[Item]) -> None:
        """See the port."""
        self._owner.run_each(sql.INSERT_ITEMS, [item_values(item) for item in items])

    def update_items(self, items: Sequence[Item]) -> None:
        """See the port."""
        self._owner.run_each(sql.UPDATE_ITEMS, [changing_values(item) | {"item": item.id} for item in items])

    def sight_items(self, items: Sequence[Item]) -> None:
        """See the port."""
        self._owner.run_each(sql.SIGHT_ITEMS, [sighting_values(item) | {"item": item.id} for item in items])

    def add_evidence(self, item_ids: Collection[str], session_key: str, at: datetime) -> None:
        """See the port."""
        rows = [{"item_id": id_, "session_key": session_key, "first_seen_at": stamp(at)} for id_ in item_ids]
        self._owner.run_each(sql.INSERT_EVIDENCE, rows)

    def delete_items(self, ids: Collection[str]) -> int:
        """See the port."""
        return self._owner.run_among(sql.DELETE_ITEMS, set(ids))

    def expendable(self, limit: int) -> list[str]:
        """See the port."""
        return [item_id for (item_id,) in self._owner.fetch(sql.EXPENDABLE, most=limit)]

    def overdue(
        self, *, candidates_before: datetime, inactive_before: datetime, now: datetime, limit: int
    ) -> list[Item]:
        """See the port."""
        rows = self._owner.fetch(
            sql.OVERDUE,
            candidates_before=stamp(candidates_before),
            inactive_before=stamp(inactive_before),
            archived_before=stamp(inactive_before - (now - inactive_before)),
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
        return {item_id for (item_id,) in self._owner.fetch_among(sql.TOMBSTONES, item_ids)}

    def add_tombstones(self, item_ids: Collection[str], at: datetime) -> None:
        """See the port."""
        fresh = set(item_ids) - self.tombstones(item_ids)
        self._owner.run_each(sql.ADD_TOMBSTONES, [{"item_id": id_, "at": stamp(at)} for id_ in sorted(fresh)])

    def log(self, changes: Sequence[Change], first_number: int) -> None:
        """See the port."""
        numbered = list(enumerate(changes, first_number))
        self._owner.run_each(sql.LOG, [change_values(number, change) for number, change in numbered])
        last = first_number + len(changes) - 1
        if last // _TRIM_EVERY > (first_number - 1) // _TRIM_EVERY:
            self._owner.run(sql.TRIM_CHANGES, last_dropped=last - CHANGES_KEPT)

    def changes(self, limit: int) -> list[tuple[int, Change]]:
        """See the port."""
        return [change_of(row) for row in self._owner.fetch(sql.CHANGES, most=min(limit, CHANGES_KEPT))]

    def all_items(self) -> Iterable[Item]:
        """See the port."""
        return [item_of(row) for row in self._owner.fetch(sql.ALL_ITEMS)]

    def all_tombstones(self) -> list[str]:
        """See the port."""
        return [item_id for (item_id,) in self._owner.fetch(sql.ALL_TOMBSTONES)]

    def erase(self) -> dict[str, int]:
        """See the port."""
        self._known = False
        return {name: self._owner.run(statement) for name, statement in sql.ERASE.items()}
