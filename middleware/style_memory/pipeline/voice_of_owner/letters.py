"""Letters that stand in a message without introduction, and closings with a visiting card."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from style_memory.pipeline.lazy_patterns import lazy_pattern
from style_memory.pipeline.voice_of_owner.afterwards import last_words
from style_memory.pipeline.voice_of_owner.mail import CARD
from style_memory.pipeline.voice_of_owner.spans import Line, Span, lines_of
from style_memory.pipeline.voice_of_owner.vocabulary import any_of

_LONGEST_CARD = 9
_DEAR = lazy_pattern(
    r"\s{0,3}(?:(?:dear|sehr geehrte[rs]?|cher|chère|estimad[oa]|to whom it may|gentile|caro|prezad[oa])"
    r"\s[^\n,:]{1,30}[,:]|尊敬的|敬爱的|敬愛的|拝啓|お世話になって)",
    re.IGNORECASE,
)
_CLOSING = lazy_pattern(
    r"\s{0,3}(?:cheers|thanks|thx|best|regards|kind regards|best regards|many thanks|sincerely|lg|vg|mfg|viele grüße"
    r"|liebe grüße|bien à vous|cordialement|saludos|un saludo|祝好|此致|敬上)(?:,? [^\n]{0,20})?[,.!]?\s*\Z",
    re.IGNORECASE,
)


def letters(text: str) -> Iterator[Span]:
    """Find a letter without introduction: from a salutation to a sign-off and the name below it."""
    if "\n" not in text:
        return
    lines = lines_of(text)
    yield from _addressed(text, lines)
    yield from _closings(lines)
    greeted = next((line for line in lines if len(line.text) < 80 and salutation().match(line.text)), None)
    if greeted is None:
        return
    for place, line in enumerate(lines):
        if line.start > greeted.start and len(line.text) < 60 and _sign_off().match(line.text):
            name = next((below for below in lines[place + 1 : place + 3] if below.text.strip()), line)
            yield Span(greeted.start, name.end if len(name.text) < 40 else line.end, "paste")
            return


@cache
def salutation() -> re.Pattern[str]:
    """Match the beginning of a letter."""
    return re.compile(rf"\s*{any_of('letters', 'salutations')}", re.IGNORECASE)


def _addressed(text: str, lines: list[Line]) -> Iterator[Span]:
    """A formal salutation below words of the owner's begins a letter that they show."""
    for place, line in enumerate(lines[2:], start=2):
        if not lines[place - 1].text.strip() and _DEAR.match(line.text):
            yield Span(line.start, last_words(text, line.end), "paste")
            return


def _closings(lines: list[Line]) -> Iterator[Span]:
    """A sign-off above what stands on a visiting card."""
    for place in range(max(1, len(lines) - _LONGEST_CARD), len(lines)):
        below = [line.text for line in lines[place + 1 :]]
        if any(map(CARD.search, below)) and all(len(text) < 70 for text in below) and _CLOSING.match(lines[place].text):
            yield Span(lines[place].start, lines[-1].end, "scaffolding")
            return


@cache
def _sign_off() -> re.Pattern[str]:
    return re.compile(
        rf"\s*{any_of('letters', 'sign_offs')}\s*[,，.。!！]?\s*(?:\S{{1,20}}\s?){{0,3}}\Z", re.IGNORECASE
    )
