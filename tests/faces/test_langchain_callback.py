"""The callback handler observes any run and never alters it."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from langchain.agents import create_agent
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage, ToolMessage
from langchain_core.output_parsers import StrOutputParser
from langchain_core.prompts import ChatPromptTemplate
from langchain_core.runnables import Runnable, RunnableLambda
from langchain_core.tools import tool
from pydantic import BaseModel

from langchain_style_memory import StyleMemoryCallbackHandler
from langchain_style_memory import callback as callback_module
from style_memory import StyleMemory
from tests.faces.langchain_fakes import LAUGHS, ScriptedModel, calling, config, known_texts, said, turns


@pytest.fixture
def memory() -> Iterator[StyleMemory]:
    with StyleMemory.open("sqlite://") as memory:
        yield memory


def observed_by(memory: StyleMemory, **metadata: Any) -> Any:
    return {"callbacks": [StyleMemoryCallbackHandler(memory)], "metadata": {"owner_id": "ana", **metadata}}


_texts = st.text(max_size=30)
_blocks = st.lists(
    st.one_of(
        st.builds(lambda text: {"type": "text", "text": text}, _texts),
        st.just({"type": "image", "url": "https://example.org/cat.png"}),
    ),
    max_size=3,
)
_messages = st.lists(
    st.builds(
        lambda sort, content: sort(content=content),
        st.sampled_from(
            [HumanMessage, SystemMessage, AIMessage, lambda content: ToolMessage(content, tool_call_id="c")]
        ),
        st.one_of(_texts, _blocks),
    ),
    min_size=1,
    max_size=5,
)


@given(messages=_messages)
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_messages_are_left_as_they_are(memory: StyleMemory, messages: list[BaseMessage]) -> None:
    before = copy.deepcopy(messages)
    model = ScriptedModel()
    model.invoke(messages, observed_by(memory))
    assert messages == before
    assert model.requests == [before]


def test_the_owner_may_be_given_with_the_handler(memory: StyleMemory) -> None:
    handler = StyleMemoryCallbackHandler(memory, owner="ana")
    ScriptedModel().invoke(LAUGHS, {"callbacks": [handler], "metadata": {"owner_id": "bob"}})
    assert memory.owners() == ["ana"]


def test_metadata_names_the_owner_before_the_surrounding_chain_does(memory: StyleMemory) -> None:
    chain = RunnableLambda(lambda text: text) | ScriptedModel()
    chain.invoke(LAUGHS, observed_by(memory) | config("bob", callbacks=[StyleMemoryCallbackHandler(memory)]))
    assert memory.owners() == ["ana"]


def test_the_surrounding_chain_names_the_owner(memory: StyleMemory) -> None:
    chain = RunnableLambda(lambda text: text) | ScriptedModel()
    chain.invoke(LAUGHS, config(callbacks=[StyleMemoryCallbackHandler(memory)]))
    assert memory.owners() == ["ana"]


def test_metadata_may_switch_learning_off_and_name_the_moment(memory: StyleMemory) -> None:
    ScriptedModel().invoke(LAUGHS, observed_by(memory, style_memory_observe=False))
    assert turns(memory) == 0
    ScriptedModel().invoke(LAUGHS, observed_by(memory, style_memory_context="planning"))
    contexts = [habit.contexts for habit in memory.for_owner("ana").list_style_habits().habits if habit.text == "😂"]
    assert contexts == [["planning"]]


async def test_asynchronous_runs_are_observed(memory: StyleMemory) -> None:
    await ScriptedModel().ainvoke(LAUGHS, observed_by(memory))
    assert [chunk async for chunk in ScriptedModel().astream("something else", observed_by(memory))]
    assert turns(memory) == 2


def test_each_item_of_a_batch_is_a_turn_of_its_owner(memory: StyleMemory) -> None:
    handler = StyleMemoryCallbackHandler(memory)
    runs: Any = [{"callbacks": [handler], "metadata": {"owner_id": owner}} for owner in ("ana", "bob", "ana")]
    ScriptedModel().batch(["one", "two", "three"], runs)
    assert (turns(memory, "ana"), turns(memory, "bob")) == (2, 1)


def test_the_same_words_sent_again_count_again_only_after_a_reply(memory: StyleMemory) -> None:
    model = ScriptedModel(script=[RuntimeError("gone"), "Fine.", "Fine."])
    with pytest.raises(RuntimeError, match="gone"):
        model.invoke(LAUGHS, observed_by(memory))
    model.invoke(LAUGHS, observed_by(memory))
    assert turns(memory) == 1
    model.invoke(LAUGHS, observed_by(memory))
    assert turns(memory) == 2


def test_a_dropped_stream_is_no_reply(memory: StyleMemory) -> None:
    model = ScriptedModel(script=["One two three."])
    stream: Any = model.stream(LAUGHS, observed_by(memory))
    next(stream)
    stream.close()
    model.invoke(LAUGHS, observed_by(memory))
    assert turns(memory) == 1


class Verdict(BaseModel):
    """A verdict."""

    good: bool


def test_structured_output_is_a_reply(memory: StyleMemory) -> None:
    model = ScriptedModel(script=[calling("Verdict", good=True), calling("Verdict", good=True)])
    structured: Runnable[Any, Any] = model.with_structured_output(Verdict)
    for _time in range(2):
        structured.invoke(LAUGHS, observed_by(memory))
    assert turns(memory) == 2


def test_two_model_calls_of_one_chain_are_one_turn(memory: StyleMemory) -> None:
    model = ScriptedModel()
    prompt = ChatPromptTemplate.from_messages([("human", "{text}")])
    answer = prompt | model | StrOutputParser()
    twice = RunnableLambda[Any, Any](lambda given: [answer.invoke(given), answer.invoke(given)])
    twice.invoke({"text": LAUGHS}, observed_by(memory))
    assert len(model.requests) == 2
    assert turns(memory) == 1
    twice.invoke({"text": LAUGHS}, observed_by(memory))
    assert turns(memory) == 2


def test_what_a_tool_asks_a_model_is_not_the_owners(memory: StyleMemory) -> None:
    inner = ScriptedModel()

    @tool
    def translate(text: str) -> str:
        """Translate."""
        return str(inner.invoke(f"translate 🦖: {text}").content)

    agent = create_agent(ScriptedModel(script=[calling("translate", text="bonjour")]), [translate])
    agent.invoke(said(LAUGHS), observed_by(memory))
    assert len(inner.requests) == 1
    assert turns(memory) == 1
    assert "🦖" not in known_texts(memory)


def test_only_the_missing_owner_is_raised() -> None:
    assert StyleMemoryCallbackHandler.raise_error


def test_runs_that_never_end_do_not_pile_up(memory: StyleMemory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(callback_module, "_MOST_OPEN_RUNS", 5)
    handler = StyleMemoryCallbackHandler(memory, owner="ana")
    for number in range(20):
        chain, model = uuid4(), uuid4()
        handler.on_chain_start({}, {}, run_id=chain)
        handler.on_chat_model_start({}, [[HumanMessage(f"number {number}")]], run_id=model, parent_run_id=chain)
    assert len(handler._runs) == len(handler._asked) == 5


@pytest.mark.parametrize("ends_well", [True, False])
def test_runs_that_end_leave_nothing_behind(memory: StyleMemory, ends_well: bool) -> None:
    handler = StyleMemoryCallbackHandler(memory, owner="ana")
    agent = create_agent(ScriptedModel(script=["Fine." if ends_well else RuntimeError("gone")]), [])
    try:
        agent.invoke(said(LAUGHS), {"callbacks": [handler]})
    except RuntimeError:
        assert not ends_well
    assert not handler._runs
    assert not handler._asked
