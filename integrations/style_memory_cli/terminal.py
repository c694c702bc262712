"""Writing to the terminal: nothing stored is interpreted there, and no control character reaches it."""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, redirect_stdout
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, TextIO

import click

if TYPE_CHECKING:
    from rich.console import Console

# Without a terminal nothing is gained by narrow columns.
_WIDTH_OF_A_FILE = 120
# Where JSON goes while nothing else may go there.
_json_output: ContextVar[TextIO | None] = ContextVar("_json_output", default=None)


@contextmanager
def only_json() -> Iterator[None]:
    """Keep standard output for `print_json`: what else is printed meanwhile goes to standard error.

    That holds for Python, for C and for children.
    """
    with _output_apart() as output, redirect_stdout(sys.stderr):
        before = _json_output.set(output)
        try:
            yield
        finally:
            _json_output.reset(before)


def visible(text: str) -> str:
    """`text` with control, direction and unpaired characters spelled out; tabs and line ends stay."""
    return _UNSAFE.sub(_spelled, text)


def one_line(text: str) -> str:
    """`text` without line ends, for messages of one line."""
    return visible(" ".join(text.split()))


def counted(number: int, thing: str) -> str:
    """So many of a thing whose plural ends in s."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def as_json(value: Any) -> str:
    """`value` as JSON that holds no such character either, and only ASCII where the output can't show more."""
    text = json.dumps(value, ensure_ascii=not _speaks_unicode(), indent=2)
    return _UNSAFE.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def print_json(value: Any) -> None:
    """Print `value` as JSON and nothing else."""
    click.echo(as_json(value), file=_json_output.get())


def print_text(text: str) -> None:
    """Print `text` as it is, made visible."""
    click.echo(visible(text))


def note(text: str) -> None:
    """Tell the person something that is no part of the output."""
    click.echo(one_line(text), err=True)


def console(*, stderr: bool = False) -> Console:
    """A rich console that takes every text literally."""
    from rich.console import Console  # it costs more than all of click, and `--help` needs none of it

    made = Console(markup=False, highlight=False, emoji=False, stderr=stderr)
    if not made.is_terminal:
        made.width = shutil.get_terminal_size((_WIDTH_OF_A_FILE, 0)).columns  # as COLUMNS says, where it is set
    return made


_UNSAFE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


def _spelled(match: re.Match[str]) -> str:
    code = ord(match[0])
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"


def _speaks_unicode() -> bool:
    output = _json_output.get() or sys.stdout
    return (output.encoding or "").lower().replace("-", "") in ("utf8", "utf8sig")


@contextmanager
def _output_apart() -> Iterator[TextIO]:
    """A stream to where standard output goes, whose own descriptor meanwhile leads to standard error."""
    output = sys.stdout
    descriptor, errors = _descriptor_of(output), _descriptor_of(sys.stderr)
    if descriptor is None or errors is None:
        yield output
        return
    output.flush()
    with ExitStack() as undo:
        # No file of that name: it is the same one by a second descriptor.
        apart = undo.enter_context(
            open(os.dup(descriptor), "w", encoding=output.encoding, errors="backslashreplace")  # noqa: PTH123
        )
        undo.callback(os.dup2, apart.fileno(), descriptor)
        undo.callback(output.flush)  # first of all: what it holds by then was meant for standard error
        os.dup2(errors, descriptor)
        yield apart


def _descriptor_of(stream: TextIO) -> int | None:
    """Its descriptor; None if it is one in memory, which only Python writes to."""
    try:
        return stream.fileno()
    except OSError:
        return None
