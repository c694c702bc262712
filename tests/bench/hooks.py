"""Measures hook processes against a Python that imports SQLAlchemy and pydantic only: `python -m tests.bench.hooks`."""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from style_memory_hooks.standby import VARIABLE

_ROUNDS = 11
_BOUND = 1.3
_FLOOR = [sys.executable, "-c", "import sqlalchemy, pydantic"]
_HOOK = [sys.executable, "-m", "style_memory_cli", "hook", "--owner", "ana"]
_EVENTS = {
    "brief only (SessionStart)": {"hook_event_name": "SessionStart", "source": "startup"},
    "prompt (UserPromptSubmit)": {
        "hook_event_name": "UserPromptSubmit",
        "prompt": "ngl can you refactor the parser lol",
    },
    "mark (PreCompact)": {"hook_event_name": "PreCompact"},
    "nothing missed (Stop)": {"hook_event_name": "Stop"},
}


def main() -> int:
    """Print each event's median time and its ratio to the floor; exit 1 if one is out of bounds.

    The bound holds for a conversation, in which the first hook has started the standby. What the first hook itself
    takes, and every hook where there is no standby, is told beside it.
    """
    with tempfile.TemporaryDirectory() as home:
        alone, warm = _environment(home, standby=False), _environment(home, standby=True)
        given = {name: json.dumps({"session_id": "s", **event}) for name, event in _EVENTS.items()}
        for environment in (alone, warm):
            _seconds(_HOOK, environment, given["brief only (SessionStart)"])  # makes the database, starts the standby
        _wait_for_standby(home)
        runs = {f"{name}, alone": (_HOOK, alone, text) for name, text in given.items()}
        runs |= {name: (_HOOK, warm, text) for name, text in given.items()}
        runs["floor"] = (_FLOOR, warm, "")
        times: dict[str, list[float]] = {name: [] for name in runs}
        for _ in range(_ROUNDS):
            for name, (command, environment, text) in runs.items():
                times[name].append(_seconds(command, environment, text))
        _stop_standby(home)
    return _report(times)


def _report(times: dict[str, list[float]]) -> int:
    floor = statistics.median(times.pop("floor"))
    print("Hooks: processes, against a Python that imports SQLAlchemy and pydantic; alone is without the standby")  # noqa: T201
    print(f"floor {floor * 1000:.0f} ms")  # noqa: T201
    worst = 0.0
    for name, taken in times.items():
        ratio = statistics.median(taken) / floor
        verdict = "no bound"
        if not name.endswith("alone"):
            worst = max(worst, ratio)
            verdict = f"at most {_BOUND}: {'ok' if ratio <= _BOUND else 'OUT OF BOUNDS'}"
        print(f"{name:34} {ratio:5.2f} {ratio * floor * 1000:6.0f} ms  ({verdict})")  # noqa: T201
    return int(worst > _BOUND)


def _environment(home: str, *, standby: bool) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("STYLE_MEMORY_", "XDG_"))}
    return {**kept, "HOME": home, "XDG_STATE_HOME": home, VARIABLE: "on" if standby else "off"}


def _seconds(command: Sequence[str], environment: dict[str, str], given: str) -> float:
    began = time.perf_counter()
    subprocess.run(command, input=given, env=environment, capture_output=True, text=True, check=True)
    return time.perf_counter() - began


def _sockets(home: str) -> list[Path]:
    return list(Path(home).rglob("*.sock"))


def _wait_for_standby(home: str) -> None:
    until = time.monotonic() + 30
    while not _sockets(home):
        if time.monotonic() > until:
            raise SystemExit("The standby did not come up.")
        time.sleep(0.05)


def _stop_standby(home: str) -> None:
    """One that has lost its address ends at its next look."""
    for address in _sockets(home):
        address.unlink()


if __name__ == "__main__":
    sys.exit(main())
