"""Two owners in one store who have the same key, and so the same item ids: whatever leaks between them shows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from style_memory import OwnerMemory, StyleMemory
from style_memory_migrations import upgrade
from style_memory_storage import Database, SqlStore
from tests.people import Clock, hint, wish


def known_bytes() -> Callable[[int], bytes]:
    """Random bytes that are the same for everybody: the same key, and turn keys that never repeat."""
    given = 0

    def bytes_(size: int) -> bytes:
        nonlocal given
        given += 1
        return bytes(size) if size == 32 else given.to_bytes(size, "big")

    return bytes_


def fresh_memory(url: str = "sqlite://") -> StyleMemory:
    """A memory in which every owner gets the same key."""
    database = Database(url)
    upgrade(database)
    return StyleMemory(SqlStore(database), clock=Clock(), random_bytes=known_bytes())


def live(owner: OwnerMemory) -> None:
    """A life with something in every table: items of each status, evidence, a pin, a tombstone and a log."""
    for number, context in enumerate(("casual_chat", "technical_chat", None)):
        owner.observe_user_message(
            text="ship it lol, ngl I prefer short answers. ✨",
            context=context,
            session_id=f"s{number}",
            turn_id="t1",
            hints=[hint("tiny but mighty", example="so tiny but mighty")],
            profile_hints=[wish("likes plan → implement → verify")],
        )
    owner.distill_recent_style(habits=[hint("ship it"), hint("to be forgotten"), {"kind": "emoji", "text": "✨"}])
    owner.distill_interaction_profile(preferences=[wish("bullet lists"), wish("dislikes haiku"), wish("likes haiku")])
    owner.observe_user_message(text="", session_id="s1", hints=[hint("only a candidate")])
    owner.pin_style_habit(id_or_text="tiny but mighty")
    owner.forget_style_habit(id_or_text="to be forgotten")


def plain(answer: Any) -> Any:
    """An answer of any operation as something that compares."""
    return answer.model_dump() if hasattr(answer, "model_dump") else answer
