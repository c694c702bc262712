"""What was learned, as resources that a host can attach."""

from __future__ import annotations

import json
from collections.abc import Mapping
from urllib.parse import unquote

from mcp import MCPError
from mcp_types import (
    INTERNAL_ERROR,
    INVALID_PARAMS,
    ListResourcesResult,
    ListResourceTemplatesResult,
    PaginatedRequestParams,
    ReadResourceRequestParams,
    ReadResourceResult,
    Resource,
    ResourceTemplate,
    TextResourceContents,
)

from style_memory_mcp.calls import Calls, Refused
from style_memory_mcp.tools import Context

_TEXT = "text/plain"
_JSON = "application/json"
_MOST = {"limit": 100}
_BRIEF = "style://brief"
_RESOURCES = [
    Resource(uri=_BRIEF, name="brief", description="How this user talks and likes to work.", mime_type=_TEXT),
    Resource(uri="style://habits", name="habits", description="Learned habits of voice.", mime_type=_JSON),
    Resource(uri="style://profile", name="profile", description="Learned wishes about working.", mime_type=_JSON),
    Resource(uri="style://review", name="review", description="What to keep, pin or forget, and why.", mime_type=_JSON),
]
_TEMPLATES = [
    ResourceTemplate(
        uri_template=f"{_BRIEF}/{{context}}",
        name="brief_for_context",
        description="The brief for one kind of moment, e.g. casual_chat.",
        mime_type=_TEXT,
    )
]
# What a JSON resource holds: the answers of these operations, each under its name where there are several.
_HELD: Mapping[str, Mapping[str, str]] = {
    "style://habits": {"": "list_style_habits"},
    "style://profile": {"": "list_interaction_profile"},
    "style://review": {"style_habits": "review_style_habits", "interaction_profile": "review_interaction_profile"},
}


class Resources:
    """The resources of one owner."""

    def __init__(self, calls: Calls) -> None:
        self._calls = calls

    async def list(self, _context: Context, _params: PaginatedRequestParams | None) -> ListResourcesResult:
        """All resources, in one page."""
        return ListResourcesResult(resources=_RESOURCES)

    async def templates(self, _context: Context, _params: PaginatedRequestParams | None) -> ListResourceTemplatesResult:
        """All resources whose address has a part to fill in."""
        return ListResourceTemplatesResult(resource_templates=_TEMPLATES)

    async def read(self, _context: Context, params: ReadResourceRequestParams) -> ReadResourceResult:
        """The content of one."""
        uri = str(params.uri)
        try:
            text, kind = await self._content(uri)
        except Refused as refusal:
            raise MCPError(code=INTERNAL_ERROR, message=str(refusal)) from None
        return ReadResourceResult(contents=[TextResourceContents(uri=uri, text=text, mime_type=kind)])

    async def _content(self, uri: str) -> tuple[str, str]:
        if uri == _BRIEF:
            return await self._calls.answer("get_style_brief", {}), _TEXT
        if context := uri.removeprefix(f"{_BRIEF}/") if uri.startswith(f"{_BRIEF}/") else "":
            return await self._calls.answer("get_style_brief", {"context": unquote(context)}), _TEXT
        if held := _HELD.get(uri):
            parts = {key: await self._calls.plain(name, _MOST) for key, name in held.items()}
            return json.dumps(parts.get("", parts), ensure_ascii=False), _JSON
        addresses = ", ".join([*(each.uri for each in _RESOURCES), *(each.uri_template for each in _TEMPLATES)])
        raise MCPError(code=INVALID_PARAMS, message=f"Unknown resource: the resources are {addresses}.")
