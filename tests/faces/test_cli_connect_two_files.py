"""`style-memory connect HOST --hooks` where server and hooks are in two files: both change or neither."""

from __future__ import annotations

from pathlib import Path

import pytest

from style_memory_cli.connect import connect_commands
from tests.faces.cli_runner import Cli, Ran, runner
from tests.faces.desktop_home import contents, new_home
from tests.faces.hooked_hosts import APART, HookedHost, hooked, made


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    return new_home(tmp_path / "home", monkeypatch)


@pytest.fixture
def cli(home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Cli:
    return runner(monkeypatch, capsys, f"sqlite:///{tmp_path}/style.db")


@pytest.fixture(params=APART)
def apart(request: pytest.FixtureRequest, home: Path) -> HookedHost:
    return made(request.param, home)


def refused(ran: Ran, code: int, *parts: str) -> None:
    assert ran.code == code
    assert ran.err.count("\n") == 1
    assert all(part in ran.err for part in parts), ran.err


def failing_writes(monkeypatch: pytest.MonkeyPatch, *, after: int) -> None:
    """From then on, no file can be put into its place."""
    replace, left = Path.replace, [after]

    def fail(self: Path, target: Path) -> Path:
        left[0] -= 1
        if left[0] < 0:
            raise PermissionError(13, "Permission denied", str(target))
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", fail)


def test_a_broken_file_of_hooks_keeps_the_server_from_being_connected_too(cli: Cli, apart: HookedHost) -> None:
    apart.hooks_file.write_text('{\n"hooks": [\n', encoding="utf-8")
    before = apart.now
    for command in (
        ["connect", apart.host.key, "--hooks"],
        ["connect", apart.host.key],
        ["disconnect", apart.host.key],
    ):
        refused(cli(*command, "--yes"), 1, str(apart.hooks_file), "line 3", "Nothing was changed.")
    assert apart.now == before


def test_hooks_for_which_there_is_no_place_are_refused(cli: Cli, apart: HookedHost) -> None:
    apart.hooks_file.write_text('{"version": 1, "hooks": []}', encoding="utf-8")
    refused(cli("connect", apart.host.key, "--hooks", "--yes"), 1, "hooks is no table", "Nothing was changed.")
    assert apart.now[str(apart.file)] == apart.before[str(apart.file)]


@pytest.mark.parametrize("command", [["connect", "--hooks", "--owner", "ben"], ["connect"], ["disconnect"]])
def test_if_the_second_file_cannot_be_written_the_first_is_put_back(
    cli: Cli, apart: HookedHost, home: Path, monkeypatch: pytest.MonkeyPatch, command: list[str]
) -> None:
    hooked(cli, apart)
    before = contents(home)
    replace = Path.replace

    def fail(self: Path, target: Path) -> Path:
        if target.name == apart.hooks_file.name:
            raise PermissionError(13, "Permission denied", str(target))
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", fail)
    ran = cli(*command, apart.host.key, "--yes", "--json")
    assert ran.code == 1
    assert f"{apart.hooks_file} can't be written (Permission denied). Nothing was changed." in ran.err
    assert contents(home) == before


@pytest.mark.parametrize("name", APART)
def test_if_the_second_file_cannot_be_made_the_first_does_not_stay(
    cli: Cli, home: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    failing_writes(monkeypatch, after=1)
    refused(cli("connect", name, "--hooks", "--yes", "--json"), 1, "can't be written", "Nothing was changed.")
    assert list(home.rglob("*")) == []


def test_a_file_that_cannot_be_put_back_is_told_and_its_backup_stays(
    cli: Cli, apart: HookedHost, monkeypatch: pytest.MonkeyPatch
) -> None:
    failing_writes(monkeypatch, after=1)
    ran = cli("connect", apart.host.key, "--hooks", "--yes", "--json")
    refused(ran, 1, str(apart.hooks_file), f"But {apart.file} could not be put back")
    (backup,) = apart.file.parent.glob(f"{apart.file.name}.backup-*")
    assert backup.read_bytes() == apart.before[str(apart.file)]


def test_an_interruption_between_the_two_files_leaves_neither_changed(
    cli: Cli, apart: HookedHost, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = contents(home)
    replace = Path.replace

    def interrupted(self: Path, target: Path) -> Path:
        if target.name == apart.hooks_file.name:
            raise KeyboardInterrupt
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", interrupted)
    assert cli("connect", apart.host.key, "--hooks", "--yes", "--json").code != 0
    assert contents(home) == before


def test_a_change_of_the_second_file_meanwhile_leaves_both_as_they_are(
    cli: Cli, apart: HookedHost, monkeypatch: pytest.MonkeyPatch
) -> None:
    def confirm(question: str, *, yes: bool) -> None:
        apart.hooks_file.write_bytes(apart.before[str(apart.hooks_file)] + b"\n")

    monkeypatch.setattr(connect_commands, "confirm", confirm)
    refused(cli("connect", apart.host.key, "--hooks", "--yes", "--json"), 1, str(apart.hooks_file), "meanwhile")
    assert apart.now == {**apart.before, str(apart.hooks_file): apart.before[str(apart.hooks_file)] + b"\n"}
