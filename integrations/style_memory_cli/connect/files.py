"""Reads and writes hosts' files: a backup first, then all or nothing."""

from __future__ import annotations

import os
import re
import secrets
from collections.abc import Sequence
from contextlib import suppress
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


class NotApplied(Exception):
    """A change could not be carried out, and so none of those that belong together was."""

    def __init__(self, path: Path, reason: str, left: Sequence[Path] = ()) -> None:
        super().__init__(reason)
        self.path = path
        #: Files that were changed before and could not be put back.
        self.left = left


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


def apply(changes: Sequence[Change], now: datetime, *, stop: frozenset[Path]) -> list[Path]:
    """Carry out changes that belong together, all or none; returns the backups of what there was to back up.

    Args:
        changes: What is to become of which file.
        now: The time that the backups are named after.
        stop: Folders that are never removed, even if they are empty.

    Raises:
        NotApplied: One of the files is not what it was, or can't be written.
    """
    for change in changes:
        _see_unchanged(change)
    done: list[_Done] = []
    try:
        for change in changes:
            done.append(_carried_out(change, now, stop))  # one by one: what is done must be known
    except (NotApplied, OSError) as error:
        left = [each.change.path for each in reversed(done) if not _undone(each)]
        reason = str(error) if isinstance(error, NotApplied) else f"can't be written ({error.strerror})"
        raise NotApplied(changes[len(done)].path, reason, left) from None
    except BaseException:
        for each in reversed(done):
            _undone(each)
        raise
    return [each.backup for each in done if each.backup]


def backups(path: Path) -> list[Path]:
    """The backups of a file that were made here, the newest first."""
    named = re.compile(rf"{re.escape(path.name)}\.backup-\d{{8}}T\d{{6}}\.\d{{6}}Z")
    beside = path.parent.iterdir() if path.parent.is_dir() else ()
    return sorted((each for each in beside if named.fullmatch(each.name)), reverse=True)


def delete(backup: Path) -> None:
    """Delete a backup; one that can't be deleted stays."""
    with suppress(OSError):
        backup.unlink()


@dataclass(frozen=True, kw_only=True, slots=True)
class _Done:
    """A change that was carried out, and what it takes to undo it."""

    change: Change
    backup: Path | None = None
    #: Folders that were made for it, the innermost first.
    folders: Sequence[Path] = ()


def _carried_out(change: Change, now: datetime, stop: frozenset[Path]) -> _Done:
    """Carry out one change, after a backup; if it fails, nothing is left of it."""
    _see_unchanged(change)
    if change.after is None:
        # A link is the person's and stays; what it leads to was made here.
        change.path.resolve().unlink()
        if not change.path.is_symlink():
            _remove_empty_folders(change.path, stop)
        return _Done(change=change)
    places = (change.path, change.path.resolve())
    folders = [folder for place in places for folder in place.parents if not folder.is_dir()]
    backup = None
    try:
        for place in places:
            place.parent.mkdir(parents=True, exist_ok=True)
        backup = None if change.before is None else _back_up(change.path, change.before, now)
        _write(change.path, change.after)
    except BaseException:
        _clear_away(backup, folders)
        raise
    return _Done(change=change, backup=backup, folders=folders)


def _see_unchanged(change: Change) -> None:
    with suppress(Broken, OSError):
        if read(change.path) == change.before:
            return
    raise NotApplied(change.path, "was changed by another program meanwhile: run again")


def _undone(done: _Done) -> bool:
    """Put a file back; if that fails too, its backup stays."""
    path, before = done.change.path, done.change.before
    try:
        if before is None:
            path.resolve().unlink()
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            _write(path, before)
    except OSError:
        return False
    _clear_away(done.backup, done.folders)
    return True


def _clear_away(backup: Path | None, folders: Sequence[Path]) -> None:
    with suppress(OSError):  # what stays is in nobody's way
        if backup:
            backup.unlink(missing_ok=True)
        for folder in folders:
            folder.rmdir()


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
