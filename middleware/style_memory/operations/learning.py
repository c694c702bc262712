"""Writing what was seen into an owner's items: shared by observing and distilling."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from style_memory.domain.items import Item, folded
from style_memory.domain.kinds import HabitKind, ItemType, Source, Status
from style_memory.domain.settings import MAX_ITEMS_PER_OWNER
from style_memory.domain.sightings import Contrary, Sighting
from style_memory.operations.work import Work
from style_memory.pipeline.discovery import parts
from style_memory.pipeline.learning import (
    Circumstances,
    id_of,
    learned,
    replaced,
    shows_differently,
    turned_against,
    without_repeats,
)
from style_memory.pipeline.preferences import contradicts

# How many candidates make room at once for new items.
_EVICTED_AT_ONCE = 50
_MOST_EMOJI_WEAKENED = 50
# With how many others a new wish that no axis knows, or a habit that is spoken against, is compared.
_MOST_COMPARED = 100


@dataclass(kw_only=True, slots=True)
class Outcome:
    """What became of the sightings of one call."""

    learned: list[Item] = field(default_factory=list)
    updated: list[Item] = field(default_factory=list)
    #: One code per sighting that was passed over.
    ignored: list[str] = field(default_factory=list)


def learn(work: Work, sightings: Iterable[Sighting], session_key: str, at: Circumstances) -> Outcome:
    """Record each sighting once, decide what becomes of its item, and put aside what a new wish contradicts."""
    outcome = Outcome()
    profile = work.profile
    by_id = without_repeats((id_of(profile, sighting), sighting) for sighting in sightings)
    if not by_id:
        return outcome
    known = work.unit.items_with_session(by_id, session_key)
    fresh = [item_id for item_id in by_id if item_id not in known]
    discovered = [item_id for item_id in fresh if by_id[item_id].source is Source.DISCOVERED]
    if discovered and not at.quotable():
        # Nothing is written down for the first time in a serious moment.
        by_id = {item_id: sighting for item_id, sighting in by_id.items() if item_id not in discovered}
        fresh = [item_id for item_id in fresh if item_id in by_id]
        discovered = []
    buried = work.unit.tombstones(fresh) if fresh else set()
    buried |= {item_id for item_id in discovered if _holds_what_was_given_up(work, by_id[item_id])}
    room = _room(work, len(fresh) - len(buried), spared=by_id)
    new_in_session: list[str] = []
    returned: list[Item] = []
    for item_id, sighting in by_id.items():
        if item_id in buried:
            outcome.ignored.append("forgotten")
            continue
        before, in_session = known.get(item_id, (None, False))
        if before is None and len(outcome.learned) == room:
            outcome.ignored.append("full")
            continue
        after = learned(item_id, sighting, before, new_session=not in_session, at=at)
        (outcome.updated if before else outcome.learned).append(after)
        if before and before.status is Status.ARCHIVED:
            returned.append(after)
        if not in_session or after in returned:
            new_in_session.append(item_id)
        _note(work, before, after)
    # What starts anew is written anew: the sessions of its first life count no more.
    work.unit.delete_items([item.id for item in returned])
    work.unit.insert_items([*outcome.learned, *returned])
    again = [item for item in outcome.updated if item not in returned]
    moved = [item for item in again if _moved(known[item.id][0], item)]
    work.unit.update_items(moved)
    work.unit.sight_items([item for item in again if item not in moved])
    work.unit.add_evidence(new_in_session, session_key, at.now)
    _put_aside_contradicted(work, outcome, list(by_id), known)
    if outcome.learned:
        work.update_profile(items=work.profile.items + len(outcome.learned))
    return outcome


def weaken(work: Work, contraries: Sequence[Contrary]) -> list[Item]:
    """Make the habits that the owner spoke against less sure; returns those that existed."""
    weakened = []
    for item in _named(work, contraries):
        after = turned_against(item)
        if shows_differently(item, after):
            work.brief_changed()
        work.changed("contradicted", item.id)
        weakened.append(after)
    work.unit.update_items(weakened)
    return weakened


def _holds_what_was_given_up(work: Work, sighting: Sighting) -> bool:
    """Whether a discovered phrase holds, or is but for its mark, one that the owner forgot or that was put aside."""
    ids = {work.profile.item_id(ItemType.HABIT, part) for part in parts(folded(sighting.text))}
    put_aside = (item.status is Status.ARCHIVED for item in work.unit.items(ids).values())
    return bool(work.unit.tombstones(ids)) or any(put_aside)


def _note(work: Work, before: Item | None, after: Item) -> None:
    if shows_differently(before, after):
        work.brief_changed()
    if before is None:
        work.changed("learned", after.id)
    elif before.status is Status.ARCHIVED:
        work.changed("returned", after.id)
    if after.is_active and not (before and before.is_active):
        work.changed("promoted", after.id)


def _moved(before: Item, after: Item) -> bool:
    """Whether more has changed than an ordinary sighting changes."""
    return (before.status, before.rank, before.use_when) != (after.status, after.rank, after.use_when)


def _put_aside_contradicted(
    work: Work, outcome: Outcome, said: Sequence[str], known: Mapping[str, tuple[Item, bool]]
) -> None:
    """Archive what the newly active wishes contradict. Of two in one turn, the one that was said later stays."""
    items = {item.id: item for item in (*outcome.learned, *outcome.updated)}
    if not any(item.type is ItemType.PREFERENCE for item in items.values()):
        return
    order = [item_id for item_id in said if item_id in items]
    for place, item_id in enumerate(order):
        item = items[item_id]
        if item.type is not ItemType.PREFERENCE or not item.is_active:
            continue
        was_active = item_id in known and known[item_id][0].is_active
        if was_active and not place:
            continue
        for rival in _rivals(work, item):
            # Who was active before has only those to answer that came in between.
            if rival.id in order[:place] or (not was_active and rival.id not in order):
                items[rival.id] = replaced(rival, item)
                work.unit.update_items([items[rival.id]])
                work.changed("replaced", rival.id)
                work.brief_changed()
    outcome.learned = [items[item.id] for item in outcome.learned]
    outcome.updated = [items[item.id] for item in outcome.updated]


def _rivals(work: Work, item: Item) -> list[Item]:
    if item.axis:
        return [other for other in work.unit.on_axis(item.axis) if other.pole != item.pole]
    active = work.unit.page(ItemType.PREFERENCE, status=Status.ACTIVE, after=None, limit=_MOST_COMPARED)
    return [other for other in active if contradicts(item, other)]


def _named(work: Work, contraries: Sequence[Contrary]) -> list[Item]:
    named: dict[str, Item] = {}
    for contrary in contraries:
        text = folded(contrary.text)
        if text == "emoji":
            found = work.unit.of_kind(ItemType.HABIT, HabitKind.EMOJI.value, _MOST_EMOJI_WEAKENED)
        else:
            found = list(work.unit.items([work.profile.item_id(ItemType.HABIT, text)]).values())
            found += [item for item in work.unit.recurring(1, _MOST_COMPARED) if _is_discovered_around(item, text)]
        named.update({item.id: item for item in found})
    return list(named.values())


def _is_discovered_around(item: Item, text: str) -> bool:
    return item.source is Source.DISCOVERED and text in parts(item.text_key)


def _room(work: Work, wanted: int, *, spared: Collection[str]) -> int:
    """How many of the `wanted` new items may be added; the least useful others make room, but none of `spared`."""
    excess = work.profile.items + wanted - MAX_ITEMS_PER_OWNER
    if excess <= 0:
        return wanted
    expendable = work.unit.expendable(max(_EVICTED_AT_ONCE, excess) + len(spared))
    gone = [item_id for item_id in expendable if item_id not in spared][: max(_EVICTED_AT_ONCE, excess)]
    work.update_profile(items=work.profile.items - work.unit.delete_items(gone))
    for item_id in gone:
        work.changed("evicted", item_id)
    return min(wanted, MAX_ITEMS_PER_OWNER - work.profile.items)
