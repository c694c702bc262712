"""One hook from its input to its answer. Whatever goes wrong, the host gets a valid answer and exit code 0."""

from __future__ import annotations

import json
import os
import sys
import threading
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import platformdirs

from style_memory_hooks.faults import FaultLog, HookMisused, described
from style_memory_hooks.handling import Desk, handle
from style_memory_hooks.hosts import HOSTS, Answer, Host
from style_memory_hooks.sessions import Sessions
from style_memory_hooks.standby import Call, Standby, standby_for

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
    worker = _StandbyOrSelf(None if debug else standby_for(state_folder(), url, environment), open_memory)
    try:
        answer = worker.answer(Call(event=event, host=host, owner=owner, given=_given()))
    except Exception as fault:
        if debug:
            traceback.print_exception(fault)
        log.write(where, described(fault))
        answer = spare
    finally:
        watch.cancel()
    said.say(answer)
    worker.prepare_next()


def stand_by(address: Path, open_memory: Callable[[], AbstractContextManager[StyleMemory]]) -> None:
    """Answer the hooks that hand their calls over at `address`, until none has come for a while.

    Nobody sees what this process says, so that what keeps it from its work is one line in the log.
    """
    from style_memory_hooks.serving import Service

    try:
        with open_memory() as memory:
            memory.warm_up()
        dictionary = memory.settings.dictionary_path
        Service(
            address=address,
            answer=lambda call: answered(call, open_memory),
            watched=(dictionary,) if dictionary else (),
        ).run()
    except Exception as fault:
        FaultLog(log_folder()).write("standby", described(fault))


def answered(call: Call, open_memory: Callable[[], AbstractContextManager[StyleMemory]]) -> Answer:
    """Do what a call asks for, and answer it as its host wants to be answered.

    Raises:
        HookMisused: It was called in a way that can't work.
        StyleMemoryError: The database can't be used.
    """
    host = HOSTS.get(call.host)
    if host is None:
        raise HookMisused(f"This host is unknown: use --host with one of {', '.join(HOSTS)}.")
    happened = host.event(_parsed(call.given), call.event)
    if happened is None:
        return {}
    if not call.owner:
        raise HookMisused(
            f"No owner: run `style-memory connect {call.host} --hooks` again, which stores your login name, or set"
            " STYLE_MEMORY_OWNER or --owner."
        )
    sessions = Sessions(state_folder(), call.host, call.owner)
    return host.answer(
        happened.name, handle(happened, Desk(host=host, owner=call.owner, sessions=sessions, open_memory=open_memory))
    )


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


class _StandbyOrSelf:
    """Asks the standby for an answer, and works by itself where there is none."""

    def __init__(self, standby: Standby | None, open_memory: Callable[[], AbstractContextManager[StyleMemory]]) -> None:
        self._standby = standby
        self._open_memory = open_memory
        self._opened = False

    def answer(self, call: Call) -> Answer:
        answer = self._standby.ask(call) if self._standby else None
        return answered(call, self._opening) if answer is None else answer

    def prepare_next(self) -> None:
        """Spare the next hooks what this one had to do; the host has its answer by now."""
        if self._standby and self._opened:
            self._standby.start()

    @contextmanager
    def _opening(self) -> Iterator[StyleMemory]:
        self._opened = True
        with self._open_memory() as memory:
            yield memory


def _given() -> str:
    if sys.stdin is None or sys.stdin.isatty():
        raise HookMisused("Nothing was sent: a host calls this command and sends JSON on standard input.")
    return sys.stdin.buffer.read(_MOST_READ).decode("utf-8-sig", "replace")


def _parsed(given: str) -> Any:
    try:
        return json.loads(given)
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
