"""What requests and answers have in common, and the records that answers hold."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any

from pydantic import AliasChoices, AliasGenerator, BaseModel, BeforeValidator, ConfigDict, Field
from pydantic.alias_generators import to_camel

from style_memory.domain.items import Item
from style_memory.domain.kinds import ItemType
from style_memory.pipeline.brief import may_go_out
from style_memory.pipeline.lazy_patterns import lazy_pattern


def _either_case(name: str) -> AliasChoices | str:
    camel = to_camel(name)
    return name if camel == name else AliasChoices(name, camel)


def _well_formed(value: Any) -> Any:
    # A lone surrogate is half a character: it can be neither stored nor sent. What takes its place is a hidden
    # character, which the gate takes out and reports.
    if isinstance(value, str) and _SURROGATE.search(value):
        joined = value.encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass")
        return _SURROGATE.sub("\ufffe", joined)
    return value


_SURROGATE = lazy_pattern("[\ud800-\udfff]")


Text = Annotated[str, BeforeValidator(_well_formed)]


class Request(BaseModel):
    """Arguments of an operation: snake_case or the seeds' camelCase, and no unknown ones."""

    model_config = ConfigDict(
        extra="forbid",
        frozen=True,
        hide_input_in_errors=True,
        alias_generator=AliasGenerator(validation_alias=_either_case),
        validate_by_name=True,
    )


class Answer(BaseModel):
    """What an operation answers."""

    model_config = ConfigDict(frozen=True, defer_build=True)


class ItemRecord(Answer):
    """One item as its owner sees it."""

    id: str
    text: str
    status: str
    pinned: bool
    confidence: float = Field(description="0 to 1")
    seen_count: int
    session_count: int
    contexts: list[str]
    first_seen_at: datetime
    last_seen_at: datetime
    use_when: list[str]
    avoid_when: list[str]
    example: str | None = None
    notes: str | None = None
    locale: str | None = None
    source: str
    replaced_by: str | None = None


class Habit(ItemRecord):
    """One habit of voice."""

    kind: str


class Preference(ItemRecord):
    """One wish about working together."""

    category: str
    polarity: str = Field(description="prefer or avoid")


def habit_record(item: Item) -> Habit:
    """The record of a habit."""
    return Habit(**_common(item), kind=item.kind)


def preference_record(item: Item) -> Preference:
    """The record of a preference."""
    return Preference(**_common(item), category=item.kind, polarity=item.polarity.value)


def record(item: Item) -> Habit | Preference:
    """The record of an item of either type."""
    return habit_record(item) if item.type is ItemType.HABIT else preference_record(item)


# What stands in place of a text that today's rules of the privacy gate would not let in; its id still names the item.
WITHHELD = "[withheld by the privacy gate]"


def _shown(text: str | None) -> str | None:
    return text if text is None or may_go_out(text) else WITHHELD


def _common(item: Item) -> dict[str, Any]:
    return {
        "id": item.id,
        "text": _shown(item.text),
        "status": item.status.value,
        "pinned": item.pinned,
        "confidence": round(item.confidence, 3),
        "seen_count": item.seen_count,
        "session_count": item.session_count,
        "contexts": list(item.contexts),
        "first_seen_at": item.first_seen_at,
        "last_seen_at": item.last_seen_at,
        "use_when": list(item.use_when),
        "avoid_when": list(item.avoid_when),
        "example": _shown(item.example),
        "notes": _shown(item.notes),
        "locale": item.locale,
        "source": item.source.value,
        "replaced_by": item.replaced_by,
    }
