"""Middleware for `langchain.agents.create_agent`."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from langchain.agents.middleware import AgentMiddleware, AgentState, ModelRequest, ModelResponse
from langchain_core.messages import SystemMessage
from langgraph.runtime import Runtime
from langgraph.types import TracePolicy, omit_payload

from langchain_style_memory.conversation import conversation_of, is_final, latest_turns, up_to_owner
from langchain_style_memory.identity import Call, call_of, current_config
from langchain_style_memory.observer import PipelineMemory
from langchain_style_memory.placing import Placement, with_brief
from style_memory import StyleMemory


class StyleMemoryMiddleware(AgentMiddleware[AgentState[Any], Any, Any]):
    """Observes each of the user's turns once and puts a brief that fits the moment before every model call.

    The brief goes into the request only: neither the agent's state nor a checkpoint ever holds it. Each call can say
    `style_memory_observe`, `style_memory_inject` (False, 0, "off", "false" and "no" switch off) and
    `style_memory_context` (a label for the moment) in its runtime context or in `config["configurable"]`.

    Args:
        memory: The style memory of all owners.
        placement: `system` appends the brief to the system text; `user_tail` to the user's last message in the request,
            which leaves the system text and the older history byte for byte as they were, for prompt caches.
        observe: Whether this agent's users are learned from.
        inject: Whether this agent gets briefs.
        observe_subagents: Whether to observe also where the agent runs inside another graph. Off, because an agent
            that calls this one as a tool writes the messages itself; turn it on where a person's own messages arrive.

    Raises:
        OwnerMissing: By every run that does not say whose style it is, before the model is called.
    """

    trace_policy = TracePolicy(process_inputs=omit_payload)

    def __init__(
        self,
        memory: StyleMemory,
        *,
        placement: Placement = "system",
        observe: bool = True,
        inject: bool = True,
        observe_subagents: bool = False,
    ) -> None:
        super().__init__()
        self._memory = PipelineMemory(memory)
        self._placement = placement
        self._observe = observe
        self._inject = inject
        self._observe_subagents = observe_subagents

    def before_agent(self, state: AgentState[Any], runtime: Runtime[Any]) -> None:
        """Observe what the user wrote."""
        call = _call(runtime)
        if self._observes(runtime):
            self._memory.observe(conversation_of(state["messages"], call), call)

    async def abefore_agent(self, state: AgentState[Any], runtime: Runtime[Any]) -> None:
        """Observe what the user wrote, without blocking the event loop."""
        await asyncio.to_thread(self.before_agent, state, runtime)

    def wrap_model_call(
        self, request: ModelRequest[Any], handler: Callable[[ModelRequest[Any]], ModelResponse[Any]]
    ) -> ModelResponse[Any]:
        """Brief the model, and note when it has replied."""
        response = handler(self._briefed(request))
        self._note_reply(request, response)
        return response

    async def awrap_model_call(
        self, request: ModelRequest[Any], handler: Callable[[ModelRequest[Any]], Awaitable[ModelResponse[Any]]]
    ) -> ModelResponse[Any]:
        """Brief the model, and note when it has replied, without blocking the event loop."""
        response = await handler(await asyncio.to_thread(self._briefed, request))
        self._note_reply(request, response)  # in memory only, so it need not leave the loop
        return response

    def _note_reply(self, request: ModelRequest[Any], response: ModelResponse[Any]) -> None:
        """The turn is answered once the model has replied to the user instead of calling tools."""
        replied = response.structured_response is not None or is_final(response.result[-1] if response.result else None)
        if replied and self._observes(request.runtime):
            call = _call(request.runtime)
            self._memory.mark_answered(conversation_of(up_to_owner(request.state["messages"]), call), call)

    def _briefed(self, request: ModelRequest[Any]) -> ModelRequest[Any]:
        call = _call(request.runtime)
        if not self._inject:
            return request
        brief = self._memory.brief(latest_turns(request.messages), call)
        if brief is None:
            return request
        system = [request.system_message] if request.system_message else []
        briefed = with_brief([*system, *request.messages], brief, self._placement)
        if isinstance(briefed[0], SystemMessage):
            return request.override(system_message=briefed[0], messages=briefed[1:])  # type: ignore[arg-type]
        return request.override(messages=briefed)  # type: ignore[arg-type]

    def _observes(self, runtime: Runtime[Any]) -> bool:
        return self._observe and (self._observe_subagents or not _is_subagent(runtime))


def _call(runtime: Runtime[Any] | None) -> Call:
    return call_of(current_config(), runtime_context=runtime.context if runtime else None)


def _is_subagent(runtime: Runtime[Any]) -> bool:
    # A graph that runs inside another carries the outer one's name before a bar.
    return bool(runtime and runtime.execution_info and "|" in (runtime.execution_info.checkpoint_ns or ""))
