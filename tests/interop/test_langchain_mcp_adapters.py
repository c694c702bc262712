"""A LangChain agent works with our server through langchain-mcp-adapters, which knows the older era only."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from style_memory import StyleMemory
from style_memory.operations.catalogue import operations_in
from tests.interop.adapters import run_agent
from tests.people import hint

_PAGE = Path(__file__).parents[2] / "docs" / "mcp.md"
_SAID = "ngl that one works like a charm 😂"
_HABIT = "ship it 🚀 天啊"
_LINE = f"- idiolect: “{_HABIT}”"
_CALLS = [
    ("observe_user_message", {"text": _SAID, "context": "casual_chat"}),
    ("observe_user_message", {"text": _SAID, "mood": "happy"}),
    ("distill_recent_style", {"habits": [hint(_HABIT)]}),
    ("get_style_brief", {"context": "casual_chat"}),
    ("get_style_memory_status", {}),
]
_PROMPT = {"name": "align_style", "arguments": {"context": "casual_chat"}}


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the memory of the module's one agent lies."""
    return tmp_path_factory.mktemp("adapters") / "style.db"


@pytest.fixture(scope="module")
def seen(python_of_adapters: Path, database: Path) -> dict[str, Any]:
    """What the agent saw while it made all the calls."""
    plan = {"server": _connection(database), "said": _SAID, "calls": _CALLS, "prompt": _PROMPT}
    return run_agent(python_of_adapters, plan | {"resource": "style://brief/casual_chat"}, database.parent)


def _connection(database: Path) -> dict[str, Any]:
    """The entry of the page as the page says that the adapters take it, with a program and a database of the test's."""
    (block,) = re.findall(r"```json\n(.*?)```", _PAGE.read_text(encoding="utf-8"), re.DOTALL)
    entry = json.loads(block)["mcpServers"]["style-memory"]
    program = Path(sys.executable).with_name(Path(entry["command"]).name)
    environment = {**entry["env"], "STYLE_MEMORY_DATABASE_URL": f"sqlite:///{database}"}
    return {"transport": "stdio", "command": str(program), "args": [], "env": environment}


def test_the_model_is_given_every_tool_with_its_schema(seen: dict[str, Any]) -> None:
    schemas = seen["schemas"]
    assert list(schemas) == [operation.name for operation in operations_in("style")]
    observing = schemas["observe_user_message"]
    assert observing["required"] == ["text"]
    assert observing["properties"]["text"]["description"]
    assert "owner" not in json.dumps(schemas)


def test_an_observation_is_acknowledged_and_kept(seen: dict[str, Any], database: Path) -> None:
    result = seen["results"][0]
    assert result["status"] == "success"
    assert result["structured"]["observed"] is True
    assert result["structured"] == json.loads(result["text"])
    assert seen["results"][4]["structured"]["turns"] == 1
    with StyleMemory.open(f"sqlite:///{database}") as memory:
        assert memory.for_owner("ana").get_style_memory_status().turns == 1


def test_a_wrong_argument_is_an_error_that_the_model_reads_and_the_run_goes_on(seen: dict[str, Any]) -> None:
    refused = {"status": "error", "text": "observe_user_message: unknown argument `mood`.", "structured": None}
    assert seen["results"][1] == refused
    assert len(seen["results"]) == len(_CALLS)
    assert seen["answer"] == "Shipped."


def test_a_distilled_habit_is_in_the_brief_that_the_agent_fetches(seen: dict[str, Any]) -> None:
    assert [item["text"] for item in seen["results"][2]["structured"]["items"]] == [_HABIT]
    assert _LINE in seen["results"][3]["text"]


def test_the_adapters_load_the_brief_as_resource_and_as_prompt(seen: dict[str, Any]) -> None:
    assert seen["resource"] == seen["results"][3]["text"]
    assert seen["prompt"].endswith(seen["resource"])
