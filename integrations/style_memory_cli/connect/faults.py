"""What is wrong with a host's file."""

from __future__ import annotations


class Broken(ValueError):
    """The text is not what its format asks for."""

    def __init__(self, reason: str, line: int) -> None:
        super().__init__(reason)
        self.line = line


class Misshapen(ValueError):
    """Something else stands where a table or a list is needed."""


class OtherServer(Misshapen):
    """Another program's server has the name of ours."""

    def __init__(self, reason: str, store: str | None) -> None:
        super().__init__(reason)
        #: Where style-memory-mcp keeps what it learned, if it is that; as it is written on a command line.
        self.store = store
