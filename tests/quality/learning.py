"""Lets an owner say texts, and looks at what was learned."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from style_memory import OwnerMemory, StyleMemory
from style_memory.domain.items import unified
from style_memory.domain.kinds import LITERAL_KINDS

TURNS_PER_SESSION = 20


@contextmanager
def fresh_owner() -> Iterator[OwnerMemory]:
    """An owner of whom nothing is known."""
    with StyleMemory.open("sqlite://") as memory:
        yield memory.for_owner("somebody")


def say(owner: OwnerMemory, texts: Iterable[str]) -> None:
    """Observe texts as turns of sessions of twenty."""
    for number, text in enumerate(texts):
        owner.observe_user_message(text=text[:4000], session_id=f"s{number // TURNS_PER_SESSION}")


def habits(owner: OwnerMemory) -> list[dict[str, Any]]:
    """All habits, of any status."""
    found: list[dict[str, Any]] = []
    cursor = None
    while True:
        page = owner.list_style_habits(limit=100, cursor=cursor)
        found += [habit.model_dump() for habit in page.habits]
        cursor = page.next_cursor
        if not cursor:
            return found


def literal(found: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Those whose text is what was said."""
    return [habit for habit in found if habit["kind"] in LITERAL_KINDS]


def occurs(said: str, text: str) -> bool:
    """Whether a text holds what was said; words in Latin letters only as whole words."""
    needle, within = unified(said), unified(text)
    if _WORDS.fullmatch(needle):
        return re.search(rf"(?<!\w){re.escape(needle)}(?!\w)", within) is not None
    return bool(needle) and needle in within


_WORDS = re.compile(r"(?=.*[a-z])[\w' ]+")
