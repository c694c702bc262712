"""Telling random strings from words, identifiers and paths without a dictionary."""

from __future__ import annotations

import re
from collections.abc import Iterator

from style_memory.pipeline.lazy_patterns import lazy_pattern

_SEGMENT = lazy_pattern(r"[A-Za-z0-9]+")
_WORD_PART = lazy_pattern(r"[A-Z]{0,5}[a-z]{3,}")
_PART = lazy_pattern(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")
_CAPITALS = lazy_pattern(r"[A-Z]{3,}")
_WORDS = lazy_pattern(r"[A-Z]?[a-z]+|[A-Z]{1,3}|[A-Z]?[a-z]{2,}(?:[A-Z][a-z]{2,}){1,2}")
_VOWEL = lazy_pattern(r"[aeiouyAEIOUY]")
_CONSONANTS = lazy_pattern(r"[bcdfghjklmnpqrstvwxzBCDFGHJKLMNPQRSTVWXZ]{5}")
_ALTERNATION = lazy_pattern(r"(?<=[A-Za-z])(?=[0-9])|(?<=[0-9])(?=[A-Za-z])")
_CASE_CHANGE = lazy_pattern(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[a-z])")
_CANDIDATE = lazy_pattern(r"[A-Za-z0-9_+/=~.-]{20,}")
_HEXADECIMAL = lazy_pattern(r"[0-9a-fA-F-]+")
_NAMED_HASH = lazy_pattern(
    r"(?i)sha-?\d{1,3}[-:=]|md5[-:=]|ssh-(?:rsa|ed25519)|(?:[\w.]+\.)?(?:com|org|net|io)/|\d{4}-\d\d-\d\d"
)
_TOKEN_BEFORE = lazy_pattern(r"[A-Za-z0-9_+/=~.:-]{1,200}$")
_UUID_BEFORE = lazy_pattern(r"[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}$")
_MOSTLY_WORDS = 0.55
_NEARLY_ALL_WORDS = 0.72
_LONGEST_WORD = 30
_SHORTEST_SEGMENT = 6
_LONG = 28
_SHORTEST_PARTS = 2.9


def random_tokens(text: str) -> Iterator[tuple[int, int]]:
    """Yield the spans of random-looking tokens of 20 and more characters, but for those in addresses and hashes."""
    for match in _CANDIDATE.finditer(text):
        before = text[max(0, match.start() - 200) : match.start()]
        if not _in_address(before) and not _NAMED_HASH.match(match[0]) and random_looking(match[0]):
            yield match.span()


def within_named(text: str, place: int) -> bool:
    """Tell whether a token that began before `place` says itself what it is: a hash, a UUID, a part of an address."""
    before = text[max(0, place - 200) : place]
    token = _TOKEN_BEFORE.search(before)
    return bool(token and _NAMED_HASH.match(token[0])) or bool(_UUID_BEFORE.search(before)) or _in_address(before)


def random_looking(token: str, *, least: int | None = None) -> bool:
    """Tell whether `least` characters of the token, or most of them, are in segments unlike words and numbers."""
    if _HEXADECIMAL.fullmatch(token):
        return False
    if least is None:
        least = max(12, len(token) * 3 // 5)
    segments = _SEGMENT.findall(token)
    if sum(len(segment) for segment in segments if _random_segment(segment)) >= least:
        return True
    return len(token) >= _LONG and _choppy("".join(segments), len(segments))


def unlike_words(token: str) -> bool:
    """Tell whether a token without separators reads unlike words; beyond 30 letters nobody writes a word."""
    if len(token) >= _LONGEST_WORD or _word_share(token) < _MOSTLY_WORDS:
        return True
    return mixed_segments(token) >= 3 or len(_CASE_CHANGE.findall(token)) * 3 > len(token)


def wordy(token: str) -> bool:
    """Tell whether a piece at a line's end or start is rather a word than a piece of a secret."""
    return bool(_WORDS.fullmatch(token)) and (len(token) < 4 or _word_share(token) >= _MOSTLY_WORDS)


def mixed_segments(token: str) -> int:
    """Count the changes between letters and digits, which random strings have many of and names few."""
    return len(_ALTERNATION.findall(token))


def fragment(token: str) -> bool:
    """Tell whether a short token may be a piece of a secret that was broken up: no word is written like that."""
    if not re.fullmatch(r"[A-Za-z0-9_+/=~.-]{4,}", token):
        return False
    if mixed_segments(token) >= 2 or (token.isalpha() and len(token) > 6 and _word_share(token) < _MOSTLY_WORDS):
        return True
    return len(_CASE_CHANGE.findall(token)) >= 3 and _word_share(token) < _MOSTLY_WORDS


def _random_segment(segment: str) -> bool:
    """Judge one run of letters and digits by its changes of class and the share of word-like parts."""
    if len(segment) < _SHORTEST_SEGMENT or _HEXADECIMAL.fullmatch(segment):
        return False
    changes = mixed_segments(segment)
    if any(map(str.islower, segment)) and any(map(str.isupper, segment)):
        if changes or len(_CASE_CHANGE.findall(segment)) * 3 > len(segment):
            return _word_share(segment) < (_MOSTLY_WORDS if changes < 3 else _NEARLY_ALL_WORDS)
        return False
    if changes * 6 < len(segment) or changes < 3:
        return False
    return changes >= 5 or _word_share(segment) < _NEARLY_ALL_WORDS


def _choppy(letters: str, segments: int) -> bool:
    """Tell whether a long mixed string changes its case and class so often that no words can stand in it."""
    if letters.islower() or letters.isupper():
        return False
    return len(letters) < _SHORTEST_PARTS * len(_PART.findall(letters)) and segments * 5 < len(letters)


def _word_share(segment: str) -> float:
    """Return which share of the segment reads like words. Capitals alone do so only where all is in capitals."""
    parts = _WORD_PART.findall(segment) if any(map(str.islower, segment)) else _CAPITALS.findall(segment)
    words = sum(len(part) for part in parts if _VOWEL.search(part) and not _CONSONANTS.search(part))
    return words / len(segment)


def _in_address(before: str) -> bool:
    """Tell whether what stands before runs on from the start of a URL."""
    scheme = before.rfind("://")
    return scheme >= 0 and not re.search(r"[\s\"'<>\ufffc]", before[scheme:])
