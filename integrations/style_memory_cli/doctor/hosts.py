"""What `style-memory doctor` says of desktop hosts. Their files are read; nothing is changed or started."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from style_memory import StyleMemoryError, errors
from style_memory.domain.owners import accepted_owner
from style_memory.memory.place import default_database_url
from style_memory.operations.catalogue import operations_in
from style_memory_cli.connect.connections import TOOLSET_BESIDE_HOOKS, Connection, connection_of
from style_memory_cli.connect.hosts import Surroundings, hosts
from style_memory_cli.connect.showing import covered
from style_memory_cli.doctor.finding import Finding
from style_memory_cli.doctor.observing import Observing, observing, observing_everywhere, offers_observing
from style_memory_cli.doctor.started_commands import (
    command_doubt,
    command_fault,
    is_of_this_installation,
    missing_for_the_server,
    only_the_host_knows,
)
from style_memory_cli.session import OWNER_VARIABLE, Session


def check_hosts(session: Session, owner: str | None, platform: str) -> list[Finding]:
    """Look at the hosts that are on this machine.

    Args:
        session: The run, whose environment says where files lie and which database this shell uses.
        owner: Whom this shell works for.
        platform: The system that the hosts run on, as in `sys.platform`.
    """
    surroundings = Surroundings(environment=session.environment, platform=platform)
    connections = [connection_of(host, surroundings) for host in hosts().values()]
    there = [each for each in connections if each.found]
    shell = _Shell(session=session, owner=owner)
    findings = [finding for connection in there for finding in _of_host(connection, shell)]
    return [*findings, *_absent(connections), observing_everywhere(there, session.environment)]


_OBSERVES: Mapping[Observing, str] = {
    "automatic": "observes automatically",
    "on request": "observes on request",
    "broken": "but nobody observes there until it is connected again",
    "off": "does not observe",
}


@dataclass(frozen=True, kw_only=True, slots=True)
class _Shell:
    """What the person's own shell would use."""

    session: Session
    owner: str | None

    def place(self, url: str | None) -> str:
        """Where a database lies: that of a host's URL, or without one the default.

        Raises:
            StyleMemoryError: The URL can't be used.
        """
        with Session(self.session.environment, given_url=url or default_database_url()).database() as database:
            return database.location

    def place_or_none(self, url: str | None) -> str | None:
        """The same, or None if the URL can't be used, which has a finding of its own."""
        try:
            return self.place(url)
        except StyleMemoryError:
            return None

    def own_place(self) -> str | None:
        """Where this shell's database lies; None if its URL can't be used, which has a finding of its own."""
        return self.place_or_none(self.session.url)


def _of_host(connection: Connection, shell: _Shell) -> Iterator[Finding]:
    key = connection.host.key
    if connection.fault:
        finding = _warning if connection.occupied else _fault
        advice = f"Correct the file; until then `style-memory connect {key}` leaves it alone."
        yield finding(connection, connection.fault, advice)
        return
    advice = connection.host.hooks.advice if connection.hooks and connection.host.hooks else ""
    yield Finding(subject=key, state="ok", detail=_set_up(connection, shell), advice=advice)
    yield from _server_problems(connection, shell)
    yield from _hook_problems(connection, shell)


def _set_up(connection: Connection, shell: _Shell) -> str:
    observes = _OBSERVES[observing(connection, shell.session.environment)]
    if connection.connected:
        return f"connected for {connection.owner or 'nobody'}, {observes}"
    if connection.hooks:
        return f"hooks without the server, {observes}"
    return f"not connected (`style-memory connect {connection.host.key}` would do it)"


def _server_problems(connection: Connection, shell: _Shell) -> Iterator[Finding]:
    if not connection.connected or connection.command is None:
        return
    yield from _command_problems(connection, "its server", connection.command, shell)
    if is_of_this_installation(connection.command) and (missing := missing_for_the_server()):
        yield _fault(connection, missing, "Install style-memory with its extra `mcp`.")
    if connection.switched_off:
        yield _warning(connection, "The server is switched off in its file.", "Switch it on again in the host.")
    yield from _owner_problems(connection, shell)
    yield from _database_problems(connection, shell)
    yield from _toolset_problems(connection)


def _command_problems(connection: Connection, purpose: str, command: str, shell: _Shell) -> Iterator[Finding]:
    if fault := command_fault(purpose, command, shell.session.environment):
        yield _fault(connection, fault, _again(connection))
    elif doubt := command_doubt(purpose, command):
        yield _warning(connection, doubt, _again(connection))


def _owner_problems(connection: Connection, shell: _Shell) -> Iterator[Finding]:
    owner = connection.owner
    if owner is None:
        yield _fault(connection, "Its server is told no owner, without whom it does not start.", _again(connection))
        return
    if only_the_host_knows(owner):
        return
    try:
        accepted_owner(owner)
    except errors.OwnerInvalid as error:
        advice = f"Run {_anew(connection, shell)}."
        yield _fault(connection, f"Its server is told an owner that it refuses: {error}", advice)
        return
    if shell.owner and owner != shell.owner:
        detail = f"It works for {owner}, but this shell for {shell.owner}: what one learns, the other does not know."
        yield _warning(connection, detail, f"If that is not meant so, run {_anew(connection, shell)}.")


def _database_problems(connection: Connection, shell: _Shell) -> Iterator[Finding]:
    url, again = connection.database_url, _again(connection)
    if url and only_the_host_knows(url):
        return
    try:
        place = shell.place(url)
    except StyleMemoryError as error:
        yield _fault(connection, f"Its server is told a database that it can't use: {covered(str(error))}", again)
        return
    if url and _is_relative(url):
        detail = f"It uses the database {url}, which is another file wherever the host starts it."
        yield _warning(connection, detail, again)
        return
    own = shell.own_place()
    if own and place != own:
        detail = f"It uses {place}, but this shell {own}: what one learns, the other does not know."
        yield _warning(connection, detail, f"If that is not meant so, run {_anew(connection, shell)}.")


def _toolset_problems(connection: Connection) -> Iterator[Finding]:
    again = _again(connection, toolset=False)
    try:
        operations_in(connection.toolset or "style")
    except StyleMemoryError as error:
        detail = f"Its server is told a toolset that there is not ({connection.toolset}): {error}"
        yield _fault(connection, detail, again)
        return
    observes = offers_observing(connection)
    if connection.hooks and observes:
        yield _warning(connection, "Its hooks observe, and its server offers that too: turns may count twice.", again)
    elif not connection.hooks and not observes:
        told = f"Nobody observes there: its server offers {connection.toolset}, and it has no hooks of ours."
        yield _warning(connection, told, again)


def _hook_problems(connection: Connection, shell: _Shell) -> Iterator[Finding]:
    commands, wanted = connection.hook_commands, connection.host.hooks
    if not commands or wanted is None:
        return
    again = _again(connection)
    if connection.hooks_switch:
        detail = f"Its hooks do not run: the setting {connection.hooks_switch} keeps it from that."
        without = f"`style-memory connect {connection.host.key}` goes without hooks"
        yield _warning(connection, detail, f"Change that in {connection.host.name}; {without}.")
    for program in dict.fromkeys(command.program for command in commands):
        yield from _command_problems(connection, "its hooks", program, shell)
    if missing := [event for event in wanted.events if event not in {command.event for command in commands}]:
        yield _warning(connection, f"It has no hook at {', '.join(missing)}: turns or briefs may be missed.", again)
    yield from _disagreements(connection, shell, again)


def _disagreements(connection: Connection, shell: _Shell, again: str) -> Iterator[Finding]:
    """Where the hooks work for somebody else, or elsewhere, than the server; without one, than this shell."""
    environment, commands = shell.session.environment, connection.hook_commands
    owners = {command.owner or environment.get(OWNER_VARIABLE) for command in commands}
    if None in owners:
        yield _fault(connection, "Its hooks name no owner, without whom they observe nothing.", again)
    if any(only_the_host_knows(told) for told in (connection.owner, connection.database_url) if told):
        return
    whose, expected = ("its server", connection.owner) if connection.connected else ("this shell", shell.owner)
    for owner in sorted(owner for owner in owners if owner and expected and owner != expected):
        yield _warning(connection, f"Its hooks work for {owner}, but {whose} for {expected}.", again)
    yield from _different_places({command.database_url for command in commands}, connection, shell, again)


def _different_places(urls: set[str | None], connection: Connection, shell: _Shell, again: str) -> Iterator[Finding]:
    whose, expected = "this shell", shell.own_place()
    if connection.connected:
        whose, expected = "its server", shell.place_or_none(connection.database_url)
    try:
        places = {shell.place(url) if url else shell.own_place() for url in urls}
    except StyleMemoryError as error:
        yield _fault(connection, f"Its hooks are told a database that they can't use: {covered(str(error))}", again)
        return
    for place in sorted(place for place in places if place and expected and place != expected):
        yield _warning(connection, f"Its hooks use {place}, but {whose} {expected}.", again)


def _again(connection: Connection, *, toolset: bool = True) -> str:
    """The advice to connect again, with what is to stay."""
    words = ["style-memory", "connect", connection.host.key]
    owner = connection.owner or next((command.owner for command in connection.hook_commands), None)
    words += ["--owner", owner] if owner else []
    # Beside hooks, `connect` refuses a toolset that observes.
    fits = toolset and not (connection.hooks and offers_observing(connection))
    kept = connection.toolset if fits and connection.toolset != TOOLSET_BESIDE_HOOKS else None
    words += ["--toolset", kept] if kept else []
    words += ["--hooks"] if connection.hooks else []
    return f"Run `{shlex.join(words)}`."


def _anew(connection: Connection, shell: _Shell) -> str:
    """The command that connects the host to this shell's owner and database."""
    owner = ["--owner", shell.owner] if shell.owner else []
    hooks = ["--hooks"] if connection.hooks else []
    return f"`{shell.session.command('connect', connection.host.key, *owner, *hooks)}`"


def _is_relative(url: str) -> bool:
    scheme, _, path = url.partition(":///")
    return scheme.startswith("sqlite") and bool(path) and not Path(path).expanduser().is_absolute()


def _absent(connections: Sequence[Connection]) -> Iterator[Finding]:
    names = [connection.host.key for connection in connections if not connection.found]
    if names:
        yield Finding(subject="hosts", state="ok", detail=f"not on this machine: {', '.join(names)}")


def _fault(connection: Connection, detail: str, advice: str) -> Finding:
    return Finding(subject=connection.host.key, state="fault", detail=detail, advice=advice)


def _warning(connection: Connection, detail: str, advice: str) -> Finding:
    return Finding(subject=connection.host.key, state="warning", detail=detail, advice=advice)
