"""A turn as the pattern detectors read it."""

from __future__ import annotations

from dataclasses import dataclass

import regex

from style_memory.domain.kinds import HabitKind
from style_memory.domain.sightings import HabitSighting
from style_memory.pipeline.lazy_patterns import lazy_unicode_pattern
from style_memory.pipeline.signals.clauses import clause_around


@dataclass(frozen=True, kw_only=True, slots=True)
class Passage:
    """One turn in two readings of the same length, so that a place in one is a place in the other."""

    #: The turn as it was written; examples are cut from it.
    text: str
    #: The turn with addresses, paths, code and placeholders struck out by underscores; detectors search here.
    prose: str
    #: How many visible characters an example may have.
    example_limit: int

    @classmethod
    def of(cls, text: str, example_limit: int) -> Passage:
        """Read `text`."""
        return cls(text=text, prose=_prose_of(text), example_limit=example_limit)

    def sighting(self, kind: HabitKind, text: str, start: int, end: int, locale: str | None = None) -> HabitSighting:
        """A habit seen at start:end, with the clause around it as its example where that is nothing but prose."""
        return HabitSighting(kind=kind, text=text, locale=locale, example_of=lambda: self._example(start, end))

    def _example(self, start: int, end: int) -> str | None:
        example = clause_around(self.text, start, end, self.example_limit)
        if self.prose is not self.text and example not in " ".join(self.prose.split()):
            return None  # an address, a path or a person's account is no example of style
        return example or None


_TELLS = ("`", "/", "\\", "@", "<", "www.")
_NOT_PROSE = lazy_unicode_pattern(
    r"""
      ```.*?(?:```|\Z)                                  # fenced and inline code
    | (?:(?<=[\s!-/:-@\[-_{-~\p{Han}\p{Hiragana}\p{Hangul}，。：（「])|^)`(?=[!-(*-_a-~\p{Han}])[^`\n]*+`
    | \b[A-Za-z][A-Za-z0-9+.\-]{0,15}://\S*+            # addresses
    | \bwww\.\S++
    | (?<![\w.+\-])[\w.+\-]{1,64}+@[\w\-]++\.[\w.\-]++
    | <[@\#!/]?[A-Za-z][\w:\-]{0,30}>                   # tags and placeholders
    | (?<!\S)@[A-Za-z0-9]\w*+
    | \b[A-Za-z]:[\\/]\S*+                              # paths
    | (?<!\S)(?:~|\.{1,2})?/[\w.@+\-]{2,}+(?:/[\w.@+\-]*+)*+
    | (?<!\S)(?:[\w.@+\-]++/)++[\w.@+\-]*+(?!\S)
    """,
    regex.VERBOSE | regex.DOTALL | regex.MULTILINE,
)


def _prose_of(text: str) -> str:
    if not any(tell in text for tell in _TELLS):
        return text
    return _NOT_PROSE.sub(lambda match: "_" * len(match.group()), text)
