"""What is wrong with a host's file."""

from __future__ import annotations


class Broken(ValueError):
    """The text is not what its format asks for."""

    def __init__(self, reason: str, line: int) -> None:
        super().__init__(reason)
        self.line = line


class Misshapen(ValueError):
    """Something else stands where a table or a list is needed."""
