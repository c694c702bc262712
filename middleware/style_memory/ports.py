"""What the core needs of a store. `style_memory_storage` implements it; `tests/conformance` checks these sentences."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from datetime import datetime
from typing import Any, Protocol

from style_memory.domain.items import Item
from style_memory.domain.kinds import ItemType, Status
from style_memory.domain.profile import Change, ItemCounts, KnownTurn, Profile


class OwnerUnit(Protocol):
    """One owner's unit of work: every method reads or writes that owner's rows and no others.

    An id that belongs to another owner behaves exactly like one that never existed. A unit that was opened for reading
    refuses nothing, but what it writes is lost.
    """

    def profile(self) -> Profile | None:
        """The owner's profile, or None if nothing was ever written for them."""

    def save_profile(self, profile: Profile) -> None:
        """Insert or replace the owner's profile. Comes before any other write for a new owner."""

    def add_turn(self, session_key: str, turn: KnownTurn, at: datetime) -> None:
        """Record a turn whose `turn_key` is new in the session."""

    def turn(self, session_key: str, turn_key: str) -> KnownTurn | None:
        """The session's turn with that key. Reads no other turn, however many the session has."""

    def turns_in_chain(self, session_key: str, chain_key: str) -> list[KnownTurn]:
        """The session's turns with that chain key, in no order. Reads no other turn either."""

    def mark_answered(self, session_key: str, turn_keys: Collection[str]) -> None:
        """Note that the agent has replied to those turns. Unknown keys are passed over."""

    def items(self, ids: Collection[str]) -> dict[str, Item]:
        """The items with those ids, by id. Unknown ids are absent."""

    def items_with_session(self, ids: Collection[str], session_key: str) -> dict[str, tuple[Item, bool]]:
        """Like `items`, each with whether it was already seen in that session."""

    def matching(self, item_type: ItemType, id_or_text: str) -> list[Item]:
        """The items of that type with that id, or else all whose folded text equals the folded `id_or_text`."""

    def of_kind(self, item_type: ItemType, kind: str, limit: int) -> list[Item]:
        """Up to `limit` items of that kind that are not archived, the best ranked first."""

    def recurring(self, at_least: int, limit: int) -> list[Item]:
        """Literal habits that turns showed `at_least` times: neither reported, endorsed, pinned nor archived.

        The most often seen come first, then by id.
        """

    def on_axis(self, axis: str) -> list[Item]:
        """The preferences on that axis that are not archived."""

    def ranked_active(self, item_type: ItemType, *, playful: bool, offset: int, limit: int) -> Iterable[Item]:
        """Active items that are playful or are not, by falling rank, then by id. Reads no more than it returns.

        What is returned can be gone through once.
        """

    def page(
        self, item_type: ItemType, *, status: Status | None, after: tuple[int, str] | None, limit: int
    ) -> list[Item]:
        """Items by falling rank, then by id, starting behind the (rank, id) of `after`."""

    def for_review(self, item_type: ItemType, limit: int) -> list[Item]:
        """The items whose fate an owner would decide first: candidates, then archived, then active, pinned last.

        Discovered candidates, which are many, come behind the active ones.
        """

    def count(self, item_type: ItemType) -> ItemCounts:
        """How many items there are of that type."""

    def count_pinned(self) -> int:
        """How many pinned items there are of either type. Reads every item."""

    def insert_items(self, items: Sequence[Item]) -> None:
        """Add items whose ids are new."""

    def update_items(self, items: Sequence[Item]) -> None:
        """Replace items that exist, by id. What an item is (its type, kind, text, locale, source, axis) stays."""

    def sight_items(self, items: Sequence[Item]) -> None:
        """Like `update_items`, for items whose status, pin, place in a brief and conditions are what they were."""

    def add_evidence(self, item_ids: Collection[str], session_key: str, at: datetime) -> None:
        """Note that those items were seen in that session for the first time."""

    def delete_items(self, ids: Collection[str]) -> int:
        """Delete items with their evidence; returns how many there were."""

    def expendable(self, limit: int) -> list[str]:
        """Ids of unpinned items: candidates, the least sure and longest unseen first, then archived ones likewise."""

    def overdue(
        self, *, candidates_before: datetime, inactive_before: datetime, now: datetime, limit: int
    ) -> list[Item]:
        """Unpinned items that clean-up has to look at, in no order.

        Those are candidates last seen before `candidates_before`, active ones last seen before `inactive_before` or
        whose rank is due to fall by `now`, and archived ones last seen before that by as long again.
        """

    def prune_turns(self, before: datetime) -> None:
        """Forget the turn keys and evidence of sessions whose last turn lies before that time.

        Evidence of candidates stays, for their sessions are still being told apart.
        """

    def tombstones(self, item_ids: Collection[str]) -> set[str]:
        """Those of the ids whose items were forgotten. An id is a keyed hash, so it tells nothing of the text."""

    def add_tombstones(self, item_ids: Collection[str], at: datetime) -> None:
        """Remember that those items were forgotten. Marking twice is no error."""

    def log(self, changes: Sequence[Change], first_number: int) -> None:
        """Append changes to the log, numbered from `first_number`, and drop the oldest beyond the latest 2,000."""

    def changes(self, limit: int) -> list[tuple[int, Change]]:
        """The latest changes with their numbers, newest first."""

    def all_items(self) -> Iterable[Item]:
        """Every item of the owner, by id. For export, and for what is as rare."""

    def all_tombstones(self) -> list[str]:
        """Every tombstone of the owner, in order. For export only."""

    def erase(self) -> dict[str, int]:
        """Delete all rows of the owner; returns how many there were by table."""


class Store(Protocol):
    """A database that is ready for use. Safe to share between threads."""

    def reading(self, owner: str) -> AbstractContextManager[OwnerUnit]:
        """A unit of work that sees one state of the database and changes nothing."""

    def writing(self, owner: str) -> AbstractContextManager[OwnerUnit]:
        """A unit of work that holds the write lock, commits at its end and rolls back on any error."""

    def owners(self, after: str | None, limit: int) -> list[str]:
        """Owner ids in order, starting behind `after`. For administrators only."""

    def owners_to_tidy(self, tidied_before: datetime, limit: int) -> list[str]:
        """Owners whose clean-up last ran before that time, the longest waiting first."""

    def describe(self) -> Mapping[str, Any]:
        """`location` (never with a password) and `schema_version`."""

    def close(self) -> None:
        """Give back all connections. The store can't be used afterwards."""
