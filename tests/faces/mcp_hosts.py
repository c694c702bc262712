"""Hosts for the MCP server: the SDK's client inside the test's process, and bare pipes to a process of its own."""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Literal, Self

import pytest
from mcp import Client
from mcp_types import CallToolResult, TextContent, TextResourceContents

from style_memory import StyleMemory
from style_memory_mcp.assembly import server_for

Era = Literal["legacy", "auto"]
both_eras = pytest.mark.parametrize("era", ["legacy", "auto"])

PATIENCE = 60.0
START = [sys.executable, "-c", "from style_memory_mcp.main import main; main()"]


def connected(memory: StyleMemory, era: Era = "auto", *, toolsets: str = "style", owner: str = "ana") -> Client:
    """A client of a server for that owner, both in this process."""
    return Client(server_for(memory, owner=owner, toolsets=toolsets), mode=era)


def text_of(result: CallToolResult) -> str:
    """The one text of a tool's result."""
    (content,) = result.content
    assert isinstance(content, TextContent)
    return content.text


async def resource(client: Client, uri: str) -> str:
    """The text of a resource."""
    (content,) = (await client.read_resource(uri)).contents
    assert isinstance(content, TextResourceContents)
    return content.text


def call_of(tool: str, **arguments: Any) -> tuple[str, dict[str, Any]]:
    """A request that calls a tool."""
    return "tools/call", {"name": tool, "arguments": arguments}


def environment_for(database: Path, **more: str) -> dict[str, str]:
    """The few variables that a host gives a server."""
    home = str(database.parent)
    given = {"STYLE_MEMORY_DATABASE_URL": f"sqlite:///{database}", "STYLE_MEMORY_OWNER": "ana", "HOME": home}
    return {"PATH": os.environ["PATH"], **given, **more}


class Pipes:
    """A server in a process of its own, and its two pipes."""

    def __init__(
        self,
        database: Path,
        *arguments: str,
        command: Sequence[str] = START,
        environment: dict[str, str] | None = None,
        **more: str,
    ) -> None:
        self.process = subprocess.Popen(
            [*command, *arguments],
            env=environment or environment_for(database, **more),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        #: Every byte that came on standard output.
        self.heard = b""
        self._ids = 0

    def send(self, *requests: tuple[str, dict[str, Any]]) -> list[int]:
        """Send requests without waiting; returns their ids."""
        first = self._ids + 1
        self._ids += len(requests)
        self.send_lines(
            json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params})
            for number, (method, params) in enumerate(requests, start=first)
        )
        return list(range(first, self._ids + 1))

    def send_lines(self, lines: Iterable[str | bytes]) -> None:
        """Send lines as they are."""
        assert self.process.stdin
        for line in lines:
            self.process.stdin.write((line if isinstance(line, bytes) else line.encode()) + b"\n")
        self.process.stdin.flush()

    def greet(self) -> dict[str, Any]:
        """Begin a connection of the era with a handshake; returns the server's greeting."""
        client = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}
        (number,) = self.send(("initialize", client))
        greeting: dict[str, Any] = self.replies(number)[number]["result"]
        self.send_lines(['{"jsonrpc": "2.0", "method": "notifications/initialized"}'])
        return greeting

    def ask(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        """Send one request and wait for its reply."""
        (number,) = self.send((method, params))
        return self.replies(number)[number]

    def replies(self, *numbers: int | str) -> dict[Any, dict[str, Any]]:
        """Wait until these requests have replies; returns all replies so far, by id."""
        deadline = time.monotonic() + PATIENCE
        while not set(numbers) <= set(found := self._found()):
            assert time.monotonic() < deadline, (numbers, self.heard[-500:])
            if not self._hear(deadline):
                raise AssertionError(f"the server has ended: {self.stderr()}")
        return found

    def close_input(self) -> None:
        """Send nothing more."""
        assert self.process.stdin
        self.process.stdin.close()

    def ended(self) -> int:
        """Wait until the server has ended; returns its code."""
        while self._hear(time.monotonic() + PATIENCE):
            pass
        return self.process.wait(PATIENCE)

    def stderr(self) -> str:
        """What the server said to the person, once it has ended."""
        assert self.process.stderr
        return self.process.stderr.read().decode()

    def messages(self) -> list[Any]:
        """Every line of standard output, each of which must be JSON."""
        return [json.loads(line) for line in self.heard.splitlines()]

    def messages_so_far(self) -> list[Any]:
        """Every whole line of standard output; the last one of a killed server may be cut."""
        return [json.loads(line) for line in self.heard.rpartition(b"\n")[0].splitlines()]

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            assert pipe
            with suppress(BrokenPipeError):
                pipe.close()

    def _hear(self, deadline: float) -> bool:
        assert self.process.stdout
        pipe = self.process.stdout.fileno()
        assert select.select([pipe], [], [], max(0.0, deadline - time.monotonic()))[0], "nothing heard"
        chunk = os.read(pipe, 1 << 16)
        self.heard += chunk
        return bool(chunk)

    def _found(self) -> dict[Any, dict[str, Any]]:
        return {each["id"]: each for each in self.messages_so_far() if "id" in each}
