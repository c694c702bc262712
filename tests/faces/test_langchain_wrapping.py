"""A wrapped chat model inside a chain: it observes, it is briefed, and the chain works as before."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from langchain_core._api import LangChainDeprecationWarning
from langchain_core.chat_history import InMemoryChatMessageHistory
from langchain_core.messages import AIMessage, HumanMessage, ToolMessage
from langchain_core.output_parsers import StrOutputParser
from langchain_core.prompts import ChatPromptTemplate, MessagesPlaceholder
from langchain_core.runnables import RunnableLambda, RunnableParallel
from langchain_core.runnables.history import RunnableWithMessageHistory
from langchain_core.tools import tool
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import START, MessagesState, StateGraph
from pydantic import BaseModel

from langchain_style_memory import StyleMemoryCallbackHandler, with_style_memory
from style_memory import StyleMemory
from tests.faces.langchain_fakes import (
    FRAME,
    HABIT,
    LAUGHS,
    ScriptedModel,
    calling,
    config,
    known_texts,
    system_text,
    teach,
    turns,
)

PROMPT = ChatPromptTemplate.from_messages([("system", "Be kind."), ("human", "{text}")])
CASUAL: Any = config(style_memory_context="casual_chat")


@pytest.fixture
def memory() -> Iterator[StyleMemory]:
    with StyleMemory.open("sqlite://") as memory:
        teach(memory)
        yield memory


@tool
def weather(place: str) -> str:
    """Tell the weather."""
    return f"sunny in {place}"


def test_a_chain_is_observed_and_briefed(memory: StyleMemory) -> None:
    model = ScriptedModel(script=["Glad to hear."])
    chain = PROMPT | with_style_memory(model, memory) | StrOutputParser()
    assert chain.invoke({"text": LAUGHS}, CASUAL) == "Glad to hear."
    assert turns(memory) == 1
    assert HABIT in model.briefs[0]
    assert system_text(model.requests[0]) == f"Be kind.\n\n{model.briefs[0]}"


async def test_streams_keep_coming_token_by_token(memory: StyleMemory) -> None:
    model = ScriptedModel(script=["One two three."] * 2)
    chain = PROMPT | with_style_memory(model, memory) | StrOutputParser()
    assert list(chain.stream({"text": LAUGHS}, CASUAL))[:3] == ["One ", "two ", "three. "]
    assert [part async for part in chain.astream({"text": "more"}, CASUAL)][:3] == ["One ", "two ", "three. "]
    assert turns(memory) == 2
    assert all(HABIT in brief for brief in model.briefs)


async def test_asynchronous_chains_work_alike(memory: StyleMemory) -> None:
    model = ScriptedModel(script=["Glad to hear."])
    chain = PROMPT | with_style_memory(model, memory) | StrOutputParser()
    assert await chain.ainvoke({"text": LAUGHS}, CASUAL) == "Glad to hear."
    assert turns(memory) == 1
    assert HABIT in model.briefs[0]


def test_each_item_of_a_batch_has_its_own_owner(memory: StyleMemory) -> None:
    model = ScriptedModel()
    chain = PROMPT | with_style_memory(model, memory)
    chain.batch([{"text": f"item {owner}"} for owner in ("ana", "bob")], [config("ana", **_casual), config("bob")])
    assert (turns(memory, "ana"), turns(memory, "bob")) == (1, 1)
    briefs = {str(request[-1].content): brief for request, brief in zip(model.requests, model.briefs, strict=True)}
    assert HABIT in briefs["item ana"]
    assert HABIT not in briefs["item bob"]


_casual = {"style_memory_context": "casual_chat"}


def test_the_brief_comes_after_all_leading_system_messages(memory: StyleMemory) -> None:
    model = ScriptedModel()
    with_style_memory(model, memory).invoke([("system", "Be kind."), ("system", "Be brief."), ("human", "hi")], CASUAL)
    first, second, _ = model.requests[0]
    assert first.content == "Be kind."
    assert second.content == f"Be brief.\n\n{model.briefs[0]}"


@pytest.mark.parametrize("placement", ["system", "user_tail"])
def test_the_callers_messages_are_left_as_they_are(memory: StyleMemory, placement: Any) -> None:
    model = ScriptedModel()
    mine = [HumanMessage(LAUGHS)]
    with_style_memory(model, memory, placement=placement).invoke(mine, CASUAL)
    assert mine == [HumanMessage(LAUGHS)]
    assert (str(model.requests[0][-1].content) == LAUGHS) is (placement == "system")


def test_learning_and_briefing_can_be_switched_off(memory: StyleMemory) -> None:
    model = ScriptedModel()
    with_style_memory(model, memory, observe=False).invoke(LAUGHS, CASUAL)
    assert turns(memory) == 0
    with_style_memory(model, memory, inject=False).invoke(LAUGHS, CASUAL)
    assert turns(memory) == 1
    assert [bool(brief) for brief in model.briefs] == [True, False]


def test_the_owner_may_be_given_with_the_wrapper(memory: StyleMemory) -> None:
    with_style_memory(ScriptedModel(), memory, owner="ana").invoke(LAUGHS)
    assert turns(memory) == 1


@pytest.mark.parametrize("order", ["bound-then-wrapped", "wrapped-then-bound"])
@pytest.mark.parametrize("streamed", [True, False])
def test_a_loop_of_tools_run_by_hand_is_one_turn(memory: StyleMemory, order: str, streamed: bool) -> None:
    model = ScriptedModel(script=[calling("weather", place="Oslo"), "Take a hat."] * 2)
    if order == "bound-then-wrapped":
        runnable = with_style_memory(model.bind_tools([weather]), memory)
    else:
        runnable = with_style_memory(model, memory).bind_tools([weather])

    def answer(messages: list[Any]) -> Any:
        if not streamed:
            return runnable.invoke(messages, CASUAL)
        first, *rest = runnable.stream(messages, CASUAL)
        return sum(rest, first)

    for number in range(2):
        called = answer([HumanMessage(LAUGHS)])
        assert [call["name"] for call in called.tool_calls] == ["weather"]
        answer([HumanMessage(LAUGHS), called, ToolMessage("sunny", tool_call_id="c1")])
        assert turns(memory) == number + 1
    assert all(HABIT in brief for brief in model.briefs)


class Verdict(BaseModel):
    """A verdict."""

    good: bool


@pytest.mark.parametrize("order", ["structured-then-wrapped", "wrapped-then-structured"])
def test_structured_output_passes_through(memory: StyleMemory, order: str) -> None:
    model = ScriptedModel(script=[calling("Verdict", good=True)] * 2)
    if order == "structured-then-wrapped":
        runnable = with_style_memory(model.with_structured_output(Verdict), memory)
    else:
        runnable = with_style_memory(model, memory).with_structured_output(Verdict)
    for number in range(2):
        assert runnable.invoke(LAUGHS, CASUAL) == Verdict(good=True)
        assert turns(memory) == number + 1
    assert HABIT in model.briefs[0]


def test_options_can_be_bound_and_given(memory: StyleMemory) -> None:
    seen: list[Any] = []

    def answer(_messages: Any, **options: Any) -> str:
        seen.append(options)
        return "Fine."

    model = RunnableLambda[Any, str](answer)
    with_style_memory(model, memory).bind(stop=["x"]).invoke(LAUGHS, CASUAL)
    with_style_memory(model, memory).invoke(LAUGHS, CASUAL, stop=["y"])
    assert seen == [{"stop": ["x"]}, {"stop": ["y"]}]


def test_a_message_history_never_holds_the_brief(memory: StyleMemory) -> None:
    model = ScriptedModel()
    prompt = ChatPromptTemplate.from_messages(
        [("system", "Be kind."), MessagesPlaceholder("past"), ("human", "{text}")]
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", LangChainDeprecationWarning)
        history = InMemoryChatMessageHistory()
        chain = RunnableWithMessageHistory(
            prompt | with_style_memory(model, memory),
            lambda _session: history,
            input_messages_key="text",
            history_messages_key="past",
        )
        for text in ("first", "second"):
            chain.invoke({"text": text}, config(session_id="s1", thread_id="s1"))
    assert len(history.messages) == 4
    assert FRAME not in str(history.messages)
    assert all(model.briefs)
    assert turns(memory) == 2


def test_wrapped_models_side_by_side_count_a_turn_once(memory: StyleMemory) -> None:
    first, second = ScriptedModel(), ScriptedModel()
    chain = PROMPT | RunnableParallel(one=with_style_memory(first, memory), two=with_style_memory(second, memory))
    for number in range(2):
        chain.invoke({"text": LAUGHS}, CASUAL)
        assert turns(memory) == number + 1
    assert len(first.requests) == len(second.requests) == 2


def test_wrapped_models_in_sequence_count_a_turn_once(memory: StyleMemory) -> None:
    first, second = ScriptedModel(), ScriptedModel()
    again = RunnableLambda[Any, str](lambda _answer: LAUGHS)
    chain = with_style_memory(first, memory) | again | with_style_memory(second, memory)
    for number in range(2):
        chain.invoke(LAUGHS, CASUAL)
        assert turns(memory) == number + 1
    assert len(second.requests) == 2


def test_wrapped_models_in_several_nodes_of_a_graph_count_a_turn_once(memory: StyleMemory) -> None:
    first, second = ScriptedModel(), ScriptedModel()

    def node(model: ScriptedModel) -> Any:
        styled = with_style_memory(model, memory)

        def ask(state: MessagesState) -> dict[str, Any]:
            styled.invoke(state["messages"])
            return {}

        return ask

    graph = StateGraph(MessagesState)
    graph.add_node("draft", node(first))
    graph.add_node("check", node(second))
    graph.add_edge(START, "draft")
    graph.add_edge("draft", "check")
    compiled = graph.compile()
    for number in range(2):
        compiled.invoke({"messages": [HumanMessage(LAUGHS)]}, CASUAL)
        assert turns(memory) == number + 1
    assert len(second.requests) == 2


def test_wrapped_model_and_callback_in_one_chain_count_a_turn_once(memory: StyleMemory) -> None:
    chain = PROMPT | with_style_memory(ScriptedModel(), memory) | StrOutputParser()
    for number in range(2):
        chain.invoke({"text": LAUGHS}, config(callbacks=[StyleMemoryCallbackHandler(memory)]))
        assert turns(memory) == number + 1


def test_a_failed_call_sent_again_is_the_same_turn(memory: StyleMemory) -> None:
    model = ScriptedModel(script=[RuntimeError("gone")])
    chain = PROMPT | with_style_memory(model, memory)
    with pytest.raises(RuntimeError, match="gone"):
        chain.invoke({"text": LAUGHS}, CASUAL)
    chain.invoke({"text": LAUGHS}, CASUAL)
    assert turns(memory) == 1


async def test_a_dropped_stream_sent_again_is_the_same_turn(memory: StyleMemory) -> None:
    styled = with_style_memory(ScriptedModel(script=["One two three."] * 2), memory)
    stream: Any = styled.stream(LAUGHS, CASUAL)
    next(stream)
    stream.close()
    drops: Any = styled.astream(LAUGHS, CASUAL)
    await anext(drops)
    await drops.aclose()
    await styled.ainvoke(LAUGHS, CASUAL)
    assert turns(memory) == 1


PIXEL = "aGVsbG8gcGl4ZWxzIGhlbGxvIHBpeGVscw=="
IMAGE = {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{PIXEL}"}}
LINKED = {"type": "image", "url": "https://example.org/splendiferous-cat.png"}


@pytest.mark.parametrize(
    ("message", "observed"),
    [
        (HumanMessage(LAUGHS), True),
        (HumanMessage([{"type": "text", "text": LAUGHS}, {"type": "text", "text": "and more"}]), True),
        (HumanMessage([LAUGHS, "and more"]), True),
        (HumanMessage([{"type": "text", "text": LAUGHS}, IMAGE, LINKED]), True),
        ({"role": "user", "content": LAUGHS}, True),
        ({"role": "user", "content": [IMAGE, {"type": "text", "text": LAUGHS}]}, True),
        (("human", LAUGHS), True),
        (HumanMessage([IMAGE, LINKED]), False),
        (HumanMessage([]), False),
        (HumanMessage([{"type": "text", "text": None}]), False),
        (HumanMessage([{"type": "text"}]), False),
        (HumanMessage(""), False),
        (HumanMessage(" \n"), False),
        ({"role": "user", "content": None}, False),
    ],
)
def test_only_the_text_of_a_message_is_read(memory: StyleMemory, message: Any, observed: bool) -> None:
    model = ScriptedModel()
    with_style_memory(model, memory).invoke([message], CASUAL)
    assert len(model.requests) == 1
    assert turns(memory) == int(observed)
    assert ("😂" in known_texts(memory)) is observed
    stored = str(memory.for_owner("ana").export())
    assert not [part for part in (PIXEL[:12], "example.org", "splendiferous", "image") if part in stored]


def test_an_image_after_a_reply_does_not_bring_the_older_turn_back(memory: StyleMemory) -> None:
    styled = with_style_memory(ScriptedModel(), memory)
    history = [HumanMessage(LAUGHS), AIMessage("Fine.")]
    styled.invoke(history[:1], CASUAL)
    styled.invoke([*history, HumanMessage([LINKED])], CASUAL)
    assert turns(memory) == 1


@dataclass
class Context:
    """A typed runtime context."""

    owner_id: str


def test_in_a_graph_the_typed_context_names_the_owner(memory: StyleMemory) -> None:
    styled = with_style_memory(ScriptedModel(), memory)
    graph = StateGraph(MessagesState, context_schema=Context)
    graph.add_node("model", lambda state: {"messages": [styled.invoke(state["messages"])]})
    graph.add_edge(START, "model")
    graph.compile().invoke({"messages": [HumanMessage(LAUGHS)]}, config("bob"), context=Context("ana"))
    assert (turns(memory, "ana"), turns(memory, "bob")) == (1, 0)


def test_a_graph_with_a_wrapped_model_keeps_the_brief_out_of_its_checkpoints(memory: StyleMemory) -> None:
    model = ScriptedModel()
    styled = with_style_memory(model, memory)
    graph = StateGraph(MessagesState)
    graph.add_node("model", lambda state: {"messages": [styled.invoke(state["messages"])]})
    graph.add_edge(START, "model")
    saver = InMemorySaver()
    compiled = graph.compile(checkpointer=saver)
    for number in range(3):
        compiled.invoke({"messages": [HumanMessage(LAUGHS)]}, config(thread="t1"))
        assert turns(memory) == number + 1
    assert all(model.briefs)
    assert FRAME not in f"{saver.storage}{saver.blobs}{saver.writes}"
