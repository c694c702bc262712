"""Prompts that a person picks in the host."""

from __future__ import annotations

from collections.abc import Collection

from mcp import MCPError
from mcp_types import (
    INTERNAL_ERROR,
    INVALID_PARAMS,
    GetPromptRequestParams,
    GetPromptResult,
    ListPromptsResult,
    PaginatedRequestParams,
    Prompt,
    PromptArgument,
    PromptMessage,
    TextContent,
)

from style_memory_mcp.calls import Calls, Refused
from style_memory_mcp.guidance import aligning, workflow
from style_memory_mcp.tools import Context

_ALIGN = Prompt(
    name="align_style",
    description="Align the conversation to your style now.",
    arguments=[PromptArgument(name="context", description="kind of moment, e.g. casual_chat", required=False)],
)
_WORKFLOW = Prompt(name="style_workflow", description="Tell the agent how to use Style Memory.", arguments=[])
_PROMPTS = {prompt.name: prompt for prompt in (_ALIGN, _WORKFLOW)}


class Prompts:
    """The prompts of one owner."""

    def __init__(self, calls: Calls, tools: Collection[str]) -> None:
        self._calls = calls
        self._tools = tools

    async def list(self, _context: Context, _params: PaginatedRequestParams | None) -> ListPromptsResult:
        """All prompts, in one page."""
        return ListPromptsResult(prompts=list(_PROMPTS.values()))

    async def get(self, _context: Context, params: GetPromptRequestParams) -> GetPromptResult:
        """The messages of one."""
        prompt = _checked(params)
        text = workflow(self._tools) if prompt is _WORKFLOW else await self._aligning(params.arguments or {})
        message = PromptMessage(role="user", content=TextContent(type="text", text=text))
        return GetPromptResult(description=prompt.description, messages=[message])

    async def _aligning(self, arguments: dict[str, str]) -> str:
        try:
            return aligning(await self._calls.answer("get_style_brief", arguments))
        except Refused as refusal:
            raise MCPError(code=INTERNAL_ERROR, message=str(refusal)) from None


def _checked(params: GetPromptRequestParams) -> Prompt:
    prompt = _PROMPTS.get(params.name)
    if prompt is None:
        raise MCPError(code=INVALID_PARAMS, message=f"Unknown prompt: the prompts are {', '.join(_PROMPTS)}.")
    taken = {argument.name for argument in prompt.arguments or ()}
    if unknown := [name[:80] for name in params.arguments or () if name not in taken]:
        raise MCPError(code=INVALID_PARAMS, message=f"{prompt.name}: unknown argument `{unknown[0]}`.")
    return prompt
