"""Every operation as a LangChain tool."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from langchain.agents import create_agent
from langchain_core.messages import ToolMessage
from langchain_core.tools import BaseTool
from langchain_tests.integration_tests import ToolsIntegrationTests
from langchain_tests.unit_tests import ToolsUnitTests

from langchain_style_memory import StyleMemoryMiddleware, style_memory_tools
from style_memory import OwnerMissing, StyleMemory
from style_memory.domain.errors import SettingInvalid
from style_memory.operations.catalogue import catalogue
from tests.faces.langchain_fakes import HABIT, ScriptedModel, calling, config, known_texts, said


@pytest.fixture
def memory() -> Iterator[StyleMemory]:
    with StyleMemory.open("sqlite://") as memory:
        yield memory


def tools_by_name(memory: StyleMemory, owner: str | None = "ana") -> dict[str, BaseTool]:
    return {tool.name: tool for tool in style_memory_tools(memory, owner=owner)}


def as_call(name: str, **arguments: Any) -> dict[str, Any]:
    return {"name": name, "args": arguments, "id": "c1", "type": "tool_call"}


class _StandardTool:
    """What langchain-tests asks about a tool, with a memory of its own."""

    name: str
    example: dict[str, Any]

    @property
    def tool_constructor(self) -> BaseTool:
        return tools_by_name(self._memory)[self.name]

    @property
    def tool_invoke_params_example(self) -> dict[str, Any]:
        return dict(self.example)

    @pytest.fixture(autouse=True)
    def _with_memory(self, memory: StyleMemory) -> None:
        self._memory = memory

    @pytest.fixture
    def tool(self, _with_memory: None) -> BaseTool:
        return self.tool_constructor


class _Observe(_StandardTool):
    name = "observe_user_message"
    example = {"text": "ship it 😂", "context": "casual_chat"}  # noqa: RUF012 - never changed


class _Brief(_StandardTool):
    name = "get_style_brief"
    example = {"message": "what is new?"}  # noqa: RUF012 - never changed


class TestObserveTool(_Observe, ToolsUnitTests): ...


class TestObserveToolAtWork(_Observe, ToolsIntegrationTests): ...


class TestBriefTool(_Brief, ToolsUnitTests): ...


class TestBriefToolAtWork(_Brief, ToolsIntegrationTests): ...


def test_every_operation_is_a_tool_with_its_own_help(memory: StyleMemory) -> None:
    tools = tools_by_name(memory)
    assert list(tools) == list(catalogue())
    assert {name: tool.description for name, tool in tools.items()} == {
        name: operation.help for name, operation in catalogue().items()
    }


def test_a_toolset_is_a_choice_of_them(memory: StyleMemory) -> None:
    toolsets = {operation.toolset for operation in catalogue().values()}
    for toolset in toolsets:
        names = {tool.name for tool in style_memory_tools(memory, toolsets=toolset)}
        assert names == {name for name, each in catalogue().items() if each.toolset == toolset}


def test_the_lean_toolset_holds_what_a_host_needs(memory: StyleMemory) -> None:
    assert [tool.name for tool in style_memory_tools(memory, toolsets="runtime")] == [
        "observe_user_message",
        "get_style_brief",
    ]
    assert len(style_memory_tools(memory, toolsets="runtime, style")) == 16


@pytest.mark.parametrize("toolsets", ["nonsense", "style,nonsense", ","])
def test_an_unknown_toolset_is_refused_with_those_that_there_are(memory: StyleMemory, toolsets: str) -> None:
    with pytest.raises(SettingInvalid, match="style, voice, runtime"):
        style_memory_tools(memory, toolsets=toolsets)


@pytest.mark.parametrize("name", list(catalogue()))
def test_no_schema_names_an_owner(memory: StyleMemory, name: str) -> None:
    tool = tools_by_name(memory)[name]
    shown: list[Any] = [tool.get_input_schema(), tool.tool_call_schema]
    schemas = [tool.args, *(schema.model_json_schema() for schema in shown)]
    names = {name for schema in schemas for name in (schema.get("properties") or schema)}
    assert not {each for each in names if "owner" in each or "user_id" in each}


@pytest.mark.parametrize("name", list(catalogue()))
def test_a_model_cannot_choose_the_owner(memory: StyleMemory, name: str) -> None:
    for argument in ("owner", "owner_id", "user_id"):
        message = tools_by_name(memory)[name].invoke(as_call(name, **{argument: "bob"}))
        assert message.status == "error"
        assert argument in message.content
    assert "bob" not in memory.owners()


def test_an_unknown_argument_is_refused_by_name_and_without_its_value(memory: StyleMemory) -> None:
    call = as_call("observe_user_message", text="hi", bogus="my private words")
    message = tools_by_name(memory)["observe_user_message"].invoke(call)
    assert message.status == "error"
    assert message.content == "observe_user_message: unknown argument `bogus`."


def test_a_missing_argument_comes_back_as_a_message(memory: StyleMemory) -> None:
    message = tools_by_name(memory)["observe_user_message"].invoke(as_call("observe_user_message"))
    assert (message.status, message.content) == ("error", "observe_user_message: `text` is required.")


def test_the_seeds_spelling_of_arguments_is_accepted(memory: StyleMemory) -> None:
    hint = {"category": "workflow", "text": "likes plan, then implement", "useWhen": ["planning"]}
    call = as_call("observe_user_message", text="hi", sessionId="s1", profileHints=[hint])
    assert tools_by_name(memory)["observe_user_message"].invoke(call).status == "success"
    assert "likes plan, then implement" in known_texts(memory)


def test_plain_text_is_the_first_argument(memory: StyleMemory) -> None:
    answer = json.loads(tools_by_name(memory)["observe_user_message"].invoke("hello 😂"))
    assert answer["observed"] is True


def test_answers_are_json_and_the_brief_is_text(memory: StyleMemory) -> None:
    tools = tools_by_name(memory)
    assert json.loads(tools["get_style_memory_status"].invoke({}))["turns"] == 0
    assert tools["get_style_brief"].invoke({}).startswith("<style_memory_brief>")


def test_a_fault_comes_back_as_a_message_without_any_text(memory: StyleMemory, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_owner: str) -> Any:
        raise RuntimeError("my private words")

    monkeypatch.setattr(memory._store, "writing", fail)
    message = tools_by_name(memory)["observe_user_message"].invoke(as_call("observe_user_message", text="hi"))
    assert message.status == "error"
    assert message.content == "Style memory can't be used at the moment."
    assert memory.for_owner("ana").get_style_memory_status().faults == {"tool_RuntimeError": 1}


def test_without_an_owner_nothing_runs(memory: StyleMemory) -> None:
    with pytest.raises(OwnerMissing):
        tools_by_name(memory, owner=None)["get_style_brief"].invoke({})


def test_the_configuration_of_a_call_names_the_owner(memory: StyleMemory) -> None:
    tools_by_name(memory, owner=None)["observe_user_message"].invoke({"text": "hi"}, config("bob"))
    assert memory.owners() == ["bob"]


@dataclass
class Context:
    """A typed runtime context."""

    owner_id: str


@pytest.mark.parametrize("typed", [True, False])
async def test_inside_an_agent_the_owner_is_that_of_the_run(memory: StyleMemory, typed: bool) -> None:
    remember = calling("distill_recent_style", habits=[{"kind": "idiolect", "text": HABIT}])
    agent: Any = create_agent(
        ScriptedModel(script=[remember, "Noted."]),
        style_memory_tools(memory),
        middleware=[StyleMemoryMiddleware(memory)],
        context_schema=Context,
    )
    run: dict[str, Any] = {"context": Context("ana")} if typed else {"config": config("ana")}
    answer = await agent.ainvoke(said("that is how I talk"), **run)
    (result,) = [message for message in answer["messages"] if isinstance(message, ToolMessage)]
    assert result.status == "success"
    assert HABIT in known_texts(memory, "ana")
    assert memory.owners() == ["ana"]


def test_a_wrong_call_of_a_model_does_not_break_the_agent(memory: StyleMemory) -> None:
    model = ScriptedModel(script=[calling("pin_style_habit", nonsense=1), "Sorry."])
    agent: Any = create_agent(model, style_memory_tools(memory))
    answer = agent.invoke(said("pin that"), config())
    (result,) = [message for message in answer["messages"] if isinstance(message, ToolMessage)]
    assert (result.status, answer["messages"][-1].content) == ("error", "Sorry.")
