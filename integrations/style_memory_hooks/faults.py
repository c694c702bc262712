"""Where faults go: one line each in a log file, since a hook must never disturb its host."""

from __future__ import annotations

import os
import sys
import traceback
from datetime import UTC, datetime
from pathlib import Path

from style_memory_hooks.files import opened

_MOST_BYTES = 256 * 1024


class HookMisused(Exception):
    """The hook was called in a way that can't work; the message says what to do and holds no text of the person's."""


class HookFailed(Exception):
    """The standby could not do what a hook asked it for; the message is what `described` made of its fault."""


class FaultLog:
    """A file of one line per fault, readable by this user alone; the one before it is kept beside it."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "hooks.log"

    def write(self, where: str, what: str) -> None:
        """Write one line. Where even that is impossible there is nobody left to tell."""
        line = f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ} {where}: {what}"
        try:
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            if self.path.exists() and self.path.stat().st_size > _MOST_BYTES:
                self.path.replace(self.path.with_suffix(".log.1"))
            file = opened(self.path, os.O_CREAT | os.O_APPEND | os.O_WRONLY)
            with os.fdopen(file, "a", encoding="utf-8") as log:
                log.write(" ".join(line.split()) + "\n")
        except OSError:
            return


def described(fault: Exception) -> str:
    """A fault as one line without text of the person's: only our own errors word theirs without any."""
    if isinstance(fault, HookMisused | HookFailed):
        return str(fault)
    errors = sys.modules.get("style_memory.domain.errors")  # nothing can have raised one of them before it was there
    if errors is not None and isinstance(fault, errors.StyleMemoryError):
        return f"{type(fault).__name__}: {fault}"
    if isinstance(fault, OSError) and fault.filename:
        return f"{type(fault).__name__}: {fault.filename} can't be used ({fault.strerror}): check its permissions."
    frames = traceback.extract_tb(fault.__traceback__)
    place = f" at {Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""
    return f"{type(fault).__name__}{place}"
