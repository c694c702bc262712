"""`style-memory connect` and `disconnect` on recorded files of every host: what they show, ask, write and refuse."""

from __future__ import annotations

import getpass
import stat
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from style_memory_cli.connect import connect_commands
from style_memory_cli.connect.editing import parsed, value_at
from style_memory_cli.connect.hosts import Host, Surroundings, file_of, hosts
from tests.faces.cli_runner import Cli, Ran, runner

RECORDED = Path(__file__).parent / "recorded_hosts"
PROGRAM = str(Path(sys.executable).parent / "style-memory")
VARIABLES = ("XDG_CONFIG_HOME", "APPDATA", "LOCALAPPDATA", "CLAUDE_CONFIG_DIR", "CODEX_HOME")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The home folder of somebody who works on Linux."""
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setattr(connect_commands, "PLATFORM", "linux")
    (tmp_path / "home").mkdir()
    return tmp_path / "home"


@pytest.fixture
def database(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/style.db"


@pytest.fixture
def cli(home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], database: str) -> Cli:
    return runner(monkeypatch, capsys, database)


@dataclass(frozen=True, kw_only=True)
class Recorded:
    """A host with a recorded file at its place."""

    host: Host
    file: Path
    text: bytes

    @property
    def entry(self) -> Any:
        text = self.file.read_bytes().decode()
        return value_at(parsed(text, self.host.format), (*self.host.servers, "style-memory"))

    @property
    def backups(self) -> list[Path]:
        return sorted(self.file.parent.glob(f"{self.file.name}.backup-*"))


def recorded(name: str, home: Path, platform: str = "linux") -> Recorded:
    host = hosts()[name]
    file = file_of(host.file, Surroundings(environment={"HOME": str(home)}, platform=platform))
    text = (RECORDED / f"{name}{'.toml' if host.format == 'toml' else '.json'}").read_bytes()
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(text)
    return Recorded(host=host, file=file, text=text)


@pytest.fixture(params=list(hosts()))
def known(request: pytest.FixtureRequest, home: Path) -> Recorded:
    return recorded(request.param, home)


def refused(ran: Ran, code: int, *parts: str) -> None:
    assert ran.code == code
    assert ran.err.count("\n") == 1
    assert all(part in ran.err for part in parts), ran.err


def everything(folder: Path) -> Mapping[str, bytes]:
    return {str(each): each.read_bytes() for each in sorted(folder.rglob("*")) if each.is_file()}


def test_connecting_adds_one_entry_with_all_that_the_host_does_not_pass_on(
    cli: Cli, known: Recorded, database: str
) -> None:
    assert cli("connect", known.host.key, "--owner", "ana", "--yes").code == 0
    environment = {"STYLE_MEMORY_OWNER": "ana", "STYLE_MEMORY_DATABASE_URL": database}
    assert known.entry == {**known.host.entry, "command": PROGRAM, "args": ["mcp"], "env": environment}
    was, now = known.text.decode(), known.file.read_bytes().decode()
    lines = iter(now.splitlines())
    # A comma may have come to the line before.
    assert all(any(line in (old, old.replace("}", "},", 1)) for line in lines) for old in was.splitlines())


def test_the_recorded_files_come_back_byte_for_byte(cli: Cli, known: Recorded) -> None:
    cli("connect", known.host.key, "--owner", "ana", "--yes")
    cli("connect", known.host.key, "--owner", "ben", "--yes")
    assert known.file.read_bytes() != known.text
    assert cli("disconnect", known.host.key, "--yes").code == 0
    assert known.file.read_bytes() == known.text


@pytest.mark.parametrize("platform", ["darwin", "win32"])
def test_the_files_of_other_systems_are_changed_alike(
    cli: Cli, home: Path, monkeypatch: pytest.MonkeyPatch, platform: str
) -> None:
    monkeypatch.setattr(connect_commands, "PLATFORM", platform)
    for name in hosts():
        there = recorded(name, home, platform)
        assert cli("connect", name, "--yes").code == 0
        assert there.entry["args"] == ["mcp"]
        assert cli("disconnect", name, "--yes").code == 0
        assert there.file.read_bytes() == there.text


def test_the_owner_is_by_default_whoever_is_logged_in(cli: Cli, known: Recorded) -> None:
    cli("connect", known.host.key, "--yes")
    assert known.entry["env"]["STYLE_MEMORY_OWNER"] == getpass.getuser()


def test_connecting_again_changes_nothing_and_makes_no_backup(cli: Cli, known: Recorded, home: Path) -> None:
    cli("connect", known.host.key, "--owner", "ana", "--yes")
    connected = everything(home)
    ran = cli("connect", known.host.key, "--owner", "ana")
    assert ran.out == f"{known.host.name}: already connected.\n"
    assert cli("connect", known.host.key, "--owner", "ana", "--json").json["state"] == "already_connected"
    assert everything(home) == connected


def test_a_new_owner_or_database_changes_those_lines_only(cli: Cli, known: Recorded, database: str) -> None:
    cli("connect", known.host.key, "--owner", "ana", "--yes")
    before = known.file.read_bytes()
    cli("connect", known.host.key, "--owner", "ben", "--database-url", f"{database}2", "--yes")
    assert known.file.read_bytes() == before.replace(b'"ana"', b'"ben"').replace(b"style.db", b"style.db2")


def test_the_change_is_shown_before_it_is_asked_about(cli: Cli, known: Recorded) -> None:
    ran = cli("connect", known.host.key, "--owner", "ana", typed="n\n")
    assert ran.code == 1
    assert f"--- {known.file}" in ran.out
    assert any(line.startswith("+") and '"ana"' in line for line in ran.out.splitlines())
    assert "Make this change?" in ran.err
    assert known.file.read_bytes() == known.text
    assert cli("connect", known.host.key, "--owner", "ana", typed="y\n").code == 0
    assert known.file.read_bytes() != known.text


def test_without_a_terminal_only_yes_goes_ahead(cli: Cli, known: Recorded) -> None:
    ran = cli("connect", known.host.key, "--owner", "ana")
    assert ran.code == 2
    assert "--yes" in ran.err
    assert known.file.read_bytes() == known.text
    assert not known.backups


def test_a_dry_run_shows_the_change_and_makes_none(cli: Cli, known: Recorded, home: Path) -> None:
    before = everything(home)
    assert "+++" in cli("connect", known.host.key, "--dry-run").out
    told = cli("connect", known.host.key, "--dry-run", "--json").json
    assert told["state"] == "would_connect"
    assert "+++" in told["files"][0]["change"]
    assert everything(home) == before


def test_the_former_file_is_kept_beside_it_for_its_owner_only(cli: Cli, known: Recorded) -> None:
    known.file.chmod(0o640)
    told = cli("connect", known.host.key, "--yes", "--json").json
    (backup,) = known.backups
    assert told["backups"] == [str(backup)]
    assert backup.read_bytes() == known.text
    assert stat.S_IMODE(backup.stat().st_mode) == 0o600
    assert stat.S_IMODE(known.file.stat().st_mode) == 0o640


def test_a_link_stays_a_link(cli: Cli, known: Recorded, tmp_path: Path) -> None:
    kept = tmp_path / "dotfiles" / "config"
    kept.parent.mkdir()
    known.file.rename(kept)
    known.file.symlink_to(kept)
    cli("connect", known.host.key, "--owner", "ana", "--yes")
    assert known.file.is_symlink()
    assert b"ana" in kept.read_bytes()
    assert list(kept.parent.iterdir()) == [kept]


def test_a_link_to_a_file_that_is_still_to_make_is_followed(cli: Cli, home: Path, tmp_path: Path) -> None:
    kept = tmp_path / "dotfiles" / "zed" / "settings.json"
    link = home / ".config" / "zed" / "settings.json"
    link.parent.mkdir(parents=True)
    link.symlink_to(kept)
    assert cli("connect", "zed", "--owner", "ana", "--yes").code == 0
    assert b"ana" in kept.read_bytes()
    assert cli("disconnect", "zed", "--yes").code == 0
    assert link.is_symlink()
    assert not kept.exists()


@pytest.mark.parametrize("name", list(hosts()))
def test_a_missing_file_is_made_for_its_owner_only_and_goes_again(cli: Cli, home: Path, name: str) -> None:
    told = cli("connect", name, "--yes", "--json").json
    file = Path(told["files"][0]["file"])
    assert told["backups"] == []
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert file.read_bytes().endswith(b"\n")
    cli("disconnect", name, "--yes")
    left = [each for each in home.rglob("*") if each.name != ".config"]
    assert left == []


def test_an_empty_file_is_taken_for_an_empty_table(cli: Cli, known: Recorded) -> None:
    known.file.write_bytes(b"")
    cli("connect", known.host.key, "--yes")
    assert known.entry["command"] == PROGRAM
    cli("disconnect", known.host.key, "--yes")
    assert known.file.read_bytes() == b""


def test_a_broken_file_is_refused_in_one_sentence_and_not_touched(cli: Cli, known: Recorded, home: Path) -> None:
    known.file.write_bytes(known.text.replace(b'": ', b'" ').replace(b" = ", b" "))
    before = everything(home)
    for command in ("connect", "disconnect"):
        refused(cli(command, known.host.key, "--yes"), 1, str(known.file), "line ", "Nothing was changed.")
    known.file.write_bytes(b"\n\xff\n")
    refused(cli("connect", known.host.key, "--yes"), 1, "line 2", "UTF-8")
    known.file.write_bytes(known.text)
    assert list(everything(home)) == list(before)


def test_a_change_by_another_program_meanwhile_is_not_overwritten(
    cli: Cli, known: Recorded, monkeypatch: pytest.MonkeyPatch
) -> None:
    def confirm(question: str, *, yes: bool) -> None:
        known.file.write_bytes(known.text + b"\n")

    monkeypatch.setattr(connect_commands, "confirm", confirm)
    refused(cli("connect", known.host.key, "--yes", "--json"), 1, "meanwhile")
    assert known.file.read_bytes() == known.text + b"\n"
    assert not known.backups


def test_a_failing_write_leaves_the_file_as_it_was(cli: Cli, known: Recorded, monkeypatch: pytest.MonkeyPatch) -> None:
    def replace(self: Path, target: Path) -> None:
        raise PermissionError(13, "Permission denied", str(target))

    monkeypatch.setattr(Path, "replace", replace)
    refused(cli("connect", known.host.key, "--yes", "--json"), 1, "can't be written")
    assert known.file.read_bytes() == known.text
    assert not list(known.file.parent.glob(".*.new"))


def test_disconnecting_a_host_that_is_not_connected_changes_nothing(cli: Cli, known: Recorded, home: Path) -> None:
    before = everything(home)
    assert cli("disconnect", known.host.key).out == f"{known.host.name}: not connected.\n"
    assert everything(home) == before


def test_a_relative_database_means_the_same_wherever_the_host_starts_it(
    cli: Cli, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(home)
    there = recorded("zed", home)
    cli("connect", "zed", "--database-url", "sqlite:///mine.db", "--yes")
    assert there.entry["env"]["STYLE_MEMORY_DATABASE_URL"] == f"sqlite:///{home}/mine.db"
    refused(cli("connect", "zed", "--database-url", "sqlite://", "--yes"), 1, "in memory")


def test_passwords_and_tokens_are_written_but_not_shown(
    cli: Cli, known: Recorded, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = "postgresql://style:s3cret@db.example.org/style"
    monkeypatch.setattr(connect_commands, "_lasting_url", lambda _session: url)
    shown = [
        cli("connect", known.host.key, "--dry-run", "--json"),
        cli("connect", known.host.key, "--yes"),
        cli("connect", "--list", "--json"),
        cli("connect", "--list"),
        cli("disconnect", known.host.key, "--dry-run"),
    ]
    assert known.entry["env"]["STYLE_MEMORY_DATABASE_URL"] == url
    for ran in shown:
        assert ran.code == 0
        assert "s3cret" not in ran.out + ran.err
        assert "not-a-real" not in ran.out + ran.err


def test_a_toolset_is_checked_and_stored(cli: Cli, known: Recorded) -> None:
    refused(cli("connect", known.host.key, "--toolset", "nonsense", "--yes"), 1, "toolset")
    cli("connect", known.host.key, "--toolset", "runtime", "--yes")
    assert known.entry["env"]["STYLE_MEMORY_TOOLSETS"] == "runtime"


def test_an_unknown_host_is_refused_with_the_known_ones(cli: Cli) -> None:
    for arguments in (["connect"], ["connect", "emacs"], ["disconnect", "emacs"]):
        refused(cli(*arguments), 2, "claude-desktop", "zed")


def test_the_list_says_which_hosts_are_there_and_to_whom_they_are_connected(
    cli: Cli, home: Path, database: str
) -> None:
    recorded("codex", home)
    broken = recorded("zed", home)
    broken.file.write_text("{", encoding="utf-8")
    (home / ".cursor").mkdir()
    cli("connect", "codex", "--owner", "ana", "--yes")
    listed = {each["host"]: each for each in cli("connect", "--list", "--json").json}
    assert list(listed) == list(hosts())
    assert [name for name, each in listed.items() if each["found"]] == ["cursor", "codex", "zed"]
    assert [name for name, each in listed.items() if each["connected"]] == ["codex"]
    assert (listed["codex"]["owner"], listed["codex"]["database"]) == ("ana", database)
    assert "line 1" in listed["zed"]["fault"]
    ran = cli("connect", "--list")
    assert all(name in ran.out for name in hosts())
    assert "unreadable" in ran.out
    assert "line 1" in ran.err
