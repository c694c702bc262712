"""Hooks as a host runs them, with the warm process that they start for each other."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from style_memory import StyleMemory

pytestmark = pytest.mark.skipif(not Path("/proc/self/cmdline").exists(), reason="needs /proc to find the process")
_PATIENCE = 30.0


class Home:
    """A person's home, in which hooks run."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.url = f"sqlite:///{folder / 'style.db'}"
        self._hooks = folder / "state" / "style-memory" / "hooks"
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("STYLE_MEMORY_", "XDG_"))}
        self._environment = {
            **kept,
            "HOME": str(folder),
            "XDG_STATE_HOME": str(folder / "state"),
            "STYLE_MEMORY_DATABASE_URL": self.url,
        }

    def hook(self, **event: Any) -> dict[str, Any]:
        """Run one hook; returns its answer."""
        said = self.run("hook", "--owner", "ana", given=json.dumps({"session_id": "s1", **event}))
        answer: dict[str, Any] = json.loads(said)
        return answer

    def run(self, *arguments: str, given: str = "") -> str:
        """Run the program; returns what it says."""
        ran = subprocess.run(
            [sys.executable, "-m", "style_memory_cli", *arguments],
            input=given,
            env=self._environment,
            capture_output=True,
            text=True,
            check=True,
        )
        assert ran.stderr == ""
        return ran.stdout

    def prompt(self, text: str, session: str = "s1") -> dict[str, Any]:
        return self.hook(hook_event_name="UserPromptSubmit", prompt=text, session_id=session)

    def warm(self) -> None:
        """Wait until the warm process listens."""
        until = time.monotonic() + _PATIENCE
        while not list(self._hooks.glob("*.sock")):
            assert time.monotonic() < until
            time.sleep(0.05)

    def standbys(self) -> list[int]:
        """The process ids of the warm processes."""
        found = []
        for process in Path("/proc").glob("[0-9]*"):
            try:
                command = (process / "cmdline").read_bytes()
            except OSError:
                continue
            if b"--standby" in command and os.fsencode(self._hooks) in command:
                found.append(int(process.name))
        return found

    @property
    def turns(self) -> int:
        with StyleMemory.open(self.url) as memory:
            return memory.for_owner("ana").get_style_memory_status().turns

    @property
    def log(self) -> str:
        return "".join(path.read_text() for path in self._hooks.parent.glob("log/*"))


@pytest.fixture
def home() -> Iterator[Home]:
    """A home in which nothing is left running; its path is short, since the addresses of sockets are."""
    with tempfile.TemporaryDirectory(dir="/tmp", ignore_cleanup_errors=True) as folder:
        home = Home(Path(folder))
        yield home
        for number in home.standbys():
            os.kill(number, signal.SIGKILL)


def test_a_conversation_counts_each_turn_once_whoever_answers_and_whatever_is_killed(home: Home) -> None:
    assert "style_memory_brief" in json.dumps(home.hook(hook_event_name="SessionStart", source="startup"))
    home.warm()
    assert "technical_chat" in json.dumps(home.prompt("can you refactor the parser module and its class?"))
    assert home.turns == 1
    os.kill(home.standbys()[0], signal.SIGKILL)
    home.prompt("said while nobody was at the standby")
    assert home.turns == 2
    home.warm()
    os.kill(home.standbys()[0], signal.SIGSTOP)  # it takes the call and never answers
    home.prompt("said while the standby hung")
    home.hook(hook_event_name="Stop")
    assert home.turns == 3
    os.kill(home.standbys()[0], signal.SIGCONT)  # now it reads what it was asked, after the turn has ended
    time.sleep(0.5)
    assert home.turns == 3
    home.warm()
    home.prompt("said afterwards")
    time.sleep(0.5)
    assert home.turns == 4
    assert home.log == ""


def test_hooks_that_come_at_once_start_one_process_and_lose_nothing(home: Home) -> None:
    with ThreadPoolExecutor(4) as many:
        list(many.map(lambda number: home.prompt(f"hello from {number}", session=f"s{number}"), range(8)))
    home.warm()
    with ThreadPoolExecutor(4) as many:
        list(many.map(lambda number: home.prompt(f"and from {number}", session=f"s{number}"), range(16)))
    assert home.turns == 24
    assert len(home.standbys()) == 1
    assert home.log == ""


def test_what_keeps_the_warm_process_from_its_work_is_in_the_log(home: Home) -> None:
    home.run("hook", "--standby", str(Path(home.folder) / "missing" / "a.sock"))
    assert "standby: FileNotFoundError" in home.log
