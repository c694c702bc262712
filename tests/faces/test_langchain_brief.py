"""What an agent's model gets: the brief in every call, appended last, and in nothing that is kept."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from langchain.agents import create_agent
from langchain.agents.middleware import AgentMiddleware, ModelRequest, ModelResponse
from langchain_core.messages import AIMessage, HumanMessage, SystemMessage
from langchain_core.tools import tool
from langgraph.checkpoint.memory import InMemorySaver

from langchain_style_memory import StyleMemoryMiddleware
from style_memory import StyleMemory
from style_memory.domain.errors import RequestInvalid
from tests.faces.langchain_fakes import (
    FRAME,
    HABIT,
    LAUGHS,
    ScriptedModel,
    calling,
    config,
    known_texts,
    said,
    system_text,
    teach,
    turns,
)

CASUAL = {"style_memory_context": "casual_chat"}
MEDICAL_QUESTION = "my doctor raised the dosage of my medication and now I have chest pain, is that dangerous?"


@pytest.fixture
def memory() -> Iterator[StyleMemory]:
    with StyleMemory.open("sqlite://") as memory:
        teach(memory)
        yield memory


@tool
def weather(place: str) -> str:
    """Tell the weather."""
    return f"sunny in {place}"


def agent_with(layers: StyleMemoryMiddleware | list[Any], *script: Any, **options: Any) -> tuple[Any, ScriptedModel]:
    model = ScriptedModel(script=list(script))
    layers = layers if isinstance(layers, list) else [layers]
    return create_agent(model, [weather], middleware=layers, **options), model


def test_each_model_call_of_a_tool_loop_gets_the_same_bytes(memory: StyleMemory) -> None:
    loop = [calling("weather", id="c1", place="Oslo"), calling("weather", id="c2", place="Rome")]
    agent, model = agent_with(StyleMemoryMiddleware(memory), *loop, system_prompt="Be kind.")
    agent.invoke(said(LAUGHS), config(**CASUAL))
    assert len(model.requests) == 3
    assert len({system_text(request) for request in model.requests}) == 1
    assert HABIT in model.briefs[0]


async def test_an_asynchronous_agent_is_briefed_too(memory: StyleMemory) -> None:
    agent, model = agent_with(StyleMemoryMiddleware(memory))
    await agent.ainvoke(said(LAUGHS), config(**CASUAL))
    assert HABIT in model.briefs[0]


def test_the_brief_comes_last_in_the_system_text(memory: StyleMemory) -> None:
    agent, model = agent_with(StyleMemoryMiddleware(memory), system_prompt="Be kind.")
    agent.invoke(said(LAUGHS), config())
    assert model.requests[0][0].content == f"Be kind.\n\n{model.briefs[0]}"
    assert [type(message) for message in model.requests[0]] == [SystemMessage, HumanMessage]


def test_the_blocks_of_a_system_message_stay_as_they_were(memory: StyleMemory) -> None:
    blocks: list[str | dict[str, Any]] = [
        {"type": "text", "text": "Be kind.", "cache_control": {"type": "ephemeral"}},
        {"type": "text", "text": "Be brief."},
    ]
    system = SystemMessage(content=blocks)
    agent, model = agent_with(StyleMemoryMiddleware(memory), system_prompt=system)
    agent.invoke(said(LAUGHS), config())
    content = model.requests[0][0].content
    assert isinstance(content, list)
    assert content[:2] == blocks
    assert content[2:] == [{"type": "text", "text": model.briefs[0]}]
    assert len(system.content) == 2


def test_a_system_message_inside_the_conversation_is_extended_not_preceded(memory: StyleMemory) -> None:
    agent, model = agent_with(StyleMemoryMiddleware(memory))
    agent.invoke(said(SystemMessage("Be kind."), LAUGHS), config())
    assert [type(message) for message in model.requests[0]] == [SystemMessage, HumanMessage]
    assert str(model.requests[0][0].content).startswith("Be kind.\n\n<style_memory_brief>")


def test_the_user_tail_leaves_the_system_text_and_older_messages_alone(memory: StyleMemory) -> None:
    agent, model = agent_with(
        StyleMemoryMiddleware(memory, placement="user_tail"), system_prompt="Be kind.", checkpointer=InMemorySaver()
    )
    agent.invoke(said("first"), config(thread="t1"))
    agent.invoke(said(LAUGHS), config(thread="t1"))
    system, first, _, latest = model.requests[1]
    assert (system.content, first.content) == ("Be kind.", "first")
    assert str(latest.content).startswith(f"{LAUGHS}\n\n{FRAME}")


def test_the_user_tail_of_an_image_is_a_further_block(memory: StyleMemory) -> None:
    image = {"type": "image", "url": "https://example.org/cat.png"}
    agent, model = agent_with(StyleMemoryMiddleware(memory, placement="user_tail"))
    agent.invoke(said(HumanMessage(content=[image])), config())
    assert model.requests[0][0].content == [image, {"type": "text", "text": model.briefs[0]}]


def test_without_a_message_of_the_user_the_tail_is_that_of_the_system_text(memory: StyleMemory) -> None:
    agent, model = agent_with(StyleMemoryMiddleware(memory, placement="user_tail"), system_prompt="Be kind.")
    agent.invoke(said(HumanMessage("Summary: …", additional_kwargs={"lc_source": "summarization"})), config())
    assert system_text(model.requests[0]).startswith(f"Be kind.\n\n{FRAME}")
    assert FRAME not in str(model.requests[0][1].content)


@pytest.mark.parametrize("placement", ["system", "user_tail"])
def test_neither_state_nor_checkpoints_nor_the_callers_messages_hold_the_brief(
    memory: StyleMemory, placement: Any
) -> None:
    saver = InMemorySaver()
    layer = StyleMemoryMiddleware(memory, placement=placement)
    agent, model = agent_with(layer, calling("weather", place="Oslo"), checkpointer=saver, system_prompt="Be kind.")
    mine = HumanMessage(LAUGHS)
    answer = agent.invoke(said(mine), config(thread="t1"))
    agent.invoke(said("more"), config(thread="t1"))
    assert all(model.briefs)
    history = list(agent.get_state_history(config(thread="t1")))
    kept = [saver.storage, saver.blobs, saver.writes, history, answer, mine]
    assert FRAME not in "".join(map(str, kept))


class Politeness(AgentMiddleware[Any, Any, Any]):
    """Another middleware that appends to the system text."""

    def wrap_model_call(
        self, request: ModelRequest[Any], handler: Callable[[ModelRequest[Any]], ModelResponse[Any]]
    ) -> ModelResponse[Any]:
        text = f"{request.system_message.text if request.system_message else ''}\n\nSay please."
        return handler(request.override(system_message=SystemMessage(text)))


@pytest.mark.parametrize("outer", [True, False])
def test_other_middleware_may_append_to_the_system_text_as_well(memory: StyleMemory, outer: bool) -> None:
    layers: list[Any] = [StyleMemoryMiddleware(memory), Politeness()]
    agent, model = agent_with(layers if outer else layers[::-1], system_prompt="Be kind.")
    agent.invoke(said(LAUGHS), config())
    text = system_text(model.requests[0])
    assert text.startswith("Be kind.")
    assert (text.index(FRAME) < text.index("Say please.")) is outer


@dataclass
class Context:
    """A typed runtime context."""

    owner_id: str | None = None
    user_id: str | None = None
    style_memory_observe: bool = True
    style_memory_inject: bool = True
    style_memory_context: str | None = None


def test_an_agent_may_do_without_learning(memory: StyleMemory) -> None:
    agent, model = agent_with(StyleMemoryMiddleware(memory, observe=False))
    agent.invoke(said(LAUGHS), config(**CASUAL))
    assert turns(memory) == 0
    assert HABIT in model.briefs[0]


def test_an_agent_may_do_without_briefs(memory: StyleMemory) -> None:
    agent, model = agent_with(StyleMemoryMiddleware(memory, inject=False))
    agent.invoke(said(LAUGHS), config())
    assert turns(memory) == 1
    assert model.briefs == [""]


def as_configurable(**switches: Any) -> dict[str, Any]:
    return {"config": config(**switches)}


def as_context(**switches: Any) -> dict[str, Any]:
    return {"context": Context(owner_id="ana", **switches)}


said_where = pytest.mark.parametrize("where", [as_configurable, as_context])


@said_where
def test_a_call_may_do_without_learning(memory: StyleMemory, where: Any) -> None:
    agent, model = agent_with(StyleMemoryMiddleware(memory), context_schema=Context)
    agent.invoke(said(LAUGHS), **where(style_memory_observe=False))
    assert turns(memory) == 0
    assert all(model.briefs)


@said_where
def test_a_call_may_do_without_a_brief(memory: StyleMemory, where: Any) -> None:
    agent, model = agent_with(StyleMemoryMiddleware(memory), context_schema=Context)
    agent.invoke(said(LAUGHS), **where(style_memory_inject=False))
    assert turns(memory) == 1
    assert model.briefs == [""]


@pytest.mark.parametrize("off", [0, "off", "False", " NO "])
def test_configurations_without_booleans_may_switch_off_too(memory: StyleMemory, off: Any) -> None:
    agent, model = agent_with(StyleMemoryMiddleware(memory))
    agent.invoke(said(LAUGHS), config(style_memory_observe=off, style_memory_inject=off))
    assert turns(memory) == 0
    assert model.briefs == [""]


@pytest.mark.parametrize("switch", ["style_memory_observe", "style_memory_inject"])
@pytest.mark.parametrize("value", ["disabled", "true", 1, 0.0, []])
def test_a_switch_that_says_something_else_is_refused_before_the_model_is_called(
    memory: StyleMemory, switch: str, value: Any
) -> None:
    agent, model = agent_with(StyleMemoryMiddleware(memory))
    with pytest.raises(RequestInvalid, match=rf"^`{switch}` must be True or False;[^.]+\."):
        agent.invoke(said(LAUGHS), config(**{switch: value}))
    assert model.requests == []
    assert turns(memory) == 0


@said_where
def test_a_call_may_name_its_moment(memory: StyleMemory, where: Any) -> None:
    agent, model = agent_with(StyleMemoryMiddleware(memory), context_schema=Context)
    agent.invoke(said(LAUGHS), **where(style_memory_context="chitchat"))
    agent.invoke(said(LAUGHS), **where(style_memory_context="medical"))
    assert "Moment: casual_chat." in model.briefs[0]
    assert "Moment: medical." in model.briefs[1]


def test_the_named_moment_counts_as_evidence(memory: StyleMemory) -> None:
    agent, _ = agent_with(StyleMemoryMiddleware(memory))
    agent.invoke(said(LAUGHS), config(**CASUAL))
    (emoji,) = [habit for habit in memory.for_owner("ana").list_style_habits().habits if habit.text == "😂"]
    assert emoji.contexts == ["casual_chat"]


def test_a_medical_question_gets_no_playful_habits(memory: StyleMemory) -> None:
    agent, model = agent_with(StyleMemoryMiddleware(memory), checkpointer=InMemorySaver())
    agent.invoke(said("haha what a lovely joke, tell me another one"), config(thread="t1"))
    agent.invoke(said(MEDICAL_QUESTION), config(thread="t1"))
    assert "Moment: medical." in model.briefs[1]
    assert HABIT not in model.briefs[1]


def test_what_the_agent_says_is_never_learned(memory: StyleMemory) -> None:
    agent, _ = agent_with(StyleMemoryMiddleware(memory), *["onward and upward! 🦖"] * 8, checkpointer=InMemorySaver())
    for number in range(8):
        agent.invoke(said(f"next step {number}"), config(thread=f"t{number % 2}"))
    before = known_texts(memory)
    assert turns(memory) == 8
    assert not {text for text in before if "upward" in text or "🦖" in text}


def test_messages_that_are_not_the_owners_last_word_teach_nothing(memory: StyleMemory) -> None:
    agent, _ = agent_with(StyleMemoryMiddleware(memory))
    agent.invoke(said(AIMessage("Welcome! 🦖")), config())
    agent.invoke({"messages": []}, config())
    assert turns(memory) == 0


def test_a_serious_moment_lingers_over_thanks_and_laughter(memory: StyleMemory) -> None:
    memory.for_owner("ana").distill_recent_style(habits=[{"kind": "emoji", "text": "😂"}])
    middleware = StyleMemoryMiddleware(memory)
    agent, model = agent_with(middleware, "Call a doctor.", "Good.", "Bye.", checkpointer=InMemorySaver())
    for text in ("my chest hurts and my left arm is numb", "haha ok thanks 😂", "cool"):
        agent.invoke(said(text), config(thread="t1"))
    assert ["Moment: medical." in brief for brief in model.briefs] == [True] * 3
    assert not any("😂" in brief for brief in model.briefs)
