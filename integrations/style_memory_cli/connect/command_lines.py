"""Puts the words of a command together as a shell reads them, and takes such a line apart again."""

from __future__ import annotations

import re
import shlex
from collections.abc import Sequence
from pathlib import PureWindowsPath
from typing import Literal

#: What reads the line: a POSIX shell, on Windows too where the host brings one, or PowerShell.
Shell = Literal["posix", "powershell"]


def joined(words: Sequence[str], shell: Shell) -> str:
    """The line that runs the program with those arguments."""
    program, *arguments = words
    if shell == "powershell":
        # A quoted program would be a value, which PowerShell prints and does not run. Unquoted, the line is one that
        # cmd.exe reads alike, which hosts fall back to.
        call = "" if _PLAIN.fullmatch(program) else "& "
        return call + " ".join(map(_quoted, words))
    if PureWindowsPath(program).drive:
        # To a POSIX shell a backslash would mean something else.
        program = program.replace("\\", "/")
    return shlex.join([program, *arguments])


def split(line: str, shell: Shell) -> list[str]:
    """The words of a line.

    Raises:
        ValueError: A quotation is not closed.
    """
    if shell == "posix":
        return shlex.split(line)
    words, at = [""], 0
    line = line.strip().removeprefix("& ")
    while at < len(line):
        if not (piece := _PIECE.match(line, at)):
            raise ValueError("No closing quotation")
        at = piece.end()
        if piece["space"]:
            words.append("")
        else:
            words[-1] += _TWICE.sub(r"\1", piece["quoted"] or "") + (piece["bare"] or "")
    return words


# To PowerShell, all of these quote; one that is meant itself is written twice.
_QUOTES = "'‘’‚‛"
_QUOTE = re.compile(f"[{_QUOTES}]")
_TWICE = re.compile(rf"([{_QUOTES}])\1")
# It would take an option apart at a dot or colon.
_PLAIN = re.compile(r"(?!-.*[.:])[\w.:/\\=+-]+")
_PIECE = re.compile(
    rf"[{_QUOTES}](?P<quoted>(?:[^{_QUOTES}]|([{_QUOTES}])\2)*)[{_QUOTES}]|(?P<bare>[^\s{_QUOTES}]+)|(?P<space>\s+)"
)


def _quoted(word: str) -> str:
    if _PLAIN.fullmatch(word):
        return word
    return "'" + _QUOTE.sub(lambda quote: quote[0] * 2, word) + "'"
