"""`style-memory mcp`: the MCP server for desktop hosts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec

import click

from style_memory_cli.session import OWNER_VARIABLE, Session
from style_memory_cli.structure import OWNER_HELP, Leaf


class _WithToolsets(Leaf):
    """Its help lists the toolsets, which are read for that alone: the server must claim its pipes first."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options and what each toolset holds."""
        from style_memory.operations.catalogue import operations_by_toolset

        super().format_options(ctx, formatter)
        members = operations_by_toolset()
        with formatter.section("Toolsets"):
            formatter.write_dl([(name, _held(name, members)) for name in members])


def _held(name: str, members: Mapping[str, Sequence[str]]) -> str:
    own = set(members[name])
    for larger, all_of in members.items():
        left_out = [operation for operation in all_of if operation not in own]
        if own < set(all_of) and len(left_out) < len(own):
            return f"all of {larger} but {', '.join(left_out)}"
    return ", ".join(members[name])


@click.command(cls=_WithToolsets)
@click.option("--owner", envvar=OWNER_VARIABLE, show_envvar=True, metavar="ID", help=OWNER_HELP)
@click.option(
    "--toolset",
    "toolsets",
    envvar="STYLE_MEMORY_TOOLSETS",
    show_envvar=True,
    default="style",
    show_default=True,
    metavar="NAMES",
    help="Which operations to offer, with commas between.",
)
@click.pass_obj
def mcp(session: Session, owner: str | None, toolsets: str) -> None:
    """Serve the operations over MCP on standard input and output, for a desktop host.

    `style-memory connect HOST` writes this command into a host's configuration.
    """
    # Faces never import each other: the program only starts this one by its name.
    import_module("style_memory_mcp.claiming").claimed_pipes()  # before anything that may print is imported
    from style_memory import errors
    from style_memory.domain.owners import accepted_owner

    if not owner:
        raise errors.OwnerMissing(f"No owner: set {OWNER_VARIABLE}, or let `style-memory connect HOST` do it.")
    if find_spec("mcp") is None:
        raise click.ClickException("The MCP server needs one more package: install style-memory with its extra `mcp`.")
    server = import_module("style_memory_mcp.server")
    server.serve_stdio(
        database_url=session.url, owner=accepted_owner(owner), toolsets=toolsets, settings=session.settings()
    )
