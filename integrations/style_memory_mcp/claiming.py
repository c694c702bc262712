"""Sets the process's standard input and output apart for the protocol, whatever else the process does."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from functools import cache


@dataclass(frozen=True, kw_only=True, slots=True)
class Pipes:
    """The file descriptors that only the protocol knows."""

    source: int
    sink: int


@cache
def claimed_pipes() -> Pipes:
    """Take standard input and output for the protocol, once for the process.

    From then on whatever prints, in Python, in C or in a child, writes to standard error, and whatever reads finds the
    end of the file. Call it before anything that may print is imported.

    Raises:
        OSError: The process was started without standard input or output.
    """
    pipes = Pipes(source=os.dup(0), sink=os.dup(1))
    _redirect(os.open(os.devnull, os.O_RDONLY), 0)
    _redirect(_error_output(), 1)
    # What was printed before and is still in its buffer goes to standard error, too.
    sys.stdout = sys.stderr
    return pipes


def _error_output() -> int:
    try:
        return os.dup(2)
    except OSError:  # started without standard error
        return os.open(os.devnull, os.O_WRONLY)


def _redirect(source: int, target: int) -> None:
    os.dup2(source, target)
    os.close(source)
