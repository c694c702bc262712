"""The demo itself: two people's real chat through a real agent, on a database of its own."""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib import import_module, resources
from pathlib import Path
from typing import Any

from langchain.agents import create_agent
from langgraph.checkpoint.memory import InMemorySaver
from langsmith import tracing_context

from style_memory import OwnerMemory, StyleMemory
from style_memory.pipeline.marks import FRAME_NAME
from style_memory_cli.scripted_model import ScriptedChatModel
from style_memory_cli.session import sqlite_url

MOMENTS = ("casual_chat", "medical")
# What the agent says must leave no trace, so it has a voice of its own.
_SENTENCES = ("Tell me more about it.", "How interesting, do go on.", "I see. And what happened next?")


def run_demo(file: Path, on_turn: Callable[[], None]) -> dict[str, Any]:
    """Run the demo on the new database `file`; returns what it showed, as JSON values.

    Args:
        file: Where the database is made.
        on_turn: Called after each turn, to show that things move.
    """
    data = two_people()
    # Somebody's own tracing settings must not send anything anywhere.
    with StyleMemory.open(sqlite_url(file)) as memory, tracing_context(enabled=False):
        people = [_talk(memory, person, on_turn) for person in data["people"]]
        handles = [memory.for_owner(person["owner"]) for person in people]
        for person, handle in zip(people, handles, strict=True):
            person |= _learned(handle)
        apart = [_tries(one, other) for one in handles for other in handles if one is not other]
    return {"database": str(file), "source": data["source"], "people": people, "isolation": apart}


def two_people() -> dict[str, Any]:
    """The excerpt of two people's chat that comes with the program."""
    text = resources.files("style_memory_cli").joinpath("data/two_people.json").read_text(encoding="utf-8")
    data: dict[str, Any] = json.loads(text)
    return data


def number_of_turns() -> int:
    """How many turns the demo goes through."""
    return sum(len(session) for person in two_people()["people"] for session in person["sessions"])


def _talk(memory: StyleMemory, person: dict[str, Any], on_turn: Callable[[], None]) -> dict[str, Any]:
    """Let one person talk with an agent, session by session."""
    # Faces do not import each other; the demo shows this one as any program would use it.
    langchain_style_memory = import_module("langchain_style_memory")
    model = ScriptedChatModel(sentences=_SENTENCES)
    agent = create_agent(
        model,
        system_prompt="You are good company.",
        middleware=[langchain_style_memory.StyleMemoryMiddleware(memory)],
        checkpointer=InMemorySaver(),
    )
    owner = person["owner"]
    for number, session in enumerate(person["sessions"], start=1):
        for text in session:
            agent.invoke(
                {"messages": [{"role": "user", "content": text}]},
                config={"configurable": {"owner_id": owner, "thread_id": f"{owner}-{number}"}},
            )
            on_turn()
    return {
        "owner": owner,
        "turns": sum(map(len, person["sessions"])),
        "sessions": len(person["sessions"]),
        "model_calls": len(model.system_texts),
        "model_calls_with_brief": sum(f"<{FRAME_NAME}>" in text for text in model.system_texts),
    }


def _learned(handle: OwnerMemory) -> dict[str, Any]:
    """What was learned of one person, and the brief in each moment."""
    habits = handle.list_style_habits(status="active").habits
    preferences = handle.list_interaction_profile(status="active").preferences
    return {
        "habits": [_telling(habit, "kind") for habit in habits],
        "preferences": [_telling(preference, "category") for preference in preferences],
        "candidates": handle.get_style_memory_status().candidate_habits,
        "briefs": {moment: handle.get_style_brief(context=moment) for moment in MOMENTS},
    }


def _telling(item: Any, sort: str) -> dict[str, Any]:
    told: dict[str, Any] = item.model_dump(include={"id", "text", sort, "seen_count", "session_count"})
    return told


def _tries(one: OwnerMemory, other: OwnerMemory) -> dict[str, Any]:
    """Let one person try to reach each of the other's items by its id, and compare with an id that never existed."""
    before = other.export()
    items = before["items"]
    own = {item["id"] for item in one.export()["items"]}
    nobodys = {
        item_type: _reached(one, item_type, "h-000000000000000000000000") for item_type in ("habit", "preference")
    }
    return {
        "who": one.owner,
        "whose": other.owner,
        "ids_tried": len(items),
        "answered_as_unknown": sum(
            _reached(one, item["type"], item["id"]) == nobodys[item["type"]] == (0, 0) for item in items
        ),
        "ids_in_common": len(own & {item["id"] for item in items}),
        "untouched": other.export() == before,
    }


def _reached(handle: OwnerMemory, item_type: str, item_id: str) -> tuple[int, int]:
    """How many items a pin and a forget of that id reach, by the operations for its type."""
    if item_type == "habit":
        return handle.pin_style_habit(id_or_text=item_id).updated, handle.forget_style_habit(id_or_text=item_id).removed
    pinned = handle.pin_interaction_preference(id_or_text=item_id)
    return pinned.updated, handle.forget_interaction_preference(id_or_text=item_id).removed
