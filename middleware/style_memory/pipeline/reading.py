"""From the text of a turn to what it shows: whose words, the gate, the detectors."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from style_memory.domain.items import folded
from style_memory.domain.settings import MAX_TURN_LENGTH, Settings
from style_memory.domain.sightings import Contrary, HabitSighting, Sighting
from style_memory.pipeline.discovery import Phrase, phrases
from style_memory.pipeline.preferences import stated_preferences
from style_memory.pipeline.privacy import Admitted, admit
from style_memory.pipeline.signals.contrary import contrary_to
from style_memory.pipeline.signals.dictionary import Dictionary
from style_memory.pipeline.signals.patterns import pattern_sightings
from style_memory.pipeline.stylometry import counted
from style_memory.pipeline.voice_of_owner import own_words


@dataclass(frozen=True, kw_only=True, slots=True)
class Reading:
    """What one turn shows."""

    #: Each trait and wish once.
    sightings: tuple[Sighting, ...] = ()
    #: What the owner spoke against.
    contraries: tuple[Contrary, ...] = ()
    #: What may be measured; None if nothing of the turn is the owner's to learn from.
    admitted: Admitted | None = None
    #: What could be the owner's own way of saying things, whether a dictionary knows it or not.
    phrases: tuple[Phrase, ...] = ()
    #: How often each feature of the stylometry occurs.
    counts: Mapping[int, float] = field(default_factory=dict)
    #: Codes of what was passed over, sorted.
    ignored: tuple[str, ...] = ()


def read_turn(text: str, dictionary: Dictionary, settings: Settings) -> Reading:
    """Read one turn of the owner's.

    At most the first 4,000 characters are looked at. What the owner did not write, and what the privacy gate stops, is
    taken out first; the rest still counts.
    """
    own = own_words(text[:MAX_TURN_LENGTH])
    admission = admit(own.text)
    ignored = {*own.removed, *admission.findings}
    if len(text) > MAX_TURN_LENGTH:
        ignored.add("text_cut")
    if admission.admitted is None or not admission.admitted.text.replace("\ufffc", "").strip():
        return Reading(ignored=tuple(sorted(ignored | {"nothing_to_learn"})))
    contraries = tuple(contrary_to(admission.admitted.text))
    return Reading(
        sightings=tuple(_sightings(admission.admitted, contraries, dictionary, settings)),
        contraries=contraries,
        admitted=admission.admitted,
        phrases=tuple(phrases(admission.admitted.text)),
        counts=counted(admission.admitted.text),
        ignored=tuple(sorted(ignored)),
    )


def _sightings(
    admitted: Admitted, contraries: tuple[Contrary, ...], dictionary: Dictionary, settings: Settings
) -> list[Sighting]:
    """All sightings but for what is only mentioned in order to be rid of it."""
    limit = settings.max_example_len
    habits = [*dictionary.sightings(admitted.text, example_limit=limit), *pattern_sightings(admitted.text, limit)]
    unwanted = {folded(contrary.text) for contrary in contraries}
    wanted = [habit for habit in habits if not _is_unwanted(habit, unwanted)]
    return [*wanted, *stated_preferences(admitted.text, limit)]


def _is_unwanted(habit: HabitSighting, unwanted: set[str]) -> bool:
    return folded(habit.text) in unwanted or (habit.kind == "emoji" and "emoji" in unwanted)
