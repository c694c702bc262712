"""`style-memory connect HOST --hooks`: what it writes into which files, all of it or nothing, and how it goes again."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from style_memory_cli.connect import connect_commands
from style_memory_cli.connect.editing import parsed
from style_memory_cli.connect.hosts import hosts
from style_memory_hooks.hosts import HOSTS
from tests.faces.cli_runner import Cli, Ran, runner
from tests.faces.desktop_home import contents, hooks_place_of, new_home, place_of
from tests.faces.hook_player import recorded as recorded_events
from tests.faces.hooked_hosts import APART, NAMES, HookedHost, hooked, made

PROGRAM = str(Path(sys.executable).parent / "style-memory")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    return new_home(tmp_path / "home", monkeypatch)


@pytest.fixture
def database(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/style.db"


@pytest.fixture
def cli(home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], database: str) -> Cli:
    return runner(monkeypatch, capsys, database)


@pytest.fixture(params=NAMES)
def there(request: pytest.FixtureRequest, home: Path) -> HookedHost:
    return made(request.param, home)


@pytest.fixture(params=APART)
def apart(request: pytest.FixtureRequest, home: Path) -> HookedHost:
    return made(request.param, home)


def refused(ran: Ran, code: int, *parts: str) -> None:
    assert ran.code == code
    assert ran.err.count("\n") == 1
    assert all(part in ran.err for part in parts), ran.err


def test_hooks_are_written_for_every_host_and_event_that_the_program_understands() -> None:
    written = {host.key: list(host.hooks.events) for host in hosts().values() if host.hooks}
    assert written == {name: list(host.events) for name, host in HOSTS.items()}


def test_a_command_comes_to_each_event_behind_those_of_others(cli: Cli, there: HookedHost, database: str) -> None:
    was = there.events
    hooked(cli, there)
    for event in there.hooks.events:
        *others, ours = there.events[event]
        assert others == was.get(event, [])
        line = f"{PROGRAM} hook {event} --host {there.host.key} --owner ana --database-url {database}"
        fields = {**there.hooks.entry, "command": line}
        assert ours == (fields if there.hooks.form == "commands" else {"hooks": [fields]})


def test_everything_else_in_the_file_stays(cli: Cli, there: HookedHost) -> None:
    was = parsed(there.before[str(there.hooks_file)].decode(), there.hooks.format)
    hooked(cli, there)
    now = parsed(there.hooks_file.read_bytes().decode(), there.hooks.format)
    for document in (was, now):
        for event in there.hooks.events:
            document["hooks"].pop(event, None)
        document.get("mcpServers", {}).pop("style-memory", None)
    assert now == was


def test_beside_hooks_the_server_does_not_observe(cli: Cli, there: HookedHost) -> None:
    hooked(cli, there)
    assert there.toolset == "hooked"


@pytest.mark.parametrize("name", NAMES)
def test_what_is_written_answers_the_host_s_events(
    cli: Cli, home: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = made(name, home)
    hooked(cli, there)
    events = recorded_events(name)
    monkeypatch.setenv("STYLE_MEMORY_HOOK_STANDBY", "off")
    command = dict(there.commands())[there.hooks.events[0]]["command"]
    given = json.dumps(events[there.hooks.events[0]])
    ran = subprocess.run(["sh", "-c", command], input=given, capture_output=True, text=True, env=os.environ, check=True)
    assert "style_memory_brief" in json.dumps(json.loads(ran.stdout))


@pytest.mark.parametrize("platform", ["linux", "darwin", "win32"])
@pytest.mark.parametrize("name", NAMES)
def test_the_recorded_files_come_back_byte_for_byte(
    cli: Cli, home: Path, monkeypatch: pytest.MonkeyPatch, name: str, platform: str
) -> None:
    monkeypatch.setattr(connect_commands, "PLATFORM", platform)
    there = made(name, home, platform)
    for owner in ("ana", "ben"):
        hooked(cli, there, owner)
    assert all(there.now[path] != text for path, text in there.before.items())
    assert cli("disconnect", name, "--yes").code == 0
    assert there.now == there.before


def test_files_that_were_changed_since_lose_what_is_ours_and_nothing_else(cli: Cli, there: HookedHost) -> None:
    hooked(cli, there)
    for path in map(Path, there.before):
        path.write_bytes(path.read_bytes() + b"\n\n")
    cli("disconnect", there.host.key, "--yes")
    assert there.now == {path: text + b"\n\n" for path, text in there.before.items()}


@pytest.mark.parametrize("name", NAMES)
def test_missing_files_are_made_for_their_owner_only_and_go_again(cli: Cli, home: Path, name: str) -> None:
    told = cli("connect", name, "--hooks", "--yes", "--json").json
    files = [Path(each["file"]) for each in told["files"]]
    assert set(files) == {place_of(hosts()[name], home), hooks_place_of(name, home)}
    assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}
    cli("disconnect", name, "--yes")
    assert list(home.rglob("*")) == []


def test_connecting_again_changes_nothing_and_makes_no_backup(cli: Cli, there: HookedHost, home: Path) -> None:
    hooked(cli, there)
    connected = contents(home)
    ran = cli("connect", there.host.key, "--owner", "ana", "--hooks")
    assert (ran.code, ran.out) == (0, f"{there.host.name}: already connected.\n")
    assert contents(home) == connected


def test_a_new_owner_or_database_changes_those_words_only(cli: Cli, there: HookedHost, database: str) -> None:
    hooked(cli, there)
    before = there.now
    hooked(cli, there, "ben", "--database-url", f"{database}2")

    def moved(text: bytes) -> bytes:
        text = text.replace(b'"ana"', b'"ben"').replace(b"--owner ana", b"--owner ben")
        return text.replace(b"style.db", b"style.db2")

    assert there.now == {path: moved(text) for path, text in before.items()}


def test_connecting_without_hooks_takes_them_out_and_offers_observing_again(cli: Cli, there: HookedHost) -> None:
    cli("connect", there.host.key, "--owner", "ana", "--yes")
    without = there.now
    hooked(cli, there)
    ran = cli("connect", there.host.key, "--owner", "ana", "--yes")
    assert there.now == without
    assert there.toolset is None
    assert "its hooks go" in ran.err


def test_connecting_without_hooks_leaves_those_of_others_alone(cli: Cli, apart: HookedHost) -> None:
    ran = cli("connect", apart.host.key, "--owner", "ana", "--yes")
    assert ran.err == ""
    assert apart.now[str(apart.hooks_file)] == apart.before[str(apart.hooks_file)]


def test_the_changes_are_shown_before_they_are_asked_about(cli: Cli, there: HookedHost) -> None:
    ran = cli("connect", there.host.key, "--hooks", "--owner", "ana", typed="n\n")
    assert ran.code == 1
    assert all(f"--- {path}" in ran.out for path in there.before)
    assert ran.out.count("--- ") == len(there.before)
    assert f"Make {'this change' if len(there.before) == 1 else 'these changes'}?" in ran.err
    assert there.now == there.before


def test_a_dry_run_makes_no_change(cli: Cli, there: HookedHost, home: Path) -> None:
    before = contents(home)
    told = cli("connect", there.host.key, "--hooks", "--dry-run", "--json").json
    assert [each["file"] for each in told["files"]] == list(there.before)
    assert contents(home) == before


def test_each_former_file_is_kept_beside_it(cli: Cli, there: HookedHost) -> None:
    told = hooked(cli, there, "ana", "--json").json
    assert [Path(each).read_bytes() for each in told["backups"]] == list(there.before.values())


def test_passwords_are_not_shown(cli: Cli, there: HookedHost, monkeypatch: pytest.MonkeyPatch) -> None:
    url = "postgresql://style:s3cret@db.example.org/style"
    monkeypatch.setattr(connect_commands, "_lasting_url", lambda _session: url)
    shown = [cli("connect", there.host.key, "--hooks", "--dry-run"), hooked(cli, there)]
    shown.append(cli("disconnect", there.host.key, "--dry-run"))
    assert url in there.hooks_file.read_text(encoding="utf-8")
    assert not [ran for ran in shown if "s3cret" in ran.out + ran.err]


@pytest.mark.parametrize(
    ("name", "of_hooks", "text", "setting"),
    [
        ("claude-code", True, '{"disableAllHooks": true}', "disableAllHooks"),
        ("codex", False, "[features]\nhooks = false\n", "features.hooks"),
        ("codex", False, "features.codex_hooks = false\n", "features.codex_hooks"),
        ("gemini-cli", True, '{"hooksConfig": {"enabled": false}}', "hooksConfig.enabled"),
        ("gemini-cli", True, '{"hooksConfig": {"disabled": ["a", "style-memory"]}}', "hooksConfig.disabled"),
        ("gemini-cli", True, '{"tools": {"enableHooks": false}}', "tools.enableHooks"),
    ],
)
def test_hooks_that_the_host_would_not_run_are_refused_since_nobody_would_observe(
    cli: Cli, home: Path, name: str, of_hooks: bool, text: str, setting: str
) -> None:
    there = made(name, home)
    file = there.hooks_file if of_hooks else there.file
    file.write_text(text, encoding="utf-8")
    refused(cli("connect", name, "--hooks", "--yes"), 1, str(file), f"({setting})", "Nothing was changed.")
    assert cli("connect", name, "--yes").code == 0


@pytest.mark.parametrize(("name", "told"), [("codex", "type /hooks"), ("cursor", "at a session's start only")])
def test_what_the_person_has_to_know_of_the_host_s_hooks_is_told(cli: Cli, home: Path, name: str, told: str) -> None:
    there = made(name, home)
    assert told in hooked(cli, there).out
    assert told in hooked(cli, there, "ben", "--json").json["advice"]
    assert told not in cli("connect", name, "--yes").out


def test_the_list_sees_the_hooks(cli: Cli, there: HookedHost) -> None:
    hooked(cli, there)
    listed = {each["host"]: each for each in cli("connect", "--list", "--json").json}
    assert [name for name, each in listed.items() if each["hooks"]] == [there.host.key]
    assert "with hooks" in cli("connect", "--list").out


@pytest.mark.parametrize(
    ("name", "program"),
    [
        ("claude-code", "'C:/Users/Ana B/env/Scripts/style-memory.exe' hook "),
        ("codex", r"& 'C:\Users\Ana B\env\Scripts\style-memory.exe' hook "),
        ("cursor", r"& 'C:\Users\Ana B\env\Scripts\style-memory.exe' hook "),
        ("gemini-cli", r"& 'C:\Users\Ana B\env\Scripts\style-memory.exe' hook "),
    ],
)
def test_on_windows_the_commands_are_for_the_shell_that_the_host_uses(
    cli: Cli, home: Path, monkeypatch: pytest.MonkeyPatch, name: str, program: str
) -> None:
    monkeypatch.setattr(connect_commands, "PLATFORM", "win32")
    monkeypatch.setattr(connect_commands, "_command", lambda: r"C:\Users\Ana B\env\Scripts\style-memory.exe")
    there = made(name, home, "win32")
    hooked(cli, there)
    connected = there.now
    assert all(each["command"].startswith(program) for event, each in there.commands() if event in there.hooks.events)
    hooked(cli, there)
    assert there.now == connected
    assert {each["host"]: each["hooks"] for each in cli("connect", "--list", "--json").json}[name]


def test_no_turn_may_count_twice_beside_hooks(cli: Cli) -> None:
    refused(cli("connect", "claude-code", "--hooks", "--toolset", "runtime", "--yes"), 2, "observe")


def test_a_host_whose_hooks_are_not_known_is_refused(cli: Cli) -> None:
    refused(cli("connect", "zed", "--hooks", "--yes"), 2, "no hooks")
