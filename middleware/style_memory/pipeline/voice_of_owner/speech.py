"""What the owner retells that other people say, without quotation marks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import islice

from style_memory.pipeline.lazy_patterns import lazy_pattern
from style_memory.pipeline.marks import MASK
from style_memory.pipeline.voice_of_owner.introduced import read_out
from style_memory.pipeline.voice_of_owner.spans import Span, paragraph_end
from style_memory.pipeline.voice_of_owner.speakers import says, says_cjk, tells
from style_memory.pipeline.voice_of_owner.vocabulary import any_of, words

_NEAR = 60
_COLON = lazy_pattern(r"[:：](?:(?<=[^\W\d][:：])|(?<=[^\W\d][ \u00a0\u202f][:：])(?=\s))")
_MOST = 50
# What each pattern must find in lower case; most messages hold none of it, and so cost next to nothing.
_LIKE_HINTS = ("s like", "re like", "be like", "l like", "t like", "y like", "went like")
_HABITUAL_HINTS = (
    "eeps ", "kept ", "eep say", "ways sa", "ways go", "to say ", "ly sa", "ust sa", "ust goes", "exted me", "exts me"
)  # fmt: skip
_COMMA_HINTS = ("said", "says", "goes", "exted", "told ", "like,", "saying")
_CJK_HINTS = lazy_pattern(r"[说說話话讲講][，, ]|[てと](?:言|いっ|話)")
_WORDS, _CLAUSE = lazy_pattern(r"[\w'’]+"), lazy_pattern(r"[.!?;。！？；，,\n]")
_TO_CLAUSE_END = (
    r"[^.!?\n;]{1,200}?(?=,? (?:so|and|but|then|when|while) (?:i|we|he|she|they|my|now|that)\b|, so\b|[.!?\n;]|\Z)"
)
_TO_SENTENCE_END = r"[^.!?\n]{1,200}"
_TO_STOP = r"[^，,。！？!?\n\s]{1,60}"


def reported(text: str) -> Iterator[Span]:
    """Find what stands after `my brother always says:`, to the end of the line, or the paragraph below."""
    end = 0
    for colon in islice(_COLON.finditer(text), _MOST):
        if colon.start() < end or not _reports(text[max(0, colon.start() - _NEAR) : colon.start()]):
            continue
        end = text.find("\n", colon.end())
        end = len(text) if end < 0 else end
        if not text[colon.end() : end].strip():
            end = paragraph_end(text, len(text) - len(text[end:].lstrip()))
        if text[colon.end() : end].strip() and MASK not in text[colon.end() : end]:
            yield Span(colon.end(), end, "third_party")


def _reports(before: str) -> bool:
    before = before.rstrip()
    if before.isascii() and " " not in before:
        return False
    return bool(
        says(before)
        or says_cjk(before, needs_person=True)
        or tells(before)
        or _machine_says().search(before)
        or _written().search(before)
    )


def retold(text: str) -> Iterator[Span]:
    """Find direct speech after `she was like`, `he said,` and the like, to the end of the clause or sentence."""
    if _may_retell(text):
        for hints, pattern in ((_LIKE_HINTS, _like), (_HABITUAL_HINTS, _habitual), (_COMMA_HINTS, _after_comma)):
            if any(map(text.__contains__, hints)) and (pattern is not _after_comma or ", " in text):
                yield from _of_others(text, pattern())
        if "says" in text or " said" in text or " goes" in text:
            yield from read_out(text)
    if not text.isascii() and _CJK_HINTS.search(text):
        for found in islice(_after_comma_cjk().finditer(text), _MOST):
            if says_cjk(text[max(0, found.start("said") - _NEAR) : found.start("said")], needs_person=True):
                yield Span(found.start("said"), found.end(), "third_party")
        for found in islice(_before_verb_ja().finditer(text), _MOST):
            yield Span(found.start("said"), found.end("said"), "third_party")


def _may_retell(text: str) -> bool:
    # Written out, since this is asked of every message.
    return (
        " like" in text or "say" in text or "said" in text or "goes" in text or "keep" in text or "kept" in text
        or "exted" in text or "texts" in text or "told" in text
    )  # fmt: skip


def _of_others(text: str, pattern: re.Pattern[str]) -> Iterator[Span]:
    for found in islice(pattern.finditer(text), _MOST):
        if MASK not in found["said"] and _is_of_another(text, found.start()):
            yield Span(found.start("said"), found.end("said"), "third_party")


def _is_of_another(text: str, verb: int) -> bool:
    clause = _CLAUSE.split(text[max(0, verb - _NEAR) : verb])[-1]
    subject = [word.replace("’", "'").lower() for word in _WORDS.findall(clause)]
    if not subject or "what" in subject or "as" in subject:
        return False
    return words("reporting", "not_others").isdisjoint(subject[-3:]) and subject[-1] not in _NOBODY


_NOBODY = frozenset(
    {
        "that",
        "this",
        "there",
        "these",
        "those",
        "everything",
        "something",
        "all",
        "means",
        "one",
        "gonna",
        "would",
        "will",
        "could",
        "might",
        "may",
        "should",
        "can",
        "must",
    }
)


@cache
def _machine_says() -> re.Pattern[str]:
    often = r"(?: (?:just|only|always|then|keeps?|now))?"
    return re.compile(rf"\b(?:it|this|which){often} {any_of('machines', 'verbs')}\Z", re.IGNORECASE)


@cache
def _written() -> re.Pattern[str]:
    whose, what = any_of("retelling", "possessors"), any_of("retelling", "writings")
    return re.compile(rf"\b{whose} (?:\w{{1,12}} )?{what}\Z", re.IGNORECASE)


@cache
def _like() -> re.Pattern[str]:
    verb = r"(?:\s|(?=['’]))(?:was|were|is|are|'s|’s|'re|’re|be|goes|went)"
    all_ = r"(?:\s(?:all|just|literally|always|legit|basically))*"
    return re.compile(
        rf"{verb}{all_}\slike[,:]?\s(?=(?P<said>{any_of('retelling', 'openings')}{_TO_CLAUSE_END}))", re.IGNORECASE
    )


@cache
def _habitual() -> re.Pattern[str]:
    return re.compile(
        rf"\s{any_of('retelling', 'habitual')}[,]?\s(?!{any_of('retelling', 'not_speech')}(?!['’]))"
        rf"(?=(?P<said>{_TO_CLAUSE_END}))",
        re.IGNORECASE,
    )


@cache
def _after_comma() -> re.Pattern[str]:
    return re.compile(
        r"\s(?:said|says|goes|texted|told|was like|were like|is like|keeps saying|kept saying|saying)"
        r"(?:\s(?:to )?(?:me|us|him|her|everyone))?,\s"
        rf"(?=(?P<said>{_TO_SENTENCE_END}))",
        re.IGNORECASE,
    )


@cache
def _after_comma_cjk() -> re.Pattern[str]:
    return re.compile(rf"(?:(?<=[说說話话讲講])|(?<=[说說話话讲講]過)|(?<=[说說]道))[，, ]\s?(?P<said>{_TO_STOP})")


@cache
def _before_verb_ja() -> re.Pattern[str]:
    return re.compile(
        rf"{any_of('retelling', 'persons_ja')}(?:が|は|も|に|から)、?"
        r"(?P<said>[^。！？「」\n]{2,60}?)(?=っ?[てと](?:言|いっ|話し|叫|書い))"
    )
