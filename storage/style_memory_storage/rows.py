"""Items and profiles as rows, and back."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from style_memory.domain.errors import DatabaseDamaged
from style_memory.domain.items import Item
from style_memory.domain.kinds import ItemType, Polarity, Source, Status
from style_memory.domain.profile import Change, KnownTurn, Profile

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)
_TYPES = {each.value: each for each in ItemType}
_STATUSES = {each.value: each for each in Status}
_SOURCES = {each.value: each for each in Source}
_POLARITIES = {each.value: each for each in Polarity}


def stamp(time: datetime) -> int:
    """Whole microseconds since 1970 in UTC."""
    return (time - _EPOCH) // _MICROSECOND


def moment(stamp: int) -> datetime:
    """The time of a stamp."""
    return _EPOCH + stamp * _MICROSECOND


def item_values(item: Item) -> dict[str, Any]:
    """The columns of an item, but for its owner."""
    return {
        **changing_values(item),
        "id": item.id,
        "type": item.type.value,
        "kind": item.kind,
        "text": item.text,
        "text_key": item.text_key,
        "locale": item.locale,
        "source": item.source.value,
        "polarity": item.polarity.value,
        "axis": item.axis,
        "pole": item.pole,
        "playful": item.playful,
    }


def changing_values(item: Item) -> dict[str, Any]:
    """The columns of an item that may change after it was first seen."""
    return {
        **sighting_values(item),
        "status": item.status.value,
        "pinned": item.pinned,
        "first_seen_at": stamp(item.first_seen_at),
        "use_when": " ".join(item.use_when),
        "replaced_by": item.replaced_by,
        "rank": item.rank,
    }


def sighting_values(item: Item) -> dict[str, Any]:
    """The columns of an item that change with an ordinary sighting: none of them is part of an index."""
    return {
        "confidence": item.confidence,
        "seen_count": item.seen_count,
        "session_count": item.session_count,
        "contexts": " ".join(item.contexts),
        "last_seen_at": stamp(item.last_seen_at),
        "avoid_when": " ".join(item.avoid_when),
        "example": item.example,
        "notes": item.notes,
        "rank_due_at": stamp(item.rank_due_at()),
    }


def item_of(row: tuple[Any, ...]) -> Item:
    """The item of a row that begins with the fields of an item, in their order.

    Raises:
        DatabaseDamaged: The row holds what this program never writes.
    """
    try:
        return _item_of(row)
    except (KeyError, ValueError, TypeError, AttributeError, OverflowError):
        raise DatabaseDamaged from None


def _item_of(row: tuple[Any, ...]) -> Item:
    (
        item_id,
        item_type,
        kind,
        text,
        first_seen_at,
        last_seen_at,
        locale,
        status,
        pinned,
        confidence,
        seen_count,
        session_count,
        contexts,
        use_when,
        avoid_when,
        example,
        notes,
        source,
        polarity,
        axis,
        pole,
        playful,
        replaced_by,
        rank,
    ) = row[: len(Item._fields)]
    if not 0.0 <= confidence < 1.0:
        raise ValueError
    return Item._make(
        (
            item_id,
            _TYPES[item_type],
            kind,
            text,
            moment(first_seen_at),
            moment(last_seen_at),
            locale,
            _STATUSES[status],
            bool(pinned),
            confidence,
            seen_count,
            session_count,
            tuple(contexts.split()),
            tuple(use_when.split()),
            tuple(avoid_when.split()),
            example,
            notes,
            _SOURCES[source],
            _POLARITIES[polarity],
            axis,
            pole,
            bool(playful),
            replaced_by,
            rank,
        )
    )


def profile_values(profile: Profile) -> dict[str, Any]:
    """The columns of a profile, but for its owner."""
    return {
        "key": profile.key,
        "created_at": stamp(profile.created_at),
        "learning": profile.learning,
        "revision": profile.revision,
        "turns": profile.turns,
        "items": profile.items,
        "changes": profile.changes,
        "tidied_at": stamp(profile.tidied_at),
        "voice": profile.voice,
        "stylometry": profile.stylometry,
        "discovery": profile.discovery,
    }


def profile_of(row: tuple[Any, ...]) -> Profile:
    """The profile of a row that holds all columns of `tables.owners`, in their order.

    Raises:
        DatabaseDamaged: The row holds what this program never writes.
    """
    _, key, created_at, learning, revision, turns, items, changes, tidied_at, voice, stylometry, discovery = row
    try:
        return Profile(
            key=bytes(key),
            created_at=moment(created_at),
            learning=bool(learning),
            revision=int(revision),
            turns=int(turns),
            items=int(items),
            changes=int(changes),
            tidied_at=moment(tidied_at),
            voice=voice,
            stylometry=bytes(stylometry),
            discovery=bytes(discovery),
        )
    except (ValueError, TypeError, OverflowError):
        raise DatabaseDamaged from None


def turn_of(row: tuple[Any, ...]) -> KnownTurn:
    """The turn of a row of (turn_key, chain_key, answered, invocation)."""
    turn_key, chain_key, answered, invocation = row
    return KnownTurn(turn_key=turn_key, chain_key=chain_key, answered=bool(answered), invocation=invocation)


def change_values(number: int, change: Change) -> dict[str, Any]:
    """The columns of a log line, but for its owner."""
    return {"number": number, "at": stamp(change.at), "change": change.change, "item_id": change.item_id}


def change_of(row: tuple[Any, ...]) -> tuple[int, Change]:
    """The number and the change of a row of (number, at, change, item_id)."""
    number, at, change, item_id = row
    return number, Change(at=moment(at), change=change, item_id=item_id)
