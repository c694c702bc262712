"""The warm process that works for hooks: it does what they ask for, one thing after the other.

It keeps no database open and nothing of what it was asked. It ends when nobody has asked for a while, when another took
its address, or when the code, the data or the dictionary that it has loaded is no longer what lies on the disk.
"""

from __future__ import annotations

import json
import os
import socket
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from style_memory_hooks.faults import described
from style_memory_hooks.standby import Request, number_of, received, starting

#: How long it waits for the next call before it ends.
IDLE_SECONDS = 600.0
# How long a caller may take to say what it wants.
_CALLER_SECONDS = 2.0
_OURS = "style_memory"


@dataclass(kw_only=True)
class Service:
    """Answers requests at one address."""

    address: Path
    #: Does what a request asks for; the answer is made of JSON values.
    answer: Callable[[Request], Any]
    #: Files beside the code whose change makes what is loaded out of date.
    watched: tuple[Path, ...] = ()
    idle_seconds: float = IDLE_SECONDS
    #: How often it looks whether it is still needed.
    look_seconds: float = 30.0
    _loaded: dict[Path, int] = field(default_factory=dict, init=False)

    def run(self) -> None:
        """Listen until nobody needs it any more."""
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as door:
            self._loaded = _changes(*_code(), *self.watched)
            number = self._listen(door)
            try:
                self._serve(door, number)
            finally:
                if number_of(self.address) == number:
                    self.address.unlink(missing_ok=True)

    def _listen(self, door: socket.socket) -> int:
        """Take the address in one step, whoever has it now; returns the number of its file."""
        draft = self.address.with_suffix(f".{os.getpid()}")
        draft.unlink(missing_ok=True)
        door.bind(str(draft))
        draft.chmod(0o600)
        door.listen()
        door.settimeout(self.look_seconds)
        number = number_of(draft)
        draft.replace(self.address)
        starting(self.address).unlink(missing_ok=True)
        return number

    def _serve(self, door: socket.socket, number: int) -> None:
        asked = time.monotonic()
        while True:
            try:
                line, _ = door.accept()
            except TimeoutError:
                if time.monotonic() - asked >= self.idle_seconds or number_of(self.address) != number:
                    return
                continue
            with line:
                if not self._is_current():
                    return  # the caller gets no answer, works by itself and starts a new one
                line.settimeout(_CALLER_SECONDS)
                with suppress(OSError, ValueError, TypeError):  # who says nothing sensible gets no answer
                    request = Request(**json.loads(received(line)))
                    # Whoever has stopped waiting does it by itself; perhaps much has changed since then.
                    if time.time() < request.until:
                        line.sendall(json.dumps(self._reply(request)).encode())
            asked = time.monotonic()

    def _reply(self, request: Request) -> dict[str, Any]:
        try:
            return {"value": self.answer(request)}
        except Exception as fault:
            return {"fault": described(fault)}

    def _is_current(self) -> bool:
        if _changes(*self._loaded) != self._loaded:
            return False
        self._loaded |= _changes(*(_code() - self._loaded.keys()))
        return True


def _code() -> set[Path]:
    """The files of ours that this process has loaded."""
    return {
        Path(module.__file__)
        for name, module in list(sys.modules.items())
        if name.startswith(_OURS) and module.__file__ is not None
    }


def _changes(*files: Path) -> dict[Path, int]:
    """When each file was changed; 0 for one that is not there."""
    changes = {}
    for file in files:
        try:
            changes[file] = file.stat().st_mtime_ns
        except OSError:
            changes[file] = 0
    return changes
