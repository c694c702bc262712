"""Finds in a Claude Code transcript (JSON lines) what the person wrote.

The format is the host's own and may change: what looks unfamiliar is no prompt. Rather a turn is missed than a tool's
result learned from.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import Any

_TAIL_BYTES = 1024
_LONGEST_LINE = 4 * 1024 * 1024
# Entries with any of these set were written by the host, by a subagent or by a tool.
_NOT_THE_PERSON = (
    "isMeta", "isSidechain", "isCompactSummary", "isVisibleInTranscriptOnly", "toolUseResult", "forkedFrom", "agentId",
)  # fmt: skip
# Patterns only ever look at one place and never go back; what may be far away is searched for as it is. A prompt of any
# size and shape takes time in proportion, while nothing else of the process runs.
_OPENING = re.compile(r"\s*+<([A-Za-z][\w.:-]*+)(?:\s[^<>]*+)?+>")
_COMMAND = re.compile(r"/[\w:.-]++(?:\s|$)")
_REMINDER, _REMINDER_END = "<system-reminder>", "</system-reminder>"
_INTERRUPTED = "[Request interrupted by user"


class What(StrEnum):
    """What an entry of a transcript is."""

    PROMPT = "prompt"
    REPLY = "reply"
    INTERRUPTION = "interruption"


@dataclass(frozen=True, kw_only=True, slots=True)
class Entry:
    """One entry that matters for turns."""

    what: What
    #: Where in the file the next entry begins.
    end: int
    #: The host's id of the entry; empty where unknown.
    id: str = ""
    #: What the person wrote.
    text: str = ""
    #: Seconds of the epoch; 0 where unknown.
    at: float = 0.0


def words_of(prompt: str) -> str:
    """What two sights of one prompt have in common; empty for commands to the host and for its own messages."""
    text = " ".join(_without_reminders(prompt).split())
    return "" if _COMMAND.match(text) or _is_markup(text) else text


def entries(transcript: Path, session: str, offset: int) -> Iterator[Entry]:
    """The entries of that conversation in order, from a byte of the file on. A line that is still written is left."""
    with transcript.open("rb") as file:
        file.seek(offset)
        for line in file:
            if not line.endswith(b"\n"):
                return
            offset += len(line)
            if len(line) <= _LONGEST_LINE and (found := _entry(line, session, offset)):
                yield found


def tail(transcript: Path, offset: int) -> str:
    """A hash of the last bytes before a place in the file; empty if the file does not reach as far."""
    with transcript.open("rb") as file:
        start = max(0, offset - _TAIL_BYTES)
        file.seek(start)
        read = file.read(offset - start)
    return hashlib.sha256(read).hexdigest()[:16] if len(read) == offset - start else ""


def _entry(line: bytes, session: str, end: int) -> Entry | None:
    if b'"user"' not in line and b'"assistant"' not in line:
        return None
    try:
        row = json.loads(line)
    except (ValueError, RecursionError):
        return None
    if not isinstance(row, dict) or row.get("sessionId", session) != session or row.get("isSidechain"):
        return None
    if row.get("type") == "assistant":
        return None if row.get("isApiErrorMessage") else Entry(what=What.REPLY, end=end)
    text = _text(row) if row.get("type") == "user" else ""
    if text.startswith(_INTERRUPTED):
        return Entry(what=What.INTERRUPTION, end=end)
    if not words_of(text):
        return None
    return Entry(what=What.PROMPT, end=end, id=str(row.get("uuid") or ""), text=text, at=_moment(row.get("timestamp")))


def _text(row: dict[str, Any]) -> str:
    """What the person wrote in an entry of type `user`; empty if somebody else did."""
    message = row.get("message")
    if any(row.get(field) for field in _NOT_THE_PERSON) or not isinstance(message, dict):
        return ""
    origin = row.get("origin")
    if isinstance(origin, dict) and origin.get("kind", "human") != "human":
        return ""
    content = message.get("content")
    if isinstance(content, str):
        return content
    blocks = [block for block in content if isinstance(block, dict)] if isinstance(content, list) else []
    if any(block.get("type") == "tool_result" for block in blocks):
        return ""
    texts = [block["text"] for block in blocks if block.get("type") == "text" and isinstance(block.get("text"), str)]
    return "\n".join(text for text in texts if not _is_markup(text))


def _without_reminders(prompt: str) -> str:
    kept, place = [], 0
    while (begin := prompt.find(_REMINDER, place)) >= 0:
        end = prompt.find(_REMINDER_END, begin)
        if end < 0:
            break
        kept.append(prompt[place:begin])
        place = end + len(_REMINDER_END)
    return " ".join([*kept, prompt[place:]])


def _is_markup(text: str) -> bool:
    """Whether there is nothing but elements, which is how the host writes down what it has to say itself."""
    text, place = text.strip(), 0
    while opening := _OPENING.match(text, place):
        closing = f"</{opening[1]}>"
        end = text.find(closing, opening.end())
        if end < 0:
            break
        place = end + len(closing)
    return 0 < place == len(text)


def _moment(timestamp: object) -> float:
    try:
        return datetime.fromisoformat(timestamp).timestamp() if isinstance(timestamp, str) else 0.0
    except (ValueError, OverflowError, OSError):
        return 0.0
