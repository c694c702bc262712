"""The built-in texts that hold words of others, and messages that only look as if they did.

A row of `negatives.jsonl` has `text`, `own` (what its owner wrote of it, maybe ""), `marker` (a habit in the other
part, or a placeholder), `kind`, `lang`. A row of `positives.jsonl` has `text`, all of it the owner's, and the `marker`
that is to be learned. `half` tells when a row was written: `first` before the rules, later ones to test them unseen.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

from style_memory.domain.items import folded
from tests.quality.learning import fresh_owner, habits, literal, occurs

Row = dict[str, Any]
Habits = tuple[dict[str, Any], ...]
SESSIONS = ("a", "b", "c")


def negatives() -> list[Row]:
    """Texts with words of others."""
    return _rows("negatives")


def positives() -> list[Row]:
    """Messages that are all their owner's."""
    return _rows("positives")


@cache
def taught(text: str) -> Habits:
    """What is learned of a fresh owner who says one text in three sessions."""
    with fresh_owner() as owner:
        for session in SESSIONS:
            owner.observe_user_message(text=text[:4000], session_id=session)
        return tuple(habits(owner))


def wrongly_taught(text: str, own: str) -> set[str]:
    """What was learned literally, but neither occurs in the owner's part nor would be learned from it alone.

    The second, since a habit is kept under one spelling: who says "its so lit" teaches "it's lit".
    """
    wrong = {habit["text"] for habit in literal(taught(text)) if not occurs(habit["text"], own)}
    return wrong - {habit["text"] for habit in taught(own)} if wrong and own else wrong


def lost(text: str, own: str) -> set[str]:
    """What the owner's part teaches alone, and does not teach inside the text."""
    alone = {habit["text"] for habit in literal(taught(own))} if own else set()
    return alone - {habit["text"] for habit in taught(text)} if alone else alone


def teaches(text: str, marker: str) -> bool:
    """Whether a habit of this name is learned from a text."""
    return any(folded(habit["text"]) == folded(marker) for habit in taught(text))


def share(found: Iterable[bool]) -> float:
    """The share of those that hold; 0 of none."""
    each = list(found)
    return sum(each) / len(each) if each else 0.0


def _rows(name: str) -> list[Row]:
    lines = Path(__file__).with_name(f"{name}.jsonl").read_text("utf-8").split("\n")
    return [json.loads(line) for line in lines if line]
