"""Whose style a run concerns, and what happens when the memory itself is in trouble."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from langchain.agents import create_agent
from langchain_core.tools import tool
from langgraph.checkpoint.memory import InMemorySaver
from pydantic import BaseModel

from langchain_style_memory import StyleMemoryCallbackHandler, StyleMemoryMiddleware, with_style_memory
from style_memory import OwnerInvalid, OwnerMissing, StyleMemory
from tests.faces.langchain_fakes import (
    LAUGHS,
    ScriptedModel,
    brief_in,
    calling,
    config,
    known_texts,
    said,
    teach,
    turns,
)

CASUAL = {"style_memory_context": "casual_chat"}


@pytest.fixture
def memory() -> Iterator[StyleMemory]:
    with StyleMemory.open("sqlite://") as memory:
        yield memory


def agent_with(memory: StyleMemory, *script: Any, **options: Any) -> tuple[Any, ScriptedModel]:
    model = ScriptedModel(script=list(script))
    return create_agent(model, middleware=[StyleMemoryMiddleware(memory)], **options), model


@dataclass
class DataclassContext:
    owner_id: str | None = None
    user_id: str | None = None


class ModelContext(BaseModel):
    user_id: str


@pytest.mark.parametrize(
    ("context", "configurable"),
    [
        (DataclassContext(owner_id="ana", user_id="bob"), {"owner_id": "bob", "user_id": "bob"}),
        (DataclassContext(user_id="ana"), {"owner_id": "bob"}),
        (ModelContext(user_id="ana"), {"owner_id": "bob"}),
        (DataclassContext(), {"owner_id": "ana", "user_id": "bob"}),
        (DataclassContext(owner_id=""), {"user_id": "ana"}),
        ({"owner_id": "ana"}, {"owner_id": "bob"}),
        ({"user_id": "ana"}, {}),
        (None, {"owner_id": "ana", "user_id": "bob"}),
        (None, {"user_id": "ana"}),
    ],
)
def test_the_owner_is_looked_for_in_the_documented_order(
    memory: StyleMemory, context: Any, configurable: dict[str, str]
) -> None:
    agent, _ = agent_with(memory)
    run: Any = {"configurable": configurable, "callbacks": [StyleMemoryCallbackHandler(memory)]}
    agent.invoke(said(LAUGHS), run, context=context)
    assert memory.owners() == ["ana"]
    assert turns(memory) == 1


def test_a_context_given_as_a_dict_for_a_schema_names_the_owner(memory: StyleMemory) -> None:
    agent, _ = agent_with(memory, context_schema=DataclassContext)
    agent.invoke(said(LAUGHS), context={"user_id": "ana"})
    assert memory.owners() == ["ana"]


async def run_invoke(runnable: Any, given: Any, config: Any) -> None:
    runnable.invoke(given, config)


async def run_ainvoke(runnable: Any, given: Any, config: Any) -> None:
    await runnable.ainvoke(given, config)


async def run_stream(runnable: Any, given: Any, config: Any) -> None:
    list(runnable.stream(given, config))


async def run_astream(runnable: Any, given: Any, config: Any) -> None:
    _ = [chunk async for chunk in runnable.astream(given, config)]


every_way = pytest.mark.parametrize("way", [run_invoke, run_ainvoke, run_stream, run_astream])


def entry_points(memory: StyleMemory, model: ScriptedModel) -> dict[str, tuple[Any, Any, Any]]:
    handler = StyleMemoryCallbackHandler(memory)
    silent = StyleMemoryMiddleware(memory, observe=False, inject=False)
    return {
        "middleware": (create_agent(model, middleware=[StyleMemoryMiddleware(memory)]), said("hi"), {}),
        "switched-off": (create_agent(model, middleware=[silent]), said("hi"), {}),
        "callback": (model, "hi", {"callbacks": [handler]}),
        "callback-in-agent": (create_agent(model), said("hi"), {"callbacks": [handler]}),
        "wrapped": (with_style_memory(model, memory), "hi", {}),
    }


@every_way
@pytest.mark.parametrize("entry", ["middleware", "switched-off", "callback", "callback-in-agent", "wrapped"])
async def test_a_run_without_an_owner_is_refused_before_the_model_is_called(
    memory: StyleMemory, way: Any, entry: str
) -> None:
    model = ScriptedModel()
    runnable, given, config = entry_points(memory, model)[entry]
    with pytest.raises(OwnerMissing):
        await way(runnable, given, config)
    assert model.requests == []
    assert memory.owners() == []


@pytest.mark.parametrize("owner", [7, "ana\n", "x" * 201])
@pytest.mark.parametrize("entry", ["middleware", "callback-in-agent", "wrapped"])
def test_an_unacceptable_owner_is_refused_before_the_model_is_called(
    memory: StyleMemory, entry: str, owner: Any
) -> None:
    model = ScriptedModel()
    runnable, given, others = entry_points(memory, model)[entry]
    with pytest.raises(OwnerInvalid):
        runnable.invoke(given, config(owner) | others)
    assert model.requests == []


def test_a_sub_agent_takes_the_owner_over_from_the_typed_context(memory: StyleMemory) -> None:
    teach(memory)
    inner, inner_model = agent_with(memory)

    @tool
    def research(task: str) -> str:
        """Hand a task over."""
        return str(inner.invoke({**said(task)}, {"configurable": CASUAL})["messages"][-1].content)

    model = ScriptedModel(script=[calling("research", task="dig deep")])
    outer = create_agent(model, [research], middleware=[StyleMemoryMiddleware(memory)], context_schema=DataclassContext)
    outer.invoke(said(LAUGHS), context=DataclassContext(owner_id="ana"))
    assert memory.owners() == ["ana"]
    assert "tiny but mighty" in inner_model.briefs[0]


async def test_twenty_owners_at_the_same_time_never_mix(tmp_path: Path) -> None:
    owners = [f"owner-{number}" for number in range(20)]
    with StyleMemory.open(f"sqlite:///{tmp_path}/style.db") as memory:
        for owner in owners:
            teach(memory, owner, f"saying of {owner} here")
        agent, model = agent_with(memory, checkpointer=InMemorySaver())
        sent = [(owner, f"{owner} asks {turn} 😂") for turn in range(3) for owner in owners]
        calls = [agent.ainvoke(said(text), config(owner, owner, **CASUAL)) for owner, text in sent[:20]]
        await asyncio.gather(*calls)
        for start in (20, 40):
            part = sent[start : start + 20]
            await asyncio.gather(*(agent.ainvoke(said(text), config(owner, owner, **CASUAL)) for owner, text in part))
        for request in model.requests:
            asker = str(request[-1].content).split()[0]
            assert f"“saying of {asker} here”" in brief_in(request)
            assert brief_in(request).count("saying of") == 1
        assert {turns(memory, owner) for owner in owners} == {3}
        assert sorted(memory.owners()) == sorted(owners)


class BrokenStore:
    """A store that only fails."""

    def __init__(self, fault: Exception) -> None:
        self._fault = fault

    @contextmanager
    def reading(self, _owner: str) -> Iterator[Any]:
        raise self._fault
        yield

    writing = reading


@contextmanager
def broken(memory: StyleMemory, fault: Exception) -> Iterator[None]:
    """Let every use of the store fail for a while."""
    around: Any = memory.for_owner("ana")._around
    whole = around.store
    around.store = BrokenStore(fault)
    try:
        yield
    finally:
        around.store = whole


@every_way
@pytest.mark.parametrize("entry", ["middleware", "callback-in-agent", "wrapped"])
async def test_a_fault_of_the_store_never_breaks_the_reply(
    memory: StyleMemory, way: Any, entry: str, caplog: pytest.LogCaptureFixture
) -> None:
    model = ScriptedModel()
    runnable, given, others = entry_points(memory, model)[entry]
    private = "my very private words"
    with broken(memory, RuntimeError(private)), caplog.at_level(logging.DEBUG):
        await way(runnable, private if isinstance(given, str) else said(private), config() | others)
    assert len(model.requests) == 1
    assert model.briefs == [""]
    logged = "".join(record.getMessage() + str(record.exc_info) for record in caplog.records)
    assert "RuntimeError" in logged
    assert private not in logged
    faults = memory.for_owner("ana").get_style_memory_status().faults
    assert faults["pipeline_RuntimeError"] >= 1


def test_a_turn_that_a_fault_passed_over_counts_when_it_is_shown_again(memory: StyleMemory) -> None:
    agent, _ = agent_with(memory, checkpointer=InMemorySaver())
    with broken(memory, RuntimeError()):
        agent.invoke(said(LAUGHS), config(thread="t1"))
    agent.invoke(said("and now?"), config(thread="t1"))
    assert turns(memory) == 1  # what was answered meanwhile is over
    assert "😂" not in known_texts(memory)


def test_a_damaged_database_never_breaks_the_reply_and_stays_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "style.db"
    memory = StyleMemory.open(f"sqlite:///{file}")
    teach(memory)
    memory.close()
    rubbish = b"\x00rubbish" * 4096
    for each in tmp_path.glob("style.db*"):
        each.write_bytes(rubbish)
    agent, model = agent_with(memory)
    answer = agent.invoke(said(LAUGHS), config())
    memory.close()
    assert answer["messages"][-1].content == "Fine."
    assert model.briefs == [""]
    assert file.read_bytes() == rubbish
    assert memory.for_owner("ana")._around.counters == {"DatabaseDamaged": 2}
