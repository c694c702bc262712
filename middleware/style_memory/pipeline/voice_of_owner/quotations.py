"""Words in quotation marks, and who is said to say them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from style_memory.pipeline.lazy_patterns import lazy_pattern
from style_memory.pipeline.marks import MASK
from style_memory.pipeline.voice_of_owner.spans import Span
from style_memory.pipeline.voice_of_owner.speakers import announces, last_clause, says, says_cjk
from style_memory.pipeline.voice_of_owner.vocabulary import any_of, words

#: A quoted word or two may be the owner's emphasis; more is a quotation.
_FEW_WORDS, _FEW_SIGNS = 2, 4
_NEAR = 60
_PAIRED = lazy_pattern(
    r"“[^“”]*”|„[^„“”]*[“”]|「[^「」]*」|『[^『』]*』|«[^«»]*»|»[^«»]*«|‹[^‹›]*›|‘[^‘’\n]*(?:’[a-z]{1,3}\b[^‘’\n]*)*’|＂[^＂]*＂|〝[^〞〟]*[〞〟]"
)
_MARKS = frozenset("\"'“„«»「『‘‹＂〝")
_UNSPACED = lazy_pattern(r"[\u3040-\u30ff\u3400-\u9fff]")
_LATIN_WORD = lazy_pattern(r"[A-Za-z]*")
_NAMED = lazy_pattern(r"[\u3040-\u9fff]{1,8}[:：]")
_SIGNED = lazy_pattern(r"\s?[-–—~]\s?[A-Z][a-z]+(?: [A-Z][a-z]+)?\s*(?:\n|\Z)")
_SPEAKER = lazy_pattern(r"\s?,?\s{0,2}(?:he|she|they|my|the|our|his|her) ", re.IGNORECASE)


def quotations(text: str) -> Iterator[Span]:
    """Find quotations: longer than a word or two, or as short as one word where somebody else is said to say it."""
    if _MARKS.isdisjoint(text):
        return
    for start, end in _quoted(text):
        before, after = text[max(0, start - _NEAR) : start], text[end : end + _NEAR]
        if code := _code_of(text[start + 1 : end - 1], before, after):
            yield Span(start, end, code)


def _is_said(after: str) -> bool:
    if not after.isascii() and _said_after_cjk().match(after):
        return True
    return bool(_SIGNED.match(after) or (_SPEAKER.match(after) and _said_after().match(after)))


def _quoted(text: str) -> Iterator[tuple[int, int]]:
    yield from (found.span() for found in _PAIRED.finditer(text))
    if '"' in text:
        yield from _straight(text)
    if "'" in text:
        yield from _single(text)


def _straight(text: str) -> Iterator[tuple[int, int]]:
    """Pair double marks as they come; across lines only if they look like an opening and a closing mark."""
    places = [found.start() for found in re.finditer('"', text) if not _is_inch(text, found.start())]
    place = 0
    while place + 1 < len(places):
        start, end = places[place], places[place + 1]
        if text.find("\n", start, end) < 0 or (_opens(text, start) and _closes(text, end)):
            yield start, end + 1
            place += 1
        place += 1


def _single(text: str) -> Iterator[tuple[int, int]]:
    """Pair single marks on one line that can't be apostrophes."""
    opener = -1
    for found in re.finditer(r"['\n]", text):
        place = found.start()
        if found[0] == "\n":
            opener = -1
        elif opener >= 0 and _closes(text, place) and not _drops_g(text, place):
            yield opener, place + 1
            opener = -1
        elif opener < 0 and _opens(text, place) and not _is_elision(text, place):
            opener = place


def _opens(text: str, place: int) -> bool:
    before, after = text[place - 1 : place] if place else "", text[place + 1 : place + 2]
    return (not before or not (before.isalnum() or before in "_'\")]")) and bool(after) and not after.isspace()


def _closes(text: str, place: int) -> bool:
    before, after = text[place - 1 : place], text[place + 1 : place + 2]
    return not before.isspace() and not (after.isalnum() and not _UNSPACED.match(after)) and after != "_"


def _is_inch(text: str, place: int) -> bool:
    return text[place - 1 : place].isdigit() and text.count('"', max(0, place - 30), place) % 2 == 0


def _drops_g(text: str, place: int) -> bool:
    return text[max(0, place - 2) : place].lower() == "in" and text[max(0, place - 4) : place].isalpha() and place >= 4


def _is_elision(text: str, place: int) -> bool:
    word = _LATIN_WORD.match(text, place + 1)
    return word is not None and word[0].lower() in words("speech", "elisions")


def _code_of(quoted: str, before: str, after: str) -> str:
    """Say why this quotation is not the owner's speech, or give "" where it may be."""
    if not quoted.strip(f" {MASK}"):
        return ""
    if _NAMED.match(quoted) or says(before) or says_cjk(before, needs_person=False) or _is_said(after):
        return "third_party"
    if before.rstrip()[-1:] in (":", "：") and announces(before.rstrip(" :：")):
        return "third_party"
    if _mention().search(last_clause(before)):
        return "translation_source"
    signs = len(_UNSPACED.findall(quoted))
    long = signs > _FEW_SIGNS if signs else len(quoted.split()) > _FEW_WORDS
    return "quote" if long else ""


@cache
def _said_after() -> re.Pattern[str]:
    speaker = r"(?:he|she|they|(?:my|the|our|his|her) \w{1,15}(?: \w{1,15})?) "
    return re.compile(rf"\s?,?\s{{0,2}}{speaker}{any_of('reporting', 'verbs')}", re.IGNORECASE)


@cache
def _said_after_cjk() -> re.Pattern[str]:
    return re.compile(any_of("reporting", "after_cjk"))


@cache
def _mention() -> re.Pattern[str]:
    return re.compile(rf"(?<![A-Za-z]){any_of('introducing', 'mentions')}[^\n]{{0,20}}\Z", re.IGNORECASE)
