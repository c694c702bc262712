"""Which short paragraphs ask the assistant for something, and so show that what stands beside them was given to it."""

from __future__ import annotations

import re
from functools import cache

from style_memory.pipeline.lazy_patterns import lazy_pattern
from style_memory.pipeline.marks import MASK
from style_memory.pipeline.voice_of_owner.vocabulary import any_of

_LONGEST = 140
_QUESTION = lazy_pattern(r"[?？]\W{0,4}(?:\w{1,6}\W{0,3})?\Z")


def is_request(paragraph: str) -> bool:
    """Tell whether a short paragraph of one line, or two, is a question or an order."""
    paragraph = paragraph.strip(f" \t\n{MASK}")
    return 0 < len(paragraph) <= _LONGEST and paragraph.count("\n") < 2 and asks(paragraph)


def asks(head: str) -> bool:
    """Tell whether a line ends in a question, or orders something in a language with lists."""
    return bool(_QUESTION.search(head) or _orders().match(head) or (not head.isascii() and _orders_cjk().search(head)))


@cache
def _orders() -> re.Pattern[str]:
    before = r"(?:(?!(?:i|we|they|he|she|it|you)\b)[^\W\d]{1,8}[,!.]?\s){0,2}"
    return re.compile(rf"\W{{0,3}}{before}{any_of('handed_over', 'orders')}(?!['’])", re.IGNORECASE)


@cache
def _orders_cjk() -> re.Pattern[str]:
    ending = r"(?:ください|下さい|お願いします|して|教えて|か)[。！!]?\Z"
    return re.compile(rf"\A(?:[^\n，。]{{0,6}}){any_of('handed_over', 'orders_cjk')}|{ending}")
