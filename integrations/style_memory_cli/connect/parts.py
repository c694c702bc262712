"""The parts that `connect` puts into a host's files, and how they are taken out so that nothing is left of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from style_memory_cli.connect.hosts import Format


@dataclass(frozen=True, kw_only=True, slots=True)
class Entry:
    """What a host has to know to start the program."""

    #: The absolute path of the program.
    command: str
    owner: str
    database_url: str
    #: The toolsets to offer; None for those that the program offers by itself.
    toolset: str | None = None


class Part(Protocol):
    """Something of ours in one file. Each method raises `Broken` if the text is not what its format asks for."""

    @property
    def places(self) -> Mapping[str, Sequence[str]]:
        """The places of the file, for each system."""

    @property
    def format(self) -> Format:
        """The file's format."""

    def found(self, text: str) -> Any:
        """What of it stands there; None or nothing if it doesn't."""

    def added(self, text: str, entry: Entry) -> str:
        """The text with it, up to date; what else was added to it stays.

        Raises:
            Misshapen: There is no place for it.
        """

    def put(self, text: str, found: Any) -> str:
        """The text with it as it was found, where it has none.

        Raises:
            Misshapen: There is no place for it.
        """

    def taken(self, text: str, before: str) -> str:
        """The text without it, and without empty tables and lists that were not there `before`.

        Raises:
            Misshapen: It can't be taken apart.
        """


def removed(text: str, parts: Sequence[Part], before: str | None) -> str | None:
    """The text without those parts; None if there was no file `before` they came and nothing else has come since.

    Raises:
        Broken: The text is not what its format asks for.
        Misshapen: A part is another program's, or can't be taken apart.
    """
    found = [(part, held) for part in parts if (held := part.found(text))]
    if not found:
        return text
    if _gives(lambda: _with_all(before or "", found), text):
        return before
    for part, _ in reversed(found):
        text = part.taken(text, before or "")
    return text


def _with_all(text: str, found: Sequence[tuple[Part, Any]]) -> str:
    for part, held in found:
        text = part.put(text, held)
    return text


def _gives(change: Callable[[], str], expected: str) -> bool:
    try:
        return change() == expected
    except ValueError:
        return False
