"""Texts that the owner pasted for somebody to read, translate or mend, told by the line that introduces them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from style_memory.pipeline.lazy_patterns import lazy_pattern
from style_memory.pipeline.marks import MASK
from style_memory.pipeline.voice_of_owner.afterwards import goes_on, last_words
from style_memory.pipeline.voice_of_owner.spans import Line, Span, lines_of
from style_memory.pipeline.voice_of_owner.vocabulary import any_of, may_hold

_LONGEST_INTRODUCTION = 240
# Lists without one of which the patterns below can't match.
_TASKS = (
    "introducing.tasks", "introducing.tasks_on_text", "introducing.tasks_cjk", "introducing.labels",
    "passing_on.tasks", "retelling.languages",
)  # fmt: skip
_TEXTS = ("introducing.nouns", "introducing.nouns_cjk", "introducing.senders", "passing_on.texts")
_POINTED = ("passing_on.texts", "passing_on.texts_pointed", "passing_on.tasks")
_LONGEST_REQUEST = 90
_COLON = lazy_pattern(r"[:：](?=\s|\Z)|(?<=[^\W\d])[:：](?!//)|：")
_WHERE = lazy_pattern("this|these|following|below|下面|以下|次の", re.IGNORECASE)
_OPENED = lazy_pattern(r"[\"“„«「『‘'`]")


def pastes(text: str) -> Iterator[Span]:
    """Find the text that follows an introducing line: the rest of that line, or all that follows."""
    lines = lines_of(text)
    for place, line in enumerate(lines):
        following = lines[place + 1].text if place + 1 < len(lines) else None
        for start, code in _introduced(line, following):
            rest = text[start : line.end]
            if not rest.strip():
                yield from _below(text, line.end, code)
            elif code == "translation_source" and not (_OPENED.match(rest.lstrip()) or MASK in rest or _edits(rest)):
                yield Span(start, _end_of_paste(text, start, line.end), code)


def above(text: str) -> Iterator[Span]:
    """Find what stands above a short last paragraph that asks for it to be translated, mended or shortened."""
    last = text.rstrip().rfind("\n\n")
    if (
        last > 0
        and len(text) - last < _LONGEST_REQUEST
        and may_hold(text[last:], "passing_on.above")
        and _task_above().match(text[last:].strip())
    ):
        yield Span(0, last, "translation_source")


def letters(text: str) -> Iterator[Span]:
    """Find a letter without introduction: from a salutation to a sign-off and the name below it."""
    if "\n" not in text:
        return
    lines = lines_of(text)
    greeted = next((line for line in lines if len(line.text) < 80 and _salutation().match(line.text)), None)
    if greeted is None:
        return
    for place, line in enumerate(lines):
        if line.start > greeted.start and len(line.text) < 60 and _sign_off().match(line.text):
            name = next((below for below in lines[place + 1 : place + 3] if below.text.strip()), line)
            yield Span(greeted.start, name.end if len(name.text) < 40 else line.end, "paste")
            return


def _introduced(line: Line, following: str | None) -> Iterator[tuple[int, str]]:
    """Give the place where the pasted text would begin, if this line introduces one."""
    head = line.text[:_LONGEST_INTRODUCTION]
    colon = _COLON.search(head)
    if colon:
        if code := _code_of(head[: colon.end()]):
            yield line.start + colon.end(), code
            return
        tail = head.rstrip()
        if tail[-1:] in ":：" and len(tail) > colon.end() and (code := _code_of(tail)):
            yield line.start + len(tail), code
    elif following is not None and _WHERE.search(head) and _announced().search(head):
        yield line.end, "translation_source"
        return
    if following is not None and not following.strip() and head.strip() and _asks_about_text(head.rstrip()):
        yield line.end, "translation_source" if _mends().search(head) else "paste"


def _asks_about_text(head: str) -> bool:
    """A request that points at a text, before a blank line: the text stands below."""
    if not may_hold(head, *_POINTED) or _standing().search(head):
        return False
    return bool(_pointed().search(head)) and (head[-1] in "?？:：" or bool(_request().search(head)))


def _code_of(introduction: str) -> str:
    may_ask, may_announce = may_hold(introduction, *_TASKS), may_hold(introduction, *_TEXTS)
    if not (may_ask or may_announce) or _standing().search(introduction):
        return ""
    if may_ask and (_task().search(introduction) or _source_label().match(introduction)):
        return "translation_source"
    return "paste" if may_announce and _paste().search(introduction) else ""


def _below(text: str, start: int, code: str) -> Iterator[Span]:
    """Take all that follows, unless it was taken already: then the owner speaks again after it."""
    following = text[start:].lstrip()
    if following and following[0] != MASK and not goes_on(following, given_to_work_on=code != "paste"):
        start = len(text) - len(following)
        yield Span(start, last_words(text, start), code)


def _end_of_paste(text: str, start: int, line_end: int) -> int:
    """A letter goes on to the end of the message, anything else to the end of its paragraph."""
    if _salutation().match(text[start : start + 80]):
        return len(text)
    blank = text.find("\n\n", line_end)
    return blank if blank >= 0 else len(text)


_CLAUSE_BEGINS = (
    r"(?:\A|[.!?,;，。！？]"
    r"|\b(?:please|pls|plz|kindly|can you|could you|would you|help me|to|and|just|also|now|then)\s)\s{0,3}"
)


@cache
def _task() -> re.Pattern[str]:
    given = r"(?:this|these|those|the|my|his|her|their|our|following|below|attached)\s(?:[^\n:：]{0,30}\s)?"
    on_text = (
        rf"{any_of('introducing', 'tasks_on_text')}\s(?:[^\n:：]{{0,30}}\s)?{given}{any_of('introducing', 'nouns')}"
    )
    helped = (
        rf"{any_of('introducing', 'requests_cjk', 'pointers_cjk')}[^\n:：]{{0,20}}{any_of('introducing', 'tasks_cjk')}"
    )
    pointed = rf"{any_of('introducing', 'tasks_cjk')}[^\n:：]{{0,6}}{any_of('introducing', 'pointers_cjk')}"
    alone = rf"\A\W{{0,3}}{any_of('introducing', 'tasks_alone_cjk')}[^\n:：]{{0,12}}[:：]\Z"
    bare = r"\A\W{0,3}(?:please |pls |plz )?(?:shorten|simplify|condense|expand|improve|correct)\s?[:：]\Z"
    language = any_of("retelling", "languages")
    into = rf"{_CLAUSE_BEGINS}(?:in|into|to|auf|ins|en|al|em) (?:\w{{1,10}} )?{language}[^\n:：]{{0,20}}[:：]\Z"
    latin = (
        rf"{bare}|{into}|{_CLAUSE_BEGINS}(?:{any_of('introducing', 'tasks')}|{any_of('passing_on', 'tasks')}|{on_text})"
    )
    done = rf"[\u3040-\u9fff]{{0,12}}(?=[\u3040-\u9fff]){any_of('passing_on', 'tasks')}[^\n:：]{{0,8}}[:：]\Z"
    return re.compile(f"{latin}|{helped}|{pointed}|{alone}|{done}", re.IGNORECASE)


@cache
def _task_above() -> re.Pattern[str]:
    asked = (
        r"(?:(?:can|could|would) you |please |pls |help me |kannst du |bitte |tu peux |puedes "
        r"|帮我|幫我|请|請|麻烦|麻煩|唔該|把)?"
    )
    noun = rf"(?:\s{any_of('passing_on', 'texts')})?"
    how = r"(?:\s(?:to|into|in|for|pls|plz|please|politely|nicely|formal|friendly|ins|auf|en|al|au)\b[^\n]{0,50})?"
    return re.compile(
        rf"\W{{0,3}}{asked}{any_of('passing_on', 'above')}{noun}(?:{how}|[\u3040-\u9fff]{{0,14}})\s?[.!?。！？^↑]*\Z",
        re.IGNORECASE,
    )


def _edits(rest: str) -> bool:
    """The owner may say after the colon how it is to be done."""
    return bool(_edit().match(rest))


@cache
def _edit() -> re.Pattern[str]:
    return re.compile(rf"\s*{any_of('passing_on', 'edits')}", re.IGNORECASE)


@cache
def _mends() -> re.Pattern[str]:
    return re.compile(any_of("passing_on", "tasks") + "|" + any_of("introducing", "tasks"), re.IGNORECASE)


@cache
def _request() -> re.Pattern[str]:
    return re.compile(
        rf"\A\W{{0,3}}(?:\w{{1,12}},? )?{any_of('passing_on', 'requests')}|{any_of('passing_on', 'tasks')}",
        re.IGNORECASE,
    )


@cache
def _pointed() -> re.Pattern[str]:
    at = r"(?:this|that|these|those|the|my|his|her|their|following|below)\s(?:\w{1,15}\s){0,2}"
    return re.compile(
        rf"(?<![A-Za-z])(?:{at}{any_of('passing_on', 'texts')}|{any_of('passing_on', 'texts_pointed', 'tasks')})"
        r"[^\n]{0,50}\Z",
        re.IGNORECASE,
    )


@cache
def _announced() -> re.Pattern[str]:
    """A task without a colon needs a word that says where the text stands."""
    verb, cjk_verb = any_of("introducing", "tasks", "tasks_on_text"), any_of("introducing", "tasks_cjk")
    noun = any_of("introducing", "nouns")
    where = r"(?:this|these|the following|the text below|following)"
    latin = rf"\b{verb}\s(?:me\s)?{where}\b(?:[^\n]{{0,60}}\b{noun})[^\n]{{0,60}}\Z"
    cjk = (
        rf"{cjk_verb}[^\n]{{0,6}}(?:下面|以下)[^\n]{{0,16}}\Z|(?:下面|以下|次の)[^\n]{{0,12}}{cjk_verb}[^\n]{{0,12}}\Z"
    )
    return re.compile(f"{latin}|{cjk}", re.IGNORECASE)


@cache
def _paste() -> re.Pattern[str]:
    noun, cjk_noun = any_of("introducing", "nouns"), any_of("introducing", "nouns_cjk")
    near = r"(?:the|my|a|an|his|her|their|our|your|this|that|some|it)\s"
    pointed = rf"\b{any_of('introducing', 'pointers')}(?:\s[^\s:：]{{1,20}}){{0,3}}?\s{noun}[^\n:：]{{0,40}}[:：]\Z"
    bare = rf"\A\W{{0,3}}(?:{near})?(?:[^\s:：]{{1,20}}\s)?{noun}[:：]\Z"
    cjk = rf"(?:{any_of('introducing', 'pointers_cjk')}|附|是)[^\n:：]{{0,12}}{cjk_noun}[^\n:：]{{0,6}}[:：]\Z"
    wrote = (
        rf"\b{any_of('introducing', 'senders')}(?:\s\w{{1,12}})?\s{any_of('reporting', 'verbs')}[^\n:：]{{0,20}}[:：]\Z"
    )
    this = rf"\b(?:this|that|these|those)\s{any_of('passing_on', 'texts')}[^\n:：]{{0,30}}[:：]\Z"
    return re.compile(f"{pointed}|{bare}|{cjk}|{wrote}|{this}", re.IGNORECASE)


@cache
def _source_label() -> re.Pattern[str]:
    return re.compile(rf"\W{{0,3}}{any_of('introducing', 'labels')}\s?[:：]\Z", re.IGNORECASE)


@cache
def _standing() -> re.Pattern[str]:
    return re.compile(rf"(?<![A-Za-z]){any_of('introducing', 'standing')}", re.IGNORECASE)


@cache
def _salutation() -> re.Pattern[str]:
    return re.compile(rf"\s*{any_of('letters', 'salutations')}", re.IGNORECASE)


@cache
def _sign_off() -> re.Pattern[str]:
    return re.compile(
        rf"\s*{any_of('letters', 'sign_offs')}\s*[,，.。!！]?\s*(?:\S{{1,20}}\s?){{0,3}}\Z", re.IGNORECASE
    )
