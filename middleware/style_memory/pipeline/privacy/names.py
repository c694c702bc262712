"""Tells whether a clause may name somebody, so that it is not kept as an example."""

from __future__ import annotations

import re
from functools import cache

from style_memory.pipeline.data_files import read_data
from style_memory.pipeline.lazy_patterns import lazy_pattern


def may_name(clause: str) -> bool:
    """Whether the clause holds a capitalised word that begins no sentence, or a form of address beside a name.

    It is said rather too often: German nouns look like names, and so do weekdays.
    """
    return _CAPITALISED_WITHIN.search(clause) is not None or (
        not clause.isascii() and _addressed().search(clause) is not None
    )


# A word of two letters and more, the first of which alone is a capital, behind another word of the sentence. "I'm" is
# no such word, since what follows its capital is an apostrophe.
_CAPITALISED_WITHIN = lazy_pattern(r"[^\W\d_]['’\w]*[ ,;:()\"“]+[A-ZÀ-ÖØ-ÞΑ-ΩА-Я][a-zß-öø-ÿα-ωа-я]")
_HAN = "\u3400-\u9fff"


@cache
def _addressed() -> re.Pattern[str]:
    data = read_data("names.toml")
    after, before, surnames = (
        "|".join(re.escape(each) for each in sorted({each for row in data[table].values() for each in row}))
        for table in ("after", "before", "surnames")
    )
    return re.compile(rf"[{_HAN}\u30a0-\u30ff\uac00-\ud7a3] ?(?:{after})|(?:{before})[{_HAN}]|[小老](?:{surnames})")
