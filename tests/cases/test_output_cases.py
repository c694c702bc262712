"""Case O12: standard output holds the protocol, or one JSON document, whatever else a process prints."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from style_memory import StyleMemory
from style_memory_migrations import downgrade
from style_memory_storage import Database
from tests.faces.mcp_hosts import PATIENCE, Pipes, call_of, environment_for

# From then on whatever is imported prints, and warns of something.
_NOISE = """
import os, subprocess, sys, warnings

class Noisy:
    def find_spec(self, name, path=None, target=None):
        if name in ("sqlalchemy", "mcp", "style_memory", "style_memory_storage", "alembic", "pydantic"):
            print("printed while", name, "is imported")
            sys.__stdout__.write("written to the first standard output\\n")
            os.write(1, b"written to the descriptor\\n")
            subprocess.run(["echo", "said by a child"])
            warnings.warn("old", DeprecationWarning)

sys.meta_path.insert(0, Noisy())
"""
NOISES = ("printed while alembic", "first standard output", "to the descriptor", "by a child", "Deprecation")
# What a command is made from, before it is known how it is called.
CATALOGUE = "style_memory.operations.declared"
SERVERS = {"style-memory-mcp": ("style_memory_mcp.main", []), "style-memory mcp": ("style_memory_cli.main", ["mcp"])}


@pytest.fixture
def environment(database_file: Path, tmp_path: Path) -> dict[str, str]:
    """The environment of a process that is noisy, and whose database has to be migrated."""
    StyleMemory.open(f"sqlite:///{database_file}").close()
    database = Database(f"sqlite:///{database_file}")
    downgrade(database, "base")
    database.close()
    (tmp_path / "noise.py").write_text(_NOISE)
    return environment_for(database_file, PYTHONPATH=str(tmp_path), PYTHONWARNINGS="always")


def noisy(module: str, *arguments: str, quiet: str = "sys") -> list[str]:
    """The command that runs a program with the noise, after the module `quiet` was imported without it."""
    return [sys.executable, "-c", f"from {module} import main; import {quiet}, noise; main()", *arguments]


@pytest.mark.parametrize("server", SERVERS)
def test_o12_a_server_writes_the_protocol_and_nothing_else(
    database_file: Path, environment: dict[str, str], server: str
) -> None:
    module, arguments = SERVERS[server]
    if server == "style-memory-mcp":
        arguments = ["--log-level", "debug"]
    with Pipes(database_file, command=noisy(module, *arguments), environment=environment) as host:
        host.greet()
        host.ask("tools/list", {})
        for text in ("ship it lol", "ship it again", "and again"):
            host.ask(*call_of("observe_user_message", text=text))
        host.close_input()
        assert host.ended() == 0
        said = host.stderr()
    assert [message["jsonrpc"] for message in host.messages()] == ["2.0"] * 5
    assert [noise for noise in NOISES if noise not in said] == []
    assert "ship it" not in said


@pytest.mark.parametrize(
    ("arguments", "code", "answered"),
    [
        (["observe-user-message", "ship it lol"], 0, "observed"),
        (["db", "upgrade"], 0, "after"),
        (["list-style-habits", "--limit", "none"], 2, None),
    ],
    ids=["an operation", "another command", "a refusal"],
)
def test_o12_a_command_with_json_writes_one_document_or_nothing(
    environment: dict[str, str], arguments: list[str], code: int, answered: str | None
) -> None:
    command = noisy("style_memory_cli.main", *arguments, "--json", quiet=CATALOGUE)
    ran = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=PATIENCE)
    assert ran.returncode == code, ran.stderr
    assert (answered in json.loads(ran.stdout)) if answered else (ran.stdout == "")
    assert "ship it" not in ran.stderr
    if not code:
        assert [noise for noise in NOISES if noise not in ran.stderr] == []


@pytest.mark.parametrize(
    "arguments", [["forget-style-habit", "--", "--json"], ["list-style-habits", "--help", "--json"]]
)
def test_o12_where_json_is_a_text_or_help_is_asked_for_people_read_the_output(
    environment: dict[str, str], arguments: list[str]
) -> None:
    command = [sys.executable, "-c", "from style_memory_cli.main import main; main()", *arguments]
    ran = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=PATIENCE)
    assert ran.returncode == 0
    assert ran.stdout.strip()
