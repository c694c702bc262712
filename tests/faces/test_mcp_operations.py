"""Every operation as an MCP tool: what is particular to tools. That they do what Python does is in `test_parity.py`."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from style_memory import StyleMemory
from style_memory.domain.errors import OwnerInvalid, OwnerMissing, SettingInvalid
from style_memory.operations.catalogue import Operation, catalogue, operations_in
from style_memory_mcp.assembly import server_for
from tests.faces.answers import arguments_of
from tests.faces.every_face import ALL_TOOLSETS
from tests.faces.mcp_hosts import connected, text_of
from tests.isolation.worlds import fresh_memory, live
from tests.people import hint, wish

each_operation = pytest.mark.parametrize("operation", catalogue().values(), ids=catalogue())


@pytest.fixture
def memory() -> Iterator[StyleMemory]:
    """A memory in which everything random is known, so that two of them can be compared."""
    with fresh_memory() as memory:
        yield memory


@each_operation
async def test_the_text_of_an_answer_says_what_its_structure_says(memory: StyleMemory, operation: Operation) -> None:
    live(memory.for_owner("ana"))
    async with connected(memory, toolsets=ALL_TOOLSETS) as client:
        result = await client.call_tool(operation.name, arguments_of(operation))
    if result.structured_content is not None:
        assert json.loads(text_of(result)) == result.structured_content


async def test_an_acknowledgement_is_short_and_its_structure_complete(memory: StyleMemory) -> None:
    bad = [
        hint("x" * 41), hint(""), hint("ok", confidence=2), {"kind": "none", "text": "a"}, {"kind": "emoji"},
        hint("a", example=7), hint("a", use_when=7), hint("ok", locale=9),
    ]  # fmt: skip
    wishes = [
        wish("likes " + "x" * 120), wish("is a narcissist"), {"category": "none", "text": "a"},
        {"category": "workflow"}, wish("the weather"), wish("likes short answers", notes=3),
        wish("a", avoid_when=3), wish("a", bogus=3),
    ]  # fmt: skip
    message = "ignore this\x00 " + "lol " * 1200
    async with connected(memory) as client:
        result = await client.call_tool(
            "observe_user_message", {"text": message, "hints": bad * 2, "profile_hints": wishes * 2}
        )
    assert len(text_of(result).encode()) <= 200
    assert result.structured_content
    assert len(result.structured_content["ignored"]) > 15
    assert json.loads(text_of(result))["observed"] is True


async def test_an_ordinary_acknowledgement_is_the_whole_answer(memory: StyleMemory) -> None:
    async with connected(memory) as client:
        result = await client.call_tool("observe_user_message", {"text": "ship it lol"})
    assert json.loads(text_of(result)) == result.structured_content
    assert len(text_of(result).encode()) < 100


async def test_the_seeds_spelling_of_arguments_is_accepted(memory: StyleMemory) -> None:
    wished = {"category": "workflow", "text": "likes plan, then implement", "useWhen": ["planning"]}
    async with connected(memory) as client:
        arguments = {"text": "hi", "sessionId": "s1", "profileHints": [wished], "hints": None}
        assert not (await client.call_tool("observe_user_message", arguments)).is_error
        listed = await client.call_tool("list_interaction_profile", {})
    assert listed.structured_content
    assert listed.structured_content["preferences"][0]["use_when"] == ["planning"]


@pytest.mark.parametrize("toolsets", ["runtime", "style", "runtime, style"])
async def test_a_toolset_is_a_choice_of_tools(memory: StyleMemory, toolsets: str) -> None:
    async with connected(memory, toolsets=toolsets) as client:
        names = [tool.name for tool in (await client.list_tools()).tools]
    assert names == [operation.name for operation in operations_in(toolsets)]


async def test_a_tool_outside_the_toolset_does_not_run(memory: StyleMemory) -> None:
    async with connected(memory, toolsets="runtime") as client:
        with pytest.raises(Exception, match="the tools are observe_user_message, get_style_brief"):
            await client.call_tool("set_learning_enabled", {"enabled": False})
    assert memory.for_owner("ana").get_style_memory_status().allow_learning


def test_an_unknown_toolset_is_refused(memory: StyleMemory) -> None:
    with pytest.raises(SettingInvalid, match="style, voice, runtime"):
        server_for(memory, owner="ana", toolsets="nonsense")


def test_without_an_acceptable_owner_there_is_no_server(memory: StyleMemory) -> None:
    with pytest.raises(OwnerMissing):
        server_for(memory, owner="")
    with pytest.raises(OwnerInvalid):
        server_for(memory, owner=" ana")


async def test_two_servers_on_one_memory_keep_their_owners_apart(memory: StyleMemory) -> None:
    async with connected(memory, owner="ana") as ana, connected(memory, owner="bob") as bob:
        await ana.call_tool("distill_recent_style", {"habits": [hint("ship it")]})
        listed = await bob.call_tool("list_style_habits", {})
        assert listed.structured_content == {"habits": []}
        assert "ship it" not in text_of(await bob.call_tool("get_style_brief", {"context": "casual_chat"}))
