"""Taking over what another tool has learned, once however often it is imported."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError
from pydantic.alias_generators import to_camel

from style_memory.domain.errors import ImportInvalid
from style_memory.domain.items import Item
from style_memory.domain.kinds import HabitKind, PreferenceCategory, Source, Status
from style_memory.domain.sightings import Sighting
from style_memory.operations.hints import HabitHint, PreferenceHint, sightings_of
from style_memory.operations.models import Answer
from style_memory.operations.work import Work
from style_memory.pipeline.context import normalised_labels
from style_memory.pipeline.learning import Circumstances, Life, id_of, taken_over

_VERSIONS = (1, 2)


class Imported(Answer):
    """What became of the items of an import."""

    added: int
    known: int = Field(description="items that were there already and stay as they are")
    skipped: list[str] = Field(description="a code for each item that was refused")
    revision: int


@dataclass(frozen=True, kw_only=True, slots=True)
class ForeignItem:
    """One item as another tool has it, checked for its form only."""

    hint: HabitHint | PreferenceHint
    life: Life


def items_of_style_memory_mcp(document: Any) -> tuple[list[ForeignItem], list[str]]:
    """The items of a style-memory-mcp store of version 1 or 2, and a code for each that does not follow its format.

    Version 2 keeps its habits and preferences in the same two places as version 1; what else it holds (scales, forms of
    address, failure rules) has no counterpart here.

    Raises:
        ImportInvalid: The document is no such store.
    """
    try:
        store = _Store.model_validate(document)
    except ValidationError:
        raise ImportInvalid("This is no store of style-memory-mcp 1 or 2: name its style-memory.json.") from None
    items: list[ForeignItem] = []
    broken: list[str] = []
    rows: list[tuple[type[_Habit] | type[_Preference], Any]] = [(_Habit, row) for row in store.habits]
    rows += [(_Preference, row) for row in store.profile.preferences]
    for model, row in rows:
        try:
            items.append(model.model_validate(row).item())
        except ValidationError:
            broken.append("broken")
    return items, broken


def take_over(work: Work, items: Sequence[ForeignItem], broken: Sequence[str] = ()) -> Imported:
    """Add the items that are not there yet. What the privacy gate stops, or was forgotten, stays out.

    An item that is there already stays as it is, so that importing twice changes nothing.
    """
    skipped = list(broken)
    at = Circumstances(now=work.now, settings=work.settings)
    fresh: dict[str, Item] = {}
    for item_id, (sighting, foreign) in _admitted(work, items, skipped).items():
        fresh[item_id] = taken_over(item_id, sighting, at, life=foreign.life)
    known = set(work.unit.items(fresh)) if fresh else set()
    buried = work.unit.tombstones(fresh) if fresh else set()
    added = [item for item_id, item in fresh.items() if item_id not in known | buried]
    work.unit.insert_items(added)
    for item in added:
        work.changed("imported", item.id)
        if item.is_active:
            work.brief_changed()
    work.update_profile(items=work.profile.items + len(added))
    skipped += ["forgotten"] * len(buried - known)
    return Imported(added=len(added), known=len(known), skipped=skipped, revision=work.revision)


def _admitted(work: Work, items: Iterable[ForeignItem], skipped: list[str]) -> dict[str, tuple[Sighting, ForeignItem]]:
    admitted: dict[str, tuple[Sighting, ForeignItem]] = {}
    for foreign in items:
        sightings, dropped = sightings_of([foreign.hint], work.settings)
        skipped += dropped
        for sighting in sightings:
            admitted.setdefault(id_of(work.profile, sighting), (sighting, foreign))
    return admitted


_SOURCES = {"rule": Source.DICTIONARY, "hint": Source.HINT, "distill": Source.DISTILLED}


def _utc(value: Any) -> Any:
    if isinstance(value, str):
        value = datetime.fromisoformat(value)
    if isinstance(value, datetime):
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)
    return value


_Time = Annotated[datetime, BeforeValidator(_utc)]


class _Row(BaseModel):
    """What habits and preferences of the peer have in common; fields that it adds later are passed over."""

    model_config = ConfigDict(extra="ignore", alias_generator=to_camel)

    text: str
    locale: str | None = None
    seen_count: int = Field(default=1, ge=1)
    first_seen_at: _Time
    last_seen_at: _Time
    status: Status
    pinned: bool = False
    use_when: list[str] = []
    avoid_when: list[str] = []
    notes: str | None = None
    example: str | None = None
    seen_contexts: list[str] = []
    source: str | None = None

    def life(self) -> Life:
        """What the item has behind it."""
        return Life(
            source=_SOURCES.get(self.source or "rule", Source.HINT),
            status=self.status,
            pinned=self.pinned,
            seen_count=self.seen_count,
            contexts=normalised_labels(self.seen_contexts),
            first_seen_at=self.first_seen_at,
            last_seen_at=self.last_seen_at,
        )

    def shared(self) -> dict[str, Any]:
        """What a hint takes of it."""
        return self.model_dump(include={"text", "locale", "use_when", "avoid_when", "notes", "example"})


class _Habit(_Row):
    kind: HabitKind

    def item(self) -> ForeignItem:
        return ForeignItem(hint=HabitHint(kind=self.kind, **self.shared()), life=self.life())


class _Preference(_Row):
    category: PreferenceCategory

    def item(self) -> ForeignItem:
        return ForeignItem(hint=PreferenceHint(category=self.category, **self.shared()), life=self.life())


class _Profile(BaseModel):
    preferences: list[Any] = []


class _Store(BaseModel):
    version: Annotated[int, Field(ge=_VERSIONS[0], le=_VERSIONS[-1])]
    habits: list[Any]
    profile: _Profile = _Profile()
