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

_ROUNDS = 11
_FLOOR = "import sqlalchemy, pydantic"
_HOOK = (
    "from pathlib import Path; from style_memory_hooks import running; from style_memory_cli.main import main\n"
    "running.state_folder = running.log_folder = lambda: Path({folder!r})\n"
    "main(['--database-url', 'sqlite:///{folder}/style.db', 'hook', '--owner', 'ana'])"
)
_EVENTS = {
    "brief only (SessionStart)": {"hook_event_name": "SessionStart", "source": "startup"},
    "prompt (UserPromptSubmit)": {
        "hook_event_name": "UserPromptSubmit",
        "prompt": "ngl can you refactor the parser lol",
    },
    "mark (PreCompact)": {"hook_event_name": "PreCompact"},
    "nothing missed (Stop)": {"hook_event_name": "Stop"},
}
_BOUND = 1.3


def main() -> int:
    """Print each event's median time and its ratio to the floor; exit 1 if one is out of bounds."""
    with tempfile.TemporaryDirectory() as folder:
        hook = _HOOK.format(folder=Path(folder).as_posix())
        runs = {name: (hook, json.dumps({"session_id": "s", **event})) for name, event in _EVENTS.items()}
        runs["floor"] = (_FLOOR, "")
        for code, given in runs.values():
            _seconds(code, given)  # makes the database, and lets the system cache what is read
        times: dict[str, list[float]] = {name: [] for name in runs}
        for _ in range(_ROUNDS):
            for name, (code, given) in runs.items():
                times[name].append(_seconds(code, given))
    floor = _median(times.pop("floor"))
    ratios = {name: _median(taken) / floor for name, taken in times.items()}
    print(f"floor {floor * 1000:.0f} ms")  # noqa: T201
    for name, ratio in ratios.items():
        verdict = "ok" if ratio <= _BOUND else "OUT OF BOUNDS"
        print(f"{name:28} {ratio:5.2f}  (at most {_BOUND})  {ratio * floor * 1000:6.0f} ms  {verdict}")  # noqa: T201
    return int(max(ratios.values()) > _BOUND)


def _seconds(code: str, given: str) -> float:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("STYLE_MEMORY_")}
    began = time.perf_counter()
    subprocess.run(
        [sys.executable, "-c", code], input=given, env=environment, capture_output=True, text=True, check=True
    )
    return time.perf_counter() - began


def _median(times: Sequence[float]) -> float:
    return statistics.median(times)


if __name__ == "__main__":
    sys.exit(main())
