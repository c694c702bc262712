"""The closed vocabularies of an item: kind, category, status, source, polarity."""

from __future__ import annotations

from enum import StrEnum


class HabitKind(StrEnum):
    """What sort of trait a habit is."""

    CATCHPHRASE = "catchphrase"
    DIALECT_MARKER = "dialect_marker"
    EMOJI = "emoji"
    PUNCTUATION = "punctuation"
    TONE = "tone"
    LANGUAGE_MIX = "language_mix"
    SENTENCE_FINAL_PARTICLE = "sentence_final_particle"
    STRUCTURE = "structure"
    IDIOLECT = "idiolect"


class PreferenceCategory(StrEnum):
    """Which side of working together a preference is about."""

    RESPONSE_STRUCTURE = "response_structure"
    COLLABORATION = "collaboration"
    EXPLANATION = "explanation"
    DECISION_MAKING = "decision_making"
    WORKFLOW = "workflow"
    TONE_BOUNDARY = "tone_boundary"


class ItemType(StrEnum):
    """The two sorts of item."""

    HABIT = "habit"
    PREFERENCE = "preference"


class Status(StrEnum):
    """Where an item stands in its life cycle; after `archived` it is deleted."""

    CANDIDATE = "candidate"
    ACTIVE = "active"
    ARCHIVED = "archived"


class Source(StrEnum):
    """How an item was first learned."""

    DICTIONARY = "dictionary"
    PATTERN = "pattern"
    DISCOVERED = "discovered"
    STATED = "stated"
    HINT = "hint"
    DISTILLED = "distilled"


class Polarity(StrEnum):
    """Whether the owner wants the thing (`prefer`) or wants it left out (`avoid`)."""

    PREFER = "prefer"
    AVOID = "avoid"


#: Kinds of habits whose text is what was said.
LITERAL_KINDS = frozenset(
    {
        HabitKind.CATCHPHRASE,
        HabitKind.DIALECT_MARKER,
        HabitKind.EMOJI,
        HabitKind.SENTENCE_FINAL_PARTICLE,
        HabitKind.IDIOLECT,
    }
)

# Habits that carry play: they stay out of every serious moment. Only the mix of languages may accompany any topic.
PLAYFUL_KINDS = frozenset(HabitKind) - {HabitKind.LANGUAGE_MIX}
