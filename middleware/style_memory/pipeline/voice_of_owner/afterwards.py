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


def goes_on(text: str, *, given_to_work_on: bool) -> bool:
    """Tell whether a paragraph sounds as if the owner went on; a text to work on may begin like speech itself."""
    return bool(_goes_on().match(text)) or (not given_to_work_on and bool(_may_go_on().match(text)))


@cache
def _afterwards() -> re.Pattern[str]:
    return re.compile(any_of("passing_on", "afterwards"), re.IGNORECASE)


@cache
def _goes_on() -> re.Pattern[str]:
    return re.compile(rf"\s*{any_of('passing_on', 'owner_goes_on')}", re.IGNORECASE)


@cache
def _may_go_on() -> re.Pattern[str]:
    return re.compile(rf"\s*{any_of('passing_on', 'owner_may_go_on')}", re.IGNORECASE)
