"""A command for each operation, made from its declaration."""

from __future__ import annotations

from functools import partial
from typing import Any

import click

from style_memory.operations.catalogue import Operation
from style_memory_cli.options import arguments_from, options_for
from style_memory_cli.session import Session
from style_memory_cli.structure import Leaf, named_owner, owner_option
from style_memory_cli.terminal import print_json


def command_for(operation: Operation) -> click.Command:
    """The command that runs `operation`."""
    return Leaf(
        name=operation.name.replace("_", "-"),
        callback=click.pass_obj(partial(_run, operation=operation)),
        params=[
            *options_for(operation.request),
            owner_option(),
            click.Option(["--json", "as_json"], is_flag=True, help="Print JSON and nothing else."),
        ],
        help=operation.help,
    )


def _run(session: Session, *, operation: Operation, owner: str | None, as_json: bool, **values: Any) -> None:
    owner = named_owner(owner)
    arguments = arguments_from(operation.request, values)
    operation.parsed(arguments)  # wrong usage is told before a database is made
    with session.memory() as memory:
        answer = operation.plain(memory.for_owner(owner).call(operation.name, arguments))
    if as_json:
        print_json(answer)
    else:
        from style_memory_cli.rendering import show

        show(answer)
