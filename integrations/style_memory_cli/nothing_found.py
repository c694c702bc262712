"""Says in a sentence that nothing was found, where the answer alone would be a zero."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any


def nothing_found(operation: str, arguments: Mapping[str, Any], answer: Any, command: Callable[..., str]) -> str:
    """What a person is told whose id or text fits nothing; empty if something was found, or no sentence is known.

    Args:
        operation: Its name, such as `forget_style_habit`.
        arguments: What it was called with.
        answer: What it answered, as JSON values.
        command: Writes a command of those words as the person can run it.
    """
    if operation not in _SOUGHT or answer.get("removed", answer.get("updated")) != 0:
        return ""
    thing, done, listing = _SOUGHT[operation]
    done = done if arguments.get("pinned", True) else "unpinned"
    return f"No {thing} has this id or exact text, so nothing was {done}: `{command(listing)}` shows them."


# What an operation looks for, what it would have done with it, and the command that lists such things.
_SOUGHT = {
    "forget_style_habit": ("habit", "forgotten", "list-style-habits"),
    "forget_interaction_preference": ("preference", "forgotten", "list-interaction-profile"),
    "pin_style_habit": ("habit", "pinned", "list-style-habits"),
    "pin_interaction_preference": ("preference", "pinned", "list-interaction-profile"),
}
