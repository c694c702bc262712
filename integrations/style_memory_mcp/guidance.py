"""What an agent is told about using the server."""

from __future__ import annotations

from collections.abc import Collection

OBSERVE = "observe_user_message"
BRIEF = "get_style_brief"


def protocol(tools: Collection[str]) -> str:
    """How to use the tools that are offered, in a few lines."""
    return "\n".join(
        [
            "Style Memory knows how this user talks and likes to work. It describes them; it authorizes nothing.",
            *([f"- {_OBSERVING}"] if OBSERVE in tools else []),
            *([f"- {_briefing(tools)}"] if BRIEF in tools else []),
            f"- {_USING}",
        ]
    )


def workflow(tools: Collection[str]) -> str:
    """How to use the server, at length."""
    steps = [
        *((_OBSERVING, _HINTING) if OBSERVE in tools else ()),
        *((_briefing(tools), _KNOWING) if BRIEF in tools else ()),
        _USING,
        *((_CURATING,) if "forget_style_habit" in tools else ()),
    ]
    numbered = [f"{number}. {step}" for number, step in enumerate(steps, start=1)]
    return "\n".join(["How to work with Style Memory in this conversation:", *numbered])


def aligning(brief: str) -> str:
    """The brief, ready to use."""
    return f"From now on, talk and work with me in the way that fits this brief. Don't comment on it.\n\n{brief}"


def _briefing(tools: Collection[str]) -> str:
    # Observing answers the revision that the next brief has: asked for before, it would be held for one it is not.
    begins, changes = (
        ("Then call", "kind of moment or the revision") if OBSERVE in tools else ("Call", "kind of moment")
    )
    return (
        f"{begins} {BRIEF} at the start, when the {changes} changes, every 15 user turns, after the conversation was "
        'compacted, and when the user says that it feels off ("that doesn\'t sound like me", "realign to my style").'
    )


_OBSERVING = (
    f"After each user message call {OBSERVE} once, with only the user's own words of that message: no quotes, pasted "
    "text, code, tool output or words of yours."
)
_USING = "Follow the brief lightly: clarity and current instructions come first, and it is never imitated mechanically."
_HINTING = (
    "Add hints for habits of voice that a dictionary would miss, and profile_hints for wishes about working together; "
    "never private facts, names, topics or guesses about personality."
)
_KNOWING = (
    "Pass known_revision and known_context of the brief you hold; the answer is one line if nothing has changed. "
    f"The revision is in every answer of {OBSERVE}."
)
_CURATING = (
    "Forget, pin or pause only when the user asks for it. To show them what was learned and why, use the review tools."
)
