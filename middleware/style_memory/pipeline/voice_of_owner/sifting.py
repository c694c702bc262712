"""The order in which the rules look at a message, and the quick answer for ordinary ones."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from style_memory.pipeline.lazy_patterns import lazy_pattern
from style_memory.pipeline.marks import BORDER, MASK
from style_memory.pipeline.voice_of_owner.blocks import diffs, enclosed, fences, inline_code, ruled
from style_memory.pipeline.voice_of_owner.chats import chats, labelled
from style_memory.pipeline.voice_of_owner.forms import forms, manuals
from style_memory.pipeline.voice_of_owner.fragments import fragments
from style_memory.pipeline.voice_of_owner.handed_over import handed_over, named_above
from style_memory.pipeline.voice_of_owner.hosts import (
    briefs,
    machine_lines,
    opens_as_host,
    preambles,
    roles,
    summaries,
    tagged,
)
from style_memory.pipeline.voice_of_owner.introduced import introduced
from style_memory.pipeline.voice_of_owner.letters import letters
from style_memory.pipeline.voice_of_owner.line_blocks import machine_text
from style_memory.pipeline.voice_of_owner.mail import appended, mail
from style_memory.pipeline.voice_of_owner.pastes import above, pastes
from style_memory.pipeline.voice_of_owner.published import published
from style_memory.pipeline.voice_of_owner.quotations import quotations
from style_memory.pipeline.voice_of_owner.records import tables, values
from style_memory.pipeline.voice_of_owner.retrieval import retrieval
from style_memory.pipeline.voice_of_owner.shells import sessions
from style_memory.pipeline.voice_of_owner.spans import Span, covered, cut
from style_memory.pipeline.voice_of_owner.speech import reported, retold


@dataclass(frozen=True, kw_only=True, slots=True)
class OwnWords:
    """What the owner said in their own voice, and why the rest of the message was left out."""

    #: The owner's words, untouched and in order; `BORDER` stands where something was taken out between them.
    text: str
    #: Codes of what was taken out, sorted.
    removed: tuple[str, ...]


def own_words(text: str) -> OwnWords:
    """Return only what the owner wrote in their own voice.

    The rules are applied until they find nothing more, since what is left after a cut may show a new pattern. A
    message that still does not come to rest is no conversation: nothing of it is kept.
    """
    removed: set[str] = set()
    whole, laid_out = len(text), True
    for _ in range(_ROUNDS):
        kept, codes = (text, set()) if _is_plain(text) else _sifted(text)
        if codes:
            removed |= codes
            text = kept
            continue
        plain = _without_layout(text) if laid_out and removed and len(text) < whole / 2 and "\n" in text else text
        if plain == text:
            return OwnWords(text=text, removed=tuple(sorted(removed)))
        text, laid_out = plain, False
    return OwnWords(text="", removed=tuple(sorted(removed)))


def _without_layout(text: str) -> str:
    """Where most was taken out, the rest is no layout of the owner's: borders stand for points, words stay."""
    if len(_POINT.findall(text)) > 1:
        return _POINT.sub(BORDER, text)
    return text if MASK in text or text.count("\n") < 2 else f"{text}{BORDER}"


_POINT = lazy_pattern(r"^[ \t]{0,8}(?:[-*+•▪●◦–—・·]|\d{1,2}[.)、])(?=\s?\w)", re.MULTILINE)
_Sieve = Callable[[str], Iterable[Span]]

_ROUNDS = 8
#: Outer layers first: what a host or a fence encloses is taken before anybody looks for lines or quotes inside.
_SIEVES: tuple[_Sieve, ...] = (
    briefs,
    summaries,
    preambles,
    tagged,
    fences,
    enclosed,
    retrieval,
    roles,
    machine_lines,
    diffs,
    published,
    mail,
    appended,
    manuals,
    ruled,
    chats,
    tables,
    sessions,
    machine_text,
    values,
    letters,
    above,
    named_above,
    forms,
    handed_over,
    inline_code,
    pastes,
    labelled,
    quotations,
    reported,
    introduced,
    retold,
    fragments,
)
#: What takes several lines to recognise need not be asked about one.
_LINE_SIEVES = tuple(
    sieve
    for sieve in _SIEVES
    if sieve
    not in (diffs, published, ruled, tables, sessions, values, letters, above, named_above, forms, handed_over, manuals)
)
_TRIGGERS = frozenset('\n`<>＞@＠"“„«»「『‘‹＂〝〞：;{}=$\\＊')
#: Common signs, in the places where they matter; one class in front keeps the search quick.
_PLACED = lazy_pattern(
    r"[:('/.](?:(?<=\w[:(])|(?<=:)(?=\s|\Z)|(?<=')(?<![^\W\d_]')(?=\S)|(?<=/)(?<![\w/]/)(?=\w)|(?<=\.)(?=[A-Za-z]{2}))"
)
_FIRST = frozenset("[#*-!=→←")


def _is_plain(text: str) -> bool:
    """Nothing can be found without one of these signs, and most turns have none."""
    return (
        _TRIGGERS.isdisjoint(text)
        and not _PLACED.search(text)
        and text.lstrip()[:1] not in _FIRST
        and "Error" not in text
        and "Exception" not in text
        and not opens_as_host(text)
        and next(retold(text), None) is None
        and not (" from " in text and next(introduced(text), None) is not None)
    )


def _sifted(text: str) -> tuple[str, set[str]]:
    codes: set[str] = set()
    rest = text
    for sieve in _SIEVES if "\n" in text else _LINE_SIEVES:
        spans = [span for span in sieve(rest) if rest[span.start : span.end].strip(f" \t\n{MASK}")]
        if spans:
            rest = covered(rest, spans)
            codes.update(span.code for span in spans)
    return (cut(rest), codes) if codes else (text, codes)
