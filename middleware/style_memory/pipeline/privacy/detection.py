"""Finding the private spans of a text, quickly where there are none."""

from __future__ import annotations

import re
import string
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, pairwise

from style_memory.pipeline.lazy_patterns import lazy_pattern
from style_memory.pipeline.privacy.characters import folded
from style_memory.pipeline.privacy.formats import Format, format_table
from style_memory.pipeline.privacy.randomness import fragment, mixed_segments, random_looking, random_tokens, wordy
from style_memory.pipeline.privacy.values import strong

CONTROL = "control_characters"
PRIVATE_KEY = "private_key"


@dataclass(frozen=True, kw_only=True, slots=True)
class Finding:
    """A span of a cleaned text that must not be learned from."""

    start: int
    end: int
    #: What kind of thing stands there.
    code: str


def found_in(text: str) -> list[Finding]:
    """Return the private spans of a cleaned text, in original positions, in no particular order."""
    view = folded(text)
    found = []
    spans = chain(_spans(view.text), _spans_over_lines(view.text)) if "\n" in view.text else _spans(view.text)
    for start, end, code in spans:
        first, last = view.original(start, end)
        found.append(Finding(start=first, end=last, code=code))
    return found


_DIGIT = lazy_pattern(r"[0-9]")
_TOKEN = lazy_pattern(r"[!-~]{16}")
_KEY_BLOCK = lazy_pattern(
    r"(?<![A-Za-z0-9+/=])(?:[A-Za-z0-9+/]{64}|[A-Za-z0-9+/]{70})\n[ \t]{0,8}[A-Za-z0-9+/]{16,}={0,2}"
)
_PIECE = lazy_pattern(r"[A-Za-z0-9_+/=~.-]{4,}")
_WITHIN_TOKEN = string.ascii_letters + string.digits + "_+/=~%!@#$^&*-."
_REST_OF_TOKEN = lazy_pattern(r"[A-Za-z0-9_+/=~%!@#$^&*-]*(?:\.[A-Za-z0-9_+/=~%!@#$^&*-]+)*")
# A number runs on over any separator; over a line break only with two digits, since "1." starts a list.
_REST_OF_NUMBER = lazy_pattern(
    r"(?:(?:[ \t./_,·()-]{0,3}\d|[ \t./_,-]{0,3}\n[ \t]{0,3}-?\d(?=[ ./_-]?\d)(?!\d{0,4}[.)]\s))\d*){0,12}"
    r"[A-Za-z]?(?![A-Za-z])"
)
# The flat, postcode, town and country that follow a street after a comma.
_REST_OF_ADDRESS = lazy_pattern(
    r"(?:/\d{1,4}[a-z]?\b)?(?:,\s?(?:(?:[A-Z]{0,2}-?\d[\dA-Z-]{0,7}(?: (?:\d?[A-Z]{2}|\d[A-Z]\d))?"
    r"|(?:кв|корп|apt|flat|unit|int|piso|esc|et)\.?\s?\d{1,4})(?:\s[A-ZÀ-ÞА-Я][\w'.-]{1,24}){0,3}"
    r"|[A-ZÀ-ÞА-Я][\w'.-]{1,24}(?:\s[A-ZÀ-ÞА-Я][\w'.-]{1,24}){0,2})(?:\s[A-Z]{0,2}-?\d{3,6}(?:-\d{3,4})?)?){1,4}"
    r"|/\d{1,4}\b"
)
_NEXT_PIECE = lazy_pattern(r"\s{1,4}(?:\\\s{0,3})?([A-Za-z0-9_+/=~.-]{4,})")
_NEXT_VALUE = lazy_pattern(
    r"\s{0,3}(?:[,;/|]\s{0,3}(?:or|and|then)?|or|and|then|maybe|oder|und|ou|y|o|或者?|和|、|跟)[,:]?\s{1,3}([!-~]{5,60})"
)
_LAST_PIECE = lazy_pattern(r"(?<![A-Za-z0-9_+/=~.-])([A-Za-z0-9_+/=~.-]{4,100})\s{1,4}$")
_NUMBERS = frozenset({"card", "phone", "bank_account", "identity_number"})
_CODED = lazy_pattern(r"[0-9_=/+]|[a-z][A-Z]|[A-Z]{2}[a-z]|[A-Z]{8}")
_LINE_GAP = lazy_pattern(r"[ \t]{0,80}\\?\n[ \t]{0,80}")
_RUN = lazy_pattern(r"[!-~]{1,80}")
_LAST_RUN = lazy_pattern(r"[!-~]{1,80}$")
_QUOTING = "\"'`,;:()[]{}<>.!?"
_WORD_AT = lazy_pattern(r"[A-Za-z]+")
_WRAPPED = frozenset({"credential", "card", "bank_account", "identity_number"})
_MOST_PIECES = 40
_SHORTEST_CODED = 7
_FEWEST_DIGITS_IN_PIECES = 3


def _spans(text: str) -> Iterator[tuple[int, int, str]]:
    """Yield the grown spans of every format, then of random tokens, in folded positions."""
    digits = len(_DIGIT.findall(text)) if _DIGIT.search(text) else 0
    token = bool(_TOKEN.search(text))
    for one in format_table().candidates(text, digits=digits, token=token):
        for start, end in one.spans(text):
            yield (*_grown(text, start, end, one), one.entry.code)
    if token:
        yield from ((*match.span(), PRIVATE_KEY) for match in _KEY_BLOCK.finditer(text) if _is_key_block(match[0]))
        yield from ((*_with_neighbours(text, start, end), "credential") for start, end in random_tokens(text))
    if digits >= _FEWEST_DIGITS_IN_PIECES:
        yield from ((start, end, "credential") for start, end in _broken_up(text))


def _spans_over_lines(text: str) -> Iterator[tuple[int, int, str]]:
    """Yield the spans that show only when lines are joined: a value that was wrapped."""
    joined, places = _joined_lines(text)
    joins = [place for place in range(1, len(joined)) if places[place] - places[place - 1] > 1]
    if not joins:
        return
    for start, end, code in _spans(joined):
        if code in _WRAPPED:
            end = _before_words(joined, start, end, joins)
            if any(start < join < end for join in joins):
                yield places[start], places[end - 1] + 1, code


def _joined_lines(text: str) -> tuple[str, list[int]]:
    """Return the text without those line breaks that may run through a value, and where each character stood."""
    places: list[int] = []
    place = 0
    for gap in _LINE_GAP.finditer(text):
        if _may_be_wrapped(text, gap):
            places += range(place, gap.start())
            place = gap.end()
    places += range(place, len(text))
    return "".join(map(text.__getitem__, places)) if place else "", places


def _may_be_wrapped(text: str, gap: re.Match[str]) -> bool:
    """Tell whether what touches a line break on both sides could be one value: no word, and one side long and coded."""
    before, after = _LAST_RUN.search(text[max(0, gap.start() - 80) : gap.start()]), _RUN.match(text, gap.end())
    if not before or not after:
        return False
    pieces = before[0].strip(_QUOTING), after[0].strip(_QUOTING)
    coded = any(len(piece) >= _SHORTEST_CODED and _CODED.search(piece) for piece in pieces)
    return coded and all(pieces) and not any(map(wordy, pieces))


def _before_words(joined: str, start: int, end: int, joins: list[int]) -> int:
    """Stop before a line that begins with a word, which the joined value only seems to run on into."""
    inside = [join for join in joins if start < join < end]
    for join, following in pairwise([*inside, end]):
        piece = _WORD_AT.match(joined, join, following)
        if piece and wordy(piece[0]) and piece.end() == following:
            return join
    return end


def _grown(text: str, start: int, end: int, one: Format) -> tuple[int, int]:
    """Widen a match to the whole token or number, so that no end of the value stays behind."""
    if one.entry.code in _NUMBERS:
        rest = _REST_OF_NUMBER.match(text, end)
        return start, rest.end() if rest else end
    if one.entry.code == "address":
        rest = _REST_OF_ADDRESS.match(text, end)
        return start, rest.end() if rest else end
    if one.entry.code != "credential":
        return start, end
    before = text[max(0, start - 200) : start]
    start -= len(before) - len(before.rstrip(_WITHIN_TOKEN))
    return _with_neighbours(text, start, _token_end(text, end))


def _token_end(text: str, end: int) -> int:
    rest = _REST_OF_TOKEN.match(text, end)
    return rest.end() if rest else end


def _with_neighbours(text: str, start: int, end: int) -> tuple[int, int]:
    """Take in the pieces before and after that no word looks like: a value broken up, or a second one."""
    for _ in range(_MOST_PIECES):
        after = _NEXT_PIECE.match(text, end)
        if not after or not fragment(after[1].strip(_QUOTING)):
            after = _NEXT_VALUE.match(text, end)
            if not after or not strong(after[1]):
                break
        end = after.end()
    for _ in range(_MOST_PIECES):
        before = _LAST_PIECE.search(text[max(0, start - 120) : start])
        if not before or not fragment(before[1]):
            break
        start -= len(before[0])
    return start, end


def _is_key_block(block: str) -> bool:
    """A ruler of equal signs or a base64 picture of one colour is no key."""
    return random_looking(block.replace("\n", ""), least=40)


def _broken_up(text: str) -> Iterator[tuple[int, int]]:
    """Yield runs of neighbouring pieces that only together are long enough to be a random token."""
    if mixed_segments(text) < _FEWEST_DIGITS_IN_PIECES:
        return
    run: list[re.Match[str]] = []
    for piece in _PIECE.finditer(text):
        if run and text[run[-1].end() : piece.start()].strip():
            yield from _joined(run)
            run = []
        if len(piece[0]) >= 6 and fragment(piece[0]):
            run.append(piece)
        else:
            yield from _joined(run)
            run = []
    yield from _joined(run)


def _joined(run: list[re.Match[str]]) -> Iterable[tuple[int, int]]:
    if len(run) > 1 and random_looking("".join(piece[0] for piece in run), least=18):
        return [(run[0].start(), run[-1].end())]
    return []
