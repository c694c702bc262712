"""Each turn of an agent's user counts exactly once, however often the framework shows it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from langchain.agents import create_agent
from langchain.agents.middleware import ModelRetryMiddleware, SummarizationMiddleware
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage
from langchain_core.tools import tool
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import START, MessagesState, StateGraph
from langgraph.types import Command, interrupt
from pydantic import BaseModel

from langchain_style_memory import StyleMemoryCallbackHandler, StyleMemoryMiddleware
from style_memory import StyleMemory
from tests.faces.langchain_fakes import (
    FRAME,
    LAUGHS,
    ScriptedModel,
    calling,
    config,
    known_texts,
    said,
    system_text,
    turns,
)


@pytest.fixture
def memory() -> Iterator[StyleMemory]:
    with StyleMemory.open("sqlite://") as memory:
        yield memory


@tool
def weather(place: str) -> str:
    """Tell the weather."""
    return f"sunny in {place}"


@tool
def confirm(place: str) -> str:
    """Ask a person."""
    return f"{place}: {interrupt('sure?')}"


@tool
def breaks(place: str) -> str:
    """Fail."""
    raise ValueError(place)


def agent_with(memory: StyleMemory, *script: Any, **options: Any) -> tuple[Any, ScriptedModel]:
    model = ScriptedModel(script=list(script))
    options.setdefault("middleware", [StyleMemoryMiddleware(memory)])
    return create_agent(model, [weather, confirm, breaks], **options), model


def two_tools() -> list[Any]:
    return [calling("weather", id="c1", place="Oslo"), calling("weather", id="c2", place="Rome"), "Take a hat."]


async def invoked(agent: Any, given: Any, config: Any) -> None:
    agent.invoke(given, config)


async def ainvoked(agent: Any, given: Any, config: Any) -> None:
    await agent.ainvoke(given, config)


async def streamed(agent: Any, given: Any, config: Any) -> None:
    assert list(agent.stream(given, config, stream_mode="messages"))


async def astreamed(agent: Any, given: Any, config: Any) -> None:
    assert [chunk async for chunk in agent.astream(given, config, stream_mode="messages")]


Way = Callable[[Any, Any, Any], Awaitable[None]]
every_way = pytest.mark.parametrize("way", [invoked, ainvoked, streamed, astreamed])
stored_or_not = pytest.mark.parametrize(
    ("saver", "thread"),
    [(None, "t1"), (None, None), (InMemorySaver, "t1")],
    ids=["stateless-thread", "stateless", "checkpointer"],
)
saver_or_not = pytest.mark.parametrize("saver", [None, InMemorySaver], ids=["stateless", "checkpointer"])


@every_way
@saver_or_not
async def test_a_turn_with_three_model_calls_counts_once(memory: StyleMemory, way: Way, saver: Any) -> None:
    agent, model = agent_with(memory, *two_tools(), checkpointer=saver and saver())
    await way(agent, said(LAUGHS), config(thread="t1"))
    assert len(model.requests) == 3
    assert turns(memory) == 1
    assert "😂" in known_texts(memory)


@every_way
@pytest.mark.parametrize("outer", [True, False], ids=["observer-first", "retry-first"])
async def test_a_retried_model_call_counts_once(memory: StyleMemory, way: Way, outer: bool) -> None:
    layers: list[Any] = [
        StyleMemoryMiddleware(memory),
        ModelRetryMiddleware(max_retries=3, initial_delay=0, jitter=False),
    ]
    failing = [RuntimeError("overloaded"), RuntimeError("overloaded"), "At last."]
    agent, model = agent_with(memory, *failing, middleware=layers if outer else layers[::-1])
    await way(agent, said(LAUGHS), config(thread="t1"))
    assert len(model.requests) == 3
    assert turns(memory) == 1


@every_way
async def test_an_interrupted_and_resumed_turn_counts_once(memory: StyleMemory, way: Way) -> None:
    agent, model = agent_with(memory, calling("confirm", place="Oslo"), "Booked.", checkpointer=InMemorySaver())
    await way(agent, said(LAUGHS), config(thread="t1"))
    assert agent.get_state(config(thread="t1")).interrupts
    await way(agent, Command(resume="yes"), config(thread="t1"))
    assert len(model.requests) == 2
    assert turns(memory) == 1


@saver_or_not
def test_a_turn_whose_stream_is_dropped_counts_once(memory: StyleMemory, saver: Any) -> None:
    agent, _ = agent_with(memory, "One two three.", checkpointer=saver and saver())
    stream = agent.stream(said(LAUGHS), config(thread="t1"), stream_mode="messages")
    next(stream)
    stream.close()
    assert turns(memory) == 1
    # The model had replied, whoever read it: the same words sent again are a new turn.
    agent.invoke(said(LAUGHS), config(thread="t1"))
    assert turns(memory) == 2


async def test_a_turn_whose_asynchronous_stream_is_dropped_counts_once(memory: StyleMemory) -> None:
    agent, _ = agent_with(memory, "One two three.")
    stream = agent.astream(said(LAUGHS), config(thread="t1"), stream_mode="messages")
    await anext(stream)
    await stream.aclose()
    await agent.ainvoke(said(LAUGHS), config(thread="t1"))
    assert turns(memory) == 1


def test_a_crash_in_the_model_and_going_on_from_the_checkpoint_counts_once(memory: StyleMemory) -> None:
    agent, model = agent_with(memory, RuntimeError("gone"), checkpointer=InMemorySaver())
    with pytest.raises(RuntimeError, match="gone"):
        agent.invoke(said(LAUGHS), config(thread="t1"))
    agent.invoke(None, config(thread="t1"))
    assert len(model.requests) == 2
    assert turns(memory) == 1


@stored_or_not
def test_a_message_sent_again_after_a_failure_is_the_same_turn(
    memory: StyleMemory, saver: Any, thread: str | None
) -> None:
    agent, _ = agent_with(memory, RuntimeError("gone"), RuntimeError("gone"), checkpointer=saver and saver())
    for _attempt in range(2):
        with pytest.raises(RuntimeError, match="gone"):
            agent.invoke(said(LAUGHS), config(thread=thread))
    agent.invoke(said(LAUGHS), config(thread=thread))
    assert turns(memory) == 1
    agent.invoke(said("and another thing"), config(thread=thread))
    assert turns(memory) == 2


@saver_or_not
def test_a_message_sent_again_after_a_failure_in_a_tool_is_the_same_turn(memory: StyleMemory, saver: Any) -> None:
    script = ["Hello.", calling("weather", place="Oslo"), calling("breaks", id="c2", place="Rome"), "At last."]
    agent, _ = agent_with(memory, *script, checkpointer=saver and saver())
    history = [] if saver else [HumanMessage("hi there"), AIMessage("Hello.")]
    agent.invoke(said("hi there"), config(thread="t1"))
    with pytest.raises(ValueError, match="Rome"):
        agent.invoke(said(*history, LAUGHS), config(thread="t1"))
    agent.invoke(said(*history, LAUGHS), config(thread="t1"))
    assert turns(memory) == 2


@stored_or_not
@pytest.mark.parametrize("script", [[], [calling("weather", place="Oslo")]], ids=["plain", "tool-loop"])
def test_a_sentence_that_the_owner_really_writes_again_counts_again(
    memory: StyleMemory, saver: Any, thread: str | None, script: list[Any]
) -> None:
    agent, _ = agent_with(memory, *script, checkpointer=saver and saver())
    for _time in range(3):
        agent.invoke(said(LAUGHS), config(thread=thread))
    assert turns(memory) == 3


def test_two_turns_on_a_checkpointer_count_twice(memory: StyleMemory) -> None:
    agent, model = agent_with(memory, *two_tools(), *two_tools(), checkpointer=InMemorySaver())
    agent.invoke(said("how is the weather?"), config(thread="t1"))
    agent.invoke(said(LAUGHS), config(thread="t1"))
    assert len(model.requests) == 6
    assert turns(memory) == 2


@pytest.mark.parametrize("with_ids", [True, False], ids=["ids", "no-ids"])
def test_a_client_that_resends_its_whole_history_is_counted_turn_by_turn(memory: StyleMemory, with_ids: bool) -> None:
    agent, _ = agent_with(memory)
    history: list[BaseMessage] = []
    for number, text in enumerate(["first", "second", "second", "third"]):
        history.append(HumanMessage(text, id=f"m{number}" if with_ids else None))
        agent.invoke({"messages": history}, config(thread="t1"))
        agent.invoke({"messages": history}, config(thread="t1")) if number else None
        history.append(AIMessage("Fine."))
    assert turns(memory) == 4


def test_a_client_that_sends_only_the_users_messages_is_counted_turn_by_turn(memory: StyleMemory) -> None:
    agent, _ = agent_with(memory)
    sent: list[str] = []
    for number in range(30):
        sent.append(f"message {number // 2}")
        agent.invoke(said(*sent), config(thread="t1"))
    assert turns(memory) == 30


def test_going_back_to_an_earlier_checkpoint_counts_nothing_again(memory: StyleMemory) -> None:
    agent, model = agent_with(memory, checkpointer=InMemorySaver())
    agent.invoke(said("how are you?"), config(thread="t1"))
    agent.invoke(said(LAUGHS), config(thread="t1"))
    inputs = [state for state in agent.get_state_history(config(thread="t1")) if state.metadata["source"] == "input"]
    for state in inputs:
        agent.invoke(None, {"configurable": {**state.config["configurable"], "owner_id": "ana"}})
    assert len(model.requests) > 2
    assert turns(memory) == 2


def test_an_edited_message_keeps_its_id_and_is_the_same_turn(memory: StyleMemory) -> None:
    agent, _ = agent_with(memory, checkpointer=InMemorySaver())
    agent.invoke(said(HumanMessage("helo", id="m1")), config(thread="t1"))
    agent.invoke(said(HumanMessage("hello", id="m1")), config(thread="t1"))
    assert turns(memory) == 1
    agent.invoke(said(HumanMessage("how are you?", id="m2")), config(thread="t1"))
    assert turns(memory) == 2


def test_a_turn_that_a_restarted_process_resumes_counts_once(tmp_path: Path) -> None:
    saver = InMemorySaver()  # stands for any saver that outlives the process
    url = f"sqlite:///{tmp_path}/style.db"
    with StyleMemory.open(url) as memory:
        agent, _ = agent_with(memory, calling("confirm", place="Oslo"), checkpointer=saver)
        agent.invoke(said(LAUGHS), config(thread="t1"))
    with StyleMemory.open(url) as memory:
        agent, _ = agent_with(memory, "Booked.", checkpointer=saver)
        agent.invoke(Command(resume="yes"), config(thread="t1"))
        assert turns(memory) == 1
        agent.invoke(said("thanks"), config(thread="t1"))
        assert turns(memory) == 2


@every_way
@saver_or_not
async def test_middleware_and_callback_in_one_run_count_once(memory: StyleMemory, way: Way, saver: Any) -> None:
    agent, model = agent_with(memory, *two_tools(), checkpointer=saver and saver())
    observed = config(thread="t1", callbacks=[StyleMemoryCallbackHandler(memory)])
    for number in range(2):
        model.script = two_tools()
        await way(agent, said(LAUGHS), observed)
        assert turns(memory) == number + 1


class Verdict(BaseModel):
    """A verdict."""

    good: bool


@saver_or_not
def test_a_structured_reply_is_a_reply(memory: StyleMemory, saver: Any) -> None:
    script = [calling("Verdict", id=f"v{number}", good=True) for number in range(3)]
    agent, _ = agent_with(memory, *script, response_format=Verdict, checkpointer=saver and saver())
    for _time in range(3):
        assert agent.invoke(said(LAUGHS), config(thread="t1"))["structured_response"] == Verdict(good=True)
    assert turns(memory) == 3


def sub_agent_tool(inner: Any) -> Any:
    @tool
    def research(task: str) -> str:
        """Hand a task to the researcher."""
        return str(inner.invoke(said(task))["messages"][-1].content)

    return research


@pytest.mark.parametrize("callback", [True, False], ids=["with-callback", "middleware-only"])
@saver_or_not
def test_the_task_that_a_model_writes_for_a_sub_agent_is_not_observed(
    memory: StyleMemory, callback: bool, saver: Any
) -> None:
    inner, inner_model = agent_with(memory)
    outer_model = ScriptedModel(script=[calling("research", task="dig deep 🦖"), "Done."])
    outer = create_agent(
        outer_model,
        [sub_agent_tool(inner)],
        middleware=[StyleMemoryMiddleware(memory)],
        checkpointer=saver and saver(),
    )
    callbacks = [StyleMemoryCallbackHandler(memory)] if callback else []
    outer.invoke(said(LAUGHS), config(thread="t1", callbacks=callbacks))
    assert turns(memory) == 1
    assert "🦖" not in known_texts(memory)
    assert FRAME in system_text(inner_model.requests[0])


@pytest.mark.parametrize("observe_subagents", [True, False])
def test_an_agent_as_a_node_observes_only_if_asked_to(memory: StyleMemory, observe_subagents: bool) -> None:
    layer = StyleMemoryMiddleware(memory, observe_subagents=observe_subagents)
    inner, model = agent_with(memory, *two_tools(), middleware=[layer])
    graph = StateGraph(MessagesState)
    graph.add_node("assistant", inner)
    graph.add_edge(START, "assistant")
    compiled = graph.compile(checkpointer=InMemorySaver())
    compiled.invoke(said(LAUGHS), config(thread="t1"))
    compiled.invoke(said("and now?"), config(thread="t1"))
    assert turns(memory) == (2 if observe_subagents else 0)
    assert all(model.briefs)


@every_way
@pytest.mark.parametrize("outer", [True, False], ids=["observer-first", "summary-first"])
async def test_a_summary_is_never_observed_and_the_brief_never_summarised(
    memory: StyleMemory, way: Way, outer: bool
) -> None:
    summary = "user loves to say splendiferous 🦖 and splendiferous 🦖"
    summariser = ScriptedModel(script=[summary] * 20)
    layers: list[Any] = [
        StyleMemoryMiddleware(memory),
        SummarizationMiddleware(summariser, trigger=("messages", 4), keep=("messages", 1)),
    ]
    saver = InMemorySaver()
    agent, model = agent_with(memory, middleware=layers if outer else layers[::-1], checkpointer=saver)
    observed = config(thread="t1", callbacks=[StyleMemoryCallbackHandler(memory)])
    for number in range(6):
        await way(agent, said(f"message {number}"), observed)
    assert summariser.requests
    assert turns(memory) == 6
    assert not {text for text in known_texts(memory) if "🦖" in text or "splendiferous" in text}
    assert all(model.briefs)
    assert FRAME not in str(summariser.requests)
    assert FRAME not in str(saver.storage) + str(saver.blobs) + str(saver.writes)
