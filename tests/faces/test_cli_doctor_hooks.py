"""`style-memory doctor` on the hooks of desktop hosts: who observes, and what keeps them from it."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from style_memory_cli.connect import connect_commands
from tests.faces.cli_runner import Cli, runner
from tests.faces.desktop_home import new_home, recorded_file, recorded_hooks
from tests.faces.doctor_findings import of, problem, replaced
from tests.faces.hooked_hosts import APART, NAMES, HookedHost, hooked, made

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


def connected(cli: Cli, home: Path, name: str) -> HookedHost:
    there = made(name, home)
    hooked(cli, there)
    return there


@pytest.fixture(params=NAMES)
def there(request: pytest.FixtureRequest, cli: Cli, home: Path) -> HookedHost:
    return connected(cli, home, request.param)


def in_commands(there: HookedHost, old: str, new: str) -> None:
    """Change what our commands say, and nothing of the server, which may be in the same file."""
    lines = there.hooks_file.read_text(encoding="utf-8").splitlines(keepends=True)
    assert any(old in line for line in lines if " hook " in line)
    text = "".join(line.replace(old, new) if " hook " in line else line for line in lines)
    there.hooks_file.write_text(text, encoding="utf-8")


def states(cli: Cli, name: str) -> list[str]:
    return [finding["state"] for finding in of(cli, name)]


def test_hooks_make_observing_automatic(cli: Cli, there: HookedHost) -> None:
    (finding,) = of(cli, there.host.key)
    assert (finding["state"], finding["detail"]) == ("ok", "connected for ana, observes automatically")
    assert of(cli, "observing")[0]["detail"] == f"automatic in {there.host.key}"


def test_what_the_person_has_to_know_of_the_hooks_is_said_beside(cli: Cli, there: HookedHost) -> None:
    assert of(cli, there.host.key)[0]["advice"] == there.hooks.advice
    cli("connect", there.host.key, "--yes")
    assert of(cli, there.host.key)[0]["advice"] == ""


@pytest.mark.parametrize("name", APART)
def test_hooks_without_the_server_observe_too(cli: Cli, home: Path, name: str) -> None:
    connected(cli, home, name)
    recorded_file(name, home)
    (finding,) = of(cli, name)
    assert (finding["state"], finding["detail"]) == ("ok", "hooks without the server, observes automatically")


def test_hooks_that_call_a_command_that_is_gone_are_a_fault(cli: Cli, there: HookedHost) -> None:
    in_commands(there, PROGRAM, "/gone/style-memory")
    found = problem(cli, there.host.key, "fault", "hooks it names the command", "/gone/style-memory")
    assert found["advice"] == f"Run `style-memory connect {there.host.key} --owner ana --hooks`."


def test_where_the_program_of_the_hooks_is_gone_nobody_observes(cli: Cli, there: HookedHost) -> None:
    in_commands(there, PROGRAM, "/gone/style-memory")
    told = of(cli, there.host.key)[0]["detail"]
    assert told == "connected for ana, but nobody observes there until it is connected again"
    (overall,) = of(cli, "observing")
    assert overall["state"] == "warning"
    assert overall["detail"] == f"nobody observes in {there.host.key} until it is connected again"


def test_an_observe_tool_beside_hooks_is_a_warning_with_the_way_to_mend_it(cli: Cli, there: HookedHost) -> None:
    replaced(there.file, '"hooked"', '"style"')
    found = problem(cli, there.host.key, "warning", "count twice")
    assert found["advice"] == f"Run `style-memory connect {there.host.key} --owner ana --hooks`."
    assert cli("connect", there.host.key, "--owner", "ana", "--hooks", "--yes").code == 0
    assert states(cli, there.host.key) == ["ok"]


@pytest.mark.parametrize("name", APART)
def test_a_server_without_the_observe_tool_and_without_hooks_is_a_warning(cli: Cli, home: Path, name: str) -> None:
    connected(cli, home, name).hooks_file.write_text("{}", encoding="utf-8")
    problem(cli, name, "warning", "Nobody observes")
    assert of(cli, "observing")[0]["detail"] == f"off in {name}"


def test_a_missing_hook_is_a_warning(cli: Cli, there: HookedHost) -> None:
    in_commands(there, f"hook {there.hooks.events[-1]} ", "other ")
    problem(cli, there.host.key, "warning", f"no hook at {there.hooks.events[-1]}")


@pytest.mark.parametrize(
    ("old", "new", "state", "told"),
    [
        ("--owner ana", "--owner ben", "warning", "hooks work for ben, but its server for ana"),
        ("style.db", "other.db", "warning", "other.db, but its server"),
        ("sqlite:", "oracle:", "fault", "hooks are told a database that they can't use"),
    ],
)
def test_hooks_that_work_for_somebody_else_or_elsewhere_than_the_server_are_told(
    cli: Cli, there: HookedHost, old: str, new: str, state: str, told: str
) -> None:
    in_commands(there, old, new)
    problem(cli, there.host.key, state, told)


def test_hooks_take_an_owner_that_they_do_not_name_from_the_environment(
    cli: Cli, there: HookedHost, monkeypatch: pytest.MonkeyPatch
) -> None:
    in_commands(there, " --owner ana", "")
    assert states(cli, there.host.key) == ["ok"]
    monkeypatch.delenv("STYLE_MEMORY_OWNER")
    problem(cli, there.host.key, "fault", "name no owner")


@pytest.mark.parametrize("name", APART)
def test_a_broken_file_of_hooks_is_a_fault_that_names_the_line(cli: Cli, home: Path, name: str) -> None:
    there = connected(cli, home, name)
    there.hooks_file.write_text('{\n"hooks": [\n', encoding="utf-8")
    (finding,) = of(cli, name)
    assert finding["state"] == "fault"
    assert f"{there.hooks_file} is no valid JSON, line 3" in finding["detail"]


@pytest.mark.parametrize(
    ("name", "of_hooks", "old", "new", "setting"),
    [
        ("claude-code", True, '"model": "opus"', '"disableAllHooks": true', "disableAllHooks"),
        ("codex", False, "[tui]", "[features]\nhooks = false\n\n[tui]", "features.hooks"),
        ("gemini-cli", True, '"enabled": true', '"enabled": false', "hooksConfig.enabled"),
        ("gemini-cli", True, '"old-linter"', '"style-memory"', "hooksConfig.disabled"),
    ],
)
def test_hooks_that_the_host_does_not_run_are_a_warning_since_nobody_observes(
    cli: Cli, home: Path, name: str, of_hooks: bool, old: str, new: str, setting: str
) -> None:
    there = connected(cli, home, name)
    replaced(there.hooks_file if of_hooks else there.file, old, new)
    found = problem(cli, name, "warning", f"the setting {setting}")
    assert f"`style-memory connect {name}` goes without hooks" in found["advice"]
    assert of(cli, "observing")[0]["detail"] == f"off in {name}"


@pytest.mark.parametrize("platform", ["darwin", "win32"])
@pytest.mark.parametrize("name", NAMES)
def test_hooks_are_seen_on_other_systems(
    cli: Cli, home: Path, monkeypatch: pytest.MonkeyPatch, name: str, platform: str
) -> None:
    monkeypatch.setattr(connect_commands, "PLATFORM", platform)
    recorded_hooks(name, home, platform)
    assert cli("connect", name, "--hooks", "--yes").code == 0
    (finding,) = of(cli, name)
    assert finding["detail"] == "connected for ana, observes automatically"


def test_advice_to_connect_again_keeps_the_hooks(cli: Cli, there: HookedHost) -> None:
    replaced(there.file, '"ana"', '"ben"')
    told = {finding["detail"]: finding["advice"] for finding in of(cli, there.host.key)}
    (advice,) = (advice for detail, advice in told.items() if detail.startswith("It works for ben"))
    assert f"`style-memory connect {there.host.key} --owner ana --hooks`" in advice
