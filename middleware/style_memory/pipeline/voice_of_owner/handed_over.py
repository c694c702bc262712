"""Texts that the owner hands over, told by who is said to have written them: "the reply I got:", "from my sister:"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from style_memory.pipeline.lazy_patterns import lazy_pattern
from style_memory.pipeline.marks import MASK
from style_memory.pipeline.voice_of_owner.afterwards import goes_on
from style_memory.pipeline.voice_of_owner.requests import asks, is_request
from style_memory.pipeline.voice_of_owner.spans import Line, Span, lines_of, paragraph_end
from style_memory.pipeline.voice_of_owner.vocabulary import any_of, may_hold

_LONGEST = 140
_LISTED = lazy_pattern(r"\s*(?:[-*•・]|\d{1,2}[.)、])\s?\S")
_ARROWED = lazy_pattern(r"\W{0,2}[\^↑⬆☝👆]")


def handed_over(text: str) -> Iterator[Span]:
    """Find what stands below a line that names a text and its giver, to where the owner speaks again."""
    if "\n" not in text:
        return
    lines = lines_of(text)
    end = -1
    for place, line in enumerate(lines[:-1]):
        head = line.text.strip()
        if line.start < end or not head or len(head) > _LONGEST or not _hands_over(head, lines, place):
            continue
        start = _next_filled(text, line.end)
        if start < len(text) and text[start] != MASK and not goes_on(text[start:], given_to_work_on=True):
            end = where_given_ends(text, start)
            yield Span(start, end, "third_party")


def named_above(text: str) -> Iterator[Span]:
    """Find what stands above a last paragraph such as `^ this is what the vendor wrote`."""
    last = text.rstrip().rfind("\n")
    tail = text[last:].strip() if last > 0 else ""
    if not tail or len(tail) > _LONGEST or not may_hold(tail, "handed_over.given"):
        return
    arrowed = bool(_ARROWED.match(tail))
    if (arrowed or text[:last].endswith("\n")) and _given(arrowed=arrowed).match(tail):
        yield Span(0, last, "third_party")


def where_given_ends(text: str, start: int) -> int:
    """A given text goes on over blank lines, unless the next paragraph asks or speaks to the assistant."""
    end = paragraph_end(text, start)
    listed = bool(_LISTED.match(text[start : start + 20]))
    while end < len(text):
        following = _next_filled(text, end)
        paragraph = text[following : paragraph_end(text, following)]
        if not paragraph or MASK in paragraph or is_request(paragraph) or goes_on(paragraph, given_to_work_on=False):
            return end
        if listed and not _LISTED.match(paragraph):
            return end
        end = following + len(paragraph)
    return end


def _next_filled(text: str, start: int) -> int:
    return len(text) - len(text[start:].lstrip())


def _to_line_end(text: str, start: int) -> Iterator[Span]:
    end = text.find("\n", start)
    end = len(text) if end < 0 else end
    if text[start:end].strip() and MASK not in text[start:end]:
        yield Span(start, end, "third_party")


def _hands_over(head: str, lines: list[Line], place: int) -> bool:
    if not may_hold(head, "handed_over.writings", "handed_over.other_writings", "handed_over.writings_cjk"):
        return False
    if head[-1] in ":：":
        return bool(_led_in().search(head)) and not _own().search(head)
    blank_below = not lines[place + 1].text.strip()
    if blank_below and _below().search(head) and _given_by().search(head) and not _own().search(head):
        return True
    return bool(_LISTED.match(lines[place + 1].text) and asks(head) and _these().search(head))


@cache
def _given_by() -> re.Pattern[str]:
    """A text and its giver: "comments from customers", "the reply I got", 来自学生的反馈."""
    writing, by = any_of("handed_over", "writings", "other_writings"), any_of("handed_over", "from")
    name = r"[^\W\d_a-z][\w'’.-]{1,20}(?:\s[^\W\d_a-z][\w'’.-]{1,20})?"
    somebody = (
        rf"(?:(?:my|our|the|a|an|one of|some|another|his|her|their)\s[^\n:]{{2,40}}|{name}"
        rf"|{any_of('handed_over', 'givers')})"
    )
    given = rf"\b{writing}(?:\s[\w'’]{{1,12}}){{0,2}}?\s{by}\s(?!me\b|myself|mir\b|moi\b|mí\b){somebody}"
    # In these languages the article alone tells that people follow, where the line ends in a colon.
    genitive = rf"\A\W{{0,3}}{writing}\s{any_of('handed_over', 'genitives')}\s\w{{3,20}}\s?[:：]\Z"
    relative = r"(?:that\s|which\s|que\s|qu['’]|die\s|den\s|das\s)?"
    received = rf"\b{writing}\s{relative}{any_of('handed_over', 'received')}"
    cjk = any_of("handed_over", "writings_cjk")
    sent = r"(?:发来|發來|寄来|寄來|送来|送來|传来|傳來|留下|写|寫|畀|給我|给我)(?:给我|給我|畀我)?(?:的|嘅)?"
    whose = (
        rf"(?:来自|來自|收到)[^\n:：]{{1,12}}{cjk}"
        rf"|{any_of('handed_over', 'givers_cjk')}[^\n:：]{{0,6}}(?:的|嘅|の){cjk}"
        rf"|\A[^\n:：我]{{1,10}}(?:{sent}|(?:から(?:の|もらった|届いた|来た)))[^\n:：]{{0,4}}{cjk}"
    )
    return re.compile(f"{given}|{genitive}|{received}|{whose}", re.IGNORECASE)


@cache
def _led_in() -> re.Pattern[str]:
    article = r"(?:the|his|her|their|this|that|der|die|das|la|le|les|el|los|las)"
    bare = (
        rf"\A\W{{0,3}}(?:[^\n:：]{{0,30}}[,.!?]\s)?{article}\s(?:[\w'’]{{1,14}}\s){{0,2}}"
        rf"{any_of('handed_over', 'writings')}\s?[:：]\Z"
    )
    writing = any_of("handed_over", "writings", "other_writings")
    owned = rf"\b(?:my|our|the)\s[\w'’ ]{{1,20}}['’]s\s(?:\w{{1,12}}\s)?{writing}\s?[:：]\Z"
    return re.compile(f"{_given_by().pattern}|{bare}|{owned}", re.IGNORECASE)


@cache
def _own() -> re.Pattern[str]:
    writing = any_of("handed_over", "writings", "other_writings")
    return re.compile(
        rf"(?<!\w)(?:my|mein|meine|mon|ma|mes|mi|mis)\s(?:\w{{1,12}}\s)?{writing}(?!['’])"
        rf"|(?:我的|我嘅|私の|僕の|俺の|自分の){any_of('handed_over', 'writings_cjk')}"
        r"|\b(?:for|to|about|für|pour|para|sobre) (?:the|his|her|their|this|that|die|das|den|la|le|el)\b",
        re.IGNORECASE,
    )


@cache
def _these() -> re.Pattern[str]:
    pointed = r"(?:these|those|the following|diese|diesen|ces|estos|estas)"
    cjk = rf"(?:这些|這些|呢啲|以下|これらの|次の)[^\n]{{0,4}}{any_of('handed_over', 'writings_cjk')}"
    return re.compile(
        rf"\b{pointed}\s(?:\w{{1,14}}\s)?{any_of('handed_over', 'writings', 'other_writings')}|{cjk}", re.IGNORECASE
    )


@cache
def _below() -> re.Pattern[str]:
    return re.compile(
        r"\b(?:below|following|attached|unten|folgende|ci-dessous|abajo|siguiente)\b|下面|以下|如下|下記", re.IGNORECASE
    )


@cache
def _given(*, arrowed: bool) -> re.Pattern[str]:
    head = r"\W{0,3}" if arrowed else ""
    return re.compile(
        rf"{head}(?:(?:and|so|fyi|well|ok)\W{{1,3}})?{any_of('handed_over', 'given')}(?!\s(?:i|we)\b)[^\n]*\Z"
        + (r"|\W{0,3}(?:from|by|von|par)\s(?!me\b)[^\n]{2,60}\Z" if arrowed else ""),
        re.IGNORECASE,
    )
