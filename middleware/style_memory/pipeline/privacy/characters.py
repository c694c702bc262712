"""Which characters may stay in a text, and the folded spelling in which private values are looked for."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import regex

from style_memory.pipeline.lazy_patterns import lazy_pattern, lazy_unicode_pattern
from style_memory.pipeline.marks import MASK

_MAX_MARKS = 8


@dataclass(frozen=True, kw_only=True, slots=True)
class Folded:
    """A text as the formats see it, with the way back to the original positions."""

    #: Compatibility forms replaced, invisible characters left out, percent-encoding undone.
    text: str
    #: Where each character of `text` starts in the original, closed by the original's length; None if nothing moved.
    places: tuple[int, ...] | None = None

    def original(self, start: int, end: int) -> tuple[int, int]:
        """Return the span of the original that `text[start:end]` came from."""
        if self.places is None:
            return start, end
        return self.places[start], self.places[end]


def cleaned(text: str) -> tuple[str, bool]:
    """Return the text without characters that steer or hide, and whether there were any.

    Newline and tab stay, as do the joiners that emoji, Indic scripts and Persian need. Other line breaks become
    newlines without being reported, because editors write them into every text.
    """
    if _plainly_visible(text):
        return text, False
    text = _BREAKS.sub("\n", text)
    if not _HIDDEN.search(text):
        return text, False
    return _HIDDEN.sub("", _HIDDEN.sub("", _ESCAPE_SEQUENCE.sub("", text))), True


def folded(text: str) -> Folded:
    """Fold a cleaned text for matching: full-width and styled letters, digits of any script, dashes, quotes, %41."""
    ascii_only = text.isascii()
    plain = text if ascii_only else _folding().sub(_fold_one, text)
    if (ascii_only and "%" not in text) or not _MOVED.search(plain):
        return Folded(text=plain)
    letters, places = [], []
    for character, place in _visible(plain):
        letters.append(character)
        places.append(place)
    return Folded(text="".join(letters), places=(*places, len(text)))


def single_line(text: str) -> str:
    """Return a cleaned text in NFC on one line, with single spaces and without borders."""
    return " ".join(unicodedata.normalize("NFC", text.replace(MASK, " ")).split())


_ASCII_CONTROL = lazy_pattern(r"[^\n\t -~]")
# Printable by Python's rule and yet hidden, or perhaps the start of a pile of marks.
_PERHAPS_HIDDEN = lazy_pattern(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\uffa0\ufe00-\ufe0f\U000e0100-\U000e01ef]"
    f"|[\u0300-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]{{{_MAX_MARKS + 1}}}"
)
_ESCAPE_SEQUENCE = lazy_pattern(r"\x1b(?:\[[0-9;?]{0,32}[ -/]?[@-~]?|\][^\x07\x1b\n]{0,200}\x07?|[@-_])?")
_BREAKS = lazy_pattern("\r\n?|[\x0b\x0c\x85\u2028\u2029]")
_MOVED = lazy_pattern("%[2-7][0-9A-Fa-f]|[\ufe0e\ufe0f\u20e3\u200c\u200d]")

# Scripts whose spelling needs a joiner or non-joiner between two letters.
_JOINED = (
    r"[\p{Arabic}\p{Devanagari}\p{Bengali}\p{Gurmukhi}\p{Gujarati}\p{Oriya}\p{Tamil}\p{Telugu}\p{Kannada}\p{Malayalam}"
    r"\p{Sinhala}\p{Khmer}\p{Myanmar}\p{Mongolian}&&[\p{L}\p{M}]]"
)
_PICTURE = r"(?:\p{Extended_Pictographic}|[\U0001F3FB-\U0001F3FF\U0001F1E6-\U0001F1FF])"
_HIDDEN = lazy_unicode_pattern(
    rf"""(?V1)
      [\p{{Cc}}--[\n\t]]
    | [\p{{Cf}}--[\u0600-\u0605\u06DD\u08E2\u200C\u200D\U000E0000-\U000E007F]]
    | \p{{Cs}} | [\u034F\u115F\u1160\u17B4\u17B5\u180B-\u180F\u2028\u2029\u3164\uFFA0]
    | [\uFE00-\uFE0D\U000E0100-\U000E01EF\uFDD0-\uFDEF\uFFFE\uFFFF]
    | (?<! [\p{{Emoji}}\p{{So}}\p{{Sm}}&&[^\x00-\x7F]] | [0-9\#*](?=[\uFE0E\uFE0F]\u20E3) ) [\uFE0E\uFE0F]
    | \u200D (?! (?<= {_PICTURE}\uFE0F?\u200D) \p{{Extended_Pictographic}}
               | (?<= {_JOINED}\u200D) {_JOINED} )
    | \u200C (?! (?<= {_JOINED}\u200C) {_JOINED} )
    # The flags of England, Scotland and Wales are the only ones that are spelled with tag characters.
    | [\U000E0000-\U000E007F]
      (?<! \U0001F3F4 \U000E0067 | \U0001F3F4 \U000E0067 \U000E0062
         | \U0001F3F4 \U000E0067 \U000E0062 [\U000E0065\U000E0073\U000E0077]
         | \U0001F3F4 \U000E0067 \U000E0062 [\U000E0065\U000E0073\U000E0077] [\U000E006E\U000E0063\U000E006C]
         | \U0001F3F4 \U000E0067 \U000E0062 [\U000E0065\U000E0073\U000E0077] [\U000E006E\U000E0063\U000E006C]
           [\U000E0067\U000E0074\U000E0073]
         | \U0001F3F4 \U000E0067 \U000E0062 [\U000E0065\U000E0073\U000E0077] [\U000E006E\U000E0063\U000E006C]
           [\U000E0067\U000E0074\U000E0073] \U000E007F )
    # A pile of marks on one letter draws over its neighbours and holds any amount of data.
    | (?<= \p{{M}}{{{_MAX_MARKS}}} ) \p{{M}}
    """,
    regex.VERBOSE,
)
_DASHES = "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63"
_QUOTES = {"\u201c": '"', "\u201d": '"', "\u2018": "'", "\u2019": "'", "\u00ab": '"', "\u00bb": '"', "\u3000": " "}
# The blocks that hold compatibility spellings of ASCII characters.
_COMPATIBLE = (
    range(0xA0, 0xC0), range(0x2000, 0x2010), range(0x2024, 0x2030), range(0x2070, 0x20A0), range(0x2100, 0x2150),
    range(0x2460, 0x2500), range(0xFE50, 0xFE70), range(0xFF00, 0xFFF0), range(0x1D400, 0x1D800),
    range(0x1F130, 0x1F170),
)  # fmt: skip


def _plainly_visible(text: str) -> bool:
    """Tell cheaply whether nothing in the text can be hidden; False means: look closely."""
    if text.isascii():
        return not _ASCII_CONTROL.search(text)
    return text.replace("\n", "").replace("\t", "").isprintable() and not _PERHAPS_HIDDEN.search(text)


@cache
def _folding() -> re.Pattern[str]:
    """Return what matches any character that is folded, and for speed all beyond the first 65,536."""
    letters = (re.escape(letter) for letter in sorted(_fold_table()) if letter < "\U00010000")
    return re.compile(f"[{''.join(letters)}]|[\U00010000-\U0001ffff]")


def _fold_one(letter: re.Match[str]) -> str:
    return _fold_table().get(letter[0], letter[0])


@cache
def _fold_table() -> dict[str, str]:
    """Return one ASCII character for each character that is only another spelling of it."""
    table = {chr(code): str(unicodedata.decimal(chr(code))) for code in range(0x660, 0x20000) if chr(code).isdecimal()}
    for letter in (chr(code) for block in _COMPATIBLE for code in block):
        plain = unicodedata.normalize("NFKC", letter)
        if len(plain) == 1 and plain.isascii():
            table[letter] = plain
    return table | dict.fromkeys(_DASHES, "-") | _QUOTES


def _visible(plain: str) -> Iterator[tuple[str, int]]:
    """Yield each character to match and its place, leaving joiners out and undoing percent-encoding."""
    place = 0
    for moved in _MOVED.finditer(plain):
        yield from zip(plain[place : moved.start()], range(place, moved.start()), strict=True)
        if moved[0][0] == "%" and moved[0].upper() != "%7F":
            yield chr(int(moved[0][1:], 16)), moved.start()
        place = moved.end()
    yield from zip(plain[place:], range(place, len(plain)), strict=True)
