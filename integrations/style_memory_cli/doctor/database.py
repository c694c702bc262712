"""What `style-memory doctor` says of the database. Nothing here makes, upgrades or changes one."""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterator
from pathlib import Path

from style_memory import StyleMemory, StyleMemoryError, errors
from style_memory.domain.owners import accepted_owner
from style_memory_cli.doctor.finding import Finding
from style_memory_cli.restoring import way_back
from style_memory_cli.session import URL_VARIABLE, Session
from style_memory_cli.terminal import counted
from style_memory_storage import Database, SchemaState, SqlStore
from style_memory_storage.tables import HEAD


def check_database(session: Session, owner: str | None) -> Iterator[Finding]:
    """Look at the place, the schema and the soundness of the database, and at what it holds of `owner`."""
    try:
        with session.database() as database:
            yield from _database(database, session, owner)
    except (StyleMemoryError, OSError) as error:
        advice = f"Check the place that {URL_VARIABLE} or --database-url names."
        yield Finding(subject="database", state="fault", detail=str(error), advice=advice)


_READABLE_BY_OTHERS = 0o077


def _database(database: Database, session: Session, owner: str | None) -> Iterator[Finding]:
    yield Finding(subject="database", state="ok", detail=database.location)
    if database.path:
        yield from _folder(database.path)
        yield from _mode(database.path)
    state = _state(database, session)
    if isinstance(state, Finding):
        yield state
        return
    found = list(_schema(database, state, session))
    yield from found
    differs = any(finding.subject == "schema" and finding.state == "fault" for finding in found)
    if state is SchemaState.CURRENT and not differs:
        yield from _paused(database, session, owner)


def _folder(path: Path) -> Iterator[Finding]:
    folder = next(parent for parent in path.parents if parent.exists())
    if not os.access(folder, os.W_OK | os.X_OK):
        advice = "Give yourself the right to write there, or name another place."
        yield Finding(subject="folder", state="fault", detail=f"{folder} can't be written.", advice=advice)
    else:
        yield Finding(subject="folder", state="ok", detail=f"{folder} can be written")


def _mode(path: Path) -> Iterator[Finding]:
    if os.name != "posix" or not path.exists():
        return
    mode = path.stat().st_mode & 0o777
    if mode & _READABLE_BY_OTHERS:
        mend = shlex.join(["chmod", "600", str(path)])
        detail = f"Other people on this machine may use the file (mode {mode:04o})."
        yield Finding(subject="file mode", state="warning", detail=detail, advice=f"Run `{mend}`.")
    elif closed := [each for each in _with_side_files(path) if not os.access(each, os.R_OK | os.W_OK)]:
        mend = shlex.join(["chmod", "600", *map(str, closed)])
        detail = f"You can't use {', '.join(map(str, closed))}."
        yield Finding(subject="file mode", state="fault", detail=detail, advice=f"Run `{mend}`.")
    else:
        yield Finding(subject="file mode", state="ok", detail=f"{mode:04o}")


def _with_side_files(path: Path) -> list[Path]:
    """The database and those of SQLite's files beside it that are there: it gives them the mode that it has then."""
    beside = [path.with_name(path.name + suffix) for suffix in ("-wal", "-shm")]
    return [path, *(each for each in beside if each.exists())]


def _state(database: Database, session: Session) -> SchemaState | Finding:
    try:
        if not database.exists():
            return Finding(subject="reachable", state="ok", detail="There is no database yet; the first use makes it.")
        return database.state()
    except errors.DatabaseDamaged as error:
        return Finding(subject="integrity", state="fault", detail=str(error), advice=way_back(session))
    except errors.DatabaseNewer as error:
        return Finding(subject="schema", state="fault", detail=str(error), advice="Upgrade this program.")
    except StyleMemoryError as error:
        return Finding(subject="reachable", state="fault", detail=str(error), advice="Check its place and permissions.")


def _schema(database: Database, state: SchemaState, session: Session) -> Iterator[Finding]:
    yield Finding(subject="reachable", state="ok", detail="yes")
    match state:
        case SchemaState.CURRENT:
            yield from _differences(database, session)
        case SchemaState.OLDER:
            detail = f"Revision {database.revision()} instead of {HEAD}."
            advice = f"The next use upgrades it after a backup; `{session.command('db', 'upgrade')}` does so now."
            yield Finding(subject="schema", state="warning", detail=detail, advice=advice)
        case SchemaState.ABSENT:
            detail = "The database holds no tables of Style Memory yet; the first use makes them."
            yield Finding(subject="schema", state="ok", detail=detail)
    try:
        found = database.problems()
    except StyleMemoryError as error:
        found = [str(error)]
    for problem in found:
        yield Finding(subject="integrity", state="fault", detail=problem, advice=_put_back(session))
    if not found:
        yield Finding(subject="integrity", state="ok", detail="sound")


def _differences(database: Database, session: Session) -> Iterator[Finding]:
    """Whether the schema is what its revision says; a database that some other program changed may lack a column."""
    from style_memory_migrations import differences

    try:
        found = differences(database)
    except StyleMemoryError as error:
        found = [str(error)]
    for difference in found:
        yield Finding(subject="schema", state="fault", detail=difference, advice=_put_back(session))
    if not found:
        yield Finding(subject="schema", state="ok", detail=f"revision {HEAD}, as this program needs")


def _put_back(session: Session) -> str:
    return f"Make a copy of the file first. {way_back(session)}"


def _paused(database: Database, session: Session, owner: str | None) -> Iterator[Finding]:
    """Whether the owner has paused learning; asked of a memory that was not opened, since opening cleans up."""
    try:
        accepted = accepted_owner(owner)
    except errors.OwnerError:  # which has a finding of its own
        return
    status = StyleMemory(SqlStore(database)).for_owner(accepted).get_style_memory_status()
    if status.allow_learning:
        items = f"{counted(status.habits, 'habit')}, {counted(status.preferences, 'preference')}"
        detail = f"{counted(status.turns, 'turn')} observed, {items}"
        yield Finding(subject="memory", state="ok", detail=detail)
    else:
        resume = session.command("set-learning-enabled", "on", "--owner", accepted)
        advice = f"Run `{resume}` to learn again."
        yield Finding(subject="memory", state="warning", detail="This owner has paused learning.", advice=advice)
