"""Items and profiles as rows, and back."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from style_memory.domain.items import Item
from style_memory.domain.kinds import ItemType, Polarity, Source, Status
from style_memory.domain.profile import Change, Profile

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)


def stamp(time: datetime) -> int:
    """Whole microseconds since 1970 in UTC."""
    return (time - _EPOCH) // _MICROSECOND


def moment(stamp: int) -> datetime:
    """The time of a stamp."""
    return _EPOCH + timedelta(microseconds=stamp)


def item_values(item: Item) -> dict[str, Any]:
    """The columns of an item, but for its owner."""
    return {
        "id": item.id,
        "type": item.type.value,
        "kind": item.kind,
        "text": item.text,
        "text_key": item.text_key,
        "locale": item.locale,
        "status": item.status.value,
        "pinned": item.pinned,
        "confidence": item.confidence,
        "seen_count": item.seen_count,
        "session_count": item.session_count,
        "contexts": " ".join(item.contexts),
        "first_seen_at": stamp(item.first_seen_at),
        "last_seen_at": stamp(item.last_seen_at),
        "use_when": " ".join(item.use_when),
        "avoid_when": " ".join(item.avoid_when),
        "example": item.example,
        "notes": item.notes,
        "source": item.source.value,
        "polarity": item.polarity.value,
        "axis": item.axis,
        "pole": item.pole,
        "playful": item.playful,
        "replaced_by": item.replaced_by,
        "rank": item.rank,
        "rank_due_at": stamp(item.rank_due_at()),
    }


def item_of(row: Any) -> Item:
    """The item of a row that holds all columns of `tables.items`."""
    return Item(
        id=row.id,
        type=ItemType(row.type),
        kind=row.kind,
        text=row.text,
        locale=row.locale,
        status=Status(row.status),
        pinned=row.pinned,
        confidence=row.confidence,
        seen_count=row.seen_count,
        session_count=row.session_count,
        contexts=tuple(row.contexts.split()),
        first_seen_at=moment(row.first_seen_at),
        last_seen_at=moment(row.last_seen_at),
        use_when=tuple(row.use_when.split()),
        avoid_when=tuple(row.avoid_when.split()),
        example=row.example,
        notes=row.notes,
        source=Source(row.source),
        polarity=Polarity(row.polarity),
        axis=row.axis,
        pole=row.pole,
        playful=row.playful,
        replaced_by=row.replaced_by,
        rank=row.rank,
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
    }


def profile_of(row: Any) -> Profile:
    """The profile of a row that holds all columns of `tables.owners`."""
    return Profile(
        key=row.key,
        created_at=moment(row.created_at),
        learning=row.learning,
        revision=row.revision,
        turns=row.turns,
        items=row.items,
        changes=row.changes,
        tidied_at=moment(row.tidied_at),
        voice=row.voice,
    )


def change_values(number: int, change: Change) -> dict[str, Any]:
    """The columns of a log line, but for its owner."""
    return {"number": number, "at": stamp(change.at), "change": change.change, "item_id": change.item_id}


def change_of(row: Any) -> tuple[int, Change]:
    """The number and the change of a row."""
    return row.number, Change(at=moment(row.at), change=row.change, item_id=row.item_id)
