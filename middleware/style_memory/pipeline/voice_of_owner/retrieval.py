"""Prompts that a program filled with documents: `Context: … Question: …`, "Answer using the following documents"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from style_memory.pipeline.lazy_patterns import lazy_pattern
from style_memory.pipeline.marks import MASK
from style_memory.pipeline.voice_of_owner.afterwards import last_words
from style_memory.pipeline.voice_of_owner.spans import Span
from style_memory.pipeline.voice_of_owner.vocabulary import any_of, may_hold, words

_NUMBERED = lazy_pattern(
    r"[ \t]{0,4}(?:[\[(【]?\d{1,2}[\])】.:]|(?:Document|Source|Passage|文档|资料) ?\d)", re.IGNORECASE
)
_LONGEST_QUESTION = 300
_LABELLED = r"(?:\A|\n)[ \t#*>\[<]{0,6}"


def retrieval(text: str) -> Iterator[Span]:
    """Find given documents, together with the order that a template puts before them and the label of the question.

    What stands after that label is the owner's, up to a label for the answer.
    """
    if ":" not in text and "：" not in text and "\n" not in text:
        return
    may_order = "\n" in text and may_hold(text, "retrieval.orders") and may_hold(text, "retrieval.sources")
    order = _order().search(text) if may_order else None
    context = _context().search(text) if may_hold(text, "retrieval.contexts") else None
    if order is None and context is None:
        return
    start = min(found.start() for found in (order, context) if found)
    question = _last_question(text, start + 1)
    if question:
        own = order is None and context is not None and _is_told_by_owner(text, context, question.start())
        if not own:
            yield Span(start, question.end(), "paste")
            yield from _answer_label(text, question.end())
    elif order:
        yield Span(start, _where_documents_end(text, order.end()), "paste")


def _is_told_by_owner(text: str, context: re.Match[str], end: int) -> bool:
    """People write a "context" themselves too, and then speak of themselves."""
    label = context["label"].strip().lower()
    return label in words("retrieval", "own_contexts") and bool(_first_person().search(text, context.end(), end))


def _last_question(text: str, start: int) -> re.Match[str] | None:
    return next(reversed([*_question().finditer(text, start)]), None)


def _answer_label(text: str, start: int) -> Iterator[Span]:
    if label := _answer().search(text, start):
        yield Span(label.start(), len(text), "paste")


def _where_documents_end(text: str, start: int) -> int:
    """The last paragraph is the owner's if it asks, or if documents have numbers and it has none."""
    last = text.rfind("\n\n")
    if last < start:
        return len(text)
    paragraph = text[last:].strip(f" \n{MASK}")
    numbered = any(_NUMBERED.match(line) for line in text[start:last].split("\n"))
    asks = paragraph.endswith(("?", "？")) or (numbered and not _NUMBERED.match(paragraph))
    return last if paragraph and len(paragraph) < _LONGEST_QUESTION and asks else last_words(text, start)


@cache
def _context() -> re.Pattern[str]:
    label = any_of("retrieval", "contexts")
    return re.compile(
        rf"{_LABELLED}(?P<label>{label})(?:\s?\d{{1,2}})?[*\]>]{{0,3}}(?:\s?[:：]|[ \t]*\n)", re.IGNORECASE
    )


@cache
def _question() -> re.Pattern[str]:
    label = any_of("retrieval", "questions")
    return re.compile(
        rf"(?:(?:\n|[.。!?]\s)[ \t#*>\[<]{{0,6}}|\n[^\n:：]{{0,16}}?(?<=[\u3040-\u9fff]))"
        rf"{label}[*\]>]{{0,3}}(?:\s?[:：]|[ \t]*\n)",
        re.IGNORECASE,
    )


@cache
def _answer() -> re.Pattern[str]:
    return re.compile(rf"\n[ \t#*>\[<]{{0,6}}{any_of('retrieval', 'answers')}[*\]>]{{0,3}}\s?[:：]\s*\Z", re.IGNORECASE)


@cache
def _order() -> re.Pattern[str]:
    order, source = any_of("retrieval", "orders"), any_of("retrieval", "sources")
    return re.compile(rf"(?:\A|\n)(?:please |pls )?(?:请|請)?{order}[^\n]{{0,80}}?{source}[^\n]*(?=\n)", re.IGNORECASE)


@cache
def _first_person() -> re.Pattern[str]:
    return re.compile(rf"(?<![A-Za-z]){any_of('retrieval', 'first_person')}(?![A-Za-z'’])", re.IGNORECASE)
