"""One owner's operations through each face: plain arguments in, plain answers out, and one way to be refused."""

from __future__ import annotations

import asyncio
import json
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from mcp_types import CallToolResult

from langchain_style_memory import style_memory_tools
from style_memory import StyleMemory, StyleMemoryError
from style_memory.operations.catalogue import catalogue
from tests.faces.cli_runner import Cli, Ran, command_line
from tests.faces.mcp_hosts import Era, connected, text_of

ALL_TOOLSETS = ",".join({operation.toolset: None for operation in catalogue().values()})
# What only the program adds to a sentence: where to look, and what may have been meant.
_PROGRAM_ADDS = re.compile(r"^style-memory: |( Did you mean [^?]+\?)?( See `style-memory[^`]*`\.)?\n$")

Request = tuple[str, dict[str, Any]]


class Refusal(Exception):
    """A face refused; the message is the sentence that it gave."""


@dataclass(frozen=True)
class Face(ABC):
    """One owner's operations through one way in."""

    memory: StyleMemory
    #: Runs the command line on the same database.
    cli: Cli
    owner: str

    @abstractmethod
    def call(self, operation: str, /, **arguments: Any) -> Any:
        """The answer of an operation as JSON values.

        Raises:
            Refusal: The owner or an argument is wrong.
        """

    def told(self, requests: Sequence[Request]) -> list[str]:
        """What a caller gets to read for each request, whether it is an answer or a refusal."""
        return [self._told(name, arguments) for name, arguments in requests]

    def _told(self, operation: str, arguments: dict[str, Any]) -> str:
        try:
            return str(self.call(operation, **arguments))
        except Refusal as refusal:
            return str(refusal)

    def items(self, operation: str = "list_style_habits") -> list[dict[str, Any]]:
        """All items of a list, page by page."""
        found: list[dict[str, Any]] = []
        cursor: dict[str, str] = {}
        while True:
            page = self.call(operation, limit=100, **cursor)
            found += next(value for value in page.values() if isinstance(value, list))
            if "next_cursor" not in page:
                return found
            cursor = {"cursor": page["next_cursor"]}

    def wishes(self) -> list[dict[str, Any]]:
        """All wishes about working together."""
        return self.items("list_interaction_profile")

    def habits(self) -> dict[str, dict[str, Any]]:
        """All habits by their text."""
        return {item["text"]: item for item in self.items()}


class PythonMethod(Face):
    """The handle's methods."""

    def call(self, operation: str, /, **arguments: Any) -> Any:
        with _refusals():
            answer = getattr(self.memory.for_owner(self.owner), operation)(**arguments)
        return catalogue()[operation].plain(answer)

    def erase(self) -> dict[str, int]:
        """Delete all of the owner's rows."""
        with _refusals():
            return self.memory.for_owner(self.owner).erase()


class AsyncTwin(Face):
    """The handle's asynchronous twins."""

    def call(self, operation: str, /, **arguments: Any) -> Any:
        with _refusals():
            answer = asyncio.run(getattr(self.memory.for_owner(self.owner), f"a{operation}")(**arguments))
        return catalogue()[operation].plain(answer)


class LangChainTool(Face):
    """The LangChain tools."""

    def call(self, operation: str, /, **arguments: Any) -> Any:
        with _refusals():
            message = self._message(operation, {"name": operation, "args": arguments, "id": "c1", "type": "tool_call"})
        if message.status == "error":
            raise Refusal(message.content)
        return message.content if catalogue()[operation].answer is str else json.loads(message.content)

    def _message(self, operation: str, call: dict[str, Any]) -> Any:
        return self._tool(operation).invoke(call)

    def _tool(self, operation: str) -> Any:
        return {tool.name: tool for tool in style_memory_tools(self.memory, owner=self.owner)}[operation]


class AsyncLangChainTool(LangChainTool):
    """The LangChain tools as an agent on an event loop runs them."""

    def _message(self, operation: str, call: dict[str, Any]) -> Any:
        return asyncio.run(self._tool(operation).ainvoke(call))


@dataclass(frozen=True)
class McpTool(Face):
    """The MCP tools, over a connection of its own for each call or series of calls."""

    era: Era = field(default="auto", kw_only=True)

    def told(self, requests: Sequence[Request]) -> list[str]:
        return [result.model_dump_json() for result in asyncio.run(self._results(requests))]

    def call(self, operation: str, /, **arguments: Any) -> Any:
        with _refusals():
            (result,) = asyncio.run(self._results([(operation, arguments)]))
        if result.is_error:
            raise Refusal(text_of(result))
        return text_of(result) if catalogue()[operation].answer is str else result.structured_content

    async def _results(self, requests: Sequence[Request]) -> list[CallToolResult]:
        async with connected(self.memory, self.era, toolsets=ALL_TOOLSETS, owner=self.owner) as client:
            return [await client.call_tool(operation, arguments) for operation, arguments in requests]


@dataclass(frozen=True)
class McpToolOfOldHosts(McpTool):
    """The MCP tools for hosts of the era with a handshake."""

    era: Era = field(default="legacy", kw_only=True)


class Command(Face):
    """The command line with `--json`, which opens the database anew for each call."""

    def call(self, operation: str, /, **arguments: Any) -> Any:
        return _answer(self.cli(*command_line(catalogue()[operation], arguments), "--owner", self.owner, "--json"))

    def erase(self) -> dict[str, int]:
        """Delete all of the owner's rows."""
        erased: dict[str, int] = _answer(self.cli("owners", "erase", self.owner, "--yes", "--json"))["erased"]
        return erased


#: Gives an owner's handle on one face.
AsOwner = Callable[[str], Face]
#: Every face by its name in test ids.
FACES: Mapping[str, type[Face]] = {
    "python": PythonMethod,
    "async": AsyncTwin,
    "langchain": LangChainTool,
    "langchain-async": AsyncLangChainTool,
    "mcp": McpTool,
    "mcp-legacy": McpToolOfOldHosts,
    "cli": Command,
}


def _answer(ran: Ran) -> Any:
    if ran.code:
        assert ran.out == ""
        raise Refusal(_PROGRAM_ADDS.sub("", ran.err))
    assert ran.err == ""
    return json.loads(ran.out)


@contextmanager
def _refusals() -> Iterator[None]:
    try:
        yield
    except StyleMemoryError as error:
        raise Refusal(str(error)) from None
