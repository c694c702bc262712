"""The MCP server of one owner, put together from its parts."""

from __future__ import annotations

from collections.abc import Collection
from importlib.metadata import version
from typing import Any

from mcp.server.context import CallNext, HandlerResult
from mcp.server.lowlevel import Server

from style_memory import StyleMemory
from style_memory.operations.catalogue import operations_in
from style_memory_mcp.calls import Calls, Refused
from style_memory_mcp.guidance import protocol
from style_memory_mcp.prompts import Prompts
from style_memory_mcp.resources import Resources
from style_memory_mcp.tools import Context, Tools

# The first message of a connection, in each era of the protocol.
_GREETINGS = ("initialize", "server/discover")


def server_for(memory: StyleMemory, *, owner: str, toolsets: str = "style") -> Server[Any]:
    """The server that offers one owner's operations.

    Raises:
        OwnerError: The owner is missing or not acceptable.
        SettingInvalid: A toolset is unknown.
    """
    operations = operations_in(toolsets)
    if all(operation.name != "observe_user_message" for operation in operations):
        memory.observes_automatically()  # a host is given no such tool only where its hooks observe
    offered = [operation.name for operation in operations]
    calls = Calls(memory, owner)
    tools, resources, prompts = Tools(calls, operations), Resources(calls), Prompts(calls, offered)
    server: Server[Any] = Server(
        "style-memory",
        version=version("style-memory"),
        title="Style Memory",
        on_list_tools=tools.list,
        on_call_tool=tools.call,
        on_list_resources=resources.list,
        on_list_resource_templates=resources.templates,
        on_read_resource=resources.read,
        on_list_prompts=prompts.list,
        on_get_prompt=prompts.get,
    )
    server.middleware.append(_Instructions(calls, offered))
    return server


class _Instructions:
    """Puts the instructions, with the brief of that moment, into the server's greeting."""

    def __init__(self, calls: Calls, tools: Collection[str]) -> None:
        self._calls = calls
        self._protocol = protocol(tools)

    async def __call__(self, ctx: Context, call_next: CallNext) -> HandlerResult:
        result = await call_next(ctx)
        if ctx.method in _GREETINGS and isinstance(result, dict):
            result["instructions"] = await self._text()
        return result

    async def _text(self) -> str:
        try:
            return f"{self._protocol}\n\n{await self._calls.answer('get_style_brief', {})}"
        except Refused:  # which must not keep the host from connecting
            return self._protocol
