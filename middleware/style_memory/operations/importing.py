"""Taking over what another tool has learned, once however often it is imported."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from pydantic import Field

from style_memory.domain.items import Item
from style_memory.domain.kinds import Status
from style_memory.domain.sightings import PreferenceSighting, Sighting
from style_memory.operations.hints import HabitHint, PreferenceHint, sightings_of
from style_memory.operations.models import Answer
from style_memory.operations.work import Work
from style_memory.pipeline.learning import Circumstances, Life, id_of, taken_over

#: How many of the entries that were left out for one reason are named.
MOST_NAMED = 5
#: What became of a pause of learning in the other store.
Pause = Literal["none", "taken_over", "already_paused", "resumed_here"]


class LeftOut(Answer):
    """Entries that were not taken over, for one reason."""

    reason: str = Field(description="a code")
    count: int
    entries: list[str] = Field(description="where the first of them stand in the file; never what they say")


class Imported(Answer):
    """What became of the entries of an import."""

    added: int
    known: int = Field(description="items that were there already and stay as they are")
    merged: int = Field(description="entries that say the same as another one of the file, and count with it")
    left_out: list[LeftOut]
    pause: Pause = Field(description="what became of a pause of learning in the other store")
    revision: int


@dataclass(frozen=True, kw_only=True, slots=True)
class ForeignItem:
    """One item as another tool has it, checked for its form only."""

    #: Where it stands in the file.
    place: str
    hint: HabitHint | PreferenceHint
    life: Life
    #: Whether it gives way to a wish in words about the same, since it is one only as a number.
    gives_way: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class Omission:
    """An entry that is not taken over."""

    reason: str
    #: Where it stands in the file, and which of its fields is wrong if one is.
    place: str


@dataclass(frozen=True, kw_only=True, slots=True)
class ForeignStore:
    """What another tool has stored."""

    items: Sequence[ForeignItem]
    #: What has no counterpart here, or does not follow the format.
    omitted: Sequence[Omission]
    #: Whether the person paused learning there.
    paused: bool


def take_over(work: Work, store: ForeignStore) -> Imported:
    """Add the items that are not there yet. What the privacy gate stops, or was forgotten, stays out.

    An item that is there already stays as it is, so that importing twice changes nothing.
    """
    omitted = list(store.omitted)
    admitted = _admitted(work, store.items, omitted)
    at = Circumstances(now=work.now, settings=work.settings)
    fresh: dict[str, Item] = {
        item_id: taken_over(item_id, each.sighting, at, life=each.life) for item_id, each in admitted.items()
    }
    known = set(work.unit.items(fresh)) if fresh else set()
    buried = (work.unit.tombstones(fresh) if fresh else set()) - known
    added = [item for item_id, item in fresh.items() if item_id not in known | buried]
    work.unit.insert_items(added)
    for item in added:
        work.changed("imported", item.id)
        if item.is_active:
            work.brief_changed()
    work.update_profile(items=work.profile.items + len(added))
    omitted += [
        Omission(reason="forgotten", place=place)
        for item_id, each in admitted.items()
        if item_id in buried
        for place in each.places
    ]
    return Imported(
        added=len(added),
        known=len(known),
        merged=sum(len(each.places) - 1 for item_id, each in admitted.items() if item_id not in buried),
        left_out=_counted(omitted),
        pause=_pause(work) if store.paused else "none",
        revision=work.revision,
    )


@dataclass(frozen=True, kw_only=True, slots=True)
class _Admitted:
    """What the privacy gate let through of one item, and all entries that are about it."""

    sighting: Sighting
    life: Life
    places: tuple[str, ...]
    gives_way: bool


def _admitted(work: Work, items: Iterable[ForeignItem], omitted: list[Omission]) -> dict[str, _Admitted]:
    admitted: dict[str, _Admitted] = {}
    for foreign in items:
        sightings, refused = sightings_of([foreign.hint], work.settings)
        omitted += [Omission(reason=code.removeprefix("hint_"), place=foreign.place) for code in refused]
        for sighting in sightings:
            item_id = id_of(work.profile, sighting)
            one = _Admitted(sighting=sighting, life=foreign.life, places=(foreign.place,), gives_way=foreign.gives_way)
            admitted[item_id] = _joined(admitted[item_id], one) if item_id in admitted else one
    for item_id, each in list(admitted.items()):
        if each.gives_way and _contradicted(work, each.sighting, admitted.values()):
            del admitted[item_id]
            omitted += [Omission(reason="contradicted", place=place) for place in each.places]
    return admitted


# Which state an item has that stands in a file twice: the first of these.
_LIVELIEST = (Status.ACTIVE, Status.CANDIDATE, Status.ARCHIVED)


def _joined(one: _Admitted, other: _Admitted) -> _Admitted:
    """Both as one item, in the words that were seen more often."""
    better = max((one, other), key=lambda each: each.life.seen_count)
    life = replace(
        better.life,
        status=min((one.life.status, other.life.status), key=_LIVELIEST.index),
        pinned=one.life.pinned or other.life.pinned,
        seen_count=one.life.seen_count + other.life.seen_count,
        contexts=tuple(dict.fromkeys((*one.life.contexts, *other.life.contexts))),
        first_seen_at=min(one.life.first_seen_at, other.life.first_seen_at),
        last_seen_at=max(one.life.last_seen_at, other.life.last_seen_at),
    )
    return _Admitted(
        sighting=better.sighting,
        life=life,
        places=(*one.places, *other.places),
        gives_way=one.gives_way and other.gives_way,
    )


def _contradicted(work: Work, sighting: Sighting, beside: Iterable[_Admitted]) -> bool:
    if not isinstance(sighting, PreferenceSighting) or not sighting.axis:
        return False
    wishes = [each.sighting for each in beside if isinstance(each.sighting, PreferenceSighting)]
    poles = {wish.pole for wish in wishes if wish.axis == sighting.axis}
    poles |= {item.pole for item in work.unit.on_axis(sighting.axis) if item.status is not Status.ARCHIVED}
    return poles != {sighting.pole}


def _counted(omitted: Iterable[Omission]) -> list[LeftOut]:
    places: dict[str, list[str]] = {}
    for each in omitted:
        places.setdefault(each.reason, []).append(each.place)
    return [
        LeftOut(reason=reason, count=len(found), entries=found[:MOST_NAMED]) for reason, found in sorted(places.items())
    ]


# More than are kept.
_WHOLE_LOG = 2_000


def _pause(work: Work) -> Pause:
    """Pause learning as it was paused there, unless the owner has resumed it here: that was said later."""
    if not work.profile.learning:
        return "already_paused"
    if any(change.change == "learning_resumed" for _, change in work.unit.changes(_WHOLE_LOG)):
        return "resumed_here"
    work.update_profile(learning=False)
    work.changed("learning_paused")
    return "taken_over"
