"""A callback handler that observes any LangChain run."""

# ruff: noqa: ARG002 - LangChain passes these by position

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass, replace
from typing import Any, TypeVar
from uuid import UUID

from langchain_core.callbacks import BaseCallbackHandler
from langchain_core.messages import BaseMessage
from langchain_core.outputs import ChatGeneration, LLMResult

from langchain_style_memory.conversation import conversation_of, is_final
from langchain_style_memory.identity import Call, call_of, current_config, current_context
from langchain_style_memory.observer import PipelineMemory
from style_memory import Conversation, StyleMemory

_Value = TypeVar("_Value")

_IN_METADATA = ("thread_id", "style_memory_observe", "style_memory_context")

# Runs that neither end nor fail (a dropped stream, a killed task) must not pile up.
_MOST_OPEN_RUNS = 10_000


@dataclass(frozen=True, kw_only=True, slots=True)
class _Run:
    """A run that is under way."""

    #: The outermost run around it.
    root: UUID
    #: Whether it runs inside a tool, where a model writes the messages.
    in_tool: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class _Asked:
    """What a model that has not replied yet was asked."""

    conversation: Conversation
    call: Call
    #: Whether the reply is structured output, which some models give as the call of a tool.
    structured: bool


class StyleMemoryCallbackHandler(BaseCallbackHandler):
    """Observes the user's turns in any run that it is attached to; messages are never altered.

    A callback cannot put a brief before the model: use `StyleMemoryMiddleware` or `with_style_memory` for that.

    Args:
        memory: The style memory of all owners.
        owner: Whose runs these are; otherwise `metadata["owner_id"]` of the run says it, or the runtime context or
            `configurable` of what surrounds it. `metadata` may also give `thread_id`, `style_memory_observe` and
            `style_memory_context`.

    Raises:
        OwnerMissing: By a run that does not say whose style it is, before the model is called.
    """

    raise_error = True

    def __init__(self, memory: StyleMemory, *, owner: str | None = None) -> None:
        self._memory = PipelineMemory(memory)
        self._owner = owner
        self._lock = threading.Lock()
        self._runs: OrderedDict[UUID, _Run] = OrderedDict()
        self._asked: OrderedDict[UUID, _Asked] = OrderedDict()

    def on_chain_start(
        self, serialized: Any, inputs: Any, *, run_id: UUID, parent_run_id: UUID | None = None, **_: Any
    ) -> None:
        """Remember which run belongs to which outermost one."""
        self._begin(run_id, parent_run_id)

    def on_tool_start(
        self, serialized: Any, input_str: str, *, run_id: UUID, parent_run_id: UUID | None = None, **_: Any
    ) -> None:
        """Remember that what runs inside is asked by a model, not by the user."""
        self._begin(run_id, parent_run_id, in_tool=True)

    def on_chain_end(self, outputs: Any, *, run_id: UUID, **_: Any) -> None:
        """Forget the run."""
        self._end(run_id)

    def on_chain_error(self, error: BaseException, *, run_id: UUID, **_: Any) -> None:
        """Forget the run."""
        self._end(run_id)

    def on_tool_end(self, output: Any, *, run_id: UUID, **_: Any) -> None:
        """Forget the run."""
        self._end(run_id)

    def on_tool_error(self, error: BaseException, *, run_id: UUID, **_: Any) -> None:
        """Forget the run."""
        self._end(run_id)

    def on_chat_model_start(
        self,
        serialized: Any,
        messages: list[list[BaseMessage]],
        *,
        run_id: UUID,
        parent_run_id: UUID | None = None,
        metadata: dict[str, Any] | None = None,
        options: dict[str, Any] | None = None,
        **_: Any,
    ) -> None:
        """Observe what the user wrote, if that is what the model answers to."""
        call = self._call(metadata or {})
        run = self._run(run_id, parent_run_id)
        # A framework's own calls, such as for a summary, say where they come from.
        if run.in_tool or (metadata or {}).get("lc_source"):
            return
        structured = "ls_structured_output_format" in (options or {})
        for batch in messages:
            conversation = conversation_of(batch, call, invocation=str(run.root))
            self._memory.observe(conversation, call)
            with self._lock:
                _remember(self._asked, run_id, _Asked(conversation=conversation, call=call, structured=structured))

    def on_llm_end(self, response: LLMResult, *, run_id: UUID, **_: Any) -> None:
        """Note that the model has replied."""
        with self._lock:
            asked = self._asked.pop(run_id, None)
        if asked and (asked.structured or any(is_final(message) for message in _messages(response))):
            self._memory.mark_answered(asked.conversation, asked.call)

    def on_llm_error(self, error: BaseException, *, run_id: UUID, **_: Any) -> None:
        """Leave the turn unanswered: the same message sent again is the same turn."""
        with self._lock:
            self._asked.pop(run_id, None)

    def _call(self, metadata: dict[str, Any]) -> Call:
        named = {key: metadata[key] for key in _IN_METADATA if metadata.get(key) is not None}
        configurable = {**((current_config() or {}).get("configurable") or {}), **named}
        owner = self._owner or metadata.get("owner_id")
        return call_of({"configurable": configurable}, runtime_context=current_context(), owner=owner)

    def _begin(self, run_id: UUID, parent_run_id: UUID | None, *, in_tool: bool = False) -> None:
        run = self._run(run_id, parent_run_id)
        with self._lock:
            _remember(self._runs, run_id, replace(run, in_tool=in_tool or run.in_tool))

    def _end(self, run_id: UUID) -> None:
        with self._lock:
            self._runs.pop(run_id, None)

    def _run(self, run_id: UUID, parent_run_id: UUID | None) -> _Run:
        """What a run takes over from the one around it."""
        if parent_run_id is None:
            return _Run(root=run_id)
        with self._lock:
            return self._runs.get(parent_run_id) or _Run(root=parent_run_id)


def _remember(runs: OrderedDict[UUID, _Value], run_id: UUID, value: _Value) -> None:
    runs[run_id] = value
    if len(runs) > _MOST_OPEN_RUNS:
        runs.popitem(last=False)


def _messages(response: LLMResult) -> list[BaseMessage]:
    return [
        generation.message
        for generations in response.generations
        for generation in generations
        if isinstance(generation, ChatGeneration)
    ]
