"""Databases of a given size to measure on."""

from __future__ import annotations

import json
import random
from pathlib import Path

from style_memory import Settings, StyleMemory

OWNER = "measured"
# Ordinary sixty-character turns with three traits each.
TURNS = (
    "We could try that one tomorrow, then just ship it lol 😂",
    "Fine, then take the second one today and ship it lol 😂",
    "Okay, the other draft reads well, so please ship it lol 😂",
)


def filled(folder: Path, *, habits: int, owners: int = 1, entries: int = 0) -> StyleMemory:
    """A memory whose measured owner has `habits` active habits, beside `owners - 1` others with a few.

    Args:
        folder: Where the database goes.
        habits: Active habits of the measured owner.
        owners: Owners in all.
        entries: Entries to add to the dictionary, none of which the measured turns hold.
    """
    settings = Settings(dictionary_path=_dictionary(folder, entries) if entries else None)
    memory = StyleMemory.open(f"sqlite:///{folder / 'bench.db'}", settings=settings)
    _teach(memory, OWNER, habits)
    for number in range(owners - 1):
        _teach(memory, f"other-{number}", 8)
    for number in range(60):
        memory.for_owner(OWNER).observe_user_message(text=TURNS[number % 3], session_id=f"s{number % 5}")
    return memory


def _teach(memory: StyleMemory, owner: str, habits: int) -> None:
    handle = memory.for_owner(owner)
    words = [f"{_word(owner, number)} {_word(owner, number + 1)}" for number in range(habits)]
    for start in range(0, habits, 8):
        hints = [{"kind": "idiolect", "text": text} for text in words[start : start + 8]]
        handle.distill_recent_style(habits=hints)


def _word(owner: str, number: int) -> str:
    letters = random.Random(f"{owner} {number}")
    return "".join(letters.choice("bdfgklmnprstvz") + letters.choice("aeiou") for _ in range(4))


def _dictionary(folder: Path, entries: int) -> Path:
    path = folder / "dictionary.json"
    rows = [
        {"kind": "catchphrase", "text": f"{_word('entry', number)} {_word('entry', -number - 1)}", "match": "word"}
        for number in range(entries)
    ]
    path.write_text(json.dumps({"habits": rows}), encoding="utf-8")
    return path
