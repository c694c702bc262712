"""`style-memory doctor` on desktop hosts: how each is set up, what keeps it from working, and who observes there."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from style_memory_cli.connect.hosts import hosts
from style_memory_cli.doctor import started_commands
from tests.faces.cli_runner import Cli, runner
from tests.faces.desktop_home import contents, new_home, recorded_file
from tests.faces.doctor_findings import connected, of, problem, replaced, report

PROGRAM = str(Path(sys.executable).parent / "style-memory")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    return new_home(tmp_path / "home", monkeypatch)


@pytest.fixture
def cli(home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Cli:
    """The program as ana runs it."""
    made = runner(monkeypatch, capsys, f"sqlite:///{tmp_path}/style.db")
    monkeypatch.setenv("STYLE_MEMORY_OWNER", "ana")
    return made


@pytest.fixture
def cursor(cli: Cli, home: Path) -> Path:
    """Cursor's file, connected for ana."""
    return connected(cli, home, "cursor")


def test_hosts_that_are_not_there_are_one_line(cli: Cli) -> None:
    (finding,) = of(cli, "hosts")
    assert finding["state"] == "ok"
    assert all(name in finding["detail"] for name in hosts())
    assert not [each for each in report(cli) if each["subject"] in hosts()]


def test_a_host_that_is_there_and_not_connected_is_told_how_to_be(cli: Cli, home: Path) -> None:
    recorded_file("zed", home)
    (finding,) = of(cli, "zed")
    assert finding["state"] == "ok"
    assert "not connected (`style-memory connect zed`" in finding["detail"]
    assert "zed" not in of(cli, "hosts")[0]["detail"]


@pytest.mark.parametrize("name", list(hosts()))
def test_a_connected_host_is_in_order_and_stays_as_it_is(cli: Cli, home: Path, name: str) -> None:
    connected(cli, home, name)
    before = contents(home)
    (finding,) = of(cli, name)
    assert (finding["state"], finding["detail"]) == ("ok", "connected for ana, observes on request")
    assert contents(home) == before


@pytest.mark.parametrize("name", list(hosts()))
def test_a_broken_file_is_a_fault_that_names_the_line(cli: Cli, home: Path, name: str) -> None:
    file = recorded_file(name, home)
    file.write_bytes(file.read_bytes() + b"{[")
    (finding,) = of(cli, name)
    assert finding["state"] == "fault"
    assert str(file) in finding["detail"]
    assert "line " in finding["detail"]


def test_a_file_that_cannot_be_read_is_a_fault(cli: Cli, cursor: Path) -> None:
    cursor.unlink()
    cursor.mkdir()
    (finding,) = of(cli, "cursor")
    assert finding["state"] == "fault"
    assert "can't be read" in finding["detail"]


def test_a_folder_that_may_not_be_looked_into_keeps_nobody_from_the_other_findings(
    cli: Cli, cursor: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def closed(path: Path, *given: Any, **options: Any) -> Any:
        if path.is_relative_to(cursor.parent) and path != cursor.parent:
            raise PermissionError(13, "Permission denied", str(path))
        return look(path, *given, **options)

    look = Path.stat
    monkeypatch.setattr(Path, "stat", closed)
    monkeypatch.setattr(Path, "read_bytes", closed)
    (finding,) = of(cli, "cursor")
    assert finding["state"] == "fault"
    assert "Permission denied" in finding["detail"]


def test_another_server_of_our_name_is_a_warning(cli: Cli, home: Path) -> None:
    file = recorded_file("cursor", home)
    file.write_text('{"mcpServers": {"style-memory": {"command": "npx"}}}', encoding="utf-8")
    (finding,) = of(cli, "cursor")
    assert finding["state"] == "warning"
    assert "another server" in finding["detail"]


def test_a_command_that_is_gone_is_a_fault_with_the_way_to_mend_it(cli: Cli, cursor: Path) -> None:
    replaced(cursor, PROGRAM, "/gone/style-memory")
    found = problem(cli, "cursor", "fault", "/gone/style-memory", "gone")
    assert found["advice"] == "Run `style-memory connect cursor --owner ana`."


def test_where_the_server_s_program_is_gone_nobody_observes(cli: Cli, home: Path, cursor: Path) -> None:
    connected(cli, home, "zed")
    replaced(cursor, PROGRAM, "/gone/style-memory")
    told = of(cli, "cursor")[0]["detail"]
    assert told == "connected for ana, but nobody observes there until it is connected again"
    (overall,) = of(cli, "observing")
    assert overall["detail"] == "on request in zed; nobody observes in cursor until it is connected again"


def test_what_was_asked_of_connect_stays_in_the_advice(cli: Cli, home: Path) -> None:
    file = connected(cli, home, "zed", "--toolset", "runtime")
    replaced(file, PROGRAM, "/gone/style-memory")
    advice = problem(cli, "zed", "fault", "gone")["advice"]
    assert advice == "Run `style-memory connect zed --owner ana --toolset runtime`."


@pytest.mark.parametrize(
    ("text", "mode", "told"),
    [
        ("#!/bin/sh\n", 0o600, "may not be executed"),
        ("#!/gone/python3\n", 0o700, "whose Python is gone (/gone/python3)"),
    ],
)
def test_a_command_that_cannot_be_started_is_a_fault(
    cli: Cli, cursor: Path, tmp_path: Path, text: str, mode: int, told: str
) -> None:
    program = tmp_path / "style-memory"
    program.write_text(text, encoding="utf-8")
    program.chmod(mode)
    replaced(cursor, PROGRAM, str(program))
    problem(cli, "cursor", "fault", told)


def test_a_command_of_another_installation_is_in_order_whatever_this_one_lacks(
    cli: Cli, cursor: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "style-memory"
    program.write_text("#!/bin/sh\n", encoding="utf-8")
    program.chmod(0o700)
    replaced(cursor, PROGRAM, str(program))
    monkeypatch.setattr(started_commands, "find_spec", lambda _name: None)
    assert [finding["state"] for finding in of(cli, "cursor")] == ["ok"]


def test_a_command_without_a_path_is_a_warning_or_not_found(
    cli: Cli, cursor: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    replaced(cursor, PROGRAM, "style-memory")
    monkeypatch.setenv("PATH", str(Path(PROGRAM).parent))
    problem(cli, "cursor", "warning", "without its folder")
    monkeypatch.setenv("PATH", "/nowhere")
    problem(cli, "cursor", "fault", "not found")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (PROGRAM, "${userHome}/bin/style-memory"),
        ("sqlite:///", "sqlite:///${userHome}"),
        ('"STYLE_MEMORY_OWNER": "ana"', '"STYLE_MEMORY_OWNER": "$USER"'),
    ],
)
def test_what_holds_a_variable_of_the_host_is_left_to_the_host(cli: Cli, cursor: Path, old: str, new: str) -> None:
    replaced(cursor, old, new)
    assert [finding["state"] for finding in of(cli, "cursor")] == ["ok"]


@pytest.mark.parametrize(("missing", "told"), [("mcp", "not installed"), ("mcp_types", "too old")])
def test_without_the_extra_mcp_a_connected_host_is_a_fault(
    cli: Cli, cursor: Path, monkeypatch: pytest.MonkeyPatch, missing: str, told: str
) -> None:
    monkeypatch.setattr(started_commands, "find_spec", lambda name: None if name == missing else object())
    found = problem(cli, "cursor", "fault", "can't start", told)
    assert "extra `mcp`" in found["advice"]


def test_the_extra_mcp_is_listed_with_its_version(cli: Cli) -> None:
    assert of(cli, "mcp")[0]["detail"].startswith("mcp ")


def test_another_owner_than_this_shell_s_is_a_warning_that_names_both(cli: Cli, cursor: Path) -> None:
    replaced(cursor, '"ana"', '"ben"')
    found = problem(cli, "cursor", "warning", "ben", "this shell for ana")
    assert "style-memory connect cursor" in found["advice"]


def test_without_an_owner_in_this_shell_there_is_nothing_to_compare(
    cli: Cli, cursor: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("STYLE_MEMORY_OWNER")
    assert [finding["state"] for finding in of(cli, "cursor")] == ["ok"]


def test_another_database_than_this_shell_s_is_a_warning_that_names_both(
    cli: Cli, cursor: Path, tmp_path: Path
) -> None:
    replaced(cursor, "style.db", "other.db")
    problem(cli, "cursor", "warning", f"{tmp_path}/other.db", f"this shell {tmp_path}/style.db")


def test_the_same_database_in_other_words_is_no_difference(cli: Cli, cursor: Path, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path)
    replaced(cursor, f"{tmp_path}/style.db", f"{tmp_path}/link/style.db")
    assert [finding["state"] for finding in of(cli, "cursor")] == ["ok"]


def test_without_a_stored_database_the_default_one_is_compared(cli: Cli, cursor: Path, home: Path) -> None:
    document = '{"mcpServers": {"style-memory": {"command": "%s", "env": {"STYLE_MEMORY_OWNER": "ana"}}}}'
    cursor.write_text(document % PROGRAM, encoding="utf-8")
    problem(cli, "cursor", "warning", str(home / ".local" / "share"))


@pytest.mark.parametrize(
    ("url", "state", "told"),
    [
        ("sqlite:///style.db", "warning", "another file wherever the host starts it"),
        ("mysql://ana:s3cret@example.org/style", "fault", "can't use"),
    ],
)
def test_a_database_that_means_nothing_certain_is_told_without_a_password(
    cli: Cli, cursor: Path, tmp_path: Path, url: str, state: str, told: str
) -> None:
    replaced(cursor, f"sqlite:///{tmp_path}/style.db", url)
    found = problem(cli, "cursor", state, told)
    assert "s3cret" not in str(found)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('"STYLE_MEMORY_OWNER"', '"SOMETHING"', "no owner"),
        ('"ana"', '" ana"', "owner that it refuses"),
        ('"STYLE_MEMORY_OWNER"', '"STYLE_MEMORY_TOOLSETS": "nonsense", "STYLE_MEMORY_OWNER"', "nonsense"),
    ],
)
def test_what_keeps_the_server_from_starting_is_a_fault(cli: Cli, cursor: Path, old: str, new: str, told: str) -> None:
    replaced(cursor, old, new)
    problem(cli, "cursor", "fault", told)


def test_options_of_an_entry_that_was_written_by_hand_win_over_its_variables(
    cli: Cli, cursor: Path, tmp_path: Path
) -> None:
    replaced(cursor, '["mcp"]', f'["mcp", "--owner", "ben", "--database-url=sqlite:///{tmp_path}/other.db"]')
    told = " ".join(finding["detail"] for finding in of(cli, "cursor"))
    assert "connected for ben" in told
    assert f"It uses {tmp_path}/other.db" in told
    listed = {each["host"]: each for each in cli("connect", "--list", "--json").json}
    assert listed["cursor"]["owner"] == "ben"


@pytest.mark.parametrize(("name", "switch"), [("windsurf", '"disabled": true'), ("codex", "enabled = false")])
def test_a_server_that_is_switched_off_in_the_host_is_a_warning(cli: Cli, home: Path, name: str, switch: str) -> None:
    file = connected(cli, home, name)
    command = f'"command": "{PROGRAM}"' if name == "windsurf" else f'command = "{PROGRAM}"'
    replaced(file, command, f"{command}{', ' if name == 'windsurf' else chr(10)}{switch}")
    problem(cli, name, "warning", "switched off")
    assert of(cli, "observing")[0]["detail"] == f"off in {name}"


def test_one_line_says_who_observes_in_which_host(cli: Cli, home: Path) -> None:
    connected(cli, home, "claude-code", "--hooks")
    for name in ("cursor", "zed"):
        connected(cli, home, name)
    recorded_file("codex", home)
    (finding,) = of(cli, "observing")
    assert finding["detail"] == "automatic in claude-code; on request in cursor, zed"
    assert "agent-instruction.md" in finding["advice"]


def test_without_any_connected_host_the_line_says_so(cli: Cli) -> None:
    (finding,) = of(cli, "observing")
    assert finding["state"] == "ok"
    assert finding["detail"].startswith("No desktop host is connected")


def test_the_table_tells_of_hosts_too(cli: Cli, cursor: Path) -> None:
    replaced(cursor, PROGRAM, "/gone/style-memory")
    ran = cli("doctor")
    assert ran.code == 1
    for told in ("cursor", "/gone/style-memory", "→ Run `style-memory connect cursor", "observing"):
        assert told in ran.out
