"""Putting a brief into the messages of a request, without touching the caller's own objects."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from langchain_core.messages import BaseMessage, SystemMessage

from langchain_style_memory.conversation import is_by_owner

Placement = Literal["system", "user_tail"]


def with_brief(messages: Sequence[BaseMessage], brief: str, placement: Placement) -> list[BaseMessage]:
    """The messages of a request, system messages included, with the brief in its place.

    `system` is the end of the system text that they begin with, so that everything before it stays byte for byte;
    `user_tail` is the end of the owner's last message, or of the system text where the owner wrote none.
    """
    tail = max((i for i, message in enumerate(messages) if is_by_owner(message)), default=None)
    if placement == "user_tail" and tail is not None:
        return _with_appended(messages, tail, brief)
    leading = 0
    while leading < len(messages) and isinstance(messages[leading], SystemMessage):
        leading += 1
    if leading == 0:
        return [SystemMessage(content=brief), *messages]
    return _with_appended(messages, leading - 1, brief)


def _with_appended(messages: Sequence[BaseMessage], index: int, brief: str) -> list[BaseMessage]:
    return [*messages[:index], _appended(messages[index], brief), *messages[index + 1 :]]


def _appended(message: BaseMessage, brief: str) -> BaseMessage:
    content: Any = message.content
    if isinstance(content, str):
        return message.model_copy(update={"content": f"{content}\n\n{brief}" if content else brief})
    return message.model_copy(update={"content": [*content, {"type": "text", "text": brief}]})
