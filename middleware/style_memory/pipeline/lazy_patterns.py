"""Regular expressions that are compiled when they are first used: of hundreds, a short-lived process needs a few."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    import regex


def lazy_pattern(text: str, flags: int = 0) -> re.Pattern[str]:
    """What `re.compile` returns, but for the time at which it is compiled."""
    return cast("re.Pattern[str]", _Lazy(re.compile, text, flags))


def lazy_unicode_pattern(text: str, flags: int = 0) -> regex.Pattern[str]:
    """The same for the library `regex`, which knows Unicode's properties."""
    return cast("regex.Pattern[str]", _Lazy(_compiled_for_unicode, text, flags))


def _compiled_for_unicode(text: str, flags: int) -> regex.Pattern[str]:
    import regex

    return regex.compile(text, flags)


# What callers use of a pattern.
_METHODS = ("search", "match", "fullmatch", "finditer", "findall", "sub", "subn", "split")


class _Lazy:
    """Stands for a pattern. Once compiled, its methods are the pattern's own, so that they cost no more than those."""

    def __init__(self, compile_: Callable[[str, int], Any], text: str, flags: int) -> None:
        self.pattern = text
        self._compile = partial(compile_, text, flags)
        for name in _METHODS:
            setattr(self, name, partial(self._first, name))

    @property
    def groupindex(self) -> Any:
        """The names of the pattern's groups."""
        return self._compile().groupindex

    def _first(self, name: str, *arguments: Any, **options: Any) -> Any:
        compiled = self._compile()
        for method in _METHODS:
            setattr(self, method, getattr(compiled, method))
        return getattr(compiled, name)(*arguments, **options)
