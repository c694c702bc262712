"""`style-memory connect` and `disconnect`: hand the program to a desktop host, and take it back."""

from __future__ import annotations

import getpass
import shutil
import sys
import sysconfig
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from style_memory_cli.session import OWNER_VARIABLE, URL_VARIABLE, Session
from style_memory_cli.structure import OWNER_HELP, Leaf, confirm, json_option, named_owner, yes_option
from style_memory_cli.terminal import note, print_json, print_text, visible

if TYPE_CHECKING:
    from style_memory_cli.connect.connections import Connection
    from style_memory_cli.connect.files import Change
    from style_memory_cli.connect.hosts import Host, Surroundings
    from style_memory_cli.connect.kept import Kept
    from style_memory_cli.connect.parts import Entry


#: What decides where hosts keep their files.
PLATFORM = sys.platform


def _host_names(_context: click.Context, _parameter: click.Parameter, incomplete: str) -> list[str]:
    from style_memory_cli.connect.hosts import hosts

    return [name for name in hosts() if name.startswith(incomplete)]


_dry_run_option = click.option("--dry-run", is_flag=True, help="Show the change and make none.")


@click.command(cls=Leaf)
@click.argument("host", required=False, shell_complete=_host_names)
@click.option(
    "--owner",
    envvar=OWNER_VARIABLE,
    show_envvar=True,
    metavar="ID",
    help=f"{OWNER_HELP} [as connected, else your login name]",
)
@click.option(
    "--toolset", metavar="NAMES", help="Which operations to offer, with commas between. [as connected, else style]"
)
@click.option("--hooks", is_flag=True, help="Observe and brief at the host's events, without the model's doing.")
@click.option("--list", "as_list", is_flag=True, help="List the hosts: which are there, and how they are connected.")
@yes_option
@_dry_run_option
@json_option
@click.pass_obj
def connect(
    session: Session,
    /,
    host: str | None,
    owner: str | None,
    toolset: str | None,
    hooks: bool,
    as_list: bool,
    **asked: bool,
) -> None:
    """Let HOST, a desktop program such as Claude Desktop, use this style memory.

    Shows the change to the host's configuration first; keeps everything else in it and makes a backup beside it.
    Connecting again keeps the owner, the database and the toolset that are not given.
    """
    if as_list:
        _list(session, asked["as_json"])
        return
    known, surroundings = _named(host), _surroundings(session)
    task = _Task(
        host=known,
        surroundings=surroundings,
        already="already connected",
        would="would connect",
        done="connected",
        **asked,
    )
    _connect(session, task, owner, toolset, hooks)


@click.command(cls=Leaf)
@click.argument("host", shell_complete=_host_names)
@yes_option
@_dry_run_option
@json_option
@click.pass_obj
def disconnect(session: Session, host: str, yes: bool, dry_run: bool, as_json: bool) -> None:
    """Take out of HOST's configuration what `connect` put there, and nothing else."""
    from style_memory_cli.connect.connections import Refused, disconnecting

    asked = {"yes": yes, "dry_run": dry_run, "as_json": as_json}
    task = _Task(
        host=_named(host),
        surroundings=_surroundings(session),
        already="not connected",
        would="would disconnect",
        done="disconnected",
        **asked,
    )
    try:
        changes = disconnecting(task.host, task.surroundings)
    except Refused as error:
        raise _unchanged(error) from None
    told = _carry_out(changes, task, [task.host.restart])
    left = [] if dry_run else _left_backups(task)
    if as_json:
        print_json({**told, "left_backups": [str(backup) for backup in left]})


@dataclass(frozen=True, kw_only=True, slots=True)
class _Task:
    """What is to be done with one host, and how its state is called then."""

    host: Host
    surroundings: Surroundings
    already: str
    would: str
    done: str
    yes: bool
    dry_run: bool
    as_json: bool


def _connect(session: Session, task: _Task, owner: str | None, toolset: str | None, hooks: bool) -> None:
    from style_memory_cli.connect.connections import Refused, connecting, connection_of, settled
    from style_memory_cli.connect.kept import sentences
    from style_memory_cli.connect.showing import covered
    from style_memory_cli.doctor.started_commands import missing_for_the_server

    if hooks and task.host.hooks is None:
        raise click.UsageError(f"{task.host.name} has no hooks that are known here.")
    connection = connection_of(task.host, task.surroundings)
    kept = _kept(session, connection, owner, toolset, hooks=hooks)
    entry = _entry(session, owner, toolset, kept, hooks=hooks)
    try:
        changes = connecting(task.host, task.surroundings, entry, hooks=hooks)
    except Refused as error:
        raise _unchanged(error, error.advice) from None
    if not hooks and connection.hooks:
        note("Without --hooks, its hooks go.")
    advice, lack = task.host.hooks.advice if task.host.hooks and hooks else "", missing_for_the_server()
    told = _carry_out(changes, task, [advice] if lack else [task.host.restart, advice])
    for sentence in sentences(connection, entry, kept, owner_given=bool(owner)):
        note(sentence)
    if lack:
        beside = " Hooks work without it." if hooks else ""
        note(f"{lack} Install style-memory with its extra `mcp` in {sys.prefix}. Then: {task.host.restart}{beside}")
    if changes and not task.dry_run:
        settled(task.host, task.surroundings)
    if task.as_json:
        database = covered(entry.database_url)
        about = {"owner": entry.owner, "database": database, "toolset": entry.toolset, "hooks": hooks}
        print_json({**told, **about, "kept": kept.names, "lack": lack or None, "advice": advice or None})


def _kept(session: Session, connection: Connection, owner: str | None, toolset: str | None, *, hooks: bool) -> Kept:
    from style_memory_cli.connect.kept import Kept, kept_database, kept_owner, kept_toolset

    given_url = session.given_url or session.environment.get(URL_VARIABLE)
    return Kept(
        owner=None if owner else kept_owner(connection, hooks=hooks),
        database_url=None if given_url else kept_database(connection, hooks=hooks),
        toolset=None if toolset else kept_toolset(connection, hooks=hooks),
    )


def _carry_out(changes: Sequence[Change], task: _Task, following: Sequence[str]) -> dict[str, Any]:
    """Show the changes, ask, and make them; returns what was done, for JSON."""
    from style_memory_cli.connect.showing import difference

    shown = [difference(change) for change in changes]
    if not task.as_json or not (task.yes or task.dry_run):
        for text in shown:
            click.echo(visible(text), err=task.as_json)
    state, backups = task.already, list[Path]()
    if changes and task.dry_run:
        state = task.would
    elif changes:
        confirm(f"Make {'this change' if len(changes) == 1 else 'these changes'}?", yes=task.yes)
        backups, state = _apply(changes, task.surroundings), task.done
    if not task.as_json:
        _tell(task.host, state, backups, following if state == task.done else ())
    files = [{"file": str(change.path), "change": text} for change, text in zip(changes, shown, strict=True)]
    return {
        "host": task.host.key,
        "state": state.replace(" ", "_"),
        "files": files,
        "backups": [str(backup) for backup in backups],
    }


def _apply(changes: Sequence[Change], surroundings: Surroundings) -> list[Path]:
    from style_memory_cli.connect.files import NotApplied, apply
    from style_memory_cli.connect.hosts import standing_folders

    try:
        return apply(changes, datetime.now(UTC), stop=standing_folders(surroundings))
    except NotApplied as error:
        left = ", ".join(map(str, error.left))
        rest = f"But {left} could not be put back; see the backup beside it." if left else "Nothing was changed."
        raise click.ClickException(f"{error.path} {error}. {rest}") from None


def _tell(host: Host, state: str, backups: Sequence[Path], following: Sequence[str]) -> None:
    print_text(f"{host.name}: {state}.")
    for backup in backups:
        print_text(f"The former file is kept as {backup}.")
    for text in filter(None, following):
        print_text(text)


def _left_backups(task: _Task) -> list[Path]:
    """Clear backups away but for the newest few, and say where those are."""
    from style_memory_cli.connect.connections import settled

    left = settled(task.host, task.surroundings)
    if left and not task.as_json:
        places = ", ".join(dict.fromkeys(f"{each.parent / each.name.rpartition('-')[0]}-*" for each in left))
        print_text(f"Backups: {len(left)} as {places}. Nothing needs them any more, so you may delete them.")
    return left


def _list(session: Session, as_json: bool) -> None:
    from style_memory_cli.connect.connections import connection_of
    from style_memory_cli.connect.hosts import hosts
    from style_memory_cli.connect.showing import as_data, show

    surroundings = _surroundings(session)
    connections = [connection_of(host, surroundings) for host in hosts().values()]
    if as_json:
        print_json([as_data(connection) for connection in connections])
        return
    show(connections)
    for connection in connections:
        if connection.fault:
            note(f"{connection.fault} {connection.advice}".strip())


def _named(name: str | None) -> Host:
    from style_memory_cli.connect.hosts import hosts

    if not name:
        raise click.UsageError(f"Missing HOST: one of {', '.join(hosts())}.")
    if name not in hosts():
        raise click.UsageError(f"No host is called {name}: give one of {', '.join(hosts())}.")
    return hosts()[name]


def _surroundings(session: Session) -> Surroundings:
    from style_memory_cli.connect.hosts import Surroundings

    return Surroundings(environment=session.environment, platform=PLATFORM)


def _entry(session: Session, owner: str | None, toolset: str | None, kept: Kept, *, hooks: bool) -> Entry:
    from style_memory.operations.catalogue import operations_in
    from style_memory_cli.connect.connections import TOOLSET_BESIDE_HOOKS
    from style_memory_cli.connect.parts import Entry

    if toolset and any(each.name == "observe_user_message" for each in operations_in(toolset)) and hooks:
        raise click.UsageError(f"The hooks observe already: {toolset} would observe every turn once more.")
    return Entry(
        command=_command(),
        owner=named_owner(owner or kept.owner or _login_name()),
        database_url=kept.database_url or _lasting_url(session),
        toolset=toolset or kept.toolset or (TOOLSET_BESIDE_HOOKS if hooks else None),
    )


def _command() -> str:
    """The absolute path of this program: hosts know nothing of the environment that it is in."""
    name = "style-memory.exe" if sys.platform == "win32" else "style-memory"
    folders = (Path(sys.executable).parent, Path(sysconfig.get_path("scripts")))
    beside = next((str(folder / name) for folder in folders if (folder / name).is_file()), None)
    if not (command := beside or shutil.which("style-memory")):
        raise click.ClickException("The program style-memory is not installed where hosts could start it.")
    return str(Path(command).absolute())


def _login_name() -> str | None:
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):
        return None


def _lasting_url(session: Session) -> str:
    """The database's URL, which must mean the same wherever a host starts the program."""
    with session.database() as database:
        if database.url.get_backend_name() == "sqlite" and database.path is None:
            raise click.ClickException("A database in memory is gone when the host ends: name a file.")
        return database.url.render_as_string(hide_password=False)


def _unchanged(error: Exception, advice: str = "") -> click.ClickException:
    return click.ClickException(f"{error} Nothing was changed. {advice}".strip())
