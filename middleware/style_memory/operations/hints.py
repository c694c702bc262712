"""What a host's model reports: each hint checked by itself, so that a bad one costs neither the others nor the turn."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any

from pydantic import BeforeValidator, Field, ValidationError, ValidatorFunctionWrapHandler, WrapValidator

from style_memory.domain.kinds import HabitKind, Polarity, PreferenceCategory, Source
from style_memory.domain.settings import (
    MAX_HABIT_LENGTH,
    MAX_HINTS,
    MAX_LOCALE_LENGTH,
    MAX_NOTES_LENGTH,
    MAX_PREFERENCE_LENGTH,
    Settings,
)
from style_memory.domain.sightings import HabitSighting, PreferenceSighting, Sighting
from style_memory.operations.models import Request, Text
from style_memory.pipeline.context import normalised_labels
from style_memory.pipeline.lazy_patterns import lazy_pattern
from style_memory.pipeline.preferences import placed
from style_memory.pipeline.privacy import FieldRefused, checked_field, refused_preference

# Weight of a hint by the host's confidence: half an ordinary sighting at 0, one and a half at 1.
_LEAST_WEIGHT = 0.5
_LANGUAGE_TAG = lazy_pattern(r"[A-Za-z]{2,8}(?:[-_][A-Za-z0-9]{1,8}){0,4}")


class _Hint(Request):
    text: Text = Field(min_length=1)
    example: Text | None = None
    confidence: float = Field(default=0.5, ge=0, le=1, description="0 to 1")
    use_when: list[Text] = Field(default=[], description="contexts it fits")
    avoid_when: list[Text] = Field(default=[], description="contexts it must not be used in")
    notes: Text | None = None
    locale: Text | None = None


class HabitHint(_Hint):
    """A trait of voice that the host noticed."""

    kind: HabitKind


class PreferenceHint(_Hint):
    """A wish about working together that the host noticed."""

    category: PreferenceCategory


class BadHint(Request):
    """A hint that does not follow its schema, with the reason."""

    code: str


def _lenient(value: Any, check: ValidatorFunctionWrapHandler) -> Any:
    try:
        return check(value)
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        field = str(first["loc"][0]) if first["loc"] and first["type"] != "extra_forbidden" else "argument"
        return BadHint(code=f"bad_{field}")


def _none_given(value: Any) -> Any:
    """Hosts often send null for what they leave out."""
    return [] if value is None else value


# A hint that breaks its schema becomes a `BadHint`, which the schema that callers see need not mention.
HabitHints = Annotated[list[Annotated[HabitHint, WrapValidator(_lenient)]], BeforeValidator(_none_given)]
PreferenceHints = Annotated[list[Annotated[PreferenceHint, WrapValidator(_lenient)]], BeforeValidator(_none_given)]


def sightings_of(hints: Iterable[HabitHint | PreferenceHint], settings: Settings) -> tuple[list[Sighting], list[str]]:
    """The sightings that the hints make, and a code for each that was dropped, in order."""
    sightings: list[Sighting] = []
    dropped: list[str] = []
    for number, hint in enumerate(hints):
        if number == MAX_HINTS:
            dropped.append("hint_too_many")
            break
        try:
            sightings.append(_sighting(hint, settings))
        except FieldRefused as refusal:
            dropped.append(f"hint_{refusal.code}")
    return sightings, dropped


def _sighting(hint: HabitHint | PreferenceHint | BadHint, settings: Settings) -> Sighting:
    if isinstance(hint, BadHint):
        raise FieldRefused(hint.code)
    if isinstance(hint, PreferenceHint):
        return _preference(hint, settings)
    text = _required(hint.text, MAX_HABIT_LENGTH)
    if reason := refused_preference(text):
        raise FieldRefused(reason)
    shared = _shared(hint, settings)
    example = shared.pop("example")
    return HabitSighting(kind=hint.kind, text=text, example_of=lambda: example, **shared)


def _preference(hint: PreferenceHint, settings: Settings) -> PreferenceSighting:
    text = _required(hint.text, MAX_PREFERENCE_LENGTH)
    if reason := refused_preference(text):
        raise FieldRefused(reason)
    place = placed(text, hint.category)
    if place.polarity is None:
        raise FieldRefused("no_preference")
    shared = _shared(hint, settings)
    return PreferenceSighting(
        category=hint.category,
        text=text,
        polarity=Polarity(place.polarity),
        axis=place.axis,
        pole=place.pole,
        **{**shared, "locale": shared["locale"] or place.locale},
    )


def _shared(hint: _Hint, settings: Settings) -> dict[str, Any]:
    return {
        "locale": _locale(hint.locale),
        "weight": _LEAST_WEIGHT + hint.confidence,
        "use_when": normalised_labels(hint.use_when),
        "avoid_when": normalised_labels(hint.avoid_when),
        "example": _checked(hint.example, settings.max_example_len),
        "notes": _notes(hint.notes),
        "source": Source.HINT,
    }


def _locale(value: str | None) -> str | None:
    """A language tag; anything else is left out like an unknown label, but not before the gate has seen it."""
    locale = _checked(value, MAX_LOCALE_LENGTH)
    return locale if locale and _LANGUAGE_TAG.fullmatch(locale) else None


def _notes(value: str | None) -> str | None:
    notes = _checked(value, MAX_NOTES_LENGTH)
    if notes and (reason := refused_preference(notes)):
        raise FieldRefused(reason)
    return notes


def _required(value: str, limit: int) -> str:
    text = checked_field(value, limit=limit, on_long="refuse")
    if not text:
        raise FieldRefused("empty")
    return text


def _checked(value: str | None, limit: int) -> str | None:
    return checked_field(value, limit=limit) or None if value else None
