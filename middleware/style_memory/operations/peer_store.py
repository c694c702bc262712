"""Reads the store of style-memory-mcp, versions 1 and 2: its `style-memory.json`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError
from pydantic.alias_generators import to_camel

from style_memory.domain.errors import ImportInvalid
from style_memory.domain.items import folded
from style_memory.domain.kinds import HabitKind, PreferenceCategory, Source, Status
from style_memory.operations.hints import HabitHint, PreferenceHint
from style_memory.operations.importing import ForeignItem, ForeignStore, Omission
from style_memory.pipeline.context import normalised_labels
from style_memory.pipeline.learning import Life

_VERSIONS = (1, 2)


def read_peer_store(document: Any) -> ForeignStore:
    """What a store of style-memory-mcp holds, and what of it has no counterpart here or does not follow its format.

    Raises:
        ImportInvalid: The document is no such store.
    """
    try:
        store = _Store.model_validate(document)
    except ValidationError:
        raise ImportInvalid("This is no store of style-memory-mcp 1 or 2: name its style-memory.json.") from None
    items: list[ForeignItem] = []
    omitted: list[Omission] = []
    profile = store.profile
    habits = list(_rows("habits", store.habits, _Habit, omitted))
    items += [habit.item(place) for place, habit in habits]
    for place, wish in _rows("profile.preferences", profile.preferences, _Preference, omitted):
        items.append(wish.item(place))
    items += _of_expressions(profile.expression_patterns, [habit for _, habit in habits], omitted)
    items += _of_reply_preferences(profile.response_preferences, omitted)
    omitted += _without_counterpart(store)
    paused = isinstance(store.settings, dict) and store.settings.get("allowLearning") is False
    return ForeignStore(items=items, omitted=omitted, paused=paused)


_SOURCES = {"rule": Source.DICTIONARY, "hint": Source.HINT, "distill": Source.DISTILLED}


def _utc(value: Any) -> Any:
    if isinstance(value, str):
        value = datetime.fromisoformat(value)
    if isinstance(value, datetime):
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)
    return value


_Time = Annotated[datetime, BeforeValidator(_utc)]


class _Part(BaseModel):
    """A part of the store; fields that the peer adds later are passed over."""

    model_config = ConfigDict(extra="ignore", alias_generator=to_camel)


class _Entry(_Part):
    """What habits, preferences and expressions have in common."""

    id: str | None = None
    seen_count: int = Field(default=1, ge=0)
    first_seen_at: _Time
    last_seen_at: _Time
    status: Status
    pinned: bool = False
    use_when: list[str] = []
    avoid_when: list[str] = []
    seen_contexts: list[str] = []
    source: str | None = None

    def life(self) -> Life:
        """What the item has behind it."""
        return Life(
            source=_SOURCES.get(self.source or "rule", Source.HINT),
            status=self.status,
            pinned=self.pinned,
            seen_count=max(self.seen_count, 1),
            contexts=normalised_labels(self.seen_contexts),
            first_seen_at=self.first_seen_at,
            last_seen_at=self.last_seen_at,
        )


class _Row(_Entry):
    text: str
    locale: str | None = None
    notes: str | None = None
    example: str | None = None

    def shared(self) -> dict[str, Any]:
        """What a hint takes of it."""
        return self.model_dump(include={"text", "locale", "use_when", "avoid_when", "notes", "example"})


class _Habit(_Row):
    kind: HabitKind

    def item(self, place: str) -> ForeignItem:
        return ForeignItem(place=place, hint=HabitHint(kind=self.kind, **self.shared()), life=self.life())


class _Preference(_Row):
    category: PreferenceCategory

    def item(self, place: str) -> ForeignItem:
        hint = PreferenceHint(category=self.category, **self.shared())
        return ForeignItem(place=place, hint=hint, life=self.life())


# Kinds of expressions whose example is the very thing that the owner writes; others are descriptions.
_LITERAL = {
    "lexical": HabitKind.CATCHPHRASE,
    "laughter": HabitKind.TONE,
    "kaomoji": HabitKind.EMOJI,
    "emoji": HabitKind.EMOJI,
    "unicode_symbol": HabitKind.EMOJI,
    "text_marker": HabitKind.IDIOLECT,
    "punctuation": HabitKind.PUNCTUATION,
    "mixed_language": HabitKind.LANGUAGE_MIX,
}


class _Expression(_Entry):
    kind: str
    examples: list[str] = []
    functions: list[str] = []
    source: str | None = "hint"

    @property
    def is_literal(self) -> bool:
        return self.kind in _LITERAL and bool(self.examples)

    def item(self, place: str) -> ForeignItem:
        hint = HabitHint(
            kind=_LITERAL[self.kind], text=self.examples[0], use_when=self.use_when, avoid_when=self.avoid_when
        )
        return ForeignItem(place=place, hint=hint, life=self.life())


class _Scale(_Part):
    """A number from 1 to 5; 3 is where nothing is known."""

    value: int = Field(ge=1, le=5)
    evidence_count: int = Field(default=0, ge=0)
    explicit: bool = False
    last_updated_at: _Time

    @property
    def is_known(self) -> bool:
        return self.explicit or self.evidence_count > 0 or self.value != _UNKNOWN


_UNKNOWN = 3


class _Profile(_Part):
    model_config = ConfigDict(extra="allow")

    preferences: list[Any] = []
    expression_patterns: Any = None
    response_preferences: Any = None
    addresses: Any = None
    observed_voice: Any = None
    failure_log: Any = None


class _Store(_Part):
    model_config = ConfigDict(extra="allow")

    version: Annotated[int, Field(ge=_VERSIONS[0], le=_VERSIONS[-1])]
    habits: list[Any]
    profile: _Profile = _Profile()
    settings: Any = None


_Model = TypeVar("_Model", bound=_Part)


def _rows(name: str, rows: Any, model: type[_Model], omitted: list[Omission]) -> Iterator[tuple[str, _Model]]:
    for number, row in enumerate(rows if isinstance(rows, list) else []):
        place = f"{name}[{number}]"
        if read := _read(place, row, model, omitted):
            yield place, read


def _read(place: str, value: Any, model: type[_Model], omitted: list[Omission]) -> _Model | None:
    try:
        return model.model_validate(value)
    except ValidationError as error:
        omitted.append(Omission(reason="broken", place=f"{place}: {_fault(error)}"))
        return None


def _fault(error: ValidationError) -> str:
    first = error.errors(include_input=False, include_url=False, include_context=False)[0]
    if not first["loc"]:
        return "no object"
    return f"{first['loc'][0]} is {'missing' if first['type'] == 'missing' else 'wrong'}"


def _of_expressions(rows: Any, habits: list[_Habit], omitted: list[Omission]) -> Iterator[ForeignItem]:
    """Expressions that no habit of the store stands for; it keeps both, under one id."""
    ids, texts = {habit.id for habit in habits}, {folded(habit.text) for habit in habits}
    for place, pattern in _rows("profile.expressionPatterns", rows, _Expression, omitted):
        is_habit = pattern.id in ids or bool(pattern.examples and folded(pattern.examples[0]) in texts)
        if pattern.is_literal and not is_habit:
            yield pattern.item(place)
        # One that the peer made of a habit says nothing of its own.
        if pattern.functions or not (pattern.is_literal or is_habit):
            omitted.append(Omission(reason="described_expression", place=place))


# How long replies should be is the one of these numbers that is an axis here, too.
_LENGTHS = {
    1: "prefers short replies",
    2: "prefers short replies",
    4: "prefers long replies",
    5: "prefers long replies",
}


def _of_reply_preferences(held: Any, omitted: list[Omission]) -> Iterator[ForeignItem]:
    for name in held if isinstance(held, dict) else {}:
        place = f"profile.responsePreferences.{name}"
        if not isinstance(held[name], dict):
            omitted += [Omission(reason="reply_preference", place=place)] if held[name] else []
        elif scale := _read(place, held[name], _Scale, omitted):
            text = _LENGTHS.get(scale.value) if name == "replyVerbosity" else None
            if text:
                yield _of_length(place, text, scale)
            elif scale.is_known:
                omitted.append(Omission(reason="reply_preference", place=place))


def _of_length(place: str, text: str, scale: _Scale) -> ForeignItem:
    life = Life(
        source=Source.STATED if scale.explicit else Source.HINT,
        status=Status.ACTIVE,  # the peer follows such a number as soon as it has left the middle
        pinned=False,
        seen_count=max(scale.evidence_count, 1),
        contexts=(),
        first_seen_at=scale.last_updated_at,
        last_seen_at=scale.last_updated_at,
    )
    hint = PreferenceHint(category=PreferenceCategory.RESPONSE_STRUCTURE, text=text)
    return ForeignItem(place=place, hint=hint, life=life, gives_way=True)


# The peer's own bookkeeping.
_BOOKKEEPING = {"initialization", "evidenceState", "briefState", "lastCleanupAt"}


def _without_counterpart(store: _Store) -> Iterator[Omission]:
    profile = store.profile
    for number, group in enumerate(_listed(profile.addresses)):
        values = _listed(group.get("values")) if isinstance(group, dict) else []
        for at in range(len(values)):
            yield Omission(reason="form_of_address", place=f"profile.addresses[{number}].values[{at}]")
    for number in range(len(_listed(profile.failure_log))):
        yield Omission(reason="failure_rule", place=f"profile.failureLog[{number}]")
    for name, value in profile.observed_voice.items() if isinstance(profile.observed_voice, dict) else ():
        if _was_observed(value):
            yield Omission(reason="observed_voice", place=f"profile.observedVoice.{name}")
    yield from _unknown("profile.", profile.model_extra)
    extra = store.model_extra or {}
    yield from _unknown("", {name: value for name, value in extra.items() if name not in _BOOKKEEPING})


def _unknown(prefix: str, extra: dict[str, Any] | None) -> Iterable[Omission]:
    return [Omission(reason="unknown_part", place=f"{prefix}{name}") for name, value in (extra or {}).items() if value]


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _was_observed(value: Any) -> bool:
    """Whether it says more than a store of which nothing was observed yet."""
    if not isinstance(value, dict):
        return bool(value)
    if "evidenceCount" in value:
        return bool(value["evidenceCount"]) or value.get("value") != _UNKNOWN
    return bool(value.get("literalPatterns")) or value.get("baseStyle", "standard") != "standard"
