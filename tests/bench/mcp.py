"""Measures the MCP server over its pipes against a trivial one on the same SDK: `python -m tests.bench.mcp`."""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from tests.bench.worlds import TURNS
from tests.faces.mcp_hosts import START, Pipes, call_of

_STARTS, _RUNS, _CALLS = 9, 3, 120
_LEVELS = (10, 100, 500, 2_000)
_HINTS = 8
# What a server costs that does nothing; it imports SQLAlchemy, because ours can't do without.
_TRIVIAL = """
import sqlalchemy
from mcp.server import MCPServer
from pydantic import BaseModel

class Seen(BaseModel):
    observed: bool

server = MCPServer("trivial")

@server.tool()
def observe_user_message(text: str, context: str | None = None, session_id: str | None = None) -> Seen:
    return Seen(observed=True)

server.run("stdio")
"""
_FLOOR = [sys.executable, "-c", _TRIVIAL]


def main() -> int:
    """Print the figures; exit 1 if one is out of bounds."""
    with tempfile.TemporaryDirectory() as folder, ExitStack() as servers:
        starts = _starts(Path(folder))
        trivial = servers.enter_context(_greeted(Path(folder) / "none.db", _FLOOR))
        ours = servers.enter_context(_greeted(Path(folder) / "style.db", START))
        floor, levels = _levels(trivial, ours)
    rows = [
        ("spawn to initialize, against the trivial server", starts[1] / starts[0], 1.3, f"{starts[0]:.0f} ms"),
        *(
            (f"observe at {level} habits, ms above a trivial tool", levels[level] - floor, 1.0, f"{floor:.2f} ms")
            for level in _LEVELS
        ),
        ("observe, 2,000 habits against 10", levels[2_000] / levels[10], 1.3, f"{levels[10]:.2f} ms"),
    ]
    print("MCP server: over its pipes, against a trivial server on the same SDK")  # noqa: T201
    for name, found, bound, against in rows:
        verdict = "ok" if found <= bound else "OUT OF BOUNDS"
        print(f"{name:50} {found:5.2f}  (at most {bound:4.2f})  floor {against}  {verdict}")  # noqa: T201
    return int(any(found > bound for _, found, bound, _ in rows))


def _starts(folder: Path) -> Sequence[float]:
    """Milliseconds from start to the reply to `initialize`, each time on a new database: the trivial server's, ours."""
    times: list[list[float]] = [[], []]
    for number in range(_STARTS):
        for taken, command in zip(times, (_FLOOR, START), strict=True):
            began = time.perf_counter()
            with _greeted(folder / f"start-{number}.db", command):
                taken.append((time.perf_counter() - began) * 1e3)
    return [statistics.median(taken) for taken in times]


def _levels(trivial: Pipes, ours: Pipes) -> tuple[float, dict[int, float]]:
    """Milliseconds of a trivial tool, and of observe by the number of habits that are held."""
    floors, levels = [], {}
    for level in _LEVELS:
        _grow(ours, level)
        runs = [(_median(trivial), _median(ours)) for _ in range(_RUNS)]
        floors += [floor for floor, _ in runs]
        levels[level] = statistics.median(taken for _, taken in runs)
    return statistics.median(floors), levels


def _median(server: Pipes) -> float:
    times = []
    for number in range(_CALLS):
        began = time.perf_counter()
        _ask(server, "observe_user_message", text=TURNS[number % 3], context="casual_chat", session_id=f"s{number % 9}")
        times.append((time.perf_counter() - began) * 1e3)
    return statistics.median(times)


def _grow(server: Pipes, level: int) -> None:
    """Report made-up habits until so many are held; a few of them are words that are refused."""
    for number in range(level * 10, level * 20):
        held = _ask(server, "get_style_memory_status")["habits"]
        if held >= level:
            return
        hints = [
            {"kind": "idiolect", "text": _phrase(number * _HINTS + place), "confidence": 0.9}
            for place in range(min(_HINTS, level - held))
        ]
        for session in ("a", "b", "c"):
            _ask(server, "observe_user_message", text="ok, next one", hints=hints, session_id=session)
    raise SystemExit(f"The memory does not come to hold {level} habits.")


def _phrase(number: int) -> str:
    """A harmless set phrase for each number."""
    letters = "".join(chr(ord("a") + number // 20**place % 20) for place in range(4))
    return f"oh {letters} well"


def _ask(server: Pipes, tool: str, **arguments: Any) -> Any:
    server.heard = b""  # what was heard before would be read again and again
    reply = server.ask(*call_of(tool, **arguments))["result"]
    if reply.get("isError"):
        raise SystemExit(f"{tool} failed: {reply['content']}")
    return reply["structuredContent"]


def _greeted(database: Path, command: Sequence[str]) -> Pipes:
    server = Pipes(database, command=command)
    server.greet()
    return server


if __name__ == "__main__":
    sys.exit(main())
