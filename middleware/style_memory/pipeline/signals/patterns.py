"""Everything that can be seen without a dictionary."""

from __future__ import annotations

from collections.abc import Callable

from style_memory.domain.sightings import HabitSighting
from style_memory.pipeline.signals.casing import casing_sightings
from style_memory.pipeline.signals.code_mixing import code_mixing_sightings
from style_memory.pipeline.signals.elongation import elongation_sightings
from style_memory.pipeline.signals.emoji import emoji_sightings
from style_memory.pipeline.signals.emoticons import emoticon_sightings
from style_memory.pipeline.signals.laughter import laughter_sightings
from style_memory.pipeline.signals.passage import Passage
from style_memory.pipeline.signals.punctuation import punctuation_sightings
from style_memory.pipeline.signals.structure import structure_sightings

#: Each detector finds one kind of trait; a new one is added here and nowhere else.
DETECTORS: tuple[Callable[[Passage], list[HabitSighting]], ...] = (
    emoji_sightings,
    emoticon_sightings,
    laughter_sightings,
    elongation_sightings,
    punctuation_sightings,
    casing_sightings,
    code_mixing_sightings,
    structure_sightings,
)


def pattern_sightings(text: str, example_limit: int = 60) -> list[HabitSighting]:
    """Each trait that `text` shows, once, in the order of the detectors."""
    passage = Passage.of(text, example_limit)
    return [sighting for detector in DETECTORS for sighting in detector(passage)]
