"""`style-memory connect` on a host that is connected: what stays where nothing is said, and which backups do."""

from __future__ import annotations

import getpass
import json
from pathlib import Path
from typing import Any

import pytest

from style_memory_cli.connect import connections
from style_memory_cli.connect.editing import parsed
from style_memory_cli.doctor import started_commands
from tests.faces.cli_runner import Cli, runner
from tests.faces.desktop_home import new_home, recorded_file
from tests.faces.hooked_hosts import HookedHost, hooked, made

OWNER, URL, TOOLSETS = "STYLE_MEMORY_OWNER", "STYLE_MEMORY_DATABASE_URL", "STYLE_MEMORY_TOOLSETS"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    return new_home(tmp_path / "home", monkeypatch)


@pytest.fixture
def cli(home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Cli:
    """The program, with no database named by the environment."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    made = runner(monkeypatch, capsys, "sqlite://")
    monkeypatch.delenv(URL)
    return made


@pytest.fixture
def file(home: Path) -> Path:
    """Cursor's file."""
    return recorded_file("cursor", home)


@pytest.fixture
def there(home: Path) -> HookedHost:
    """Cursor with files for its servers and for its hooks."""
    return made("cursor", home)


def environment(file: Path) -> dict[str, Any]:
    return dict(parsed(file.read_text(encoding="utf-8"), "jsonc")["mcpServers"]["style-memory"]["env"])


def rewritten(file: Path, **variables: str) -> None:
    """Change the entry as a person would by hand."""
    document = parsed(file.read_text(encoding="utf-8"), "jsonc")
    document["mcpServers"]["style-memory"]["env"] |= variables
    file.write_text(json.dumps(document), encoding="utf-8")


def test_the_first_owner_is_the_login_name_and_is_told(cli: Cli, file: Path) -> None:
    ran = cli("connect", "cursor", "--yes")
    assert environment(file)[OWNER] == getpass.getuser()
    assert f"Its owner is {getpass.getuser()}, your login name" in ran.err


def test_the_owner_stays_and_is_told(cli: Cli, file: Path) -> None:
    cli("connect", "cursor", "--owner", "ana", "--yes")
    ran = cli("connect", "cursor", "--yes")
    assert environment(file)[OWNER] == "ana"
    assert ran.out == "Cursor: already connected.\n"
    assert "It keeps the owner ana and the database sqlite:///" in ran.err


def test_the_database_stays(cli: Cli, file: Path, tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/mine.db"
    cli("connect", "cursor", "--owner", "ana", "--database-url", url, "--yes")
    told = cli("connect", "cursor", "--owner", "ben", "--yes", "--json").json
    assert environment(file) == {OWNER: "ben", URL: url}
    assert told["kept"] == ["database"]


def test_what_is_given_replaces_what_was_connected_and_is_told(
    cli: Cli, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cli("connect", "cursor", "--owner", "ana", "--yes")
    monkeypatch.setenv(OWNER, "ben")
    ran = cli("connect", "cursor", "--yes")
    assert environment(file)[OWNER] == "ben"
    assert "Its owner changes from ana to ben." in ran.err


def test_a_toolset_stays_until_another_is_given(cli: Cli, file: Path) -> None:
    cli("connect", "cursor", "--owner", "ana", "--toolset", "runtime", "--yes")
    ran = cli("connect", "cursor", "--yes")
    assert environment(file)[TOOLSETS] == "runtime"
    assert "the toolset runtime" in ran.err
    cli("connect", "cursor", "--toolset", "style", "--yes")
    assert environment(file)[TOOLSETS] == "style"


def test_a_toolset_with_which_nobody_would_observe_goes(cli: Cli, file: Path) -> None:
    cli("connect", "cursor", "--owner", "ana", "--toolset", "voice", "--yes")
    ran = cli("connect", "cursor", "--yes")
    assert TOOLSETS not in environment(file)
    assert "Its toolset changes from voice to the usual one." in ran.err


def test_a_toolset_with_which_turns_would_count_twice_goes(cli: Cli, there: HookedHost) -> None:
    cli("connect", "cursor", "--owner", "ana", "--toolset", "runtime", "--yes")
    cli("connect", "cursor", "--hooks", "--yes")
    assert there.toolset == "hooked"


def test_hooks_that_come_or_go_work_for_the_owner_who_is_connected(cli: Cli, there: HookedHost) -> None:
    cli("connect", "cursor", "--owner", "ana", "--yes")
    cli("connect", "cursor", "--hooks", "--yes")
    commands = dict(there.commands())
    assert all("--owner ana " in commands[event]["command"] for event in there.hooks.events)
    cli("connect", "cursor", "--yes")
    assert environment(there.file)[OWNER] == "ana"


def test_hooks_without_a_server_say_who_the_owner_is(cli: Cli, there: HookedHost) -> None:
    hooked(cli, there)
    there.file.write_bytes(there.before[str(there.file)])
    cli("connect", "cursor", "--hooks", "--yes")
    assert environment(there.file)[OWNER] == "ana"


def test_a_variable_that_the_host_replaces_stays_as_it_is(cli: Cli, file: Path) -> None:
    cli("connect", "cursor", "--owner", "ana", "--yes")
    rewritten(file, **{OWNER: "${USER}", URL: "sqlite:///${HOME}/style.db"})
    cli("connect", "cursor", "--yes")
    assert environment(file) == {OWNER: "${USER}", URL: "sqlite:///${HOME}/style.db"}


def test_a_database_that_is_another_file_in_each_folder_does_not_stay(cli: Cli, file: Path, tmp_path: Path) -> None:
    cli("connect", "cursor", "--owner", "ana", "--yes")
    usual = environment(file)[URL]
    rewritten(file, **{URL: "sqlite:///mine.db"})
    ran = cli("connect", "cursor", "--yes")
    assert environment(file)[URL] == usual
    assert "Its database changes from sqlite:///mine.db" in ran.err


def test_a_password_of_the_database_that_stays_is_not_shown(cli: Cli, file: Path) -> None:
    cli("connect", "cursor", "--owner", "ana", "--yes")
    url = "postgresql://style:s3cret@db.example.org/style"
    rewritten(file, **{URL: url})
    ran = cli("connect", "cursor", "--yes")
    assert environment(file)[URL] == url
    assert "s3cret" not in ran.out + ran.err


@pytest.mark.parametrize("hooks", [[], ["--hooks"]])
def test_without_the_extra_that_the_server_needs_it_says_what_to_install(
    cli: Cli, there: HookedHost, monkeypatch: pytest.MonkeyPatch, hooks: list[str]
) -> None:
    monkeypatch.setattr(started_commands, "find_spec", lambda _name: None)
    ran = cli("connect", "cursor", "--owner", "ana", "--yes", *hooks)
    assert (ran.code, environment(there.file)[OWNER]) == (0, "ana")
    assert "Restart" not in ran.out
    assert "Its server can't start: the extra `mcp` is not installed. Install style-memory with its extra" in ran.err
    assert ("Hooks work without it." in ran.err) == bool(hooks)
    assert "mcp" in cli("connect", "cursor", "--json", "--yes", *hooks).json["lack"]


def test_backups_do_not_pile_up(cli: Cli, file: Path) -> None:
    before = file.read_bytes()
    own = file.with_name(f"{file.name}.backup-of-mine")
    own.write_bytes(b"")
    for number in range(12):
        cli("connect", "cursor", "--owner", f"owner{number}", "--yes")
    backups = sorted(file.parent.glob(f"{file.name}.backup-2*"))
    # The oldest is what the file was before, and what `disconnect` goes by.
    assert len(backups) == connections.BACKUPS_KEPT + 1
    assert backups[0].read_bytes() == before
    assert '"owner10"' in backups[-1].read_text(encoding="utf-8")
    assert own.exists()
    cli("disconnect", "cursor", "--yes")
    assert file.read_bytes() == before


def test_disconnecting_says_where_backups_lie_and_that_they_may_go(cli: Cli, file: Path) -> None:
    cli("connect", "cursor", "--owner", "ana", "--yes")
    out = cli("disconnect", "cursor", "--yes").out
    assert f"Backups: 2 as {file}.backup-*. Nothing needs them any more, so you may delete them." in out
    told = cli("disconnect", "cursor", "--yes", "--json").json
    assert told["left_backups"] == [str(each) for each in sorted(file.parent.glob("*.backup-*"), reverse=True)]
