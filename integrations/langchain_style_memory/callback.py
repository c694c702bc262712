"""A callback handler that observes any LangChain run."""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import Any, TypeVar
from uuid import UUID

from langchain_core.callbacks import BaseCallbackHandler
from langchain_core.messages import BaseMessage
from langchain_core.outputs import ChatGeneration, LLMResult

from langchain_style_memory.conversation import conversation_of, is_final
from langchain_style_memory.identity import Call, call_of, current_config
from langchain_style_memory.observer import PipelineMemory
from style_memory import Conversation, StyleMemory

_Value = TypeVar("_Value")

# Runs that neither end nor fail (a dropped stream, a killed task) must not pile up.
_MOST_OPEN_RUNS = 10_000


class StyleMemoryCallbackHandler(BaseCallbackHandler):
    """Observes the user's turns in any run that it is attached to; messages are never altered.

    A callback cannot put a brief before the model: use `StyleMemoryMiddleware` or `with_style_memory` for that.

    Args:
        memory: The style memory of all owners.
        owner: Whose runs these are; otherwise `metadata["owner_id"]` of the run or the surrounding chain's
            `configurable` says it.

    Raises:
        OwnerMissing: By a run that does not say whose style it is, before the model is called.
    """

    raise_error = True

    def __init__(self, memory: StyleMemory, *, owner: str | None = None) -> None:
        self._memory = PipelineMemory(memory)
        self._owner = owner
        self._lock = threading.Lock()
        self._roots: OrderedDict[UUID, UUID] = OrderedDict()
        self._open: OrderedDict[UUID, tuple[Conversation, Call]] = OrderedDict()

    def on_chain_start(
        self, serialized: Any, inputs: Any, *, run_id: UUID, parent_run_id: UUID | None = None, **_: Any
    ) -> None:
        """Remember which run belongs to which outermost one."""
        with self._lock:
            _remember(self._roots, run_id, self._root(run_id, parent_run_id))

    def on_chain_end(self, outputs: Any, *, run_id: UUID, **_: Any) -> None:
        """Forget the run."""
        with self._lock:
            self._roots.pop(run_id, None)

    def on_chain_error(self, error: BaseException, *, run_id: UUID, **_: Any) -> None:
        """Forget the run."""
        self.on_chain_end(None, run_id=run_id)

    def on_chat_model_start(
        self,
        serialized: Any,
        messages: list[list[BaseMessage]],
        *,
        run_id: UUID,
        parent_run_id: UUID | None = None,
        metadata: dict[str, Any] | None = None,
        **_: Any,
    ) -> None:
        """Observe what the user wrote, if that is what the model answers to."""
        call = self._call(metadata or {})
        with self._lock:
            root = str(self._root(run_id, parent_run_id))
        for batch in messages:
            conversation = conversation_of(batch, call, invocation=root)
            self._memory.observe(conversation, call)
            with self._lock:
                _remember(self._open, run_id, (conversation, call))

    def on_llm_end(self, response: LLMResult, *, run_id: UUID, **_: Any) -> None:
        """Note that the model has replied."""
        with self._lock:
            opened = self._open.pop(run_id, None)
        if opened and any(is_final(message) for message in _messages(response)):
            self._memory.mark_answered(*opened)

    def on_llm_error(self, error: BaseException, *, run_id: UUID, **_: Any) -> None:
        """Leave the turn unanswered: the same message sent again is the same turn."""
        with self._lock:
            self._open.pop(run_id, None)

    def _call(self, metadata: dict[str, Any]) -> Call:
        named = {key: metadata[key] for key in ("owner_id", "thread_id") if metadata.get(key)}
        config = current_config() or {}
        configurable = {**(config.get("configurable") or {}), **named}
        return call_of({"configurable": configurable}, owner=self._owner)

    def _root(self, run_id: UUID, parent_run_id: UUID | None) -> UUID:
        return run_id if parent_run_id is None else self._roots.get(parent_run_id, parent_run_id)


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
