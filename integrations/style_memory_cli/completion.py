"""`style-memory completion`: what a shell needs to complete our commands."""

from __future__ import annotations

import click

from style_memory_cli.session import PROGRAM
from style_memory_cli.structure import Leaf

_SHELLS = ("bash", "zsh", "fish")
_VARIABLE = "_STYLE_MEMORY_COMPLETE"


@click.command(cls=Leaf)
@click.argument("shell", type=click.Choice(_SHELLS))
@click.pass_context
def completion(context: click.Context, shell: str) -> None:
    """Print the script that lets a shell complete commands and options.

    For bash: eval "$(style-memory completion bash)" in ~/.bashrc; for zsh the same in ~/.zshrc; for fish
    style-memory completion fish > ~/.config/fish/completions/style-memory.fish
    """
    from click.shell_completion import get_completion_class

    made_for = get_completion_class(shell)
    assert made_for is not None  # noqa: S101 - click knows all three
    click.echo(made_for(context.find_root().command, {}, PROGRAM, _VARIABLE).source())
