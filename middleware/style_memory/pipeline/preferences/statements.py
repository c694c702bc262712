"""Recognises the wishes about working together that owners state in plain words, if they are meant to last."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import zip_longest

from style_memory.domain.kinds import Source
from style_memory.domain.sightings import PreferenceSighting
from style_memory.pipeline.data_files import read_data
from style_memory.pipeline.preferences.axes import axes, stand, topic_patterns
from style_memory.pipeline.preferences.framing import Force
from style_memory.pipeline.preferences.phrase_graph import Mark, PhraseGraph, Topic, telling_words, with_macros
from style_memory.pipeline.preferences.phrases import (
    CLAUSE_ENDS,
    SENTENCE_ENDS,
    folded,
    locale_of,
    spelled_out,
    token_spans,
    tokens,
    words,
)
from style_memory.pipeline.preferences.readings import Named, judged_again, named_topics
from style_memory.pipeline.signals.clauses import clause_around


def stated_preferences(text: str, example_limit: int = 60) -> list[PreferenceSighting]:
    """The lasting wishes of one turn, at most one for each axis.

    Instructions for the task at hand, questions, other people's wishes, negated dislikes, "I don't mind" and whatever
    can be read in two ways give nothing: a wish that is missed will be said again, a wrong one annoys for weeks.
    """
    plain = folded(text)
    all_tokens = tokens(plain)
    if _telling_words().isdisjoint(all_tokens):
        return []
    clauses = _clauses(spelled_out(all_tokens))
    named = [
        (clause, found)
        for clause, following in zip_longest(clauses, clauses[1:])
        for found in _wishes(clause)
        if following is None or _judged_again(following) in (None, found.wanted)
    ]
    if not named:
        return []
    retracted = max((clause.offset for clause in clauses if "retraction" in clause.roles), default=-1)
    in_task = any("task" in clause.roles for clause in clauses)
    long = len(text) > _LONGEST_REMARK
    spans = token_spans(plain)
    lasting = [
        (clause, found)
        for clause, found in named
        if clause.offset > retracted and _lasts(clause, found, in_task=in_task or long)
    ]
    return [_sighting(text, spans, clause, found, example_limit) for clause, found in _agreeing(lasting)]


def stated_patterns() -> Iterator[tuple[str, str | Topic]]:
    """Every pattern that plays a part in a stated wish."""
    yield from topic_patterns()
    yield from polarity_patterns("frames")
    yield from polarity_patterns("guards")


def polarity_patterns(table: str) -> Iterator[tuple[str, str]]:
    """The patterns of one table of the polarity data, each with its role."""
    macros = read_data("polarity.toml")["macros"]
    for role, patterns in read_data("polarity.toml")[table].items():
        yield from ((with_macros(pattern, macros), role) for pattern in patterns)


# Without a lasting marker, an instruction in a longer text is taken to be about that text.
_LONGEST_REMARK = 240
_NO_WISH = frozenset({"neutral", "void", "unreal", "once"})
_QUESTION_MARKS = frozenset("?？")


@dataclass(frozen=True)
class _Clause:
    tokens: list[str]
    #: Index of its first token in the text.
    offset: int
    marks: list[Mark]
    #: The token that ends it.
    ending: str

    @cached_property
    def roles(self) -> frozenset[str]:
        """All roles of its marks."""
        return frozenset().union(*(mark.roles for mark in self.marks))


def _clauses(all_tokens: list[str]) -> list[_Clause]:
    found, start = [], 0
    for at, token in enumerate([*all_tokens, "\n"]):
        if token in SENTENCE_ENDS:
            part = all_tokens[start:at]
            if part:
                found.append(_Clause(part, start, _graph().marks(part), token))
            start = at + 1
    return found


def _wishes(clause: _Clause) -> list[Named]:
    if not any(mark.topics for mark in clause.marks) or _is_no_wish(clause):
        return []
    asides = _asides(clause)
    return [found for found in named_topics(clause.tokens, clause.marks) if found.start not in asides]


def _judged_again(clause: _Clause) -> bool | None:
    """Whether the sentence is for or against what the one before named: "Short answers. I hate them"."""
    return judged_again(clause.tokens, clause.marks[0]) if clause.marks and not clause.marks[0].topics else None


def _agreeing(lasting: list[tuple[_Clause, Named]]) -> list[tuple[_Clause, Named]]:
    """The first wish on each axis; none where a turn says two things about it."""
    first: dict[str, tuple[_Clause, Named]] = {}
    poles: dict[str, set[str]] = {}
    for clause, found in lasting:
        first.setdefault(found.topic.axis, (clause, found))
        poles.setdefault(found.topic.axis, set()).add(stand(found.topic, wanted=found.wanted).pole)
    return [pair for axis, pair in first.items() if len(poles[axis]) == 1]


def _reported(clause: _Clause) -> set[int]:
    """The tokens after a word of saying whose subject is somebody unknown: 产品说."""
    if words("said").isdisjoint(clause.tokens):
        return set()
    covered = {at for mark in clause.marks for at in range(mark.start, mark.end)}
    by_owner = words("said_by_owner") | words("openers")
    for at in range(1, len(clause.tokens)):
        if clause.tokens[at] in words("said") and not {at, at - 1} & covered and clause.tokens[at - 1] not in by_owner:
            return set(range(at, len(clause.tokens)))
    return set()


def _is_no_wish(clause: _Clause) -> bool:
    if clause.roles & _NO_WISH:
        return True
    return _asks(clause) and "polite" not in clause.roles


def _asks(clause: _Clause) -> bool:
    if clause.ending in _QUESTION_MARKS:
        return True
    first = next((mark for mark in clause.marks if "asking" in mark.roles), None)
    return first is not None and (first.start == 0 or first.end == len(clause.tokens))


def _asides(clause: _Clause) -> set[int]:
    """The tokens at which no wish may begin: after somebody else was named, and what follows "even if I"."""
    found = _reported(clause)
    for index, mark in enumerate(clause.marks):
        if "others" in mark.roles:
            after = clause.marks[index + 1 : index + 2]
            says = bool(after) and after[0].start == mark.end and "others" in after[0].roles
            return found | set(range(0 if says else mark.end, len(clause.tokens)))
        if "concession" in mark.roles:
            ends = (at for at in range(mark.end, len(clause.tokens)) if clause.tokens[at] in CLAUSE_ENDS)
            found.update(range(mark.end, next(ends, len(clause.tokens))))
    return found


def _lasts(clause: _Clause, found: Named, *, in_task: bool) -> bool:
    """Whether the wording makes this a wish for good (see docs/preferences.md for the table)."""
    need, force = found.topic.need, found.force
    onward = "onward" in clause.roles
    lasting = onward or force == Force.STANDING or "lasting" in clause.roles
    if need == "wishes" and force == Force.NONE:
        return found.opens
    if not found.closes or (need == "vague" and not lasting):
        return False
    if force >= Force.TASTE:
        return force == Force.OWN or lasting or axes()[found.topic.axis].poles[found.topic.pole].serious
    if not found.opens or (force == Force.NONE and need != "asks"):
        return False
    return onward or force == Force.STANDING or (not in_task and (lasting or _lasts_unsaid(found)))


def _lasts_unsaid(found: Named) -> bool:
    """An order of this sort is rarely for once: "be blunt", "no bullet lists", but not "don't apologise"."""
    return found.topic.need == "asks" or (not found.wanted and found.topic.need != "acts")


def _sighting(
    text: str, spans: list[tuple[int, int]], clause: _Clause, found: Named, example_limit: int
) -> PreferenceSighting:
    start, end = spans[clause.offset + found.start][0], spans[clause.offset + found.end - 1][1]
    whole = text[spans[clause.offset][0] : spans[clause.offset + len(clause.tokens) - 1][1]]
    locale = locale_of(text[start:end], whole)
    stands = stand(found.topic, wanted=found.wanted)
    return PreferenceSighting(
        category=axes()[found.topic.axis].category,
        text=stands.text[locale],
        polarity=stands.polarity,
        axis=found.topic.axis,
        pole=stands.pole,
        locale=locale,
        example=clause_around(text, start, end, example_limit) or None,
        source=Source.STATED,
    )


@cache
def _graph() -> PhraseGraph:
    return PhraseGraph(stated_patterns(), words("intensifiers"))


@cache
def _telling_words() -> frozenset[str]:
    return telling_words(pattern for pattern, _ in topic_patterns())
