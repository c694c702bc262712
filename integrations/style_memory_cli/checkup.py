"""What `style-memory doctor` looks at. Nothing here makes, upgrades or changes a database."""

from __future__ import annotations

import os
import sqlite3
import sys
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from style_memory import Settings, StyleMemory, StyleMemoryError, errors
from style_memory.domain.owners import accepted_owner
from style_memory.domain.settings import setting_variables
from style_memory.operations.catalogue import operations_in
from style_memory.pipeline.signals.dictionary import Dictionary
from style_memory_cli.connect import connect_commands
from style_memory_cli.connect.entries import TOOLSETS_VARIABLE
from style_memory_cli.findings import Finding
from style_memory_cli.host_checkup import check_hosts
from style_memory_cli.logged_faults import check_hook_log, hook_log
from style_memory_cli.session import OWNER_VARIABLE, URL_VARIABLE, Session
from style_memory_storage import Database, SchemaState, SqlStore
from style_memory_storage.tables import HEAD


def check_up(session: Session, owner: str | None) -> list[Finding]:
    """Look at everything that commonly goes wrong."""
    findings = [_python(), _packages(), *_extras(), *_settings(session.environment)]
    settings = _sound_settings(session.environment)
    findings += [_owner(owner), _dictionary(settings), _learning(settings)]
    findings += _peer(session.environment)
    try:
        with session.database() as database:
            findings += _database(database, owner)
    except (StyleMemoryError, OSError) as error:
        advice = f"Check the place that {URL_VARIABLE} or --database-url names."
        findings.append(Finding(subject="database", state="fault", detail=str(error), advice=advice))
    findings += check_hosts(session, owner, connect_commands.PLATFORM)
    findings += check_hook_log(hook_log(), datetime.now(UTC))
    return findings


_PACKAGES = ("style-memory", "sqlalchemy", "alembic", "pydantic", "click", "rich")
_EXTRAS = {"langchain": ("langchain", "langgraph"), "mcp": ("mcp",)}
_PREFIX = "STYLE_MEMORY_"
_PEER_VARIABLE = f"{_PREFIX}PATH"
# Variables that are no field of `Settings`.
_OTHER_VARIABLES = {URL_VARIABLE, OWNER_VARIABLE, _PEER_VARIABLE, TOOLSETS_VARIABLE, f"{_PREFIX}HOOK_STANDBY"}
_READABLE_BY_OTHERS = 0o077


def _python() -> Finding:
    return Finding(
        subject="python", state="ok", detail=f"{sys.version.split()[0]}, with SQLite {sqlite3.sqlite_version}"
    )


def _packages() -> Finding:
    return Finding(subject="packages", state="ok", detail=", ".join(f"{name} {version(name)}" for name in _PACKAGES))


def _extras() -> Iterator[Finding]:
    for extra, packages in _EXTRAS.items():
        try:
            detail = ", ".join(f"{name} {version(name)}" for name in packages)
        except PackageNotFoundError:
            detail = f"not installed (the extra `{extra}` brings it)"
        yield Finding(subject=extra, state="ok", detail=detail)


def _settings(environment: Mapping[str, str]) -> Iterator[Finding]:
    known = _OTHER_VARIABLES | setting_variables()
    given = {name: value for name, value in sorted(environment.items()) if name.startswith(_PREFIX)}
    sound = True
    for name, value in given.items():
        if name not in known:
            sound = False
            yield Finding(
                subject="settings", state="warning", detail=f"{name} is no setting.", advice="Check its spelling."
            )
        elif fault := _setting_fault(name, value):
            sound = False
            yield Finding(subject="settings", state="fault", detail=fault, advice=f"Correct or unset {name}.")
    if sound:
        yield Finding(subject="settings", state="ok", detail=", ".join(given) or "all at their defaults")


def _setting_fault(name: str, value: str) -> str:
    if name == TOOLSETS_VARIABLE:
        return _refusal(lambda: operations_in(value)) if value else ""
    return _refusal(lambda: Settings.from_environment({name: value}))


def _sound_settings(environment: Mapping[str, str]) -> Settings:
    """The settings without the variables that are refused, each of which has a finding already."""
    names = setting_variables() & environment.keys()
    return Settings.from_environment(
        {name: environment[name] for name in names if not _setting_fault(name, environment[name])}
    )


def _owner(owner: str | None) -> Finding:
    if not owner:
        advice = f"Set {OWNER_VARIABLE}, or pass --owner to each command."
        return Finding(subject="owner", state="warning", detail="No owner is named.", advice=advice)
    if fault := _refusal(lambda: accepted_owner(owner)):
        return Finding(subject="owner", state="fault", detail=fault, advice=f"Correct {OWNER_VARIABLE} or --owner.")
    return Finding(subject="owner", state="ok", detail=owner)


def _dictionary(settings: Settings) -> Finding:
    path = settings.dictionary_path
    if fault := _refusal(lambda: Dictionary.load(path)):
        return Finding(subject="dictionary", state="fault", detail=fault, advice="Correct the file or unset its path.")
    return Finding(subject="dictionary", state="ok", detail=f"{path} and the built-in ones" if path else "built in")


def _learning(settings: Settings) -> Finding:
    if not settings.learning:
        advice = f"Unset {_PREFIX}LEARNING to learn again."
        return Finding(subject="learning", state="warning", detail="Off for everybody.", advice=advice)
    return Finding(subject="learning", state="ok", detail="on")


def _peer(environment: Mapping[str, str]) -> Iterator[Finding]:
    if environment.get(_PEER_VARIABLE):
        yield Finding(
            subject="style-memory-mcp",
            state="warning",
            detail=f"{_PEER_VARIABLE} is set, which is that program's; it is not used here.",
            advice=f"Its data is not read; {URL_VARIABLE} names this program's database.",
        )


def _database(database: Database, owner: str | None) -> Iterator[Finding]:
    yield Finding(subject="database", state="ok", detail=database.location)
    if database.path:
        yield from _folder(database.path)
        yield from _mode(database.path)
    state = _state(database)
    if isinstance(state, Finding):
        yield state
        return
    yield from _schema(database, state)
    if state is SchemaState.CURRENT:
        yield from _paused(database, owner)


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
        detail = f"Other people on this machine may use the file (mode {mode:04o})."
        yield Finding(subject="file mode", state="warning", detail=detail, advice=f"Run `chmod 600 {path}`.")
    elif not os.access(path, os.R_OK | os.W_OK):
        advice = "Give yourself the right to read and write it."
        yield Finding(subject="file mode", state="fault", detail=f"You can't use the file ({mode:04o}).", advice=advice)
    else:
        yield Finding(subject="file mode", state="ok", detail=f"{mode:04o}")


def _state(database: Database) -> SchemaState | Finding:
    try:
        if not database.exists():
            return Finding(subject="reachable", state="ok", detail="There is no database yet; the first use makes it.")
        return database.state()
    except errors.DatabaseDamaged as error:
        return Finding(subject="integrity", state="fault", detail=str(error), advice="Run `style-memory db restore`.")
    except errors.DatabaseNewer as error:
        return Finding(subject="schema", state="fault", detail=str(error), advice="Upgrade this program.")
    except StyleMemoryError as error:
        return Finding(subject="reachable", state="fault", detail=str(error), advice="Check its place and permissions.")


def _schema(database: Database, state: SchemaState) -> Iterator[Finding]:
    yield Finding(subject="reachable", state="ok", detail="yes")
    match state:
        case SchemaState.CURRENT:
            yield Finding(subject="schema", state="ok", detail=f"revision {HEAD}, as this program needs")
        case SchemaState.OLDER:
            detail = f"Revision {database.revision()} instead of {HEAD}."
            advice = "The next use upgrades it after a backup; `style-memory db upgrade` does so now."
            yield Finding(subject="schema", state="warning", detail=detail, advice=advice)
        case SchemaState.ABSENT:
            detail = "The database holds no tables of Style Memory yet; the first use makes them."
            yield Finding(subject="schema", state="ok", detail=detail)
    try:
        found = database.problems()
    except StyleMemoryError as error:
        found = [str(error)]
    advice = "Make a copy of the file, then run `style-memory db restore` with your latest backup."
    for problem in found:
        yield Finding(subject="integrity", state="fault", detail=problem, advice=advice)
    if not found:
        yield Finding(subject="integrity", state="ok", detail="sound")


def _paused(database: Database, owner: str | None) -> Iterator[Finding]:
    """Whether the owner has paused learning; asked of a memory that was not opened, since opening cleans up."""
    if not owner or _refusal(lambda: accepted_owner(owner)):
        return
    status = StyleMemory(SqlStore(database)).for_owner(owner).get_style_memory_status()
    if status.allow_learning:
        detail = f"{status.turns} turns observed, {status.habits} habits, {status.preferences} preferences"
        yield Finding(subject="memory", state="ok", detail=detail)
    else:
        advice = "Run `style-memory set-learning-enabled on` to learn again."
        yield Finding(subject="memory", state="warning", detail="This owner has paused learning.", advice=advice)


def _refusal(attempt: Callable[[], object]) -> str:
    try:
        attempt()
    except StyleMemoryError as error:
        return str(error)
    return ""
