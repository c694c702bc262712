"""A command for each operation, made from its declaration."""

from __future__ import annotations

import re
from functools import partial
from typing import Any

import click

from style_memory.domain.errors import RequestInvalid
from style_memory.memory.place import notice_of_peer
from style_memory.operations.catalogue import Operation
from style_memory_cli.left_out import passed_over
from style_memory_cli.nothing_found import nothing_found
from style_memory_cli.options import arguments_from, options_for
from style_memory_cli.session import Session
from style_memory_cli.structure import Leaf, hyphenated, json_option, named_owner, owner_option
from style_memory_cli.terminal import print_json, print_text


def command_for(operation: Operation) -> click.Command:
    """The command that runs `operation`."""
    command = _OperationCommand(
        operation,
        name=hyphenated(operation.name),
        callback=click.pass_obj(partial(_run, operation=operation)),
        params=[*options_for(operation.request), owner_option()],
        help=operation.help,
    )
    return json_option(command)


class _OperationCommand(Leaf):
    """Tells what is wrong with its arguments in the operation's own words, and repeats no text that was given."""

    def __init__(self, operation: Operation, **attributes: Any) -> None:
        super().__init__(**attributes)
        self._operation = operation
        self.allow_extra_args = True  # so that they are not repeated

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Fill the context's parameters."""
        try:
            extra = super().parse_args(ctx, args)
        except click.NoSuchOption as error:
            told = self._unknown(error.option_name)
            raise click.NoSuchOption(error.option_name, told, error.possibilities, ctx) from None
        if extra and not ctx.resilient_parsing:
            raise click.UsageError("Some words belong to no option: put a text of several words in quotes.", ctx)
        return extra

    def _unknown(self, option: str) -> str:
        if not _OPTION.fullmatch(option):
            return "A text that begins with a dash is given after `--`."
        return f"{self._operation.name}: unknown argument `{option.lstrip('-').replace('-', '_')}`."


_OPTION = re.compile(r"--?[A-Za-z][A-Za-z0-9_-]{0,79}")


def _command(session: Session, owner: str, *words: str) -> str:
    return session.command(*words, "--owner", owner)


def _run(session: Session, *, operation: Operation, owner: str | None, as_json: bool, **values: Any) -> None:
    owner = named_owner(owner)
    arguments = arguments_from(operation.request, values)
    try:
        operation.parsed(arguments)  # wrong usage is told before a database is made
    except RequestInvalid as error:
        raise click.UsageError(str(error), click.get_current_context()) from None
    if notice := notice_of_peer(session.environment):
        click.echo(notice, err=True)
    with session.memory() as memory:
        answer = operation.plain(memory.for_owner(owner).call(operation.name, arguments))
    if as_json:
        print_json(answer)
    elif told := nothing_found(operation.name, arguments, answer, partial(_command, session, owner)):
        print_text(told)
    else:
        from style_memory_cli.rendering import show

        show(answer)
        for line in passed_over(answer):
            print_text(line)
