"""Runs the MCP server of one owner over standard input and output. Imports nothing that may print."""

from __future__ import annotations

import gc
import os
import sys
from typing import TYPE_CHECKING

from style_memory_mcp.claiming import claimed_pipes

if TYPE_CHECKING:
    from style_memory import Settings


def serve_stdio(*, database_url: str, owner: str, toolsets: str, settings: Settings) -> None:
    """Serve until the host closes standard input or ends the process with a signal.

    Standard output holds the protocol and nothing else from here on, so call it before importing what may print.

    Args:
        database_url: Where the data lies; it is made or upgraded first where that is needed.
        owner: Whose style it is. No tool takes an owner.
        toolsets: Which operations to offer, with commas between, such as `style`.
        settings: How eagerly to learn, how long to keep, how much to say.

    Raises:
        OwnerError: The owner is missing or not acceptable.
        SettingInvalid: A toolset is unknown.
        StorageError: The database can't be used.
        ImportError: The extra `mcp` is not installed.
    """
    pipes = claimed_pipes()
    gc.disable()  # what is imported stays: looking for garbage in it costs a tenth of the start
    from style_memory import StyleMemory
    from style_memory.memory.place import notice_of_peer

    if notice := notice_of_peer(os.environ):
        print(notice, file=sys.stderr)  # noqa: T201 - for the person who set the host up

    with StyleMemory.open(database_url, settings=settings) as memory:
        import anyio

        from style_memory_mcp.assembly import server_for
        from style_memory_mcp.transport import serve

        server = server_for(memory, owner=owner, toolsets=toolsets)
        gc.freeze()
        gc.enable()
        anyio.run(serve, server, pipes)
