"""The program `style-memory`. Only click is imported up front: `--help` and completion must answer at once."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from keyword import iskeyword
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from style_memory_cli.failures import FAILED, INTERRUPTED, reported, silence_output
from style_memory_cli.session import PROGRAM, Session
from style_memory_cli.structure import Family, hyphenated, program_options

if TYPE_CHECKING:
    from style_memory.operations.catalogue import Operation


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the program with `arguments`, by default the process's, and end the process."""
    sys.exit(run(sys.argv[1:] if arguments is None else arguments))


def run(arguments: Sequence[str]) -> int:
    """Run the program with `arguments`; returns the code to end with."""
    session = Session(os.environ)
    _replace_closed_streams()
    _never_fail_to_encode()
    try:
        code = program.main(list(arguments), prog_name=PROGRAM, standalone_mode=False, obj=session)
        sys.stdout.flush()
    except BrokenPipeError:
        silence_output()
        return FAILED
    except KeyboardInterrupt:
        return INTERRUPTED
    except Exception as error:
        return reported(error, session)
    return code if isinstance(code, int) else 0


class Program(Family):
    """The program's commands: its own, and one for each operation, made when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        """The names of all commands."""
        return [*_OWN, *map(hyphenated, _operations())]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 - click's signature
        """The command of that name."""
        if cmd_name in _OWN:
            attribute = f"{cmd_name}_" if iskeyword(cmd_name) else cmd_name
            command: click.Command = getattr(import_module(f"style_memory_cli.{_OWN[cmd_name]}"), attribute)
            return command
        if operation := _operations().get(cmd_name.replace("-", "_")):
            from style_memory_cli.operation_commands import command_for

            return command_for(operation)
        return None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands in sections: the program's own, then each toolset's operations."""
        sections: dict[str, list[str]] = {"Commands": list(_OWN)}
        for operation in _operations().values():
            sections.setdefault(f"Operations: {operation.toolset}", []).append(hyphenated(operation.name))
        width = max(len(name) for names in sections.values() for name in names)
        for title, names in sections.items():
            with formatter.section(title):
                formatter.write_dl([(name.ljust(width), self._short_help(ctx, name)) for name in names])

    def _short_help(self, context: click.Context, name: str) -> str:
        command = self.get_command(context, name)
        return command.get_short_help_str(limit=90) if command else ""


# Where each of the program's own commands is defined, under its name.
_OWN = {
    "demo": "demo",
    "doctor": "doctor.command",
    "db": "database_commands",
    "owners": "owner_commands",
    "connect": "connect.connect_commands",
    "disconnect": "connect.connect_commands",
    "hook": "hook_command",
    "mcp": "mcp_command",
    "import": "import_command",
    "completion": "completion",
}


def _operations() -> Mapping[str, Operation]:
    from style_memory.operations.catalogue import catalogue

    return catalogue()


def _print_version(context: click.Context, _parameter: click.Parameter, wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        click.echo(f"{PROGRAM} {version('style-memory')}")
        context.exit()


def _replace_closed_streams() -> None:
    """Read nothing from, and write nowhere to, a stream that was closed before the program began."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115 - open to the end


def _never_fail_to_encode() -> None:
    for stream in (sys.stdout, sys.stderr):
        reconfigure: Any = getattr(stream, "reconfigure", None)
        if reconfigure:
            reconfigure(errors="backslashreplace")


program = Program(
    name=PROGRAM,
    help="Learns how a person talks and gives an agent a short brief that fits the moment.",
    epilog="Try `style-memory demo` first. Every command has its own --help.",
    params=[
        *program_options(),
        click.Option(
            ["--version"],
            is_flag=True,
            is_eager=True,
            expose_value=False,
            callback=_print_version,
            help="Show the version.",
        ),
    ],
    context_settings={"help_option_names": ["-h", "--help"]},
)
