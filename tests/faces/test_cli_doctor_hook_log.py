"""`style-memory doctor` on the log in which hooks note their faults."""

from __future__ import annotations

import json
import os
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from style_memory_cli.doctor.hook_log import check_hook_log, hook_log
from tests.faces.cli_runner import Cli, runner
from tests.faces.desktop_home import new_home


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    return new_home(tmp_path / "home", monkeypatch)


@pytest.fixture
def cli(home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Cli:
    made = runner(monkeypatch, capsys, f"sqlite:///{tmp_path}/style.db")
    monkeypatch.setenv("STYLE_MEMORY_HOOK_STANDBY", "off")  # no process is to outlive a test
    return made


def of(cli: Cli, subject: str) -> list[dict[str, Any]]:
    return [finding for finding in json.loads(cli("doctor", "--json").out)["findings"] if finding["subject"] == subject]


def test_a_recent_fault_of_a_hook_is_a_warning_with_the_file_and_the_newest_line(cli: Cli, home: Path) -> None:
    cli("hook", "UserPromptSubmit", piped="my very private words")
    (finding,) = of(cli, "hook log")
    assert finding["state"] == "warning"
    assert str(home) in finding["detail"]
    assert "hooks.log" in finding["detail"]
    assert "What was sent is no JSON" in finding["detail"]
    assert "private" not in str(finding)


def test_without_a_log_of_hooks_nothing_is_said_of_it(cli: Cli) -> None:
    assert of(cli, "hook log") == []


def test_faults_that_are_old_are_no_warning(tmp_path: Path) -> None:
    log, now = tmp_path / "hooks.log", datetime(2026, 11, 20, tzinfo=UTC)
    log.write_text("2026-11-01T10:00:00Z claude-code Stop: X\nno line of ours\n", encoding="utf-8")
    assert [finding.state for finding in check_hook_log(log, now)] == ["ok"]
    (finding,) = check_hook_log(log, now - timedelta(days=15))
    assert "1 fault within 7 days" in finding.detail


def test_a_log_that_cannot_be_read_is_a_warning(tmp_path: Path) -> None:
    (finding,) = check_hook_log(tmp_path, datetime.now(UTC))
    assert (finding.state, finding.detail[-22:]) == ("warning", "read (Is a directory).")


@pytest.mark.skipif(os.name != "posix", reason="such pipes are those of POSIX")
def test_a_pipe_in_the_place_of_the_log_is_a_warning_and_is_not_waited_for(tmp_path: Path) -> None:
    pipe = tmp_path / "hooks.log"
    os.mkfifo(pipe)
    (finding,) = check_hook_log(pipe, datetime.now(UTC))
    assert (finding.state, finding.detail) == ("warning", f"{pipe} is no file: hooks can't note their faults.")


def test_the_log_is_looked_for_where_hooks_write_it(home: Path) -> None:
    assert hook_log() == home / ".local" / "state" / "style-memory" / "log" / "hooks.log"
