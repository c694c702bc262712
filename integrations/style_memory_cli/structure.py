"""What every command has in common."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from typing import Any, TypeVar

import click

from style_memory_cli.session import OWNER_VARIABLE, URL_VARIABLE, Session
from style_memory_cli.terminal import only_json

OWNER_HELP = "Whose style it is."
# A command, or the function that is going to be one.
_Command = TypeVar("_Command", bound=Callable[..., Any])


class Leaf(click.Command):
    """A command that also takes the program's own options, so that their place does not matter."""

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """Its own parameters and the program's, which its help does not repeat."""
        return [*super().get_params(ctx), *_PROGRAM_OPTIONS]

    def invoke(self, ctx: click.Context) -> Any:
        """Run it; with `--json` it prints that and nothing else."""
        with only_json() if ctx.params.get("as_json") else nullcontext():
            return super().invoke(ctx)


class Family(click.Group):
    """A group of such commands."""

    command_class = Leaf

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command that is called; where there is none, say which may have been meant."""
        try:
            return super().resolve_command(ctx, args)
        except click.NoSuchOption:
            raise
        except click.UsageError:
            meant = _meant(args[0], self.list_commands(ctx))
        suggestion = f" Did you mean {' or '.join(meant)}?" if meant else ""
        raise click.UsageError(f"No such command '{args[0]}'.{suggestion}", ctx)


def program_options(*, hidden: bool = False) -> list[click.Parameter]:
    """The options of the program itself."""
    return [
        click.Option(
            ["--database-url"],
            envvar=None if hidden else URL_VARIABLE,
            show_envvar=True,
            metavar="URL",
            hidden=hidden,
            expose_value=False,
            callback=_take_url,
            help="Where the data lies, such as sqlite:///style.db; by default a file among your user data.",
        ),
        click.Option(
            ["--debug"],
            is_flag=True,
            hidden=hidden,
            expose_value=False,
            callback=_take_debug,
            help="Show the traceback of an error.",
        ),
    ]


def hyphenated(name: str) -> str:
    """The name as it is written on a command line."""
    return name.replace("_", "-")


def json_option(command: _Command) -> _Command:
    """Add `--json` to a command."""
    return click.option("--json", "as_json", is_flag=True, help="Print JSON and nothing else.")(command)


def yes_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add `--yes` to a command that asks first."""
    return click.option("--yes", is_flag=True, help="Do not ask.")(command)


def owner_option() -> click.Option:
    """The option that names the owner."""
    return click.Option(["--owner"], envvar=OWNER_VARIABLE, show_envvar=True, metavar="ID", help=OWNER_HELP)


def named_owner(owner: str | None) -> str:
    """The owner that the person named.

    Raises:
        OwnerMissing: Nobody was named.
        OwnerInvalid: The id is not acceptable.
    """
    from style_memory import errors
    from style_memory.domain.owners import accepted_owner

    if not owner:
        raise errors.OwnerMissing(f"No owner was given: name whose style it is with --owner or {OWNER_VARIABLE}.")
    return accepted_owner(owner)


def confirm(question: str, *, yes: bool) -> None:
    """Ask before something is destroyed.

    Raises:
        UsageError: There is nobody to ask.
        Abort: The answer is no.
    """
    if yes:
        return
    if not sys.stdin.isatty():
        raise click.UsageError("This asks first and there is no terminal to ask on: pass --yes to go ahead.")
    click.confirm(question, abort=True, err=True)


def _meant(name: str, commands: Sequence[str]) -> list[str]:
    """Those that are spelled much like it, else those that it is a part of."""
    from difflib import get_close_matches

    return get_close_matches(name, commands) or [each for each in commands if name in each][:_MOST_MEANT]


_MOST_MEANT = 3


def _take_url(context: click.Context, _parameter: click.Parameter, url: str | None) -> None:
    if url:
        context.ensure_object(Session).given_url = url


def _take_debug(context: click.Context, _parameter: click.Parameter, debug: bool) -> None:
    if debug:
        context.ensure_object(Session).debug = True


_PROGRAM_OPTIONS = program_options(hidden=True)
