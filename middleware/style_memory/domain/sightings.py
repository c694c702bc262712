"""What one turn showed, before anybody decides what to make of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from style_memory.domain.kinds import HabitKind, Polarity, PreferenceCategory, Source


@dataclass(frozen=True, kw_only=True, slots=True)
class HabitSighting:
    """One trait of voice, seen in one turn. A trait seen twice in a turn is one sighting."""

    #: What sort of trait it is.
    kind: HabitKind
    #: The canonical spelling, which makes two sightings the same trait.
    text: str
    #: The spelling as it was said, where that is shown instead; None for the canonical one.
    spelled: str | None = None
    #: Language or variety, such as `zh-CN-sichuan`; None where it belongs to no language.
    locale: str | None = None
    #: How much one sighting proves, 1.0 being an ordinary one (see `confidence.strengthened`).
    weight: float = 1.0
    #: Contexts in which the trait fits; empty means any that `avoid_when` does not exclude.
    use_when: tuple[str, ...] = ()
    #: Contexts in which it must not be used.
    avoid_when: tuple[str, ...] = ()
    #: Gives the clause around the sighting, or None: cut only when asked, since a known item has its example already.
    example_of: Callable[[], str | None] | None = field(default=None, compare=False)
    #: A remark by whoever reported it, or None.
    notes: str | None = None
    #: How it was found.
    source: Source = Source.PATTERN
    #: Whether it may become active by being seen; not while it is no more than what people generally say.
    promotes: bool = True
    #: How many turns it stands for: what is often said is noted only now and then.
    times: int = 1
    #: Turns and sessions in which it was said by now, where that was counted before it was written down.
    said_before: int = 0
    sessions_before: int = 0

    @property
    def example(self) -> str | None:
        """The clause around the sighting, or None."""
        return self.example_of() if self.example_of else None

    @property
    def shown(self) -> str:
        """The text as the owner and the model see it."""
        return self.spelled or self.text


@dataclass(frozen=True, kw_only=True, slots=True)
class PreferenceSighting:
    """One wish about working together, stated in one turn or reported by the host's model."""

    category: PreferenceCategory
    #: The wish in a few words, in the language in which it was said. For `avoid` it names the unwanted thing.
    text: str
    polarity: Polarity = Polarity.PREFER
    #: What two wishes must share to contradict or repeat each other, such as `length`; None where it is unknown.
    axis: str | None = None
    #: Where on the axis the wish stands, such as `short`; two wishes with the same axis and pole are one.
    pole: str | None = None
    locale: str | None = None
    weight: float = 1.0
    use_when: tuple[str, ...] = ()
    avoid_when: tuple[str, ...] = ()
    example: str | None = None
    notes: str | None = None
    source: Source = Source.STATED


@dataclass(frozen=True, kw_only=True, slots=True)
class Contrary:
    """The owner turned against a habit ("stop saying lol"): the text that they named."""

    text: str


Sighting = HabitSighting | PreferenceSighting
