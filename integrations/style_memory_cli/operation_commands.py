"""A command for each operation, made from its declaration."""

from __future__ import annotations

from functools import partial
from typing import Any

import click

from style_memory.operations.catalogue import Operation
from style_memory_cli.nothing_found import nothing_found
from style_memory_cli.options import arguments_from, options_for
from style_memory_cli.session import Session
from style_memory_cli.structure import Leaf, hyphenated, json_option, named_owner, owner_option
from style_memory_cli.terminal import print_json, print_text


def command_for(operation: Operation) -> click.Command:
    """The command that runs `operation`."""
    command = Leaf(
        name=hyphenated(operation.name),
        callback=click.pass_obj(partial(_run, operation=operation)),
        params=[*options_for(operation.request), owner_option()],
        help=operation.help,
    )
    return json_option(command)


def _run(session: Session, *, operation: Operation, owner: str | None, as_json: bool, **values: Any) -> None:
    owner = named_owner(owner)
    arguments = arguments_from(operation.request, values)
    operation.parsed(arguments)  # wrong usage is told before a database is made
    with session.memory() as memory:
        answer = operation.plain(memory.for_owner(owner).call(operation.name, arguments))
    if as_json:
        print_json(answer)
    elif told := nothing_found(operation.name, arguments, answer):
        print_text(told)
    else:
        from style_memory_cli.rendering import show

        show(answer)
