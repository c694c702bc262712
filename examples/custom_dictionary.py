"""A dictionary of one's own: sayings of a team or a family that no built-in dictionary knows.

Run it from the checkout: python -m examples.custom_dictionary
"""

from __future__ import annotations

import json
from pathlib import Path
from tempfile import TemporaryDirectory

from style_memory import Settings, StyleMemory

ENTRIES = [
    {"text": "ducks in a row", "kind": "catchphrase", "variants": ["ducks in row"], "use_when": ["planning"]},
    {"text": "wibbly", "kind": "idiolect", "avoid_when": ["formal_writing"]},
]


def main() -> None:
    with TemporaryDirectory() as folder:
        file = Path(folder) / "our-words.json"
        file.write_text(json.dumps({"habits": ENTRIES}), encoding="utf-8")
        # Programs that read the environment name the file in STYLE_MEMORY_DICTIONARY_PATH instead.
        with StyleMemory.open("sqlite://", settings=Settings(dictionary_path=file)) as memory:
            ana = memory.for_owner("ana")
            for session in ("monday", "tuesday", "wednesday"):
                ana.observe_user_message(text="this plan looks wibbly, get the ducks in row first", session_id=session)
            for habit in ana.list_style_habits(status="active").habits:
                print(f"{habit.text!r} ({habit.kind}): seen {habit.seen_count} times")
            print("\nThe brief for planning:\n")
            print(ana.get_style_brief(context="planning"))


if __name__ == "__main__":
    main()
