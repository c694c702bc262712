"""One hook from its input to its answer. Whatever goes wrong, the host gets a valid answer and exit code 0."""

from __future__ import annotations

import json
import os
import sys
import threading
import traceback
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import platformdirs

from style_memory_hooks.faults import FaultLog, HookMisused, described
from style_memory_hooks.handling import Desk, handle
from style_memory_hooks.hosts import HOSTS, Answer, Host
from style_memory_hooks.sessions import Sessions

if TYPE_CHECKING:
    from style_memory import StyleMemory

#: After so many seconds the host gets its answer without us; what is not done by then waits for the next hook.
DEADLINE_SECONDS = 8.0
_MOST_READ = 16 * 1024 * 1024
_APPLICATION = "style-memory"


def run_hook(
    *,
    event: str | None,
    host: str,
    owner: str | None,
    open_memory: Callable[[], AbstractContextManager[StyleMemory]],
    debug: bool = False,
) -> None:
    """Answer one event of a host: its JSON is read from standard input, the answer is written to standard output.

    Args:
        event: The event's name, as the host or we spell it; what the JSON says goes before it.
        host: One of `HOSTS`.
        owner: Whose style it is.
        open_memory: Opens the style memory, if the event needs it.
        debug: Whether faults are also shown with their traceback, on standard error.
    """
    log = FaultLog(log_folder())
    where = f"{host} {event or '-'}"
    said = _Once()
    spare = _spare(HOSTS.get(host), event)
    watch = threading.Timer(DEADLINE_SECONDS, _give_up, (said, spare, log, where))
    watch.daemon = True
    watch.start()
    try:
        answer = _answered(event, host, owner, open_memory)
    except Exception as fault:
        if debug:
            traceback.print_exception(fault)
        log.write(where, described(fault))
        answer = spare
    finally:
        watch.cancel()
    said.say(answer)


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

    def say(self, answer: Answer) -> None:
        if not self._said.acquire(blocking=False):
            return
        try:
            sys.stdout.write(json.dumps(answer) + "\n")
            sys.stdout.flush()
        except (OSError, ValueError):
            return  # the host listens no more


def _answered(
    event: str | None, name: str, owner: str | None, open_memory: Callable[[], AbstractContextManager[StyleMemory]]
) -> Answer:
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
    return host.answer(
        happened.name, handle(happened, Desk(host=host, owner=owner, sessions=sessions, open_memory=open_memory))
    )


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
    log.write(where, f"Took longer than {DEADLINE_SECONDS:g} seconds: the database may be in use by another program.")
    said.say(spare)
    os._exit(0)
