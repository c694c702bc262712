"""What `style-memory doctor` says of the log in which hooks note their faults."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from importlib import import_module
from pathlib import Path

from style_memory_cli.doctor.finding import Finding
from style_memory_cli.terminal import counted, one_line

#: Faults that are older are taken for dealt with.
RECENT = timedelta(days=7)


def hook_log() -> Path | None:
    """Where hooks note their faults; None if they are not installed."""
    try:
        running = import_module("style_memory_hooks.running")  # faces never import each other; this asks it a question
        faults = import_module("style_memory_hooks.faults")
    except ImportError:
        return None
    path: Path = faults.FaultLog(running.log_folder()).path
    return path


def check_hook_log(path: Path | None, now: datetime) -> Iterator[Finding]:
    """Look for recent faults of hooks. The log holds no words of the owner's, so its newest line may be shown."""
    if path is None or not path.exists():
        return
    if path.is_fifo():  # reading it would wait for its other end
        detail = f"{path} is no file: hooks can't note their faults."
        yield Finding(subject="hook log", state="warning", detail=detail, advice="Remove it; hooks make a new one.")
        return
    try:
        lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError as error:
        detail = f"{path} can't be read ({error.strerror})."
        yield Finding(subject="hook log", state="warning", detail=detail, advice="Give yourself the right to read it.")
        return
    recent = [line for line in lines if (noted := _time_of(line)) and now - noted <= RECENT]
    if recent:
        number = counted(len(recent), "fault")
        yield Finding(
            subject="hook log",
            state="warning",
            detail=f"Hooks noted {number} within {RECENT.days} days in {path}; the newest: {one_line(recent[-1])}",
            advice="docs/hooks.md says what its lines mean; delete the file once they are dealt with.",
        )
    else:
        yield Finding(subject="hook log", state="ok", detail=f"no fault of hooks within {RECENT.days} days")


def _time_of(line: str) -> datetime | None:
    try:
        return datetime.strptime(line.split(" ", 1)[0], "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=UTC)
    except ValueError:
        return None
