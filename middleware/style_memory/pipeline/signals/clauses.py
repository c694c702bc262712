"""Cuts the example of a habit: the clause around a sighting, never a whole message that says more than the habit."""

from __future__ import annotations

import regex

from style_memory.pipeline.lazy_patterns import lazy_unicode_pattern


def clause_around(text: str, start: int, end: int, limit: int) -> str:
    """The clause that holds text[start:end], on one line, in at most `limit` visible characters.

    A clause that is the whole message loses its outer words, because messages are never kept. The sighting itself is
    kept unless it alone is longer than the limit.
    """
    left, right = _between(_SENTENCE_BEFORE, _SENTENCE_AFTER, text, start, end)
    whole = _is_whole(text, left, right)
    if whole or right - left > limit:
        left, right = _between(_CLAUSE_BEFORE, _CLAUSE_AFTER, text, start, end)
        whole = whole and _is_whole(text, left, right)
    if whole or right - left > limit:
        left, right = _narrowed(text, left, right, start, end, limit, whole)
    return " ".join(text[left:right].split())


# Sentence ends of every script, line ends, and the object replacement character that stands for a removed paste.
# A full stop counts only before a space, so that `node.js` and `3.5` stay whole.
_SENTENCE = r"[\p{Sentence_Break=STerm}\p{Sentence_Break=Sep}\r\n\v\f;；…\uFFFC]"
_CLAUSE = _SENTENCE[:-1] + r"،、，︐︑：]|[,:](?=\s)| [-–—]+ |——"
_SENTENCE_BEFORE = lazy_unicode_pattern(rf"(?r)(?:{_SENTENCE}|\.(?=\s))")
_SENTENCE_AFTER = lazy_unicode_pattern(rf"{_SENTENCE}|\.(?=\s|\Z)")
_CLAUSE_BEFORE = lazy_unicode_pattern(rf"(?r)(?:{_CLAUSE}|\.(?=\s))")
_CLAUSE_AFTER = lazy_unicode_pattern(rf"{_CLAUSE}|\.(?=\s|\Z)")
_MEANINGFUL = lazy_unicode_pattern(r"[\p{L}\p{N}\p{S}]")
_CLUSTER = lazy_unicode_pattern(r"\X")
_JOINED = lazy_unicode_pattern(r"[^\p{Grapheme_Cluster_Break=Other}]")
# Scripts written without spaces may be cut between any two characters.
_SPACED_LETTER = lazy_unicode_pattern(r"[\p{L}\p{M}\p{N}_'’]")
_UNSPACED_LETTER = lazy_unicode_pattern(r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}]")
# A visible character rarely has more code points than this; what lies further away can't be in the example.
_REACH = 8


def _between(before: regex.Pattern[str], after: regex.Pattern[str], text: str, start: int, end: int) -> tuple[int, int]:
    border = before.search(text, 0, start)
    left = border.end() if border else 0
    border = after.search(text, end)
    right = border.start() if border else len(text)
    while left < start and text[left].isspace():
        left += 1
    while right > end and text[right - 1].isspace():
        right -= 1
    return left, right


def _is_whole(text: str, left: int, right: int) -> bool:
    return _MEANINGFUL.search(text, 0, left) is None and _MEANINGFUL.search(text, right) is None


def _narrowed(text: str, left: int, right: int, start: int, end: int, limit: int, whole: bool) -> tuple[int, int]:
    """Drops visible characters on both sides until the clause fits and is no longer the whole message."""
    near = max(left, start - limit * _REACH), min(right, end + limit * _REACH)
    clusters = _clusters(text, *near)
    first = next(i for i, span in enumerate(clusters) if span[1] > start)
    last = next((i for i in range(first, len(clusters)) if clusters[i][1] >= end), len(clusters) - 1)
    size = last - first + 1
    if size >= limit:
        return clusters[first][0], clusters[first + limit - 1][1]
    room = (min(limit, max(size, len(clusters) * 2 // 3)) if whole else limit) - size
    behind = min(len(clusters) - 1 - last, max(room // 2, room - first))
    low, high = max(0, first - (room - behind)), last + behind
    return _whole_words(text, clusters[low][0], clusters[high][1], start, end)


def _clusters(text: str, left: int, right: int) -> list[tuple[int, int]]:
    if _JOINED.search(text, left, right) is None:  # the ordinary case, ten times as fast
        return [(i, i + 1) for i in range(left, right)]
    return [match.span() for match in _CLUSTER.finditer(text, left, right)]


def _whole_words(text: str, left: int, right: int, start: int, end: int) -> tuple[int, int]:
    while left < start and _inside_word(text, left):
        left += 1
    while right > end and _inside_word(text, right):
        right -= 1
    return left, right


def _inside_word(text: str, index: int) -> bool:
    if not 0 < index < len(text):
        return False
    pair = text[index - 1 : index + 1]
    return _UNSPACED_LETTER.search(pair) is None and all(_SPACED_LETTER.match(char) for char in pair)
