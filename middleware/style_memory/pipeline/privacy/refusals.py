"""Text that must not be stored whatever it is about: orders to the agent, and labels or facts in place of wishes."""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, StringConstraints

from style_memory.pipeline.data_files import read_data
from style_memory.pipeline.lazy_patterns import lazy_pattern
from style_memory.pipeline.privacy.characters import cleaned, folded
from style_memory.pipeline.privacy.keywords import KeywordIndex


class RefusalEntry(BaseModel):
    """One `[[pattern]]` of instructions.toml or refused_preferences.toml."""

    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)

    id: Annotated[str, StringConstraints(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")]
    reason: Literal["personality_label", "diagnosis", "private_fact", "instruction"] = "instruction"
    keywords: tuple[str, ...] = ()
    regex: str
    #: Whether the regex sees the letters a-z alone.
    joined: bool = False
    examples: tuple[str, ...]


def is_instruction_like(text: str) -> bool:
    """Tell whether a text would order an agent about if it came back in a brief.

    It is read as a careless model would read it: spaced-out, look-alike and digit-for-letter spellings count as well.
    """
    table = _refusal_table("instructions.toml")
    return any(table.reason(reading) for reading in _readings(text))


def refused_preference(text: str) -> str | None:
    """Return why a text must not be stored as a preference, or None where it is a wish about working together."""
    if is_instruction_like(text):
        return "instruction"
    return _refusal_table("refused_preferences.toml").reason(_plain(text))


def tells_of_a_life(text: str) -> bool:
    """Tell whether a clause holds more of somebody's life than of how they talk, and so must not be an example."""
    private = _refusal_table("private_examples.toml").reason(_plain(text))
    return private is not None or refused_preference(text) is not None


def refusal_entries(file: str) -> tuple[RefusalEntry, ...]:
    """Read the entries of one data file."""
    return tuple(RefusalEntry.model_validate(entry) for entry in read_data(file)["pattern"])


class _RefusalTable:
    """The patterns of one data file, tried only where one of their keywords stands."""

    def __init__(self, entries: tuple[RefusalEntry, ...]) -> None:
        self._reasons = [
            (entry.reason, lazy_pattern(_without_accents(entry.regex), re.IGNORECASE)) for entry in entries
        ]
        self._keywords = KeywordIndex(
            (number, _without_accents(keyword), False)
            for number, entry in enumerate(entries)
            for keyword in entry.keywords
        )
        self._joined = frozenset(number for number, entry in enumerate(entries) if entry.joined)
        self._unkeyed = {number for number, entry in enumerate(entries) if not entry.keywords}

    def reason(self, reading: str) -> str | None:
        """Return the reason of the first pattern that matches, in the order of the file."""
        letters = _NO_LETTER.sub("", reading) if self._joined else ""
        for number in sorted(self._unkeyed | self._keywords.called_for(reading.lower())):
            reason, pattern = self._reasons[number]
            if pattern.search(letters if number in self._joined else reading):
                return reason
        return None


@cache
def _refusal_table(file: str) -> _RefusalTable:
    return _RefusalTable(refusal_entries(file))


def _readings(text: str) -> list[str]:
    """Return the plain text and, where it looks disguised, what it stands for."""
    plain = _plain(text)
    readings = [plain]
    if _GREEK_OR_CYRILLIC.search(plain) and _LATIN.search(plain):
        readings.append(plain.translate(_LOOK_ALIKES))
    if not plain.isascii() and _STYLED.search(plain):
        readings.append(plain.translate(_STYLED_LETTERS))
    if _SPELLED_WITH_SIGNS.search(plain):
        readings.append(plain.translate(_SIGNS))
    if _SPACED_OUT.search(plain):
        readings.append(_SPACED_OUT.sub(lambda run: re.sub(r"[ ._-]", "", run[0]), plain))
    return readings


def _plain(text: str) -> str:
    """Fold, take accents off and put everything on one line with single spaces."""
    visible, _ = cleaned(text)
    return " ".join(_without_accents(folded(visible).text).split())


def _without_accents(text: str) -> str:
    """Take Latin, Greek and Cyrillic accents off; marks that make another letter in other scripts stay."""
    if text.isascii():
        return text
    return unicodedata.normalize("NFC", _ACCENT.sub("", unicodedata.normalize("NFD", text)))


_NO_LETTER = lazy_pattern(r"[^A-Za-z]+")
_ACCENT = lazy_pattern("[\u0300-\u036f]")
_LATIN = lazy_pattern(r"[a-zA-Z]")
_GREEK_OR_CYRILLIC = lazy_pattern(r"[\u0370-\u052f]")
_LOOK_ALIKES = str.maketrans(
    "аеорсухіѕјԁһѵԛԝкмтвнАЕОРСУХІЅЈКМТВНΑΒΕΖΗΙΚΜΝΟΡΤΥΧορνικα", "aeopcyxisjdhvqwkmtbhAEOPCYXISJKMTBHABEZHIKMNOPTYXopvika"
)
_SMALL_CAPITALS = dict(zip(map(ord, "ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯǫʀꜱᴛᴜᴠᴡʏᴢ"), "abcdefghijklmnopqqrstuvwyz", strict=True))
# Parenthesized, circled, squared and flag letters stand in blocks of 26 each.
_ENCLOSED = {
    start + place: letter
    for start in (0x249C, 0x1F110, 0x1F130, 0x1F150, 0x1F170, 0x1F1E6)
    for place, letter in enumerate("abcdefghijklmnopqrstuvwxyz")
}
_STYLED_LETTERS = _SMALL_CAPITALS | _ENCLOSED
_STYLED = lazy_pattern(f"[{''.join(map(chr, _STYLED_LETTERS))}]{{2}}|(?:[{''.join(map(chr, _ENCLOSED))}] ?){{3}}")
_SPELLED_WITH_SIGNS = lazy_pattern(r"[A-Za-z][013457@$][A-Za-z]|\b[0134578@$][a-z]{2}")
_SIGNS = str.maketrans("013457@$", "oieastas")
_SPACED_OUT = lazy_pattern(r"\b(?:\w[ ._-]){4,200}\w\b")
