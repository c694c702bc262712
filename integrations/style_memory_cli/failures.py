"""What the program says and which code it ends with when something went wrong."""

from __future__ import annotations

import os
import sys
import traceback

import click

from style_memory_cli.session import PROGRAM, Session
from style_memory_cli.terminal import one_line

FAILED = 1
MISUSED = 2
INTERRUPTED = 130


def reported(error: Exception, session: Session) -> int:
    """Tell the person what went wrong, in one line; returns the code to end with."""
    if session.debug:
        traceback.print_exception(error)
    if isinstance(error, click.exceptions.NoArgsIsHelpError):
        error.show()
        return MISUSED
    message, code = _told(error, session)
    if message:
        click.echo(f"{PROGRAM}: {one_line(message)}", err=True)
    return code


def silence_output() -> None:
    """Let what is left to write go nowhere: whoever read our output has gone away."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)


def _told(error: Exception, session: Session) -> tuple[str, int]:
    match error:
        case click.UsageError():
            return error.format_message() + _where_to_look(error.ctx), MISUSED
        case click.ClickException():
            return error.format_message(), error.exit_code
        case click.Abort():
            interrupted = isinstance(error.__cause__ or error.__context__, KeyboardInterrupt)
            return ("", INTERRUPTED) if interrupted else ("Not confirmed: nothing was changed.", FAILED)
        case _:
            return _told_by_class(error, session)


def _told_by_class(error: Exception, session: Session) -> tuple[str, int]:
    from style_memory import errors

    match error:
        case errors.OwnerError() | errors.RequestInvalid():
            return str(error), MISUSED
        case errors.DatabaseDamaged():
            from style_memory_cli.restoring import way_back

            return f"{error} {way_back(session)}", FAILED
        case errors.StyleMemoryError():
            return str(error), FAILED
        case OSError():
            place = f"{error.filename}: " if error.filename else ""
            return f"{place}{error.strerror or 'input or output failed'}.", FAILED
        case _:
            # Its text could hold the owner's words.
            return f"Unexpected {type(error).__name__}: run again with --debug to see where.", FAILED


def _where_to_look(context: click.Context | None) -> str:
    return f" See `{context.command_path} --help`." if context else ""
