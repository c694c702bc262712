"""Putting a brief into the messages of a request, without touching the caller's own objects."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, TypeVar

from langchain_core.messages import BaseMessage, SystemMessage

from langchain_style_memory.conversation import is_by_owner

Placement = Literal["system", "user_tail"]

MessageT = TypeVar("MessageT", bound=BaseMessage)


def with_system_brief(system: SystemMessage | None, brief: str) -> SystemMessage:
    """The system message with the brief appended last, so that everything before it stays byte for byte."""
    return SystemMessage(content=brief) if system is None else _appended(system, brief)


def with_tail_brief(messages: Sequence[BaseMessage], brief: str) -> list[BaseMessage]:
    """The messages with the brief at the end of the owner's last one, or unchanged if there is none."""
    changed = list(messages)
    for index in range(len(changed) - 1, -1, -1):
        if is_by_owner(changed[index]):
            changed[index] = _appended(changed[index], brief)
            break
    return changed


def with_brief(messages: Sequence[BaseMessage], brief: str, placement: Placement) -> list[BaseMessage]:
    """The messages of a request, system message included, with the brief in its place."""
    if placement == "user_tail":
        return with_tail_brief(messages, brief)
    if messages and isinstance(messages[0], SystemMessage):
        return [_appended(messages[0], brief), *messages[1:]]
    return [SystemMessage(content=brief), *messages]


def _appended(message: MessageT, brief: str) -> MessageT:
    content: Any = message.content
    if isinstance(content, str):
        return message.model_copy(update={"content": f"{content}\n\n{brief}" if content else brief})
    return message.model_copy(update={"content": [*content, {"type": "text", "text": brief}]})
