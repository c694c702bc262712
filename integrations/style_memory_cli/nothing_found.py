"""Says in a sentence that nothing was found, where the answer alone would be a zero."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

# What lists the things that an operation's name speaks of.
_LISTS = {"habit": "list-style-habits", "preference": "list-interaction-profile"}


def nothing_found(operation: str, arguments: Mapping[str, Any], answer: Any) -> str:
    """What a person is told whose id or text fits nothing; empty if something was found.

    Args:
        operation: Its name, such as `forget_style_habit`.
        arguments: What it was called with.
        answer: What it answered, as JSON values.
    """
    if "id_or_text" not in arguments or answer.get("removed", answer.get("updated")) != 0:
        return ""
    verb, *_, thing = operation.split("_")
    done = "forgotten" if verb == "forget" else "pinned" if arguments.get("pinned", True) else "unpinned"
    return f"No {thing} has this id or exact text, so nothing was {done}: `style-memory {_LISTS[thing]}` shows them."
