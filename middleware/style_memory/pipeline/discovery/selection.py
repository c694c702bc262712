"""Which of the phrases that somebody repeats are told as theirs. Pure decisions; nothing is read or written here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from style_memory.domain.items import Item
from style_memory.domain.kinds import Source
from style_memory.pipeline.discovery.phrases import plain
from style_memory.pipeline.discovery.prospects import Prospects
from style_memory.pipeline.discovery.sketch import Recurrence

#: Below this many turns nobody's habits are compared with those of others.
FEWEST_TURNS = 30


@dataclass(frozen=True, kw_only=True, slots=True)
class Judged:
    """A habit that was said often enough, and what can be expected of it."""

    item: Item
    #: Its text, folded.
    text: str
    recurrence: Recurrence
    prospects: Prospects


def is_worth_writing_down(prospects: Prospects) -> bool:
    """Whether a discovered phrase may be kept in clear, as a candidate."""
    return prospects.persistence >= _PERSISTS_AT_ALL and prospects.lift >= _MORE_THAN_OTHERS


def may_be_ordinary(recurrence: Recurrence, usual: float | None, *, was_active: bool = False) -> bool:
    """Whether a habit that the dictionary knows could be no more than what people say anyway.

    It is not where nothing is known of how often others say it, or where it is said plainly oftener than they say it,
    even if in few turns yet.
    """
    if usual is None or recurrence.of_turns < FEWEST_TURNS:
        return False
    ease = _HYSTERESIS if was_active else 1.0
    return recurrence.turns / recurrence.of_turns * ease < _PLAINLY_OFTENER * usual


def is_ordinary(recurrence: Recurrence, prospects: Prospects, *, was_active: bool = False) -> bool:
    """Whether a habit that the dictionary knows is certainly no more than what people say anyway."""
    ease = _HYSTERESIS if was_active else 1.0
    return may_be_ordinary(recurrence, prospects.usual, was_active=was_active) and (
        prospects.lift * ease < _KNOWN_LIFT or prospects.persistence * ease < _KNOWN_PERSISTENCE
    )


def chosen(judged: Sequence[Judged]) -> set[str]:
    """The ids of those that are to be active: the known ones that are not ordinary, and the best discovered ones.

    Of discovered phrases that lie within one another and go together, one is chosen. Where fewer than three habits are
    left, the best of what surely comes back fills up, so that a brief has something to say of everybody.
    """
    kept = [each for each in judged if each.item.source is not Source.DISCOVERED and not _is_ordinary(each)]
    discovered = sorted((each for each in judged if each.item.source is Source.DISCOVERED), key=_order)
    room = _MOST_DISCOVERED
    for each in discovered:
        if room and _stands_out(each) and not _repeats(each, kept):
            kept.append(each)
            room -= 1
    for each in discovered:
        if len(kept) < _FEWEST and _surely_returns(each) and each not in kept and not _repeats(each, kept):
            kept.append(each)
    return {each.item.id for each in kept}


# Set where, on the corpora of docs/discovery.md, one more phrase would rather be missed than told.
_PERSISTS_AT_ALL, _MORE_THAN_OTHERS = 0.5, 1.0
_PERSISTENCE, _LIFT = 0.6, 1.8
_KNOWN_PERSISTENCE, _KNOWN_LIFT = 0.7, 2.0
_PLAINLY_OFTENER = 4.0
_SURE_PERSISTENCE, _SURE_LIFT = 0.85, 1.15
_MOST_DISCOVERED, _FEWEST = 8, 3
# What is active stays until it falls this much below what made it so.
_HYSTERESIS = 1.2
# Phrases within one another are one if the rarer is said in this share of the turns of the other.
_TOGETHER = 0.4


def _order(each: Judged) -> tuple[float, bool, int, str]:
    """The most particular first; of equals the longer, but the one without a mark at its end."""
    ease = _ease(each)
    return -each.prospects.lift * ease, not each.text[-1:].isalpha(), -len(each.text), each.text


def _is_ordinary(each: Judged) -> bool:
    return is_ordinary(each.recurrence, each.prospects, was_active=each.item.is_active)


def _stands_out(each: Judged) -> bool:
    ease = _ease(each)
    return each.prospects.persistence * ease >= _PERSISTENCE and each.prospects.lift * ease >= _LIFT


def _surely_returns(each: Judged) -> bool:
    ease = _ease(each)
    return each.prospects.persistence * ease >= _SURE_PERSISTENCE and each.prospects.lift * ease >= _SURE_LIFT


def _ease(each: Judged) -> float:
    return _HYSTERESIS if each.item.is_active else 1.0


def _repeats(each: Judged, kept: Sequence[Judged]) -> bool:
    text, turns = plain(each.text), each.recurrence.turns
    for other in kept:
        others = plain(other.text)
        inside = text in others or others in text
        if inside and min(turns, other.recurrence.turns) >= _TOGETHER * max(turns, other.recurrence.turns):
            return True
    return False
