"""What has to be known of a conversation between two hooks, each of which is a process of its own.

One small file for each conversation: counts, and keyed hashes of prompts, whose key lies in the same file and goes with
it. docs/hooks.md says what deleting it costs.
"""

from __future__ import annotations

import hashlib
import json
import os
import secrets
import time
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from style_memory_hooks.files import opened

KEPT_SECONDS = 30 * 24 * 3600
_VERSION = 1


@dataclass(kw_only=True)
class Submitted:
    """A prompt that a hook saw and that was not yet found in the transcript."""

    #: Keyed hash of its text.
    prompt: str
    #: Which of the conversation's turns with that text it is, from 1.
    time: int
    #: Whether the database has it for certain.
    observed: bool = False


@dataclass(kw_only=True)
class Reading:
    """How far a transcript was read."""

    #: Bytes that were read.
    offset: int = 0
    #: Hash of the last bytes before it, by which a rewritten file is noticed.
    tail: str = ""
    #: Keyed hash of the latest prompt in it, and whether the agent has replied to that.
    latest: str = ""
    replied: bool = False


@dataclass(kw_only=True)
class Session:
    """The state of one conversation."""

    key: str = field(default_factory=lambda: secrets.token_hex(16))
    #: How many turns of each text there were, by the text's keyed hash.
    times: dict[str, int] = field(default_factory=dict)
    submitted: list[Submitted] = field(default_factory=list)
    reading: Reading = field(default_factory=Reading)
    #: Keyed hash of the latest prompt while the agent has not replied to it.
    unanswered: str = ""
    #: Transcript entries before this moment (seconds of the epoch) belong to earlier conversations.
    since: float = 0.0
    #: The moment and revision of the brief that the agent holds; None before the first.
    context: str | None = None
    revision: int | None = None
    #: Turns since that brief.
    turns: int = 0
    #: Whether the conversation was compacted since that brief.
    compacted: bool = False

    def digest(self, text: str) -> str:
        """The keyed hash that stands for a prompt in this file."""
        return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), key=self.key.encode(), digest_size=8).hexdigest()

    def begin_turn(self, prompt: str) -> Submitted:
        """Count a new turn with that text."""
        self.times[prompt] = self.times.get(prompt, 0) + 1
        return Submitted(prompt=prompt, time=self.times[prompt])

    def briefed(self, context: str, revision: int) -> None:
        """Note which brief the agent holds now."""
        self.context, self.revision = context, revision
        self.turns, self.compacted = 0, False


class Sessions:
    """The files of all conversations of one owner in one host."""

    def __init__(self, folder: Path, host: str, owner: str) -> None:
        self._folder = folder
        self._whose = f"{host}\0{owner}"

    def load(self, session: str) -> Session | None:
        """What is known of a conversation; None for a new one, and for a file that nobody can read any more."""
        try:
            with os.fdopen(opened(self._path(session), os.O_RDONLY), encoding="utf-8") as file:
                return _from_json(json.load(file))
        except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
            return None

    def save(self, session: str, state: Session) -> None:
        """Keep what is known, whole or not at all."""
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        path = self._path(session)
        draft = path.with_name(f"{path.stem}.{secrets.token_hex(4)}.new")
        descriptor = opened(draft, os.O_CREAT | os.O_EXCL | os.O_WRONLY)
        try:
            with os.fdopen(descriptor, "w", encoding="utf-8") as file:
                json.dump({"version": _VERSION, **asdict(state)}, file, separators=(",", ":"))
            draft.replace(path)
        except BaseException:
            with suppress(OSError):
                draft.unlink()
            raise

    def prune(self, now: float | None = None) -> None:
        """Remove the files of conversations that rested longer than the database keeps turn keys."""
        oldest = (time.time() if now is None else now) - KEPT_SECONDS
        with suppress(OSError):
            for path in self._files():
                with suppress(OSError):
                    if path.stat().st_mtime < oldest:
                        path.unlink()

    def _files(self) -> Iterable[Path]:
        return [path for path in self._folder.iterdir() if path.suffix in (".json", ".new")]

    def _path(self, session: str) -> Path:
        named = f"{self._whose}\0{session}".encode("utf-8", "surrogatepass")
        return self._folder / f"{hashlib.sha256(named).hexdigest()[:32]}.json"


def _from_json(values: dict[str, Any]) -> Session | None:
    if values.pop("version") != _VERSION:
        return None
    values["submitted"] = [Submitted(**each) for each in values["submitted"]]
    values["reading"] = Reading(**values["reading"])
    return Session(**values)
