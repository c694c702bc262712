"""What each host calls its events and fields, and how it wants to be answered. Sources: docs/hooks.md."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

from style_memory_hooks.faults import HookMisused

Answer = dict[str, Any]


class Kind(StrEnum):
    """What an event means to us, whatever its host calls it."""

    START = "start"
    PROMPT = "prompt"
    COMPACT = "compact"
    STOP = "stop"


@dataclass(frozen=True, kw_only=True, slots=True)
class Event:
    """One event as we understand it."""

    kind: Kind
    #: The host's name for it.
    name: str
    #: The host's id of the conversation.
    session: str
    #: What the person wrote; empty for other events.
    prompt: str = ""
    #: Why a session starts: `startup`, `resume`, `clear`, `compact` or `fork`.
    source: str = ""
    #: The file in which the host keeps the conversation, where we can read its format.
    transcript: Path | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Host:
    """A host and its ways."""

    #: As `--host` names it.
    name: str
    #: Its events, those that mean something to us.
    events: Mapping[str, Kind]
    #: Makes the answer to the event of that name, with the brief or None.
    answer: Callable[[str, str | None], Answer]
    #: Its field for the conversation's id.
    session_field: str = "session_id"
    #: The events whose answer can carry a brief.
    briefed: frozenset[Kind] = frozenset({Kind.START, Kind.PROMPT})
    #: Whether `transcripts` knows the format of its conversations.
    keeps_transcript: bool = False

    def event(self, given: object, named: str | None) -> Event | None:
        """The event that the host's JSON tells of; None if it is none of ours.

        Args:
            given: The parsed JSON. Its own name for the event goes before `named`.
            named: The event that the command names.

        Raises:
            HookMisused: A field is missing that every such event has.
        """
        if not isinstance(given, dict):
            raise HookMisused(f"{self.name} sent no JSON object: this host's hooks may have changed.")
        name = self._named(given.get("hook_event_name")) or self._named(named)
        if name is None:
            raise HookMisused(f"{self.name} knows no such event among {', '.join(self.events)}: connect it again.")
        if given.get("agent_id"):
            return None  # a subagent's events: its prompts are not the person's
        session = _text(given, self.session_field)
        if not session:
            raise HookMisused(f"{self.name} sent no {self.session_field}: this host's hooks may have changed.")
        path = _text(given, "transcript_path") if self.keeps_transcript else ""
        return Event(
            kind=self.events[name],
            name=name,
            session=session,
            prompt=_text(given, "prompt"),
            source=_text(given, "source"),
            transcript=Path(path).expanduser() if path else None,
        )

    def _named(self, name: object) -> str | None:
        """Our spelling of an event's name: `session-start` is SessionStart."""
        folded = name.replace("-", "").replace("_", "").lower() if isinstance(name, str) else None
        return next((event for event in self.events if event.lower() == folded), None)


def _nested(event: str, brief: str | None) -> Answer:
    """The answer of Claude Code, which Codex and Gemini took over."""
    return {"hookSpecificOutput": {"hookEventName": event, "additionalContext": brief}} if brief else {}


def _cursor_answer(event: str, brief: str | None) -> Answer:
    if event == "beforeSubmitPrompt":
        return {"continue": True}
    return {"additional_context": brief} if brief else {}


def _text(given: Mapping[str, Any], field: str) -> str:
    value = given.get(field)
    return value if isinstance(value, str) else ""


_CLAUDE_CODE = Host(
    name="claude-code",
    events={
        "SessionStart": Kind.START,
        "UserPromptSubmit": Kind.PROMPT,
        "PreCompact": Kind.COMPACT,
        "Stop": Kind.STOP,
    },
    answer=_nested,
    keeps_transcript=True,
)
_CODEX = Host(name="codex", events=_CLAUDE_CODE.events, answer=_nested)
_GEMINI_CLI = Host(
    name="gemini-cli",
    events={
        "SessionStart": Kind.START,
        "BeforeAgent": Kind.PROMPT,
        "PreCompress": Kind.COMPACT,
        "AfterAgent": Kind.STOP,
    },
    answer=_nested,
)
# What Cursor's `beforeSubmitPrompt` answers can't reach the model, so only a session's start is briefed.
_CURSOR = Host(
    name="cursor",
    events={
        "sessionStart": Kind.START,
        "beforeSubmitPrompt": Kind.PROMPT,
        "preCompact": Kind.COMPACT,
        "stop": Kind.STOP,
    },
    answer=_cursor_answer,
    session_field="conversation_id",
    briefed=frozenset({Kind.START}),
)

HOSTS: Mapping[str, Host] = {host.name: host for host in (_CLAUDE_CODE, _CODEX, _CURSOR, _GEMINI_CLI)}
