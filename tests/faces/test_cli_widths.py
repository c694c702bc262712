"""What people see on terminals of 60 to 160 columns: nothing is cut off, no word is broken, ids can be copied."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from style_memory_cli.terminal import console
from tests.faces.cli_runner import Cli, runner
from tests.faces.desktop_home import new_home, place_of

HABITS = [
    {"kind": "catchphrase", "text": "tiny but mighty", "example": "that one is tiny but mighty"},
    {"kind": "sentence_final_particle", "text": "啦啦啦"},
    {"kind": "emoji", "text": "😂"},
]
WISHES = [{"category": "response_structure", "text": "conclusions first, then the reasons for them"}]
TABLES = ["list-style-habits", "list-interaction-profile", "review-style-habits", "review-interaction-profile"]
widths = pytest.mark.parametrize("columns", [60, 80, 120, 160])


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    return new_home(tmp_path / "home", monkeypatch)


@pytest.fixture
def cli(home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Cli:
    """The program on a terminal, with something to show."""
    made = runner(monkeypatch, capsys, f"sqlite:///{tmp_path}/style.db")
    monkeypatch.setenv("STYLE_MEMORY_OWNER", "ana")
    made("distill-recent-style", "--habits", json.dumps(HABITS))
    made("distill-interaction-profile", "--preferences", json.dumps(WISHES))
    monkeypatch.setenv("FORCE_COLOR", "1")  # what rich takes for a terminal
    return made


def shown(cli: Cli, monkeypatch: pytest.MonkeyPatch, columns: int, *arguments: str) -> str:
    monkeypatch.setenv("COLUMNS", str(columns))
    ran = cli(*arguments)
    assert not ran.err
    return re.sub(r"\x1b\[[0-9;]*m", "", ran.out)


def words(text: str) -> set[str]:
    """The words of a table."""
    return set(re.sub(r"[\u2500-\u257f]", " ", text).split())


def ids(cli: Cli, command: str) -> list[str]:
    answer = cli(command, "--json").json
    return [item["id"] for item in answer.get("habits", answer.get("preferences"))]


@widths
@pytest.mark.parametrize("command", TABLES)
def test_every_id_is_whole_and_no_line_is_longer_than_the_terminal(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, columns: int, command: str
) -> None:
    from rich.cells import cell_len

    out = shown(cli, monkeypatch, columns, command)
    assert all(identity in out for identity in ids(cli, command))
    assert max(cell_len(line) for line in out.splitlines()) <= columns


@widths
@pytest.mark.parametrize("command", TABLES)
def test_no_word_is_broken(cli: Cli, monkeypatch: pytest.MonkeyPatch, columns: int, command: str) -> None:
    assert words(shown(cli, monkeypatch, columns, command)) - {"/"} <= words(shown(cli, monkeypatch, 1000, command))


@widths
def test_a_review_always_tells_what_is_suggested_and_why(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, columns: int
) -> None:
    out = shown(cli, monkeypatch, columns, "review-style-habits")
    assert "suggested" in out
    assert "reason" in out
    assert "endorsed" in out


def test_where_there_is_room_each_item_takes_one_line(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    out = shown(cli, monkeypatch, 120, "list-style-habits")
    lines = [line for line in out.splitlines() if any(identity in line for identity in ids(cli, "list-style-habits"))]
    assert len(lines) == len(HABITS)
    assert all("sentence_final_particle" in line for line in lines if "啦" in line)


def test_where_there_is_none_the_least_telling_columns_are_left_out(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    wide, narrow = (shown(cli, monkeypatch, columns, "list-style-habits") for columns in (160, 60))
    assert "confidence" in wide
    assert "confidence" not in narrow
    assert "kind" in narrow


@pytest.mark.parametrize("columns", [60, 80])
def test_the_list_of_hosts_shows_whole_places_on_a_narrow_terminal(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, home: Path, tmp_path: Path, columns: int
) -> None:
    from style_memory_cli.connect.hosts import hosts

    cli("connect", "cursor", "--yes")
    lines = shown(cli, monkeypatch, columns, "connect", "--list").splitlines()
    assert [line.strip() for line in lines if line.startswith("  /")] == [
        str(place_of(host, home)) for host in hosts().values()
    ]
    assert "cursor  there: yes, connected: yes, owner: ana" in lines
    assert f"  sqlite:///{tmp_path}/style.db" in lines


@pytest.mark.parametrize("columns", [60, 80])
def test_doctor_breaks_a_long_path_and_cuts_nothing_off(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, columns: int
) -> None:
    monkeypatch.setenv("STYLE_MEMORY_DICTIONARY_PATH", f"{tmp_path}/{'words-' * 20}.json")
    out = shown(cli, monkeypatch, columns, "doctor")
    assert "…" not in out
    assert f"{tmp_path}/{'words-' * 20}.json" in re.sub(r"\s+", "", out)


@pytest.mark.parametrize(("columns", "width"), [(None, 120), ("60", 60), ("160", 160)])
def test_without_a_terminal_the_width_is_what_the_environment_asks_for(
    monkeypatch: pytest.MonkeyPatch, columns: str | None, width: int
) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    if columns:
        monkeypatch.setenv("COLUMNS", columns)
    assert console().width == width
