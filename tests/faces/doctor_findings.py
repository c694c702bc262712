"""What `style-memory doctor` says of hosts that were connected."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.faces.cli_runner import Cli, Ran
from tests.faces.desktop_home import recorded_file


def connected(cli: Cli, home: Path, name: str, *options: str) -> Path:
    file = recorded_file(name, home)
    ran = cli("connect", name, "--yes", *options)
    assert ran.code == 0, ran.err
    return file


def replaced(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")


def report(cli: Cli) -> list[dict[str, Any]]:
    ran = cli("doctor", "--json")
    told = Ran(code=0, out=ran.out, err=ran.err).json
    assert ran.code == (0 if told["healthy"] else 1)
    findings: list[dict[str, Any]] = told["findings"]
    return findings


def of(cli: Cli, subject: str) -> list[dict[str, Any]]:
    return [finding for finding in report(cli) if finding["subject"] == subject]


def problem(cli: Cli, subject: str, state: str, *parts: str) -> dict[str, Any]:
    """The one thing that is said to be wrong with a host."""
    first, *problems = of(cli, subject)
    assert first["state"] == "ok"
    assert [each["state"] for each in problems] == [state]
    assert all(part in problems[0]["detail"] for part in parts), problems
    return problems[0]
