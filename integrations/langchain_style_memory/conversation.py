"""LangChain messages as the core's conversation."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage

from langchain_style_memory.identity import Call
from style_memory import Conversation, Message

# Where a conversation is kept, each new turn shows in it: the same conversation never is a new turn in another run.
_WHOLE_THREAD = "thread"

# As many turns as a moment is detected by.
_TURNS_OF_A_MOMENT = 4


def conversation_of(messages: Iterable[BaseMessage], call: Call, *, invocation: str | None = None) -> Conversation:
    """The conversation that `messages` show: what the owner wrote, the agent's replies and summaries of a framework.

    System messages and the steps of a tool loop are no part of it, since a turn that fails half-way through its tools
    is as unanswered as one that fails at once; nor are messages of the owner without any text.

    Args:
        messages: In order, as the framework shows them.
        call: What the caller said about the run.
        invocation: The run that several observers of one turn have in common; None where unknown.
    """
    turns = [_message(message) for message in messages if _is_part(message)]
    if call.keeps_history:
        invocation = _WHOLE_THREAD
    return Conversation(messages=turns, session_id=call.session, invocation=invocation, context=call.context)


def up_to_owner(messages: Sequence[BaseMessage]) -> Sequence[BaseMessage]:
    """The messages without what follows the owner's last one."""
    return messages[: max((i + 1 for i, message in enumerate(messages) if is_by_owner(message)), default=0)]


def is_by_owner(message: BaseMessage) -> bool:
    """Whether a person wrote the message: not a summary or another text that a framework writes in their name."""
    return isinstance(message, HumanMessage) and not message.additional_kwargs.get("lc_source")


def latest_turns(messages: Sequence[BaseMessage]) -> list[str]:
    """The owner's latest few turns, the oldest first, to detect the moment by."""
    return [text_of(message) for message in messages if is_by_owner(message)][-_TURNS_OF_A_MOMENT:]


def text_of(message: BaseMessage) -> str:
    """The text of a message; images, files and everything else that is no text are passed over."""
    content: Any = message.content
    if isinstance(content, str):
        return content
    return "\n".join(_block_text(block) for block in content or () if _block_text(block))


def is_final(message: BaseMessage | None) -> bool:
    """Whether the model has replied to the owner, rather than called tools first."""
    return isinstance(message, AIMessage) and not message.tool_calls


def _is_part(message: BaseMessage) -> bool:
    if is_by_owner(message):
        return bool(text_of(message).strip())
    return isinstance(message, HumanMessage) or is_final(message)


def _message(message: BaseMessage) -> Message:
    if not is_by_owner(message):
        return Message(by_owner=False)
    return Message(by_owner=True, text=text_of(message), id=message.id)


def _block_text(block: Any) -> str:
    if isinstance(block, str):
        return block
    if isinstance(block, dict) and block.get("type") == "text" and isinstance(block.get("text"), str):
        return str(block["text"])
    return ""
