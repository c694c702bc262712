"""Whether a command that a host's file names could be started. Nothing is started to find out."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Mapping
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

from style_memory_cli.findings import State


def only_the_host_knows(text: str) -> bool:
    """Whether it holds a variable, which hosts replace each in their own way."""
    return "$" in text or text.startswith("~")


def command_fault(command: str, environment: Mapping[str, str]) -> tuple[State, str] | None:
    """What may keep hosts from starting it, said of "the command …"; None if nothing does."""
    path = Path(command)
    if only_the_host_knows(command):
        return None
    if not path.is_absolute():
        if shutil.which(command, path=environment.get("PATH")) is None:
            return "fault", "which is not found"
        return "warning", "without its folder: hosts may not find it"
    if not path.is_file():
        return "fault", "which is gone"
    if not os.access(path, os.X_OK):
        return "fault", "which may not be executed"
    interpreter = _lost_interpreter(path)
    return ("fault", f"whose Python is gone ({interpreter})") if interpreter else None


def is_of_this_installation(command: str) -> bool:
    """Whether the command belongs to the environment that runs now."""
    return Path(command).parent == Path(sys.executable).parent


def missing_for_the_server() -> str:
    """What this installation lacks to serve MCP; empty if nothing."""
    if find_spec("mcp") is None:
        return "the extra `mcp` is not installed"
    if find_spec("mcp_types") is None:  # it comes with the versions that the server needs
        return f"the package mcp {version('mcp')} is too old for it"
    return ""


_SCRIPT = b"#!/"
_LONGEST_LINE = 4096


def _lost_interpreter(program: Path) -> str:
    """The program that a script names as its interpreter, if that is no longer there."""
    try:
        with program.open("rb") as opened:
            first = opened.readline(_LONGEST_LINE)
    except OSError:
        return ""
    words = first.removeprefix(b"#!").split()
    if not first.startswith(_SCRIPT) or not words:
        return ""
    interpreter = os.fsdecode(words[0])
    return "" if Path(interpreter).exists() else interpreter
