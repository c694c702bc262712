"""Database files: made whole or not at all, copied, set aside. No file that SQLite may have open is opened here.

Closing a file drops every lock that this process holds on it, SQLite's too, so that other processes would believe
themselves alone.
"""

from __future__ import annotations

import os
import re
import secrets
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

from style_memory.domain.errors import DatabaseUnavailable
from style_memory_storage.faults import BUSY_SECONDS

# What SQLite keeps beside a file that is in use; the first and last hold data.
SIDE_FILES = ("-wal", "-shm", "-journal")
#: How the purpose of a file begins that is a backup.
BACKUP = "backup"


@contextmanager
def unavailable_unless_done(path: Path) -> Iterator[None]:
    """Report what the operating system refuses about `path` in the product's own words."""
    try:
        yield
    except FileExistsError:
        raise DatabaseUnavailable(f"{path} exists already: name another file.") from None
    except (OSError, shutil.Error) as error:
        reason = getattr(error, "strerror", None) or "input or output failed"
        raise DatabaseUnavailable(f"{path} can't be used ({reason}): check the folder and its permissions.") from None


def make_folders(folder: Path) -> None:
    """Make what is missing of `folder`, readable by this user alone."""
    missing = [parent for parent in (folder, *folder.parents) if not parent.exists()]
    for parent in reversed(missing):
        parent.mkdir(mode=0o700, exist_ok=True)


@contextmanager
def draft_of(target: Path) -> Iterator[Path]:
    """A new, empty file beside `target` with mode 0600; gone at the end, unless it was given its name by then."""
    draft = target.with_name(f".{target.name}.{secrets.token_hex(6)}.new")
    with unavailable_unless_done(target):
        os.close(os.open(draft, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    try:
        yield draft
    finally:
        for suffix in ("", *SIDE_FILES):
            draft.with_name(draft.name + suffix).unlink(missing_ok=True)


def publish(draft: Path, final: Path) -> None:
    """Give `draft` its name in one step.

    Raises:
        FileExistsError: The name is taken.
    """
    try:
        os.link(draft, final)
    except FileExistsError:
        raise
    except OSError:
        # Some file systems know no hard links; there a rename must not replace what another process has made.
        if final.exists():
            raise FileExistsError from None
        draft.replace(final)


def sweep_drafts(folder: Path, target: str) -> None:
    """Remove what killed processes left of drafts for files whose whole name matches the expression `target`."""
    draft = re.compile(rf"\.{target}\.[0-9a-f]{{12}}\.new({'|'.join(SIDE_FILES)})?")
    for leftover in folder.iterdir():
        if draft.fullmatch(leftover.name):
            leftover.unlink(missing_ok=True)


def copy_database(source: Path, target: Path) -> None:
    """Write what `source` holds at this moment to the empty file `target`, however many use it meanwhile."""
    # Not read-only: the last connection to close must be able to clear the side files away.
    reader = sqlite3.connect(f"{source.as_uri()}?mode=rw", uri=True, timeout=BUSY_SECONDS)
    writer = sqlite3.connect(target)
    try:
        reader.backup(writer)
    finally:
        writer.close()
        reader.close()


def swap(draft: Path, final: Path, aside: Path) -> None:
    """Put `draft` in the place of `final`, which is kept as `aside` with its logs.

    A log that stayed would be played into the new file. At each moment `final` is either the old file or the new one.
    """
    if final.exists():
        try:
            os.link(final, aside)
        except FileExistsError:
            raise
        except OSError:
            shutil.copy2(final, aside)
    for suffix in ("-wal", "-journal"):
        log = final.with_name(final.name + suffix)
        if log.exists():
            log.replace(aside.with_name(aside.name + suffix))
    final.with_name(f"{final.name}-shm").unlink(missing_ok=True)
    draft.replace(final)


def has_log(path: Path) -> bool:
    """Whether a log lies beside `path` from which SQLite would complete it."""
    logs = (path.with_name(path.name + suffix) for suffix in ("-wal", "-journal"))
    return any(map(_size, logs))


def timed_name(path: Path, purpose: str, now: datetime) -> Path:
    """A name beside `path` that is not taken, made of it, the purpose and the time."""
    name = f"{path.name}.{purpose}-{now:%Y%m%dT%H%M%SZ}"
    taken = 1
    candidate = path.with_name(name)
    while candidate.exists():
        taken += 1
        candidate = path.with_name(f"{name}-{taken}")
    return candidate


def newest_backup(path: Path) -> Path | None:
    """The latest of the backups that upgrades and downgrades made beside `path`; None if there is none."""
    backup = re.compile(rf"{re.escape(path.name)}\.{BACKUP}-\w+-(\d{{8}}T\d{{6}}Z)(?:-(\d+))?")
    try:
        names = [file.name for file in path.parent.iterdir()]
    except OSError:
        return None
    made = [(found[1], int(found[2] or 1), found[0]) for found in map(backup.fullmatch, names) if found]
    return path.with_name(max(made)[2]) if made else None


def _size(file: Path) -> int:
    """How many bytes it has; 0 if it is not there."""
    # In one step: whoever closes the database last takes its log away at any moment.
    try:
        return file.stat().st_size
    except (FileNotFoundError, NotADirectoryError):
        return 0
