from __future__ import annotations

import gc
import re
import subprocess
import sys

import pytest
import regex

from style_memory import StyleMemory
from style_memory.pipeline.lazy_patterns import _Lazy, lazy_pattern, lazy_unicode_pattern

# Counts the patterns that are compiled while the core and its store are imported.
_COUNTS = """
import re, sqlalchemy.engine, sqlalchemy.dialects.sqlite, pydantic._internal, importlib.resources, tomllib, platformdirs
from pydantic import BaseModel
import regex
compiled = []
for module in (re, regex):
    eager = module.compile
    module.compile = lambda text, *rest, eager=eager: compiled.append(text) or eager(text, *rest)
import style_memory, style_memory_storage
print(len(compiled))
"""


def test_a_lazy_pattern_does_what_an_eager_one_does() -> None:
    lazy, eager = lazy_pattern(r"(?P<word>l+o)l", re.IGNORECASE), re.compile(r"(?P<word>l+o)l", re.IGNORECASE)
    for text in ("LOL that", "nothing", ""):
        for _ in range(2):  # the second time it is compiled already
            assert lazy.findall(text) == eager.findall(text)
            assert lazy.sub("x", text) == eager.sub("x", text)
            assert (lazy.match(text) is None) == (eager.match(text) is None)
    assert lazy.pattern == eager.pattern
    assert lazy.groupindex == eager.groupindex


def test_positions_and_names_reach_the_pattern() -> None:
    assert lazy_pattern("l").search("lol", 1).start() == 2  # type: ignore[union-attr]
    assert lazy_pattern("l").sub("x", "lol", count=1) == "xol"


def test_properties_of_unicode_are_known() -> None:
    assert lazy_unicode_pattern(r"\p{Han}+").findall("ok 好的 ok") == ["好的"]


def test_a_wrong_pattern_is_an_error_when_it_is_used() -> None:
    broken = lazy_pattern("(")
    with pytest.raises(re.error):
        broken.search("")


def test_every_pattern_of_the_product_can_be_compiled() -> None:
    with StyleMemory.open("sqlite://") as memory:
        memory.warm_up()  # the data files' patterns are there then, too
    lazies = [each for each in gc.get_objects() if type(each) is _Lazy]
    assert len(lazies) > 350
    for each in lazies:
        assert isinstance(each._compile(), re.Pattern | regex.Pattern)


def test_a_process_that_starts_compiles_next_to_nothing() -> None:
    ran = subprocess.run([sys.executable, "-c", _COUNTS], capture_output=True, text=True, check=True)
    assert int(ran.stdout) < 10
