"""Observing and briefing for a pipeline: whatever goes wrong with the memory, the agent's reply goes on."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from typing import TypeVar

from langchain_style_memory.identity import Call
from langchain_style_memory.observed import note_observed
from style_memory import Conversation, StyleMemory, StyleMemoryError

_logger = logging.getLogger(__name__)
_Result = TypeVar("_Result")


class PipelineMemory:
    """A style memory as a pipeline uses it. Faults are logged by their kind, without any text, and counted.

    Raises:
        OwnerError: By every method, if the owner is missing or not acceptable.
    """

    def __init__(self, memory: StyleMemory) -> None:
        self._memory = memory
        memory.observes_automatically()

    def observe(self, conversation: Conversation, call: Call) -> None:
        """Learn from what is new in the conversation."""
        owner = self._memory.for_owner(call.owner)
        if call.observe and conversation.awaits_reply:
            note_observed(self._memory, call)
            self._try(lambda: owner.observe_conversation(conversation))

    def mark_answered(self, conversation: Conversation, call: Call) -> None:
        """Note that the agent has replied."""
        owner = self._memory.for_owner(call.owner)
        if call.observe and conversation.may_be_sent_again:
            self._try(lambda: owner.mark_answered(conversation))

    def brief(self, turns: Sequence[str], call: Call) -> str | None:
        """The brief for the moment; None if this call wants none or it can't be had."""
        owner = self._memory.for_owner(call.owner)
        return self._try(lambda: owner.brief_in(turns, context=call.context)) if call.inject else None

    def _try(self, action: Callable[[], _Result]) -> _Result | None:
        try:
            return action()
        except Exception as fault:
            _logger.warning("Style memory was passed over: %s", type(fault).__name__)
            if not isinstance(fault, StyleMemoryError):  # the core has counted its own
                self._memory.count_fault(f"pipeline_{type(fault).__name__}")
            return None
