"""Reaching a process that is warm already: loading everything anew would cost each hook most of a second.

A hook that had to open the style memory by itself starts one for the hooks after it, see `serving`. It is reached
through a socket in a folder that only this user may enter. Whoever finds none, or gets no answer from it in time, does
the work itself: turns have names, so what both did counts once.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import socket
import stat
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from style_memory_hooks.faults import HookFailed

#: `off` keeps hooks from starting or asking a standby.
VARIABLE = "STYLE_MEMORY_HOOK_STANDBY"
#: How long an answer is waited for; the host's patience must last for doing the work after that.
PATIENCE_SECONDS = 3.0
# Longer ones don't fit into the address of a socket (108 bytes on Linux, 104 on macOS, with the zero at the end).
_LONGEST_ADDRESS = 100
_MOST_STARTING_SECONDS = 20.0
_PORTION = 1 << 16


@dataclass(frozen=True, kw_only=True, slots=True)
class Request:
    """What a hook wants to have done."""

    #: Whose style it is about.
    owner: str
    #: An operation, or what `style` offers beside those.
    name: str
    arguments: Mapping[str, Any]
    #: Until when the hook waits, in seconds of the epoch: what is read later is not done.
    until: float


@dataclass(frozen=True, kw_only=True, slots=True)
class Reply:
    """What came of it."""

    value: Any


@dataclass(frozen=True, kw_only=True)
class Standby:
    """The warm process for one installation, database and environment; perhaps it does not run."""

    #: Where it listens.
    address: Path
    #: What starts it.
    command: Sequence[str]

    def ask(self, owner: str, name: str, arguments: Mapping[str, Any]) -> Reply | None:
        """Let it do something; None if there is no such process, or it gave no answer in time.

        Raises:
            HookFailed: It tried, and failed.
        """
        if not _is_private(self.address.parent):
            return None
        number = number_of(self.address)
        request = Request(owner=owner, name=name, arguments=arguments, until=time.time() + PATIENCE_SECONDS)
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as line:
                line.settimeout(PATIENCE_SECONDS)
                line.connect(str(self.address))
                line.sendall(json.dumps(asdict(request)).encode())
                line.shutdown(socket.SHUT_WR)
                reply = json.loads(received(line))
        except FileNotFoundError:
            return None
        except (OSError, ValueError):
            # It was killed, hangs, or has more to do than anybody waits for: the next hook starts another.
            if number_of(self.address) == number:
                self.address.unlink(missing_ok=True)
            return None
        if "fault" in reply:
            raise HookFailed(reply["fault"])
        return Reply(value=reply["value"])

    def start(self) -> None:
        """Start it for the hooks to come, unless another hook is doing so; nothing is waited for."""
        import subprocess

        with suppress(OSError):  # then the hooks go on by themselves
            self.address.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            if not _is_private(self.address.parent) or self.address.exists() or not _claimed(starting(self.address)):
                return
            nothing = subprocess.DEVNULL
            subprocess.Popen(  # noqa: S603 - this program itself
                self.command, stdin=nothing, stdout=nothing, stderr=nothing, start_new_session=True, cwd="/"
            )


def standby_for(folder: Path, url: str | None, environment: Mapping[str, str]) -> Standby | None:
    """The standby for this installation, database and environment; None where there can't or shall not be one.

    Args:
        folder: Where states lie.
        url: The database, if the command names it.
        environment: The process's environment.
    """
    database = url or environment.get("STYLE_MEMORY_DATABASE_URL") or ""
    if environment.get(VARIABLE, "").strip().lower() in _OFF or not hasattr(socket, "AF_UNIX") or not sys.executable:
        return None
    dictionary = environment.get("STYLE_MEMORY_DICTIONARY_PATH") or ""
    if _RELATIVE.match(database) or (dictionary and not Path(dictionary).is_absolute()):
        return None  # it means another file in each folder, or none
    settled = {name: value for name, value in environment.items() if name == "HOME" or name.startswith(_SETTLING)}
    named = json.dumps([sys.executable, url, settled], sort_keys=True).encode("utf-8", "surrogatepass")
    address = folder / f"{hashlib.sha256(named).hexdigest()[:12]}.sock"
    if len(os.fsencode(address)) > _LONGEST_ADDRESS:
        return None
    place = ["--database-url", url] if url else []
    # -P: what lies in the current folder is never imported.
    command = [sys.executable, "-P", "-m", "style_memory_cli", *place, "hook", "--standby", str(address)]
    return Standby(address=address, command=command)


def starting(address: Path) -> Path:
    """The file that says that a standby is about to listen there."""
    return address.with_suffix(".starting")


def number_of(file: Path) -> int:
    """What tells a file from another one of that name; 0 if there is none."""
    try:
        return file.stat().st_ino
    except OSError:
        return 0


def received(line: socket.socket) -> bytes:
    """Everything that is sent until the other side has no more to say."""
    portions = []
    while portion := line.recv(_PORTION):
        portions.append(portion)
    return b"".join(portions)


# A SQLite file by a relative path, or one in memory.
_RELATIVE = re.compile(r"sqlite(?:\+\w+)?://(?!/(?:/|[A-Za-z]:))")
_OFF = ("off", "false", "no", "0")
_SETTLING = ("STYLE_MEMORY_", "XDG_")


def _is_private(folder: Path) -> bool:
    """Whether nobody but this user can put a socket there."""
    try:
        found = folder.stat()
    except OSError:
        return False
    return stat.S_ISDIR(found.st_mode) and found.st_uid == os.getuid() and not found.st_mode & 0o077


def _claimed(marker: Path) -> bool:
    """Whether this process may start one: nobody else has begun to within a time in which it would listen by now."""
    with suppress(FileNotFoundError):
        if time.time() - marker.stat().st_mtime < _MOST_STARTING_SECONDS:
            return False
        marker.unlink()
    try:
        os.close(os.open(marker, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except FileExistsError:
        return False
    return True
