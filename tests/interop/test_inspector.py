"""The MCP Inspector works with our server, in both eras of the protocol."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from typing import Any

import pytest

from style_memory import StyleMemory
from style_memory.operations.catalogue import operations_in
from tests.interop.inspector import PACKAGE, Era, Inspector
from tests.people import hint

_PAGE = Path(__file__).parents[2] / "docs" / "mcp.md"
_HABIT = "ship it 🚀 天啊"
_LINE = f"- idiolect: “{_HABIT}”"


@pytest.fixture(scope="module")
def inspector(program_of_inspector: Path, tmp_path_factory: pytest.TempPathFactory) -> Inspector:
    """An Inspector beside a fresh memory, which all tests of the module share."""
    return Inspector(program=program_of_inspector, home=tmp_path_factory.mktemp("inspector"))


@pytest.fixture(scope="module")
def distilled(inspector: Inspector) -> dict[str, Any]:
    """What the server answers to a distilled habit, which is in the memory from then on."""
    return _called(inspector, "distill_recent_style", {"habits": [hint(_HABIT)]}, era="legacy")


def _called(inspector: Inspector, tool: str, arguments: dict[str, Any], *, era: Era, code: int = 0) -> dict[str, Any]:
    """The result of a tool."""
    given = ["--tool-name", tool, "--tool-args-json", json.dumps(arguments)]
    answer = inspector.ask("tools/call", *given, era=era)
    assert answer.code == code, answer
    return answer.result


def _asked(inspector: Inspector, method: str, *arguments: str, era: Era) -> list[dict[str, Any]]:
    """The resources, contents, prompts or messages that are the result of another request."""
    answer = inspector.ask(method, *arguments, era=era)
    assert answer.code == 0, answer
    (found,) = (value for value in answer.result.values() if isinstance(value, list))
    return found


def test_the_command_of_the_page_lists_all_tools_and_finds_their_schemas_portable(inspector: Inspector) -> None:
    (command,) = re.findall(rf"^npx {PACKAGE} (--cli .*)$", _PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    answer = inspector.run(*shlex.split(command), "--strict")
    assert (answer.code, answer.said) == (0, "")
    assert [tool["name"] for tool in answer.result["tools"]] == [each.name for each in operations_in("style")]


def test_an_observation_is_acknowledged_and_kept(inspector: Inspector) -> None:
    answer = _called(inspector, "observe_user_message", {"text": "that is so good 😂"}, era="modern")
    assert answer["structuredContent"] == json.loads(answer["content"][0]["text"])
    assert answer["structuredContent"]["observed"] is True
    with StyleMemory.open(f"sqlite:///{inspector.database}") as memory:
        assert memory.for_owner("ana").get_style_memory_status().turns == 1


def test_a_wrong_argument_is_refused_by_its_name(inspector: Inspector) -> None:
    answer = _called(inspector, "observe_user_message", {"text": "hi", "mood": "happy"}, era="legacy", code=5)
    assert answer["isError"] is True
    assert answer["content"] == [{"type": "text", "text": "observe_user_message: unknown argument `mood`."}]


def test_what_is_distilled_in_one_era_is_in_the_brief_of_the_other(
    inspector: Inspector, distilled: dict[str, Any]
) -> None:
    assert [item["text"] for item in distilled["structuredContent"]["items"]] == [_HABIT]
    (content,) = _called(inspector, "get_style_brief", {"context": "casual_chat"}, era="modern")["content"]
    assert _LINE in content["text"]


@pytest.mark.usefixtures("distilled")
def test_the_brief_is_a_resource(inspector: Inspector) -> None:
    listed = _asked(inspector, "resources/list", era="modern")
    assert {"style://brief", "style://habits"} <= {resource["uri"] for resource in listed}
    (content,) = _asked(inspector, "resources/read", "--uri", "style://brief/casual_chat", era="legacy")
    assert content["mimeType"] == "text/plain"
    assert _LINE in content["text"]


@pytest.mark.usefixtures("distilled")
def test_the_brief_is_a_prompt(inspector: Inspector) -> None:
    listed = _asked(inspector, "prompts/list", era="legacy")
    assert [prompt["name"] for prompt in listed] == ["align_style", "style_workflow"]
    given = ["--prompt-name", "align_style", "--prompt-args", "context=casual_chat"]
    (message,) = _asked(inspector, "prompts/get", *given, era="modern")
    assert message["role"] == "user"
    assert _LINE in message["content"]["text"]
