"""The protocol over two pipes: one thread reads, one writes, so that neither end can hold up the server.

The SDK's own transport can't be left while it waits for a line, drops what it can't parse without an answer, and
forgets requests that are still being worked on when the input ends.
"""

from __future__ import annotations

import asyncio
import logging
import math
import os
import queue
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType, TracebackType
from typing import Any, Self

import anyio
from mcp.server.lowlevel import Server
from mcp.shared.message import SessionMessage
from mcp_types import JSONRPCError, JSONRPCMessage, JSONRPCNotification, JSONRPCRequest, JSONRPCResponse

from style_memory_mcp.claiming import Pipes
from style_memory_mcp.framing import Unreadable, message_in, wire_form

_logger = logging.getLogger(__name__)
_CHUNK = 256 * 1024
# How long to go on after the input ended, for answers that are still being worked on or written.
_PATIENCE_SECONDS = 5.0


async def serve(server: Server[Any], pipes: Pipes) -> None:
    """Serve one host until it closes its end or a signal says to stop; what was asked before is still answered."""
    outgoing = Outgoing(pipes.sink)
    incoming = Incoming(pipes.source, outgoing)
    with _stopped_by_signals(incoming.stop):
        await server.run(incoming.messages, outgoing, server.create_initialization_options())
    outgoing.finish()


class Outgoing:
    """What the server says; a thread writes it, in order."""

    def __init__(self, sink: int) -> None:
        self._sink = sink
        self._lines: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._writer = threading.Thread(target=self._write, name="style-memory-mcp-writer", daemon=True)
        self._writer.start()
        #: Called with the id of each request that was answered.
        self.answered: Callable[[Any], None] = _nobody
        #: Called when the host no longer listens.
        self.broken: Callable[[], None] = _nobody

    async def send(self, item: SessionMessage, /) -> None:
        """Say one message."""
        self.say(item.message)
        if isinstance(item.message, JSONRPCResponse | JSONRPCError):
            self.answered(item.message.id)

    def say(self, message: JSONRPCMessage) -> None:
        """Say one message of the transport's own; any thread may."""
        self._lines.put(wire_form(message))

    def finish(self) -> None:
        """Write what is left, unless the host does not take it."""
        self._lines.put(None)
        self._writer.join(_PATIENCE_SECONDS)

    async def aclose(self) -> None:
        """Nothing to give back before the end: `finish` ends it."""

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        return None

    def _write(self) -> None:
        try:
            while (line := self._lines.get()) is not None:
                while line:
                    line = line[os.write(self._sink, line) :]
        except OSError:
            self.broken()


class Incoming:
    """What the host says; a thread reads it.

    The thread may wait for input for ever: it ends with the process.
    """

    def __init__(self, source: int, outgoing: Outgoing) -> None:
        self._source = source
        self._outgoing = outgoing
        self._loop = asyncio.get_running_loop()
        self._waiting: set[Any] = set()
        self._ends = False
        self._sender, self.messages = anyio.create_memory_object_stream[SessionMessage | Exception](math.inf)
        outgoing.answered = self._settle
        outgoing.broken = lambda: self._soon(self._close)
        threading.Thread(target=self._read, name="style-memory-mcp-reader", daemon=True).start()

    def stop(self) -> None:
        """Take no more input, and end when everything asked so far is answered; any thread or signal handler may."""
        self._soon(self._end)

    def _read(self) -> None:
        parts: list[bytes] = []
        try:
            while chunk := os.read(self._source, _CHUNK):
                first, *others = chunk.split(b"\n")
                parts.append(first)
                for other in others:
                    self._take(b"".join(parts))
                    parts = [other]
            self._take(b"".join(parts))
        except OSError as error:
            _logger.warning("The input could not be read: %s", error.strerror)
        finally:
            self.stop()

    def _take(self, line: bytes) -> None:
        try:
            self._soon(self._pass_on, message_in(line))
        except Unreadable as unreadable:
            if unreadable.reply:
                self._outgoing.say(unreadable.reply)

    def _pass_on(self, message: JSONRPCMessage) -> None:
        if self._ends:
            return
        if isinstance(message, JSONRPCRequest):
            self._waiting.add(message.id)
        elif isinstance(message, JSONRPCNotification) and message.method == "notifications/cancelled":
            self._settle((message.params or {}).get("requestId"))  # which is never answered
        with suppress(anyio.BrokenResourceError):  # the server has ended already
            self._sender.send_nowait(SessionMessage(message))

    def _settle(self, request: Any) -> None:
        with suppress(TypeError):  # an id that can't be one
            self._waiting.discard(request)
        self._close_if_done()

    def _end(self) -> None:
        if not self._ends:
            self._ends = True
            self._loop.call_later(_PATIENCE_SECONDS, self._close)
            self._close_if_done()

    def _close_if_done(self) -> None:
        if self._ends and not self._waiting:
            self._close()

    def _close(self) -> None:
        self._ends = True
        self._sender.close()

    def _soon(self, action: Callable[..., None], *arguments: Any) -> None:
        with suppress(RuntimeError):  # the server has ended already
            self._loop.call_soon_threadsafe(action, *arguments)


@contextmanager
def _stopped_by_signals(stop: Callable[[], None]) -> Iterator[None]:
    def handle(_number: int, _frame: FrameType | None) -> None:
        stop()

    before = {}
    for number in (signal.SIGTERM, signal.SIGINT):
        with suppress(ValueError):  # only the main thread may
            before[number] = signal.signal(number, handle)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _nobody(*_: Any) -> None:
    return None
