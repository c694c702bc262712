"""Runs `style-memory` inside the test's process."""

from __future__ import annotations

import io
import json
import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from style_memory.operations.catalogue import Operation
from style_memory_cli.main import run


@dataclass(frozen=True, kw_only=True)
class Ran:
    """How a run ended, and what it wrote."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        assert self.code == 0, self.err
        return json.loads(self.out)


Cli = Callable[..., Ran]


class Keyboard(io.TextIOWrapper):
    """A terminal at which somebody types."""

    def isatty(self) -> bool:
        return True


def runner(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], url: str) -> Cli:
    """A function that runs the program on the database at `url`, with none of the developer's own settings."""
    for name in [name for name in os.environ if name.startswith("STYLE_MEMORY_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("STYLE_MEMORY_DATABASE_URL", url)

    def cli(*arguments: str, piped: str | bytes = b"", typed: str | None = None) -> Ran:
        data = piped.encode() if isinstance(piped, str) else piped
        stdin = io.TextIOWrapper(io.BytesIO(data)) if typed is None else Keyboard(io.BytesIO(typed.encode()))
        monkeypatch.setattr("sys.stdin", stdin)
        capsys.readouterr()
        code = run(arguments)
        out, err = capsys.readouterr()
        return Ran(code=code, out=out, err=err)

    return cli


def command_line(operation: Operation, arguments: dict[str, Any]) -> list[str]:
    """The command that calls `operation` with those JSON arguments; what is null is left out."""
    line = [operation.name.replace("_", "-")]
    for name, value in arguments.items():
        flag = name.replace("_", "-")
        if value is None:
            continue
        if isinstance(value, bool):
            line.append(f"--{flag}" if value else f"--no-{flag}")
        else:
            line += [f"--{flag}", json.dumps(value) if isinstance(value, list | dict) else str(value)]
    return line
