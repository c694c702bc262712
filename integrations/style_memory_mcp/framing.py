"""One protocol message on one line."""

from __future__ import annotations

import json
import re
from typing import Any

from mcp_types import (
    INVALID_REQUEST,
    PARSE_ERROR,
    ErrorData,
    JSONRPCError,
    JSONRPCMessage,
    jsonrpc_message_adapter,
)
from pydantic import ValidationError

_SURROGATE = re.compile("[\ud800-\udfff]")
# A hidden character, which the core takes out of a text and reports.
_INSTEAD = "\ufffe"


class Unreadable(Exception):
    """A line holds no message; `reply` is what to answer, if anybody can be waiting."""

    def __init__(self, reply: JSONRPCError | None) -> None:
        super().__init__()
        self.reply = reply


def message_in(line: bytes) -> JSONRPCMessage:
    """The message on a line.

    Half a surrogate pair is no valid JSON text for the SDK, but hosts that cut a text in the middle of an emoji do send
    it: such a message counts, with another character in that place.

    Raises:
        Unreadable: There is none.
    """
    text = line.decode("utf-8", "replace")
    try:
        return jsonrpc_message_adapter.validate_json(text, by_name=False)
    except ValidationError:
        mended = _mended(text)
    try:
        return jsonrpc_message_adapter.validate_python(mended, by_name=False)
    except ValidationError:
        raise Unreadable(_reply_to(mended)) from None


def wire_form(message: JSONRPCMessage) -> bytes:
    """The line that says a message."""
    return message.model_dump_json(by_alias=True, exclude_unset=True).encode() + b"\n"


def _mended(text: str) -> Any:
    if not text.strip():
        raise Unreadable(None)
    try:
        return json.loads(_SURROGATE.sub(_INSTEAD, json.dumps(json.loads(text), ensure_ascii=False)))
    except (ValueError, RecursionError):
        raise Unreadable(_error(None, PARSE_ERROR, "Parse error")) from None


def _reply_to(value: Any) -> JSONRPCError | None:
    """The answer to a message of the wrong shape; none to a notification or a reply, which nobody waits for."""
    if not isinstance(value, dict):
        return _error(None, INVALID_REQUEST, "Invalid request")
    if "id" not in value or "method" not in value:
        return None
    request = value["id"]
    return _error(request if type(request) in (int, str) else None, INVALID_REQUEST, "Invalid request")


def _error(request: int | str | None, code: int, message: str) -> JSONRPCError:
    return JSONRPCError(jsonrpc="2.0", id=request, error=ErrorData(code=code, message=message))
