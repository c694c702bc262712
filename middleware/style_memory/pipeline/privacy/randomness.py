"""Telling random strings from words, identifiers and paths without a dictionary."""

from __future__ import annotations

import re
from collections.abc import Iterator

_SEGMENT = re.compile(r"[A-Za-z0-9]+")
_WORD_PART = re.compile(r"[A-Z]*[a-z]{3,}|[A-Z]{3,}")
_VOWEL = re.compile(r"[aeiouyAEIOUY]")
_CONSONANTS = re.compile(r"[bcdfghjklmnpqrstvwxzBCDFGHJKLMNPQRSTVWXZ]{5}")
_ALTERNATION = re.compile(r"(?<=[A-Za-z])(?=[0-9])|(?<=[0-9])(?=[A-Za-z])")
_CASE_CHANGE = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[a-z])")
_CANDIDATE = re.compile(r"[A-Za-z0-9_+/=~.-]{20,}")
_HEXADECIMAL = re.compile(r"[0-9a-fA-F-]+")
_NAMED_HASH = re.compile(r"(?i)sha-?\d{1,3}[-:=]|md5[-:=]|ssh-(?:rsa|ed25519)|(?:[\w.]+\.)?(?:com|org|net|io)/|\d{4}-\d\d-\d\d")
_MOSTLY_WORDS = 0.55


def random_tokens(text: str) -> Iterator[tuple[int, int]]:
    """Yield the spans of random-looking tokens of 20 and more characters, but for those in addresses and hashes."""
    for match in _CANDIDATE.finditer(text):
        before = text[max(0, match.start() - 200) : match.start()]
        if not _in_address(before) and not _NAMED_HASH.match(match[0]) and random_looking(match[0]):
            yield match.span()


def random_looking(token: str, *, least: int = 16) -> bool:
    """Tell whether at least `least` characters of the token stand in segments that no words and numbers make up."""
    if _HEXADECIMAL.fullmatch(token):
        return False
    return sum(len(segment) for segment in _SEGMENT.findall(token) if _random_segment(segment)) >= least


def unlike_words(token: str) -> bool:
    """Tell whether a token of letters, perhaps with digits, reads unlike words."""
    return _word_share(token) < _MOSTLY_WORDS or bool(re.search(r"\d", token) and mixed_segments(token) >= 3)


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
    if len(segment) < 6:
        return False
    changes = mixed_segments(segment)
    mixed_case = any(map(str.islower, segment)) and any(map(str.isupper, segment))
    if mixed_case and (changes or len(_CASE_CHANGE.findall(segment)) * 3 > len(segment)):
        return _word_share(segment) < _MOSTLY_WORDS
    return changes * 6 >= len(segment) and changes >= 3 and _word_share(segment) < 0.75


def _word_share(segment: str) -> float:
    """Return which share of the segment reads like words."""
    words = sum(
        len(part) for part in _WORD_PART.findall(segment) if _VOWEL.search(part) and not _CONSONANTS.search(part)
    )
    return words / len(segment)


def _in_address(before: str) -> bool:
    """Tell whether what stands before runs on from the start of a URL."""
    scheme = before.rfind("://")
    return scheme >= 0 and not re.search(r"[\s\"'<>\ufffc]", before[scheme:])
