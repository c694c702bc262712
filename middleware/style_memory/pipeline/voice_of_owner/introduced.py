"""What somebody else says on the line that introduces them: "from my sister: …", "the voicemail says hey …"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from style_memory.pipeline.lazy_patterns import lazy_pattern
from style_memory.pipeline.marks import MASK
from style_memory.pipeline.voice_of_owner.spans import Span, paragraph_end
from style_memory.pipeline.voice_of_owner.vocabulary import any_of, words

# Quick looks, since these are asked of every message.
_FROM_HINTS = ("rom ", "ia ", "von ", "Von ", "vom ", "Vom ", "de la part", "de parte")
_SENT_HINTS = (" wr", " sent", " text", " said", " posted", " left", " emailed", " messaged", " told", " sends")
_FROM = lazy_pattern(r"rom\s|[Vv]ia\s|[Vv]o[nm]\s|de (?:la part|parte) de\s")
_SENT = lazy_pattern(r"\s(?:this|that|it)\b[^\n:]{0,80}:\s")
_GOT = lazy_pattern(r"\b(?:got|received|had|here's|just in)\s(?:an?|this|another)\s", re.IGNORECASE)
_SAYS = lazy_pattern(r"\s(?:says|said|goes),?\s(?=\w)")


def introduced(text: str) -> Iterator[Span]:
    """Find what stands after `from my sister:`, `Tom wrote this, it is rude:`, `got a text from mum just now.`"""
    if ": " in text:
        yield from _after_colon(text)
    if " from " in text and _GOT.search(text):
        for found in _arrived().finditer(text):
            start = len(text) - len(text[found.end() :].lstrip())
            yield Span(found.end(), paragraph_end(text, start), "third_party")


def read_out(text: str) -> Iterator[Span]:
    """Find what stands on a line after `the voicemail says`."""
    if _SAYS.search(text):
        for found in _reads().finditer(text):
            yield from _to_line_end(text, found.end())


def _after_colon(text: str) -> Iterator[Span]:
    if any(map(text.__contains__, _FROM_HINTS)) and _FROM.search(text):
        for found in _from().finditer(text):
            if found["who"].split()[0].lower() not in words("handed_over", "no_givers"):
                yield from _to_line_end(text, found.end())
    if any(map(text.__contains__, _SENT_HINTS)) and _SENT.search(text):
        for found in _sent_this().finditer(text):
            subject = re.findall(r"[\w'’]+", found["who"].lower())
            if words("reporting", "not_others").isdisjoint(word.replace("’", "'") for word in subject):
                yield from _to_line_end(text, found.end())


def _to_line_end(text: str, start: int) -> Iterator[Span]:
    end = text.find("\n", start)
    end = len(text) if end < 0 else end
    if text[start:end].strip() and MASK not in text[start:end]:
        yield Span(start, end, "third_party")


@cache
def _from() -> re.Pattern[str]:
    givers, begins = any_of("handed_over", "givers"), any_of("handed_over", "from_on_line")
    it = rf"(?:this|that|it|these|here|here's|one|{any_of('handed_over', 'writings')})"
    pointed = rf"\b{it}(?:\s(?:just|in|is|came|comes|one)){{0,3}}\s"
    person = rf"(?:(?:my|our|the)\s[\w'’ ]{{2,24}}|(?-i:[A-Z])[\w'’.-]{{1,20}}|{givers})"
    clause = r"(?:\A|\n|[,;.!?–—-]\s?|\bfyi\s)"
    return re.compile(rf"(?:{clause}|{pointed}){begins}\s(?P<who>{person})\s?[:：](?=\s)", re.IGNORECASE)


@cache
def _arrived() -> re.Pattern[str]:
    writing = any_of("handed_over", "writings", "other_writings")
    got = rf"\b(?:got|received|had|here's|just in)\s(?:a|an|this|another)\s(?:\w{{1,12}}\s)?{writing}"
    return re.compile(
        rf"{got}\sfrom\s[\w'’ ]{{2,40}}[.:!,]\s{{1,3}}(?={any_of('handed_over', 'greetings')})", re.IGNORECASE
    )


@cache
def _reads() -> re.Pattern[str]:
    whose = r"\b(?:the|his|her|their|this|that|my\s\w{1,14}['’]s|\w{2,14}['’]s)"
    writing = any_of("handed_over", "writings", "other_writings", "inscribed")
    where = r"(?:\s(?:at|on|in|from|by)\s(?:the|my|our|his|her|their)\s\w{1,15})?"
    verb = r"(?:just\s|literally\s)?(?:says|said|goes),?"
    return re.compile(
        rf"{whose}\s(?:\w{{1,12}}\s)?{writing}{where}\s{verb}\s(?={any_of('handed_over', 'greetings', 'direct')})",
        re.IGNORECASE,
    )


@cache
def _sent_this() -> re.Pattern[str]:
    begins = r"(?:\A|[\n.!?,;]\s?|\b(?:and|so|fyi)\s)"
    who = r"(?P<who>(?:(?:my|our|the)\s)?[\w'’]{1,20}(?:\s[\w'’]{1,20})?)"
    return re.compile(
        rf"{begins}{who}\s{any_of('handed_over', 'sent')}\s(?:me\s|us\s)?(?:this|that|it)\b[^\n:]{{0,80}}:(?=\s)",
        re.IGNORECASE,
    )
