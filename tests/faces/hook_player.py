"""Plays a host: calls `style-memory hook` with recorded events, and keeps a transcript as Claude Code does."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from style_memory import StyleMemory
from style_memory_hooks import running
from style_memory_hooks.standby import VARIABLE
from tests.faces.cli_runner import Cli, Ran, runner

RECORDED = Path(__file__).parent / "recorded_hook_events"
HOSTS = ("claude-code", "codex", "cursor", "gemini-cli")
ANA = "ana"
KINDS = ("start", "prompt", "compact", "stop")


Play = Callable[..., "HostPlayer"]


def stage(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], folder: Path) -> Play:
    """A function that makes players whose files all lie in `folder`."""
    monkeypatch.setattr(running, "state_folder", lambda: folder / "state")
    monkeypatch.setattr(running, "log_folder", lambda: folder / "log")
    url = f"sqlite:///{folder / 'style.db'}"
    cli = runner(monkeypatch, capsys, url)
    monkeypatch.setenv(VARIABLE, "off")
    return lambda **fields: HostPlayer(cli=cli, url=url, folder=folder, **fields)


def recorded(host: str) -> dict[str, dict[str, Any]]:
    """The recorded input of each of a host's events, in the order of `KINDS`."""
    events: dict[str, dict[str, Any]] = json.loads((RECORDED / f"{host}.json").read_text("utf-8"))
    return events


@dataclass
class HostPlayer:
    """One conversation in one host."""

    cli: Cli
    url: str
    folder: Path
    host: str = "claude-code"
    session: str = "s1"
    owner: str = ANA

    @property
    def transcript(self) -> Path:
        return self.folder / f"{self.session}.jsonl"

    @property
    def states(self) -> list[Path]:
        return sorted((self.folder / "state").glob("*"))

    @property
    def log(self) -> str:
        path = self.folder / "log" / "hooks.log"
        return path.read_text("utf-8") if path.exists() else ""

    def event(self, kind: str, **fields: Any) -> Ran:
        """Send one event; what the host then reads must be JSON, whatever happened."""
        name, given = list(recorded(self.host).items())[KINDS.index(kind)]
        given |= {"session_id": self.session, "transcript_path": str(self.transcript), **fields}
        if "conversation_id" in given:
            given["conversation_id"] = self.session
        ran = self.cli("hook", name, "--host", self.host, "--owner", self.owner, piped=json.dumps(given))
        assert ran.code == 0
        json.loads(ran.out)
        return ran

    def start(self, source: str = "startup") -> str | None:
        return self.brief(self.event("start", source=source))

    def submit(self, prompt: str) -> str | None:
        """The person submits a prompt and the hook sees it."""
        return self.brief(self.event("prompt", prompt=prompt))

    def stop(self) -> None:
        assert self.event("stop").json == {}

    def turn(self, prompt: str) -> str | None:
        """A whole turn: hook, transcript, reply, hook."""
        brief = self.submit(prompt)
        self.writes(prompt)
        self.replies()
        self.stop()
        return brief

    @staticmethod
    def brief(ran: Ran) -> str | None:
        answer = ran.json
        text: str | None = answer.get("hookSpecificOutput", answer).get("additionalContext")
        return text or answer.get("additional_context")

    def writes(self, content: Any, **fields: Any) -> None:
        """The host writes a prompt into its transcript."""
        self.entry(type="user", message={"role": "user", "content": content}, userType="external", **fields)

    def replies(self, **fields: Any) -> None:
        content = [{"type": "text", "text": "Done, bro. lol"}]
        self.entry(type="assistant", message={"role": "assistant", "content": content}, **fields)

    def entry(self, *, age: timedelta = timedelta(0), **fields: Any) -> None:
        stamp = f"{datetime.now(UTC) - age + timedelta(milliseconds=50):%Y-%m-%dT%H:%M:%S.%f}Z"
        row = {
            "uuid": str(uuid4()),
            "parentUuid": None,
            "isSidechain": False,
            "sessionId": self.session,
            "timestamp": stamp,
            **fields,
        }
        with self.transcript.open("a", encoding="utf-8") as file:
            file.write(json.dumps(row, separators=(",", ":")) + "\n")

    @property
    def turns(self) -> int:
        """How many turns the database has counted for the owner."""
        with StyleMemory.open(self.url) as memory:
            return memory.for_owner(self.owner).get_style_memory_status().turns
