"""One hook from its input to its answer. Whatever goes wrong, the host gets a valid answer and exit code 0."""

from __future__ import annotations

import json
import os
import sys
import threading
import traceback
from collections.abc import Mapping
from contextlib import suppress
from importlib.resources import files
from pathlib import Path
from typing import Any

import platformdirs

from style_memory_hooks.faults import FaultLog, HookMisused, described
from style_memory_hooks.handling import Desk, handle
from style_memory_hooks.hosts import HOSTS, Answer, Host
from style_memory_hooks.sessions import Sessions
from style_memory_hooks.standby import Request, standby_for
from style_memory_hooks.style import OpenMemory, Style, done

#: After so many seconds the host gets its answer without us; what is not done by then waits for the next hook.
DEADLINE_SECONDS = 8.0
_MOST_READ = 16 * 1024 * 1024
_APPLICATION = "style-memory"


def run_hook(
    *,
    event: str | None,
    host: str,
    owner: str | None,
    open_memory: OpenMemory,
    url: str | None,
    environment: Mapping[str, str],
    debug: bool = False,
) -> None:
    """Answer one event of a host: its JSON is read from standard input, the answer is written to standard output.

    Args:
        event: The event's name, as the host or we spell it; what the JSON says goes before it.
        host: One of `HOSTS`.
        owner: Whose style it is.
        open_memory: Opens the style memory, if the event needs it.
        url: The database that the command names, if it does.
        environment: The process's environment.
        debug: Whether faults are also shown with their traceback, on standard error; then no standby is asked.
    """
    log = FaultLog(log_folder())
    where = f"{host} {event or '-'}"
    said = _Once()
    spare = _spare(HOSTS.get(host), event)
    watch = threading.Timer(DEADLINE_SECONDS, _give_up, (said, spare, log, where))
    watch.daemon = True
    watch.start()
    standby = None if debug else standby_for(state_folder(), url, environment)
    style = Style(owner or "", standby, open_memory)
    try:
        with style:
            answer = _answered(event, host, owner, style)
    except Exception as fault:
        if debug:
            traceback.print_exception(fault)
        log.write(where, described(fault))
        answer = spare
    finally:
        watch.cancel()
    said.say(answer)
    if standby is not None and style.did_it_alone:
        standby.start()  # for the hooks to come; the host has its answer by now


def stand_by(address: Path, open_memory: OpenMemory) -> None:
    """Do what hooks ask for at `address`, until none has asked for a while.

    Nobody sees what this process says, so that what keeps it from its work is one line in the log.
    """
    from style_memory_hooks.serving import Service

    def answer(request: Request) -> Any:
        with open_memory() as memory:
            return done(memory, request.owner, request.name, request.arguments)

    try:
        with open_memory() as memory:
            memory.warm_up()
        data = Path(str(files("style_memory.pipeline").joinpath("data")))
        dictionary = memory.settings.dictionary_path
        watched = (*data.rglob("*.toml"), *([dictionary] if dictionary else ()))
        Service(address=address, answer=answer, watched=watched).run()
    except Exception as fault:
        FaultLog(log_folder()).write("standby", described(fault))


def log_folder() -> Path:
    """Where the log of faults lies."""
    return Path(platformdirs.user_log_dir(_APPLICATION, appauthor=False))


def state_folder() -> Path:
    """Where the state of conversations lies."""
    return Path(platformdirs.user_state_dir(_APPLICATION, appauthor=False)) / "hooks"


class _Once:
    """The answer: written once, by whoever comes first."""

    def __init__(self) -> None:
        self._said = threading.Lock()

    def say(self, answer: Answer) -> bool:
        """Write it, unless another was first; returns whether it was this one."""
        if not self._said.acquire(blocking=False):
            return False
        with suppress(OSError, ValueError):  # the host listens no more
            sys.stdout.write(json.dumps(answer) + "\n")
            sys.stdout.flush()
        return True


def _answered(event: str | None, name: str, owner: str | None, style: Style) -> Answer:
    host = HOSTS.get(name)
    if host is None:
        raise HookMisused(f"This host is unknown: use --host with one of {', '.join(HOSTS)}.")
    happened = host.event(_given(), event)
    if happened is None:
        return {}
    if not owner:
        raise HookMisused(
            f"No owner: run `style-memory connect {name} --hooks` again, which stores your login name, or set"
            " STYLE_MEMORY_OWNER or --owner."
        )
    sessions = Sessions(state_folder(), name, owner)
    return host.answer(happened.name, handle(happened, Desk(host=host, sessions=sessions, style=style)))


def _given() -> Any:
    if sys.stdin is None or sys.stdin.isatty():
        raise HookMisused("Nothing was sent: a host calls this command and sends JSON on standard input.")
    data = sys.stdin.buffer.read(_MOST_READ)
    try:
        return json.loads(data.decode("utf-8-sig", "replace"))
    except (ValueError, RecursionError):
        raise HookMisused("What was sent is no JSON: this host's hooks may have changed.") from None


def _spare(host: Host | None, event: str | None) -> Answer:
    """The answer that says nothing."""
    return host.answer(event or "", None) if host else {}


def _give_up(said: _Once, spare: Answer, log: FaultLog, where: str) -> None:
    if said.say(spare):  # else the answer is being written at this moment, and must not be cut off
        log.write(
            where, f"Took longer than {DEADLINE_SECONDS:g} seconds: the database may be in use by another program."
        )
        os._exit(0)
