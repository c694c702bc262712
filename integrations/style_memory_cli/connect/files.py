"""Reads and writes hosts' files: a backup first, then all or nothing."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from style_memory_cli.connect.faults import Broken

_PRIVATE = 0o600


@dataclass(frozen=True, kw_only=True, slots=True)
class Change:
    """What is to become of one file."""

    path: Path
    #: What it holds; None if it is not there.
    before: str | None
    #: What it is to hold; None if it is to go.
    after: str | None


class ChangedMeanwhile(Exception):
    """The file is no longer what it was when the change was worked out."""


def read(path: Path) -> str | None:
    """What a file holds; None if it is not there.

    Raises:
        Broken: It is no UTF-8 text.
        OSError: It can't be read.
    """
    try:
        content = path.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        return None
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Broken("it is no UTF-8 text", content.count(b"\n", 0, error.start) + 1) from None


def apply(change: Change, now: datetime, *, stop: frozenset[Path]) -> Path | None:
    """Carry out a change; returns the backup, if there was something to back up.

    Args:
        change: What is to become of which file.
        now: The time that the backup is named after.
        stop: Folders that are never removed, even if they are empty.

    Raises:
        ChangedMeanwhile: The file is not what it was.
        OSError: It can't be written; it is then as it was.
    """
    if read(change.path) != change.before:
        raise ChangedMeanwhile
    if change.after is None:
        change.path.unlink()
        _remove_empty_folders(change.path, stop)
        return None
    for folder in (change.path.parent, change.path.resolve().parent):
        folder.mkdir(parents=True, exist_ok=True)
    backup = None if change.before is None else _back_up(change.path, change.before, now)
    _write(change.path, change.after)
    return backup


def earlier(path: Path) -> Iterator[str]:
    """What the file held before, as its backups tell: the latest first."""
    prefix = f"{path.name}.backup-"
    backups = [each for each in path.parent.iterdir() if each.name.startswith(prefix)] if path.parent.is_dir() else []
    for backup in sorted(backups, reverse=True):
        try:
            text = read(backup)
        except (Broken, OSError):
            continue
        if text is not None:
            yield text


def _back_up(path: Path, text: str, now: datetime) -> Path:
    stamp = now.strftime("%Y%m%dT%H%M%S.%fZ")
    backup = path.with_name(f"{path.name}.backup-{stamp}")
    _create(backup, text)
    return backup


def _write(path: Path, text: str) -> None:
    # The link itself stays a link: people keep such files in a folder of their own.
    target = path.resolve()
    draft = target.with_name(f".{target.name}.{secrets.token_hex(6)}.new")
    try:
        _create(draft, text)
        draft.chmod(target.stat().st_mode & 0o7777 if target.exists() else _PRIVATE)
        draft.replace(target)
    finally:
        draft.unlink(missing_ok=True)


def _create(path: Path, text: str) -> None:
    """Write a new file that only its owner may read."""
    # Without O_BINARY, Windows would write other line ends than those that were read.
    flags = os.O_CREAT | os.O_EXCL | os.O_WRONLY | getattr(os, "O_BINARY", 0)
    with os.fdopen(os.open(path, flags, _PRIVATE), "wb") as opened:
        opened.write(text.encode("utf-8"))
        opened.flush()
        os.fsync(opened.fileno())


def _remove_empty_folders(path: Path, stop: frozenset[Path]) -> None:
    for folder in path.parents:
        if folder in stop or any(folder.iterdir()):
            return
        folder.rmdir()
