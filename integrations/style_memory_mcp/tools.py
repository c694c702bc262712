"""Every operation as an MCP tool."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

from mcp import MCPError
from mcp.server.context import ServerRequestContext
from mcp_types import (
    INVALID_PARAMS,
    CallToolRequestParams,
    CallToolResult,
    ListToolsResult,
    PaginatedRequestParams,
    TextContent,
    Tool,
    ToolAnnotations,
)

from style_memory.operations.catalogue import Operation
from style_memory_mcp.calls import Calls, Refused
from style_memory_mcp.schemas import input_schema, output_schema

# Most that a model should have to read of an observation that went well.
_ACKNOWLEDGEMENT_BYTES = 200

Context = ServerRequestContext[Any, Any]


class Tools:
    """The tools that are offered, and what runs them."""

    def __init__(self, calls: Calls, operations: list[Operation]) -> None:
        self._calls = calls
        self._operations = {operation.name: operation for operation in operations}
        self._listed: ListToolsResult | None = None

    async def list(self, _context: Context, _params: PaginatedRequestParams | None) -> ListToolsResult:
        """All tools, in one page."""
        self._listed = self._listed or ListToolsResult(tools=[_tool(each) for each in self._operations.values()])
        return self._listed

    async def call(self, _context: Context, params: CallToolRequestParams) -> CallToolResult:
        """Run a tool. What is wrong with its arguments is a result that the model reads and corrects."""
        operation = self._operations.get(params.name)
        if operation is None:
            raise MCPError(code=INVALID_PARAMS, message=f"Unknown tool: the tools are {', '.join(self._operations)}.")
        try:
            answer = await self._calls.answer(operation.name, params.arguments or {})
        except Refused as refusal:
            return CallToolResult(content=[_text(str(refusal))], is_error=True)
        if isinstance(answer, str):
            return CallToolResult(content=[_text(answer)])
        plain = operation.plain(answer)
        return CallToolResult(content=[_text(_short_json(plain))], structured_content=plain)


def _tool(operation: Operation) -> Tool:
    return Tool(
        name=operation.name,
        description=" ".join(operation.help.split()),
        input_schema=input_schema(operation.request),
        output_schema=output_schema(operation.answer),
        annotations=ToolAnnotations(
            read_only_hint=operation.effect == "read",
            destructive_hint=operation.effect == "destroy",
            idempotent_hint=operation.idempotent,
            open_world_hint=False,
        ),
    )


def _short_json(plain: dict[str, Any]) -> str:
    """The answer as text. A model pays for each byte of an acknowledgement; the structured form has all codes."""
    if not plain.get("ignored"):
        return _json(plain)
    codes = _counted(plain["ignored"])
    text = _json({**plain, "ignored": codes})
    shown = len(codes)
    while shown and "items" not in plain and len(text.encode()) > _ACKNOWLEDGEMENT_BYTES:
        shown -= 1
        text = _json({**plain, "ignored": [*codes[:shown], f"+{len(codes) - shown}"]})
    return text


def _counted(codes: list[str]) -> list[str]:
    counts = Counter(codes)
    return [code if count == 1 else f"{code}*{count}" for code, count in counts.items()]


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _text(text: str) -> TextContent:
    return TextContent(type="text", text=text)
