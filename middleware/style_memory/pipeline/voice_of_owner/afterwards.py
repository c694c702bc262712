"""Where the owner speaks again below a text that was passed on."""

from __future__ import annotations

import re
from functools import cache

from style_memory.pipeline.marks import MASK
from style_memory.pipeline.voice_of_owner.vocabulary import any_of

_LONGEST = 120


def last_words(text: str, start: int) -> int:
    """Where a text that begins at `start` ends: before a short last paragraph of the owner's, or at the end."""
    last = text.rfind("\n\n", start)
    if last < 0:
        return len(text)
    paragraph = text[last:].strip(f" \t\n{MASK}")
    return last if paragraph and len(paragraph) <= _LONGEST and _afterwards().match(paragraph) else len(text)


def goes_on(text: str, start: int) -> bool:
    """Tell whether the owner goes on speaking there."""
    return bool(_goes_on().match(text, start))


@cache
def _afterwards() -> re.Pattern[str]:
    return re.compile(any_of("passing_on", "afterwards"), re.IGNORECASE)


@cache
def _goes_on() -> re.Pattern[str]:
    return re.compile(rf"\s*{any_of('passing_on', 'owner_goes_on')}", re.IGNORECASE)
