"""The formats of private values, read from the data files once."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from style_memory.pipeline.data_files import read_data
from style_memory.pipeline.lazy_patterns import lazy_pattern
from style_memory.pipeline.privacy.checks import CHECKS, entropy
from style_memory.pipeline.privacy.keywords import KeywordIndex

Code = Literal[
    "account", "address", "bank_account", "birth_date", "card", "credential", "email", "identity_number", "location",
    "network_address", "phone", "private_key",
]  # fmt: skip
_CONTEXT = 48


class FormatEntry(BaseModel):
    """One `[[format]]` of a data file; the file's first lines explain each field."""

    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)

    id: Annotated[str, StringConstraints(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")]
    description: Annotated[str, StringConstraints(min_length=3)]
    code: Code = "credential"
    regex: str
    keywords: tuple[str, ...] = ()
    signs: str = ""
    digits: Annotated[int, Field(ge=0)] = 0
    token: bool = False
    entropy: Annotated[float, Field(ge=0, le=8)] = 0.0
    check: str | None = None
    unless: str | None = None
    example: str | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Format:
    """One format, ready to be searched for."""

    #: The entry as the data file states it.
    entry: FormatEntry
    pattern: re.Pattern[str]
    unless: re.Pattern[str] | None

    def spans(self, text: str) -> list[tuple[int, int]]:
        """Return where the format's values stand in a folded text."""
        return [match.span() for match in self.pattern.finditer(text) if self._holds(match)]

    def _holds(self, match: re.Match[str]) -> bool:
        """Apply what the entry asks for beyond its regex."""
        named = match["value"] if "value" in self.pattern.groupindex else None
        value = match[0] if named is None else named
        if self.entry.entropy and entropy(value) < self.entry.entropy:
            return False
        if self.entry.check and not CHECKS[self.entry.check](value, match):
            return False
        before = match.string[max(0, match.start() - _CONTEXT) : match.start()]
        return not (self.unless and self.unless.search(before))


class FormatTable:
    """All formats, arranged so that a text pays only for those that it can hold."""

    def __init__(self, formats: tuple[Format, ...]) -> None:
        self.formats = formats
        self._keywords = KeywordIndex(
            (number, keyword, one.entry.token) for number, one in enumerate(formats) for keyword in one.entry.keywords
        )
        self._unkeyed = [number for number, one in enumerate(formats) if not one.entry.keywords]

    def candidates(self, text: str, *, digits: int, token: bool) -> list[Format]:
        """Return the formats that a text with so many digits, and with or without a long token, may hold."""
        numbers = self._keywords.called_for(text.lower())
        if digits or token or "@" in text or "=" in text:
            numbers.update(self._unkeyed)
        return [
            one
            for one in map(self.formats.__getitem__, sorted(numbers))
            if one.entry.digits <= digits
            and (token or not one.entry.token)
            and (not one.entry.signs or any(sign in text for sign in one.entry.signs))
        ]


@cache
def format_table() -> FormatTable:
    """Read credentials.toml and pii.toml."""
    return FormatTable(tuple(_compiled(entry) for file in ("credentials.toml", "pii.toml") for entry in entries(file)))


def entries(file: str) -> tuple[FormatEntry, ...]:
    """Read the entries of one data file."""
    return tuple(FormatEntry.model_validate(entry) for entry in read_data(file)["format"])


def _compiled(entry: FormatEntry) -> Format:
    if entry.check is not None and entry.check not in CHECKS:
        raise KeyError(entry.check)
    return Format(
        entry=entry,
        pattern=lazy_pattern(entry.regex),
        unless=lazy_pattern(entry.unless) if entry.unless else None,
    )
