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


class _Lazy:
    """Stands for a pattern; what was asked of it once is the pattern's own from then on."""

    def __init__(self, compile_: Callable[[str, int], Any], text: str, flags: int) -> None:
        self._compile = partial(compile_, text, flags)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)  # so that copying and the like see no pattern
        found = getattr(self._compile(), name)
        setattr(self, name, found)
        return found
