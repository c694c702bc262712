"""Foreign clients are installed once and whole, and a missing one does not go unnoticed."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NoReturn

import pytest

from tests.interop.installing import REQUIRED_BY, NotInstalled, install, installed, made_once


def _missing() -> NoReturn:
    raise NotInstalled("The client is missing.")


def test_without_a_client_its_tests_are_skipped_with_the_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in REQUIRED_BY:
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(pytest.skip.Exception, match=r"The client is missing\."):
        installed(_missing)


@pytest.mark.parametrize("name", REQUIRED_BY)
def test_where_nothing_may_be_skipped_they_fail(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(name, "1")
    with pytest.raises(pytest.fail.Exception, match=r"The client is missing\."):
        installed(_missing)


def test_the_reason_is_what_the_installer_names_as_its_error() -> None:
    said = "import sys; sys.exit('WARNING: https://registry.example\\nERROR: No such version\\nERROR: More')"
    with pytest.raises(NotInstalled, match=r"^Client 1 is missing and could not be installed: ERROR: No such version$"):
        install("Client 1", [sys.executable, "-c", said])


def test_many_at_once_install_one_time(tmp_path: Path) -> None:
    made: list[Path] = []
    with ThreadPoolExecutor(8) as pool:
        folders = set(pool.map(lambda _: made_once(tmp_path / "cache" / "client", made.append), range(8)))
    assert folders == {tmp_path / "cache" / "client"}
    assert len(made) == 1


def test_what_was_left_half_made_is_made_anew(tmp_path: Path) -> None:
    def break_off(folder: Path) -> None:
        (folder / "half").touch()
        raise NotInstalled

    with pytest.raises(NotInstalled):
        made_once(tmp_path / "client", break_off)
    assert not (tmp_path / "client").exists()
    made_once(tmp_path / "client", lambda folder: (folder / "whole").touch())
    assert [file.name for file in (tmp_path / "client").iterdir()] == ["whole"]
