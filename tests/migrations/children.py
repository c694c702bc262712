"""Processes forked off the test, which can be killed and which start at the same moment."""

from __future__ import annotations

import os
import signal
import traceback
from collections.abc import Callable

from sqlalchemy import Engine, event

KILLED = -signal.SIGKILL
_PATIENCE_SECONDS = 60


def run_in_children(*works: Callable[[], object]) -> list[int]:
    """Run each work in a process of its own, all starting together; returns 0, 1 or the negative signal of each."""
    return wait_for(start(*works))


def start(*works: Callable[[], object]) -> list[int]:
    """Begin each work in a process of its own."""
    gate, opener = os.pipe()
    children = [_fork(work, gate, opener) for work in works]
    os.close(gate)
    os.close(opener)
    return children


def wait_for(children: list[int]) -> list[int]:
    return [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children]


def kill_this_process() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def kill_after_statement(number: int) -> None:
    """Kill this process once it has sent that many statements to a database."""
    sent = 0

    def count(*_event: object) -> None:
        nonlocal sent
        sent += 1
        if sent == number:
            kill_this_process()

    event.listen(Engine, "after_cursor_execute", count)


def _fork(work: Callable[[], object], gate: int, opener: int) -> int:
    child = os.fork()
    if child:
        return child
    outcome = 1
    try:
        signal.alarm(_PATIENCE_SECONDS)  # ends a process that hangs
        os.close(opener)
        os.read(gate, 1)  # returns when the parent closes its end
        work()
        outcome = 0
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(outcome)
