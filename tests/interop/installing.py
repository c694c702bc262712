"""Foreign clients for the tests: each is installed once into an ignored folder of the checkout and used from there."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NoReturn

import pytest

CACHE = Path(__file__).parents[2] / ".cache" / "interop"
# Where one of these is set, a client that can't be installed fails the tests instead of skipping them.
REQUIRED_BY = ("STYLE_MEMORY_REQUIRE_INTEROP", "CI")

_PATIENCE = 300.0


class NotInstalled(Exception):
    """A client could not be installed; the message is one line that says which one and why."""


def installed(client: Callable[[], Path]) -> Path:
    """A client that installs itself. Without it, the test is skipped, or fails where nothing may be skipped."""
    try:
        return client()
    except NotInstalled as missing:
        _do_without(str(missing))


def made_once(folder: Path, make: Callable[[Path], None]) -> Path:
    """The folder, as `make` fills it; where it is there, it is complete.

    Processes wait for each other, and what a killed one has left half made is thrown away.
    """
    folder.parent.mkdir(parents=True, exist_ok=True)
    unfinished = folder.with_name(f"{folder.name}.unfinished")
    with _alone(folder.with_name(f"{folder.name}.lock")):
        if not folder.exists():
            shutil.rmtree(unfinished, ignore_errors=True)
            unfinished.mkdir()
            make(unfinished)
            unfinished.rename(folder)
    return folder


def install(client: str, *commands: Sequence[str | Path]) -> None:
    """Run the commands that install a client.

    Raises:
        NotInstalled: One of them failed.
    """
    for command in commands:
        try:
            subprocess.run(
                command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=True, timeout=_PATIENCE
            )
        except subprocess.TimeoutExpired:
            raise NotInstalled(f"{client} is missing: installing it took more than {_PATIENCE:.0f} s.") from None
        except subprocess.CalledProcessError as failed:
            raise NotInstalled(f"{client} is missing and could not be installed: {_reason(failed)}") from None


def _do_without(reason: str) -> NoReturn:
    if any(os.environ.get(name) for name in REQUIRED_BY):
        pytest.fail(reason, pytrace=False)
    pytest.skip(reason)


def _reason(failed: subprocess.CalledProcessError) -> str:
    """What npm or pip names as the error; more of what they say may hold addresses."""
    errors = (line for line in failed.stderr.splitlines() if line.startswith(("npm error", "ERROR:")))
    return next(errors, f"code {failed.returncode}")


@contextmanager
def _alone(lock: Path) -> Iterator[None]:
    with lock.open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        yield
