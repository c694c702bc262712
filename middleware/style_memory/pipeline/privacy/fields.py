"""Stored fields: refused where they hold anything private or order-like, else on one line and not too long."""

from __future__ import annotations

from typing import Literal

from style_memory.domain.errors import StyleMemoryError
from style_memory.pipeline.lazy_patterns import lazy_pattern, lazy_unicode_pattern
from style_memory.pipeline.privacy.characters import cleaned, single_line
from style_memory.pipeline.privacy.detection import found_in
from style_memory.pipeline.privacy.refusals import is_instruction_like


class FieldRefused(StyleMemoryError):
    """A field holds something that must not be stored."""

    def __init__(self, code: str) -> None:
        super().__init__(f"The field was refused: {code}.")
        #: Why, as one of the gate's codes, `instruction` or `too_long`.
        self.code = code


def checked_field(value: str, *, limit: int, on_long: Literal["cut", "refuse"] = "cut") -> str:
    """Return the value as it may be stored: NFC, one line, no control characters, at most `limit` visible characters.

    The answer is "" where nothing visible is left.

    Raises:
        FieldRefused: The value holds something private or instruction-like, or is longer than `on_long` accepts.
    """
    visible, _ = cleaned(value)
    line = single_line(visible)
    if "\n" in visible:
        _refuse_private(visible)
    _refuse_private(line)
    if is_instruction_like(visible):
        raise FieldRefused("instruction")
    short = _cut(line, limit)
    if short != line:
        if on_long == "refuse":
            raise FieldRefused("too_long")
        _refuse_private(short)
    return short


def printable(text: str) -> str:
    """Return the text on one line in NFC without control, bidirectional and other hidden characters."""
    return single_line(cleaned(text)[0])


def leaks(text: str) -> bool:
    """Tell whether a stored value holds anything that must not go out: a private value or a hidden character.

    It is the same look that the gate takes, for values stored before a format was known. Whether a value is
    instruction-like is a question of its own.
    """
    visible, hidden = cleaned(text)
    return hidden or bool(found_in(visible))


def is_safe(text: str) -> bool:
    """Tell whether a stored value may go out: it neither leaks anything nor orders anybody about."""
    return not leaks(text) and not is_instruction_like(text)


# What stands for a private value, as scrubbed texts have it, and the mention of somebody on a network; "@_@" is a face.
_STANDS_FOR = lazy_pattern(
    r"(?i)[<\[{](?:name|person|user(?:[ _-]?name)?|url|link|e-?mail|phone|tel|num(?:ber)?|ip|account|address|place|city"
    r"|date|id|secret|password|token|api[ _-]?key|redacted|removed|masked)[>\]}]|(?<![\w.@/])@(?=[^\W_])[\w.-]{2,}"
)
_CLUSTER = lazy_unicode_pattern(r"\X")
_LONGEST_CLUSTER = 24


def _refuse_private(text: str) -> None:
    codes = sorted({finding.code for finding in found_in(text)})
    if not codes and _STANDS_FOR.search(text):
        codes = ["account"]
    if codes:
        raise FieldRefused("private_key" if "private_key" in codes else codes[0])


def _cut(line: str, limit: int) -> str:
    """Cut after `limit` visible characters; one that is built of too many signs ends the value too."""
    if len(line) <= min(limit, _LONGEST_CLUSTER):
        return line
    end = 0
    for number, cluster in enumerate(_CLUSTER.finditer(line)):
        if number == limit or len(cluster[0]) > _LONGEST_CLUSTER:
            break
        end = cluster.end()
    return line[:end].rstrip()
