"""What is kept of an owner beside their items."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from style_memory.domain.kinds import ItemType


class Profile(NamedTuple):
    """One owner's row. Times are in UTC. Build it with keywords. (A named tuple for the same reason as `Item`.)"""

    #: Random bytes that key every hash of this owner's; they die with an erase.
    key: bytes
    created_at: datetime
    #: When clean-up last ran.
    tidied_at: datetime
    #: Whether this owner lets us learn.
    learning: bool = True
    #: Rises by one with each call after which a brief could read differently.
    revision: int = 0
    #: Turns observed so far.
    turns: int = 0
    #: Items held, in any status.
    items: int = 0
    #: Number of the latest entry in the change log.
    changes: int = 0
    #: The measured voice, as `Voice.to_json` writes it.
    voice: str = ""
    #: How they write in numbers, as `Stylometry.to_bytes` writes it.
    stylometry: bytes = b""
    #: What recurs in their turns, as `Sketch.to_bytes` writes it.
    discovery: bytes = b""

    def digest(self, purpose: str, *parts: str) -> str:
        """A keyed hash of `parts`, 96 bits in hexadecimal: equal parts give equal digests for this owner only."""
        keyed = hashlib.blake2b(key=self.key, digest_size=12, person=purpose.encode()[:16])
        for part in parts:
            keyed.update(len(part).to_bytes(4, "big") + part.encode("utf-8", "surrogatepass"))
        return keyed.hexdigest()

    def item_id(self, item_type: ItemType, *identity: str) -> str:
        """The id of the item with that identity: what makes two sightings the same item, already folded."""
        return f"{item_type.value[0]}-{self.digest('item', item_type.value, *identity)}"


@dataclass(frozen=True, kw_only=True, slots=True)
class KnownTurn:
    """A turn that was observed before."""

    #: Hash of the id that the caller gave the turn, or of its place in the conversation.
    turn_key: str
    #: Hash of all that the owner had written in the session up to and including this turn; None where unknown.
    chain_key: str | None = None
    #: Whether the agent has replied to it.
    answered: bool = False
    #: Hash of the run of the pipeline in which it was observed; None where unknown.
    invocation: str | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Change:
    """One line of the change log. It names the item by id only, so that what is forgotten leaves no text behind."""

    at: datetime
    #: What happened, such as `learned`, `promoted`, `archived`, `forgotten`.
    change: str
    #: The item it happened to; None where it concerns the owner as a whole.
    item_id: str | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class ItemCounts:
    """How many items an owner has of one type."""

    candidates: int = 0
    active: int = 0
    archived: int = 0
    #: Active ones that are playful.
    active_playful: int = 0

    @property
    def total(self) -> int:
        """Items in any status."""
        return self.candidates + self.active + self.archived
