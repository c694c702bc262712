"""`style-memory hook`: what desktop hosts call. Nothing ends it with another code than 0, which could stop a host."""

from __future__ import annotations

import sys
from contextlib import suppress
from importlib import import_module
from pathlib import Path

import click

from style_memory_cli.failures import silence_output
from style_memory_cli.session import Session
from style_memory_cli.structure import Leaf, owner_option


class Unfailing(Leaf):
    """A command that takes whatever it is called with: what it can't use is told in its log."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse what can be parsed."""
        try:
            return super().parse_args(ctx, args)
        except click.UsageError:
            ctx.params = {"event": None, "host": " ".join(args)[:40], "owner": None, "standby": None}
            return []

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options, and the events of each host."""
        super().format_options(ctx, formatter)
        with formatter.section("Hosts and their events"):
            formatter.write_dl([(host, ", ".join(events)) for host, events in _events().items()])


def _events() -> dict[str, list[str]]:
    """The events that mean something to us, by host."""
    hosts = import_module("style_memory_hooks.hosts").HOSTS  # faces never import each other; this asks it a question
    return {name: list(host.events) for name, host in hosts.items()}


def _complete_host(_context: click.Context, _parameter: click.Parameter, incomplete: str) -> list[str]:
    return [host for host in _events() if host.startswith(incomplete)]


def _complete_event(context: click.Context, _parameter: click.Parameter, incomplete: str) -> list[str]:
    """Those of the host that is named already, which is the default one where none is."""
    events = _events().get(context.params.get("host", ""), [])
    return [event for event in events if event.lower().startswith(incomplete.lower())]


def _run(session: Session, event: str | None, host: str, owner: str | None, standby: Path | None) -> None:
    try:
        _answer(session, event, host, owner, standby)
    finally:
        _let_go_of_output()


def _let_go_of_output() -> None:
    """Drop what could not be written: trying it again at its end would give the process another code than 0."""
    try:
        sys.stdout.flush()
    except (OSError, ValueError):  # whoever called listens no more, or the disk is full
        with suppress(OSError, ValueError):
            silence_output()


def _answer(session: Session, event: str | None, host: str, owner: str | None, standby: Path | None) -> None:
    try:
        hooks = import_module("style_memory_hooks")  # faces never import each other; the program only starts them
    except ImportError:
        click.echo("{}")
        return
    if standby:
        hooks.stand_by(standby, session.memory)
        return
    hooks.run_hook(
        event=event,
        host=host,
        owner=owner,
        open_memory=session.memory,
        url=session.given_url,
        environment=session.environment,
        debug=session.debug,
    )


hook = Unfailing(
    name="hook",
    callback=click.pass_obj(_run),
    params=[
        click.Argument(["event"], required=False, shell_complete=_complete_event),
        click.Option(
            ["--host"],
            default="claude-code",
            show_default=True,
            metavar="HOST",
            help="Who calls.",
            shell_complete=_complete_host,
        ),
        owner_option(),
        # What hooks start for the hooks after them.
        click.Option(["--standby"], hidden=True, type=click.Path(path_type=Path)),
    ],
    context_settings={"ignore_unknown_options": True, "allow_extra_args": True},
    help="""Answer a hook of a desktop host, which sends JSON on standard input.

    `style-memory connect claude-code --hooks` installs it. Faults never disturb the host: they go into a log file.
    """,
)
