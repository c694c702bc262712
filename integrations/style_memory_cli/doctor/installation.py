"""What `style-memory doctor` says of the installation: its packages, its settings, its owner."""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Callable, Iterator, Mapping
from importlib.metadata import PackageNotFoundError, version

from style_memory import Settings, StyleMemoryError
from style_memory.domain.owners import accepted_owner
from style_memory.domain.settings import setting_variables
from style_memory.operations.catalogue import operations_in
from style_memory.pipeline.signals.dictionary import Dictionary
from style_memory_cli.connect.entries import TOOLSETS_VARIABLE
from style_memory_cli.doctor.finding import Finding
from style_memory_cli.session import OWNER_VARIABLE, URL_VARIABLE


def check_installation(environment: Mapping[str, str], owner: str | None) -> Iterator[Finding]:
    """Look at this program and at what it is told by its environment.

    Args:
        environment: The variables of the process.
        owner: Whom this shell works for.
    """
    yield _python()
    yield _packages()
    yield from _extras()
    yield from _settings(environment)
    yield _owner(owner)
    settings = _sound_settings(environment)
    yield _dictionary(settings)
    yield _learning(settings)
    yield from _peer(environment)


_PACKAGES = ("style-memory", "sqlalchemy", "alembic", "pydantic", "click", "rich")
_EXTRAS = {"langchain": ("langchain", "langgraph"), "mcp": ("mcp",)}
_PREFIX = "STYLE_MEMORY_"
_PEER_VARIABLE = f"{_PREFIX}PATH"
# Variables that are no field of `Settings`.
_OTHER_VARIABLES = {URL_VARIABLE, OWNER_VARIABLE, _PEER_VARIABLE, TOOLSETS_VARIABLE, f"{_PREFIX}HOOK_STANDBY"}


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


def _refusal(attempt: Callable[[], object]) -> str:
    try:
        attempt()
    except StyleMemoryError as error:
        return str(error)
    return ""
