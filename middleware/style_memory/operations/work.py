"""What an operation works with, and the runner that makes one unit of work of it."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import cached_property
from typing import Any, TypeVar

from style_memory.domain.kinds import Status
from style_memory.domain.profile import Change, Profile
from style_memory.domain.settings import Settings
from style_memory.operations.composing import every_brief
from style_memory.operations.replies import OwnerReplies, Replies
from style_memory.pipeline.context import detect
from style_memory.pipeline.learning import shows_differently
from style_memory.pipeline.signals.dictionary import Dictionary
from style_memory.ports import OwnerUnit, Store

Result = TypeVar("Result")

_TIDY_EVERY = timedelta(hours=1)
# One clean-up looks at no more items than this, so that no single call pays for a long absence.
_TIDIED_AT_ONCE = 200
_TURN_KEYS_KEPT = timedelta(days=30)
_KEY_BYTES = 32


@dataclass(kw_only=True)
class Surroundings:
    """What every operation of one installation shares."""

    store: Store
    clock: Callable[[], datetime]
    settings: Settings
    #: Replies of this process that are not written down yet.
    replies: Replies = field(default_factory=Replies)
    #: Gives random bytes; a test may give known ones.
    random_bytes: Callable[[int], bytes] = secrets.token_bytes
    #: Whether turns are observed by a pipeline (`automatic`) or only when somebody calls (`on request`).
    observing: str = "on request"
    #: Counts what went wrong or was refused in this process, by code.
    counters: dict[str, int] = field(default_factory=dict)
    _counting: threading.Lock = field(default_factory=threading.Lock)

    @cached_property
    def dictionary(self) -> Dictionary:
        """The dictionary, read when the first turn is: a process that only briefs does without it.

        The lexicon of contexts is read with it, since nobody should hold the write lock meanwhile.
        """
        detect("hello 你好")
        return Dictionary.load(self.settings.dictionary_path)

    def count(self, code: str) -> None:
        """Count one fault or refusal."""
        with self._counting:
            self.counters[code] = self.counters.get(code, 0) + 1


class Work:
    """One owner's work on one request. The unit of work opens when the operation first asks for it.

    So everything that needs no database, such as reading a turn, happens before the write lock is taken.
    """

    def __init__(
        self, around: Surroundings, replies: OwnerReplies, open_unit: Callable[[], OwnerUnit], *, writes: bool
    ) -> None:
        self.around = around
        self.replies = replies
        self.settings = around.settings
        self.now = around.clock().astimezone(UTC)
        self._open_unit = open_unit
        self._writes = writes
        self._unit: OwnerUnit | None = None
        self._profile: Profile | None = None
        self._saved_profile: Profile | None = None
        self._changes: list[Change] = []
        self._brief_changed = False

    @property
    def unit(self) -> OwnerUnit:
        """The owner's unit of work; a writing one has the owner's row and is tidied."""
        if self._unit is None:
            self._unit = self._open_unit()
            self._profile = self._saved_profile = self._unit.profile()
            if self._writes:
                self._begin_writing(self._unit)
        return self._unit

    @property
    def profile(self) -> Profile:
        """The owner's profile; a new one for an owner of whom nothing was written yet."""
        if self._profile is not None:
            return self._profile
        unit = self.unit
        assert unit is self._unit  # noqa: S101 - opening it is what loads the profile
        return self._profile or self._new_profile()

    @property
    def is_known_owner(self) -> bool:
        """Whether anything was ever written for the owner."""
        return self.unit is not None and self._saved_profile is not None

    def update_profile(self, **changes: Any) -> None:
        """Change the owner's profile; it is saved when the work ends."""
        self._profile = self.profile._replace(**changes)

    def changed(self, change: str, item_id: str | None = None) -> None:
        """Write a line into the change log when the work ends."""
        self._changes.append(Change(at=self.now, change=change, item_id=item_id))

    def brief_changed(self) -> None:
        """Say that a brief could read differently after this; the revision rises by one, however often it is said."""
        self._brief_changed = True

    @property
    def revision(self) -> int:
        """The owner's revision as it will be when the work has ended."""
        return self.profile.revision + (1 if self._brief_changed else 0)

    def erase(self) -> dict[str, int]:
        """Delete all rows of the owner, and save nothing when the work ends; returns how many there were, by table."""
        erased = self._open_unit().erase()
        self.replies.forget()
        self._unit = None
        return erased

    def finish(self) -> None:
        """Save the profile and the log."""
        if self._unit is None or not self._writes:
            return
        if self._brief_changed:
            self.update_profile(revision=self.revision)
        if self._changes:
            first = self.profile.changes + 1
            self.unit.log(self._changes, first)
            self.update_profile(changes=first + len(self._changes) - 1)
        if self.profile != self._saved_profile:
            self.unit.save_profile(self.profile)

    def _begin_writing(self, unit: OwnerUnit) -> None:
        if self._profile is None:
            self._profile = self._saved_profile = self._new_profile()
            unit.save_profile(self._profile)
        if self.now - self._profile.tidied_at >= _TIDY_EVERY:
            self._tidy(unit)

    def _new_profile(self) -> Profile:
        return Profile(key=self.around.random_bytes(_KEY_BYTES), created_at=self.now, tidied_at=self.now)

    def _tidy(self, unit: OwnerUnit) -> None:
        overdue = unit.overdue(
            candidates_before=self.now - timedelta(days=self.settings.candidate_ttl_days),
            inactive_before=self.now - timedelta(days=self.settings.inactive_ttl_days),
            now=self.now,
            limit=_TIDIED_AT_ONCE,
        )
        tidied = [(item, item.tidied(self.now, self.settings)) for item in overdue]
        may_show = any(shows_differently(item, after) for item, after in tidied)
        before = every_brief(unit, self.profile, self.settings) if may_show else []
        gone: list[str] = []
        for item, after in tidied:
            if after is None:
                gone.append(item.id)
                self.changed("expired", item.id)
            elif after != item:
                unit.update_items([after])
                if after.status is Status.ARCHIVED and item.status is not Status.ARCHIVED:
                    self.changed("archived", item.id)
        if gone:
            unit.delete_items(gone)
        if may_show and every_brief(unit, self.profile, self.settings) != before:
            self.brief_changed()
        unit.prune_turns(self.now - _TURN_KEYS_KEPT)
        done = len(overdue) < _TIDIED_AT_ONCE
        self.update_profile(
            items=self.profile.items - len(gone), tidied_at=self.now if done else self.profile.tidied_at
        )


def run(around: Surroundings, owner: str, action: Callable[[Work], Result], *, writes: bool) -> Result:
    """Run `action` as one unit of work of that owner's. Nothing is kept of it if it raises."""
    with ExitStack() as stack:
        opening: Callable[[str], AbstractContextManager[OwnerUnit]]
        opening = around.store.writing if writes else around.store.reading
        work = Work(around, around.replies.of(owner), lambda: stack.enter_context(opening(owner)), writes=writes)
        result = action(work)
        work.finish()
        return result
