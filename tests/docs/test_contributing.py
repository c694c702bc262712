"""What CONTRIBUTING.md names is there."""

from __future__ import annotations

import re

from tests.docs.stubs import ROOT

_TEXT = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")


def test_every_file_that_it_names_is_there() -> None:
    named = {path for path in re.findall(r"[\w./-]+", _TEXT) if re.search(r"\w/|\.(md|py|toml)$", path)}
    kept = {path for path in named if not path.startswith(".venv")}
    assert len(kept) > 10
    assert [path for path in sorted(kept) if not (ROOT / path).exists()] == []


def test_every_target_of_make_that_it_names_is_there() -> None:
    targets = re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    assert set(re.findall(r"`make ([a-z]+)", _TEXT)) <= set(targets)


def test_it_is_short() -> None:
    assert len(_TEXT.splitlines()) <= 40
