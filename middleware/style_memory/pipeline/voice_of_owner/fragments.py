"""Small things inside a sentence that are nobody's way of talking: addresses, mentions, tags, placeholders."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from style_memory.pipeline.lazy_patterns import lazy_pattern
from style_memory.pipeline.voice_of_owner.spans import Span
from style_memory.pipeline.voice_of_owner.vocabulary import any_of, words

_INSIDE = r"(?:(?![\"'<>`|\\^{}])[!-~])"
_URL = lazy_pattern(
    rf"(?<![A-Za-z0-9])(?:[A-Za-z][A-Za-z0-9+.-]{{1,15}}://|www\.(?=\w)|mailto:){_INSIDE}+", re.IGNORECASE
)
_TOP_LEVEL = r"(?:com|org|net|io|dev|edu|gov|app|info|co\.uk|com\.cn|cn|hk|tw|jp)(?![\w-])"
_DOMAIN = lazy_pattern(
    rf"(?<![\w@.-])(?:[A-Za-z0-9-]{{2,63}}\.){{1,4}}{_TOP_LEVEL}(?::\d{{2,5}})?(?:/[^\s<>\"'，。]*)?"
)
# Quick looks: most messages need no more.
_WEB, _TOP = lazy_pattern(r"www\.|mailto:", re.IGNORECASE), lazy_pattern(rf"\.{_TOP_LEVEL}")
_EMAIL = lazy_pattern(r"(?<![\w.+-])[\w.+%-]{1,64}@(?:[A-Za-z0-9-]{1,63}\.){1,8}[A-Za-z]{2,24}(?![A-Za-z0-9-])")
_HANDLE = r"[A-Za-z\u00c0-\u024f](?:[A-Za-z0-9_.\u00c0-\u024f-]{0,38}[A-Za-z0-9_\u00c0-\u024f])?"
_CJK_HANDLE = r"[\u3040-\u30ff\u4e00-\u9fff]{2,8}(?=[\s，,:：]|\Z)"
_MENTION = lazy_pattern(rf"(?<![A-Za-z0-9_.+@-])[@＠](?:{_HANDLE}|{_CJK_HANDLE})[:,：，]?")
_UNIX_PATH = lazy_pattern(
    r"(?<![\w/.<~])(?:~|\.{1,2})?/(?:[\w.@%+-]{1,80}/){1,30}[\w.@%+-]{0,80}|(?<![\w/.<])(?:~|\.{1,2})/[\w.@%+-]{1,80}"
)
_WINDOWS_PATH = lazy_pattern(r"(?<![A-Za-z])[A-Za-z]:\\[^\s\"'<>|]*|\\\\[\w.-]{1,60}\\[^\s\"'<>|]*")
_TAG = lazy_pattern(r"<(/?)([A-Za-z][\w:-]{0,60})((?:\s[^<>]{0,300})?)/?>")
_COMPOUND = lazy_pattern(r"[a-z]+(?:[_-][a-z0-9]+)+|[A-Z]{1,3}|[A-Z]{2,}(?:_[A-Z]+)+")
_TRAILING = ".,;:!?)]"


def fragments(text: str) -> Iterator[Span]:
    """Find URLs, paths, e-mail addresses, @mentions, HTML tags and placeholders."""
    if "<" in text:
        yield from _bracketed(text)
    if "@" in text or "＠" in text:
        yield from (Span(found.start(), found.end(), "url") for found in _EMAIL.finditer(text))
        yield from (Span(found.start(), found.end(), "markup") for found in _MENTION.finditer(text))
    if "://" in text or _WEB.search(text):
        yield from (_trimmed(found) for found in _URL.finditer(text))
    if "." in text and _TOP.search(text):
        yield from (_trimmed(found) for found in _DOMAIN.finditer(text))
    if "/" in text:
        yield from (_trimmed(found) for found in _UNIX_PATH.finditer(text))
    if "\\" in text:
        yield from (_trimmed(found) for found in _WINDOWS_PATH.finditer(text))


def _trimmed(found: re.Match[str]) -> Span:
    """Leave the sentence its full stop."""
    return Span(found.start(), found.start() + max(1, len(found[0].rstrip(_TRAILING))), "url")


def _bracketed(text: str) -> Iterator[Span]:
    for found in _TAG.finditer(text):
        name = found[2].lower()
        known = (
            name in words("tags", "html")
            or name in words("tags", "placeholders")
            or name in words("tags", "scaffolding")
        )
        if known or found[1] or "=" in found[3] or _COMPOUND.fullmatch(found[2]):
            yield Span(found.start(), found.end(), "markup")
    yield from (Span(found.start(), found.end(), "markup") for found in _placeholder().finditer(text))


@cache
def _placeholder() -> re.Pattern[str]:
    return re.compile(rf"<{any_of('tags', 'placeholders')}>(?: <{any_of('tags', 'placeholders')}>)*", re.IGNORECASE)
