"""The smallest agent, with and without the middleware."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from langchain.agents import create_agent
from langchain.agents.middleware import AgentMiddleware
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage
from langchain_core.outputs import ChatGeneration, ChatResult

from langchain_style_memory import StyleMemoryMiddleware
from style_memory import StyleMemory
from tests.bench.worlds import OWNER, TURNS


class SilentModel(BaseChatModel):
    """A model that says next to nothing."""

    @property
    def _llm_type(self) -> str:
        return "silent"

    def _generate(self, messages: Any, stop: Any = None, run_manager: Any = None, **kwargs: Any) -> ChatResult:
        return ChatResult(generations=[ChatGeneration(message=AIMessage(content="ok"))])


class EmptyHooks(AgentMiddleware[Any, Any, Any]):
    """The two hooks that the middleware uses, doing nothing."""

    def before_agent(self, state: Any, runtime: Any) -> None:
        """Do nothing."""

    def wrap_model_call(self, request: Any, handler: Any) -> Any:
        """Pass the call on."""
        return handler(request)


def agent_with(memory: StyleMemory | None) -> Callable[[int], None]:
    """A call of an agent, with the middleware if a memory is given."""
    return _call([StyleMemoryMiddleware(memory)] if memory else [])


def hooks_only() -> Callable[[int], None]:
    """A call of an agent whose middleware does nothing."""
    return _call([EmptyHooks()])


def _call(middleware: list[AgentMiddleware[Any, Any, Any]]) -> Callable[[int], None]:
    agent: Any = create_agent(SilentModel(), [], middleware=middleware)

    def call(number: int) -> None:
        configurable = {"owner_id": OWNER, "thread_id": f"s{number % 50}"}
        agent.invoke({"messages": [("user", TURNS[number % 3])]}, {"configurable": configurable})

    return call
