"""How lines are arranged: lists in the owner's own text, and one thought per line."""

from __future__ import annotations

from style_memory.domain.kinds import HabitKind
from style_memory.domain.sightings import HabitSighting
from style_memory.pipeline.lazy_patterns import lazy_pattern
from style_memory.pipeline.signals.passage import Passage

BULLETS = "writes in bullet points"
NUMBERS = "writes numbered points"
LINES = "one short line per thought"


def structure_sightings(passage: Passage) -> list[HabitSighting]:
    """Each arrangement of the turn, without an example: it would be the whole message."""
    prose = passage.prose
    found = [NUMBERS] if _is_numbered(prose) else []
    if "\n" in prose:
        lines = [stripped for line in prose.split("\n") if (stripped := line.strip())]
        if _is_bulleted(lines):
            found.append(BULLETS)
        elif not found and _is_one_thought_per_line(lines):
            found.append(LINES)
    return [HabitSighting(kind=HabitKind.STRUCTURE, text=text) for text in found]


_BULLET = lazy_pattern(r"(?:[-*+] |[•·▪●◦–—・] ?)(?=\S)")
_ONE = lazy_pattern(r"(?:^|[\s,;:，；：。])1(?:[.)] |[、）．])(?=\s*[^\W\d_])")
_TWO = lazy_pattern(r"(?:^|[\s,;，；。.!?！？])2(?:[.)] |[、）．])(?=\s*[^\W\d_])")
# Ends and signs of lines that a program wrote.
_CODE_LINE = lazy_pattern(
    r"[{}=<>;|\\$#\[\]]|\w_\w|\w\(|^\W*$|\w\.\w+\.|://|:$|^\S+:|^(?:at|File|import|from|def|class|return)\b"
)
_WORDS = lazy_pattern(r"[^\W\d_]{2,}")
_LONGEST_LINE = 45
_MOST_WORDS = 9


def _is_numbered(prose: str) -> bool:
    if "1" not in prose or "2" not in prose:
        return False
    one = _ONE.search(prose)
    return one is not None and _TWO.search(prose, one.end()) is not None


def _is_bulleted(lines: list[str]) -> bool:
    points = [line for line in lines if _BULLET.match(line)]
    return len(points) >= 2 and not any(_CODE_LINE.search(point) for point in points)


def _is_one_thought_per_line(lines: list[str]) -> bool:
    """A sentence that begins with a capital and runs on in lower case was wrapped, not broken."""
    if len(lines) < 3 or (lines[0][0].isupper() and any(line[0].islower() for line in lines[1:])):
        return False
    return all(_is_short_thought(line) for line in lines)


def _is_short_thought(line: str) -> bool:
    words = len(_WORDS.findall(line))
    return len(line) <= _LONGEST_LINE and 1 <= words <= _MOST_WORDS and not _CODE_LINE.search(line)
