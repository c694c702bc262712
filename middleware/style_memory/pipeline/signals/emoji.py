"""Emoji as whole grapheme clusters: flags, families, skin tones, keycaps and variation selectors stay in one piece."""

from __future__ import annotations

import regex

from style_memory.domain.kinds import HabitKind
from style_memory.domain.sightings import HabitSighting
from style_memory.pipeline.lazy_patterns import lazy_unicode_pattern
from style_memory.pipeline.signals.passage import Passage

#: More kinds of emoji than this in one turn say nothing about any single one.
MOST_PER_TURN = 8


def emoji_sightings(passage: Passage) -> list[HabitSighting]:
    """Each kind of emoji once, however long its run."""
    if passage.text.isascii():
        return []
    found: dict[str, tuple[int, int]] = {}
    for match in EMOJI.finditer(passage.prose):
        if len(match.group()) <= _LONGEST:
            found.setdefault(match.group(), match.span())
        if len(found) == MOST_PER_TURN:
            break
    return [passage.sighting(HabitKind.EMOJI, text, *span) for text, span in found.items()]


# The longest recommended sequence has ten code points; longer chains are made up and could carry anything.
_LONGEST = 12
_TONE = r"\p{Emoji_Modifier}"
_FIRST = (
    rf"(?:[\p{{Emoji_Presentation}}--{_TONE}--\p{{Regional_Indicator}}](?!\uFE0E)"
    rf"|[\p{{Extended_Pictographic}}\p{{Emoji_Modifier_Base}}](?=\uFE0F|{_TONE}|\u200D\p{{Extended_Pictographic}}))"
)
# Tag characters count only inside the flags of regions, where they are legal: elsewhere they hide text.
_REGION = r"\U0001F3F4[\U000E0030-\U000E0039\U000E0061-\U000E007A]{3,6}\U000E007F"

#: One emoji. Symbols that are text by default (©, ™, ↔) need U+FE0F to be one.
EMOJI = lazy_unicode_pattern(
    rf"{_REGION}|\p{{Regional_Indicator}}{{2}}|[0-9#*]\uFE0F?\u20E3"
    rf"|{_FIRST}\uFE0F?+{_TONE}?+(?:\u200D\p{{Extended_Pictographic}}\uFE0F?+{_TONE}?+)*+",
    regex.V1,
)
