"""Wrong and hostile arguments, and faults: one sentence each, which never repeats what was sent."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from mcp import Client, MCPError

from style_memory import StyleMemory
from style_memory.domain.errors import DatabaseUnavailable
from style_memory.operations.catalogue import catalogue
from tests.faces.every_face import ALL_TOOLSETS
from tests.faces.mcp_hosts import Era, both_eras, connected, resource, text_of

_PRIVATE = "my private words"


@pytest.fixture
def memory() -> Iterator[StyleMemory]:
    with StyleMemory.open("sqlite://") as memory:
        yield memory


async def refusal(client: Client, tool: str, arguments: dict[str, Any]) -> str:
    """The sentence with which a call is refused."""
    result = await client.call_tool(tool, arguments)
    assert result.is_error
    assert result.structured_content is None
    return text_of(result)


@both_eras
async def test_an_unknown_argument_is_refused_by_name(memory: StyleMemory, era: Era) -> None:
    async with connected(memory, era) as client:
        said = await refusal(client, "observe_user_message", {"text": "hi", "bogus": _PRIVATE})
    assert said == "observe_user_message: unknown argument `bogus`."
    assert memory.for_owner("ana").get_style_memory_status().turns == 0


@both_eras
@pytest.mark.parametrize("name", list(catalogue()))
async def test_no_tool_lets_a_model_choose_the_owner(memory: StyleMemory, era: Era, name: str) -> None:
    example = catalogue()[name].example.model_dump(mode="json", exclude_unset=True)
    async with connected(memory, era, toolsets=ALL_TOOLSETS) as client:
        for argument in ("owner", "owner_id", "user_id"):
            assert argument in await refusal(client, name, {**example, argument: "bob"})
    assert memory.owners() == []


@pytest.mark.parametrize(
    "arguments",
    [
        {},
        {"text": None},
        {"text": 7},
        {"text": [_PRIVATE]},
        {"text": {"a": _PRIVATE}},
        {"text": "hi", "hints": _PRIVATE},
        {"text": "hi", "hints": {_PRIVATE: 1}},
        {"text": "hi", "verbose": _PRIVATE},
        {"text": "hi", "session_id": {"a": [_PRIVATE]}},
        {"text": _PRIVATE, "context": 7},
        {"text": _PRIVATE, "session_id": "a", "sessionId": ["b"]},
    ],
    ids=str,
)
async def test_a_wrong_type_is_refused_without_its_value(memory: StyleMemory, arguments: dict[str, Any]) -> None:
    async with connected(memory) as client:
        said = await refusal(client, "observe_user_message", arguments)
    assert said.startswith("observe_user_message: ")
    assert _PRIVATE not in said
    assert "\n" not in said


@pytest.mark.parametrize("number", [10**400, -1, 1.5, float("inf"), "9" * 5000, True])
async def test_a_strange_number_is_refused_or_read(memory: StyleMemory, number: Any) -> None:
    async with connected(memory) as client:
        result = await client.call_tool("list_style_habits", {"limit": number})
        assert result.is_error or result.structured_content == {"habits": []}
        assert not (await client.call_tool("get_style_memory_status", {})).is_error


@both_eras
async def test_a_huge_text_is_cut_and_counted(memory: StyleMemory, era: Era) -> None:
    async with connected(memory, era) as client:
        result = await client.call_tool("observe_user_message", {"text": "lol " * 500_000})
    assert result.structured_content
    assert result.structured_content["observed"] is True
    assert "text_cut" in result.structured_content["ignored"]


async def test_half_a_character_is_taken_out_and_reported(memory: StyleMemory) -> None:
    async with connected(memory) as client:
        result = await client.call_tool("observe_user_message", {"text": "ship it lol \ud83d", "session_id": "\udc00"})
    assert result.structured_content
    assert result.structured_content["observed"] is True
    assert "control_characters" in result.structured_content["ignored"]


@both_eras
async def test_an_unknown_tool_is_an_error_of_the_protocol(memory: StyleMemory, era: Era) -> None:
    async with connected(memory, era) as client:
        with pytest.raises(MCPError, match="Unknown tool: the tools are observe_user_message") as refused:
            await client.call_tool(_PRIVATE, {})
    assert _PRIVATE not in str(refused.value)


@both_eras
async def test_a_fault_is_told_without_any_text_and_counted(
    memory: StyleMemory, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, era: Era
) -> None:
    def fail(_owner: str) -> Any:
        raise RuntimeError(_PRIVATE)

    monkeypatch.setattr(memory._store, "writing", fail)
    async with connected(memory, era) as client:
        assert await refusal(client, "observe_user_message", {"text": "hi"}) == (
            "Style memory can't be used at the moment."
        )
        status = await client.call_tool("get_style_memory_status", {})
    assert status.structured_content
    assert status.structured_content["faults"] == {"tool_RuntimeError": 1}
    assert _PRIVATE not in caplog.text
    assert "RuntimeError" in caplog.text


@both_eras
async def test_a_database_that_can_t_be_used_keeps_nobody_from_connecting(
    memory: StyleMemory, monkeypatch: pytest.MonkeyPatch, era: Era
) -> None:
    def fail(_owner: str) -> Any:
        raise DatabaseUnavailable

    monkeypatch.setattr(memory._store, "reading", fail)
    async with connected(memory, era) as client:
        assert client.instructions
        assert "style_memory_brief" not in client.instructions
        said = await refusal(client, "get_style_brief", {})
        assert said == DatabaseUnavailable.__doc__
        with pytest.raises(MCPError, match="can't be reached"):
            await resource(client, "style://brief")
        with pytest.raises(MCPError, match="can't be reached"):
            await client.get_prompt("align_style")
