"""Whether a command that a host's file names could be started. Nothing is started to find out."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Mapping
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path


def only_the_host_knows(text: str) -> bool:
    """Whether it holds a variable, which hosts replace each in their own way."""
    return "$" in text or text.startswith("~")


def can_be_started(command: str, environment: Mapping[str, str]) -> bool:
    """Whether nothing is known to keep a host from starting it.

    Args:
        command: As the host's file names it.
        environment: The variables of the process, which say where commands are found.
    """
    return only_the_host_knows(command) or not _wrong_with(command, environment)


def command_fault(purpose: str, command: str, environment: Mapping[str, str]) -> str:
    """What keeps everybody from starting it, as a sentence; empty if nothing does.

    Args:
        purpose: What the host starts it for, as in "its server".
        command: As the host's file names it.
        environment: The variables of the process, which say where commands are found.
    """
    if can_be_started(command, environment):
        return ""
    return f"For {purpose} it names the command {command}, {_wrong_with(command, environment)}."


def command_doubt(purpose: str, command: str) -> str:
    """What may keep hosts from starting what this shell can start, as a sentence; empty if nothing does."""
    if only_the_host_knows(command) or Path(command).is_absolute():
        return ""
    return f"For {purpose} it names the command {command} without its folder: hosts may not find it."


def is_of_this_installation(command: str) -> bool:
    """Whether the command belongs to the environment that runs now."""
    return Path(command).parent == Path(sys.executable).parent


def missing_for_the_server() -> str:
    """What this installation lacks to serve MCP, as a sentence; empty if nothing."""
    if find_spec("mcp") is None:
        return "Its server can't start: the extra `mcp` is not installed."
    if find_spec("mcp_types") is None:  # it comes with the versions that the server needs
        return f"Its server can't start: the package mcp {version('mcp')} is too old for it."
    return ""


_SCRIPT = b"#!/"
_LONGEST_LINE = 4096


def _wrong_with(command: str, environment: Mapping[str, str]) -> str:
    path = Path(command)
    if not path.is_absolute():
        return "" if shutil.which(command, path=environment.get("PATH")) else "which is not found"
    if not path.is_file():
        return "which is gone"
    if not os.access(path, os.X_OK):
        return "which may not be executed"
    interpreter = _lost_interpreter(path)
    return f"whose Python is gone ({interpreter})" if interpreter else ""


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
