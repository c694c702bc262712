"""An item: one learned habit or preference of one owner, with its place in the life cycle."""

from __future__ import annotations

import math
import re
import unicodedata
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple, Self

from style_memory.domain import confidence as sure
from style_memory.domain.kinds import ItemType, Polarity, Source, Status
from style_memory.domain.settings import Settings

# Steps by which a pinned item ranks above every other of its type.
_PINNED_STEPS = 100
_NEVER = datetime(9999, 1, 1, tzinfo=UTC)
_MAX_DAYS = 36500
# What keyboards and editors put for an apostrophe.
_OTHER_APOSTROPHE = re.compile("[’‘ʼ´＇]")
_APOSTROPHES = str.maketrans(dict.fromkeys("’‘ʼ´＇", "'"))
# Elsewhere it marks code.
_BACKTICK_IN_WORD = re.compile(r"(?<=[^\W\d_])`(?=[^\W\d_])")


class Item(NamedTuple):
    """One habit or preference. Times are in UTC. Build it with keywords.

    It is a named tuple and no frozen dataclass, because each turn copies several, and that takes a fifth of the time.
    """

    #: Names the item among its owner's; derived from the text with the owner's key, so it tells nobody else anything.
    id: str
    type: ItemType
    #: A `HabitKind` or a `PreferenceCategory`, by its name.
    kind: str
    text: str
    first_seen_at: datetime
    last_seen_at: datetime
    locale: str | None = None
    status: Status = Status.CANDIDATE
    pinned: bool = False
    confidence: float = 0.0
    #: Turns in which it was seen since it was last a fresh candidate.
    seen_count: int = 0
    #: Distinct sessions among them.
    session_count: int = 0
    #: Distinct contexts that the caller named, at most eight.
    contexts: tuple[str, ...] = ()
    use_when: tuple[str, ...] = ()
    avoid_when: tuple[str, ...] = ()
    example: str | None = None
    notes: str | None = None
    source: Source = Source.PATTERN
    polarity: Polarity = Polarity.PREFER
    #: What contradicting wishes have in common; preferences only.
    axis: str | None = None
    pole: str | None = None
    #: Whether it must stay out of serious moments.
    playful: bool = False
    #: The id of the later wish that took its place.
    replaced_by: str | None = None
    #: Coarse order within a brief, as of the last write.
    rank: int = 0

    @property
    def text_key(self) -> str:
        """The text as it is compared with others."""
        return folded(self.text)

    @property
    def is_active(self) -> bool:
        """Whether briefs may hold it."""
        return self.status is Status.ACTIVE

    def evolved(self, **changes: Any) -> Self:
        """A copy with the given changes and the rank that follows from them."""
        confidence = changes.get("confidence", self.confidence)
        pinned = changes.get("pinned", self.pinned)
        return self._replace(**changes, rank=rank_of(confidence, pinned=pinned))

    def tidied(self, now: datetime, settings: Settings) -> Self | None:
        """The item as the passing of time alone leaves it at `now`; None if it has outlived its time.

        Candidates go after `candidate_ttl_days` without a sighting. Active items are archived after
        `inactive_ttl_days` and deleted after as many again. Pinned items stay as they are.
        """
        if self.pinned:
            return self
        idle_days = (now - self.last_seen_at) / timedelta(days=1)
        if self.status is Status.CANDIDATE:
            return None if idle_days > settings.candidate_ttl_days else self
        if idle_days > 2 * settings.inactive_ttl_days:
            return None
        if self.status is Status.ACTIVE and idle_days > settings.inactive_ttl_days:
            return self.evolved(status=Status.ARCHIVED)
        left = rank_of(sure.faded(self.confidence, elapsed_days=idle_days), pinned=False)
        return self if left == self.rank else self._replace(rank=left)

    def rank_due_at(self) -> datetime:
        """When fading alone would lower the rank; the end of time if never."""
        days = math.inf if self.pinned else sure.days_until_below(self.confidence, self.rank)
        return self.last_seen_at + timedelta(days=days) if days < _MAX_DAYS else _NEVER


def rank_of(confidence: float, *, pinned: bool) -> int:
    """The coarse order within a brief: the owner's pins first, then by steps of confidence."""
    return sure.step(confidence) + (_PINNED_STEPS if pinned else 0)


def folded(text: str) -> str:
    """`text` as two spellings are compared: NFKC, case folded, one kind of apostrophe, single spaces."""
    plain = unified(text)
    return " ".join((plain if plain.isascii() else unicodedata.normalize("NFKC", plain)).split())


def unified(text: str) -> str:
    """`text` in NFKC, case folded, with one kind of apostrophe; its lines and spaces stay for rules that need them."""
    if text.isascii():
        return straightened(text).casefold()  # NFKC leaves ASCII as it is
    # Once before, because NFKC makes a space and an accent of ´, and once after, because it makes ʼn of ŉ.
    return straightened(unicodedata.normalize("NFKC", straightened(text)).casefold())


def straightened(text: str) -> str:
    """`text` with one kind of apostrophe and every character at its place."""
    if not text.isascii() and _OTHER_APOSTROPHE.search(text) is not None:
        text = text.translate(_APOSTROPHES)
    return _BACKTICK_IN_WORD.sub("'", text) if "`" in text else text
