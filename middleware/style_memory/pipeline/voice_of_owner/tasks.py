"""Which requests are about a text that stands beside them: to translate it, to mend it, to judge it."""

from __future__ import annotations

import re
from functools import cache

from style_memory.pipeline.lazy_patterns import lazy_pattern
from style_memory.pipeline.voice_of_owner.vocabulary import any_of, may_hold

# Lists without one of which the patterns below can't match.
_TASKS = (
    "introducing.tasks", "introducing.tasks_on_text", "introducing.tasks_cjk", "introducing.labels",
    "passing_on.tasks", "retelling.languages",
)  # fmt: skip
_TEXTS = ("introducing.nouns", "introducing.nouns_cjk", "introducing.senders", "passing_on.texts")
_POINTED = ("passing_on.texts", "passing_on.texts_pointed", "passing_on.tasks")
_WHERE = lazy_pattern("this|these|following|below|下面|以下|次の", re.IGNORECASE)

# What the owner says that they wrote to be said is theirs.
_OWN = lazy_pattern(
    r"\bmy (?:\w{1,12} )?(?:draft|review|feedback|reply|response|answer|comment|notes)\s?[:：]\Z", re.IGNORECASE
)
_WHETHER = lazy_pattern(r"\W{0,3}(?:did|have|had) you (?:see|seen|get|got|hear|read|notice)\b", re.IGNORECASE)


def code_of(introduction: str) -> str:
    """Tell as what the text counts that follows this introduction with its colon; "" if it is the owner's."""
    may_ask, may_announce = may_hold(introduction, *_TASKS), may_hold(introduction, *_TEXTS)
    if not (may_ask or may_announce) or _standing().search(introduction):
        return ""
    if may_ask and (_task().search(introduction) or _source_label().match(introduction)):
        return "translation_source"
    return "paste" if may_announce and _paste().search(introduction) and not _OWN.search(introduction) else ""


def announces_below(head: str) -> bool:
    """Tell whether a line without a colon asks for work on a text and says that it stands below."""
    return bool(_WHERE.search(head) and _announced().search(head))


def asks_about_text(head: str) -> str:
    """Tell as what the text below a blank line counts, if this is a request that points at a text."""
    if (
        not may_hold(head, *_POINTED)
        or _WHETHER.match(head)
        or _OWN.search(head)
        or _standing().search(head)
        or not _pointed().search(head)
    ):
        return ""
    if head[-1] not in "?？:：" and not _request().search(head):
        return ""
    return "translation_source" if _mends().search(head) else "paste"


def stands_below_its_text(paragraph: str) -> bool:
    """Tell whether this is a task, and nothing else, for the text above."""
    return may_hold(paragraph, "passing_on.above") and bool(_task_above().match(paragraph))


def works_on_this(head: str) -> bool:
    """Tell whether a line ends in an order such as `fix this:`."""
    return head[-1:] in (":", "：") and may_hold(head, "passing_on.works") and bool(_works_on_this().search(head))


def edits(rest: str) -> bool:
    """Tell whether the owner says after the colon how it is to be done."""
    return bool(_edit().match(rest))


_CLAUSE_BEGINS = (
    # At the beginning, after a word or two that are no subject, after a sign, or after a word that asks.
    r"(?:\A(?:(?!(?:i|we|they|he|she|it|you|the|a|an|my|your|our|google|who|to)\b)[^\W\d]{1,8}[,!.]?\s){0,2}"
    r"|[.!?,;，。！？]|\b(?:please|pls|plz|kindly|can you|could you|would you|can u|could u|u|you|ya"
    r"|bitte|mal|kannst du|könntest du|tu peux|peux-tu|veuillez|puedes|podrías|por favor"
    r"|help|help me|me|to|and|just|also|now|then)\s)\s{0,3}"
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
    noun_of = r"(?:translation|traduction|übersetzung|traducción|traduzione|tradução)\s"
    begins = rf"(?:{_CLAUSE_BEGINS}|\b{noun_of})"
    into = rf"{begins}(?:in|into|to|auf|ins|en|al|em) (?:\w{{1,10}} )?{language}[^\n:：]{{0,20}}[:：]\Z"
    between = rf"\A\W{{0,3}}{language}\s?(?:to|in|into|->|→|auf|en|a|vers)\s?{language}[^\n:：]{{0,12}}[:：]\Z"
    # A Japanese request ends in て, in Chinese it begins with one of a few verbs.
    ended = (
        rf"\A[^\n:：]{{0,16}}{any_of('introducing', 'tasks_cjk')}[^\n:：]{{0,8}}?(?:て|で|ください|下さい)[:：]\Z"
        rf"|\A(?:帮|幫|请|請|检查|檢查|看看|看下|把|将|將|用|改|唔該|麻烦|麻煩|中|英|日)[^\n:：]{{0,16}}?"
        rf"{any_of('introducing', 'tasks_cjk')}[^\n:：]{{0,8}}[:：]\Z"
    )
    done = rf"[\u3040-\u9fff]{{0,12}}(?=[\u3040-\u9fff]){any_of('passing_on', 'tasks')}[^\n:：]{{0,8}}[:：]\Z"
    verbs = rf"(?:{any_of('introducing', 'tasks')}|{any_of('passing_on', 'tasks')}|{on_text})"
    latin = rf"{bare}|{into}|{between}|{_CLAUSE_BEGINS}{verbs}"
    return re.compile(f"{latin}|{ended}|{helped}|{pointed}|{alone}|{done}", re.IGNORECASE)


@cache
def _task_above() -> re.Pattern[str]:
    asked = (
        r"(?:(?:can|could|would) you |please |pls |help me |kannst du |bitte |tu peux |puedes "
        r"|帮我|幫我|请|請|麻烦|麻煩|唔該|把)?"
    )
    noun = rf"(?:\s{any_of('passing_on', 'texts')})?"
    how = (
        r"(?:\s(?:to|into|in|for|pls|plz|stp|svp|bitte|porfa|por favor|please|politely|nicely|formal|friendly"
        r"|ins|auf|en|al|au)\b[^\n]{0,50})?"
    )
    return re.compile(
        rf"\W{{0,3}}{asked}{any_of('passing_on', 'above')}{noun}(?:{how}|[\u3040-\u9fff]{{0,14}})\s?[.!?。！？^↑]*\Z",
        re.IGNORECASE,
    )


@cache
def _works_on_this() -> re.Pattern[str]:
    this = r"(?:this|that|these|those|the following|it)(?: (?:for me|pls|please|plz|one))?"
    return re.compile(rf"\b{any_of('passing_on', 'works')} {this}\s?[:：]\Z", re.IGNORECASE)


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
    at = r"(?<!\bfor )(?:this|that|these|those|the|my|his|her|their|following|below)\s(?:\w{1,15}\s){0,2}"
    noun = rf"{any_of('passing_on', 'texts')}(?:\s{any_of('passing_on', 'after_texts')}[^\n]{{0,24}}|\W{{0,3}})"
    other = rf"{any_of('passing_on', 'texts_pointed', 'tasks')}[^\n]{{0,20}}"
    return re.compile(rf"(?<![A-Za-z])(?:{at}{noun}|{other})\Z", re.IGNORECASE)


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
