"""Places reported preference texts on the axes, and tells whether two wishes contradict or repeat each other."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Protocol

from style_memory.domain.kinds import Polarity, PreferenceCategory
from style_memory.pipeline.preferences.axes import axes, stand
from style_memory.pipeline.preferences.framing import Force
from style_memory.pipeline.preferences.phrase_graph import Mark, PhraseGraph
from style_memory.pipeline.preferences.phrases import (
    CLAUSE_ENDS,
    SENTENCE_ENDS,
    compared,
    folded,
    locale_of,
    spelled_out,
    tokens,
    words,
)
from style_memory.pipeline.preferences.readings import Named, named_topics
from style_memory.pipeline.preferences.statements import polarity_patterns, stated_patterns


@dataclass(frozen=True, kw_only=True, slots=True)
class Placement:
    """Where a preference text stands on the axes."""

    #: None where the text says something that no axis covers, or more than one axis covers.
    axis: str | None
    pole: str | None
    #: None for a text that is neither for nor against ("doesn't mind"), or perhaps either: nothing to store.
    polarity: Polarity | None
    locale: str


class Wish(Protocol):
    """What a sighting and a stored preference have in common."""

    @property
    def text(self) -> str:
        """The wish in a few words."""

    @property
    def polarity(self) -> Polarity:
        """Whether the thing is wanted."""

    @property
    def axis(self) -> str | None:
        """What the wish is about."""

    @property
    def pole(self) -> str | None:
        """Where on the axis it stands."""


def placed(text: str, category: PreferenceCategory) -> Placement:
    """Reads a preference text that a host reports; its own category decides between two axes."""
    words_of_text = [token for token in spelled_out(tokens(folded(text))) if token not in SENTENCE_ENDS]
    marks = _graph().marks(words_of_text)
    locale = locale_of(text, text)
    polarity = _polarity(words_of_text, marks)
    topic = _only_topic(words_of_text, marks, category) if polarity is not None else None
    if topic is None:
        return Placement(axis=None, pole=None, polarity=polarity, locale=locale)
    stands = stand(topic.topic, wanted=topic.wanted)
    return Placement(axis=topic.topic.axis, pole=stands.pole, polarity=polarity, locale=locale)


def contradicts(one: Wish, other: Wish) -> bool:
    """Whether both can't hold: different poles of one axis, or the same thing wanted and unwanted."""
    if one.axis is not None and one.axis == other.axis:
        return one.pole != other.pole
    return one.polarity != other.polarity and _thing(one.text) == _thing(other.text)


def repeats(one: Wish, other: Wish) -> bool:
    """Whether both are one wish: the same place on an axis, or the same words apart from case, width and script."""
    if one.axis is not None and one.axis == other.axis:
        return one.pole == other.pole
    return one.polarity == other.polarity and compared(one.text) == compared(other.text)


_ORDERS = frozenset({"wishes", "asks"})
_CLEARLY_AGAINST = frozenset({"dislike", "bare_dislike", "after_dislike"})
_AGAINST_AT_START = frozenset({"never", "avoid", "none", "excess", "lack", "instead"})
_FRAMES = (
    _CLEARLY_AGAINST
    | _AGAINST_AT_START
    | {"answers_without", "like", "taste", "bare_like", "always", "use", "along", "after_like"}
)
# A text with more beside the phrases of its axis says something of its own ("short answers to legal questions").
_ROOM_FOR_MORE = 0.5
_SHARE_OF_A_CHARACTER = 0.5


def _polarity(words_of_text: list[str], marks: list[Mark]) -> Polarity | None:
    if any(mark.roles & {"neutral", "void"} for mark in marks):
        return None
    first = next((mark for mark in marks if mark.roles & _FRAMES), None)
    if first is None or not _is_against(words_of_text, first):
        return Polarity.PREFER
    named = named_topics(words_of_text, marks)
    if any(mark.topics for mark in marks) and not named:
        return None
    return Polarity.PREFER if any(_is_wanted(found) for found in named) else Polarity.AVOID


def _is_wanted(found: Named) -> bool:
    """Whether something is wanted beside what is not: "no emoji and be concise" is a wish as a whole."""
    return found.wanted and (found.force > Force.NONE or found.topic.need in _ORDERS)


def _is_against(words_of_text: list[str], frame: Mark) -> bool:
    """Whether the text as a whole is unwanted: "no tables" is, "answers without tables" is not."""
    if frame.roles & _CLEARLY_AGAINST:
        return True
    return bool(frame.roles & _AGAINST_AT_START) and words("openers").issuperset(words_of_text[: frame.start])


def _only_topic(words_of_text: list[str], marks: list[Mark], category: PreferenceCategory) -> Named | None:
    named = named_topics(words_of_text, marks)
    if len({found.topic.axis for found in named}) > 1:
        named = [found for found in named if axes()[found.topic.axis].category == category]
    if len({found.topic.axis for found in named}) != 1 or _says_more(words_of_text, marks):
        return None
    return named[0]


def _says_more(words_of_text: list[str], marks: list[Mark]) -> bool:
    covered = {at for mark in marks for at in range(mark.start, mark.end)}
    left = (word for at, word in enumerate(words_of_text) if at not in covered and word not in _little_words())
    return sum(1.0 if word.isascii() else _SHARE_OF_A_CHARACTER for word in left) > _ROOM_FOR_MORE


def _thing(text: str) -> str:
    """The words of a wish without those that say for or against."""
    words_of_text = compared(text).split()
    frames = [mark for mark in _graph().marks(words_of_text) if mark.roles & _FRAMES and not mark.topics]
    covered = {at for mark in frames for at in range(mark.start, mark.end)}
    return " ".join(word for at, word in enumerate(words_of_text) if at not in covered) or " ".join(words_of_text)


@cache
def _graph() -> PhraseGraph:
    return PhraseGraph([*stated_patterns(), *polarity_patterns("reported")], words("intensifiers"))


@cache
def _little_words() -> frozenset[str]:
    return words("fillers") | words("openers") | words("followers") | words("intensifiers") | CLAUSE_ENDS
