"""An agent that is observed and has the tools, too."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from langchain.agents import create_agent
from langchain_core.messages import AIMessage, ToolMessage

from langchain_style_memory import StyleMemoryMiddleware, style_memory_tools
from style_memory import StyleMemory
from tests.faces.langchain_fakes import ScriptedModel, calling, config, said, turns

OBSERVE = "observe_user_message"


@pytest.fixture
def memory() -> Iterator[StyleMemory]:
    with StyleMemory.open("sqlite://") as memory:
        yield memory


def agent(memory: StyleMemory, **options: Any) -> Any:
    """An agent whose model observes by itself in each of its runs."""
    script = [calling(OBSERVE, text="ship it lol"), AIMessage("done")] * 2
    return create_agent(ScriptedModel(script=script), tools=style_memory_tools(memory), **options)


@pytest.mark.parametrize("thread", ["t1", None])
def test_a_turn_that_the_model_observes_too_counts_once(memory: StyleMemory, thread: str | None) -> None:
    both = agent(memory, middleware=[StyleMemoryMiddleware(memory)])
    answer = both.invoke(said("ship it lol"), config(thread=thread))
    (told,) = [message for message in answer["messages"] if isinstance(message, ToolMessage)]
    assert json.loads(str(told.content))["ignored"] == ["observed_automatically"]
    assert turns(memory) == 1


def test_another_conversation_of_the_owner_may_be_observed_by_its_model(memory: StyleMemory) -> None:
    agent(memory, middleware=[StyleMemoryMiddleware(memory)]).invoke(said("ship it lol"), config(thread="t1"))
    agent(memory).invoke(said("ship it lol"), config(thread="t2"))
    assert turns(memory) == 2


def test_where_the_middleware_does_not_observe_the_tool_does(memory: StyleMemory) -> None:
    briefed = agent(memory, middleware=[StyleMemoryMiddleware(memory, observe=False)])
    briefed.invoke(said("ship it lol"), config(thread="t1"))
    assert turns(memory) == 1
