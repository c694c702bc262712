"""Writing to the terminal: nothing stored is interpreted there, and no control character reaches it."""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from rich.console import Console

# Without a terminal nothing is gained by narrow columns.
_WIDTH_OF_A_FILE = 120
# The descriptor of standard output, while that is kept for JSON.
_json_output: int | None = None


def keep_output_for_json() -> None:
    """From now on whatever else prints, in Python, in C or in a child, writes to standard error.

    Call it before anything that may print is imported. On a terminal both are one to the reader, so nothing is changed.
    """
    global _json_output
    if sys.stdout is None or sys.stderr is None or sys.stdout.isatty():
        return
    sys.stdout.flush()
    _json_output = os.dup(sys.stdout.fileno())
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    sys.stdout = sys.stderr


def give_output_back() -> None:
    """Let everything print again, if standard output was kept for JSON."""
    global _json_output
    if _json_output is not None and sys.__stdout__:
        sys.__stdout__.flush()  # what was printed until now belongs to standard error
        os.dup2(_json_output, sys.__stdout__.fileno())
        sys.stdout, _json_output = sys.__stdout__, None


def visible(text: str) -> str:
    """`text` with control, direction and unpaired characters spelled out; tabs and line ends stay."""
    return _UNSAFE.sub(_spelled, text)


def one_line(text: str) -> str:
    """`text` without line ends, for messages of one line."""
    return visible(" ".join(text.split()))


def as_json(value: Any) -> str:
    """`value` as JSON that holds no such character either, and only ASCII where the output can't show more."""
    text = json.dumps(value, ensure_ascii=not _speaks_unicode(), indent=2)
    return _UNSAFE.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def print_json(value: Any) -> None:
    """Print `value` as JSON and nothing else."""
    text = as_json(value)
    if _json_output is None:
        click.echo(text)
        return
    line = f"{text}\n".encode(sys.stdout.encoding, "backslashreplace")
    while line:
        line = line[os.write(_json_output, line) :]


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
    return (sys.stdout.encoding or "").lower().replace("-", "") in ("utf8", "utf8sig")
