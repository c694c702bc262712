"""`style-memory db` and `style-memory owners`: what they do, what they ask first, and what they refuse."""

from __future__ import annotations

import json
import re
import shlex
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from style_memory_storage.tables import HEAD
from tests.faces.cli_runner import Cli, runner


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "style.db"


@pytest.fixture
def cli(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], file: Path) -> Cli:
    return runner(monkeypatch, capsys, f"sqlite:///{file}")


@pytest.fixture
def filled(cli: Cli) -> Cli:
    """A database with two owners."""
    for owner in ("ana", "ben"):
        cli("observe-user-message", "haha ship it", "--owner", owner, "--session-id", "s1")
    return cli


def turns(cli: Cli, owner: str) -> int:
    found: int = cli("get-style-memory-status", "--owner", owner, "--json").json["turns"]
    return found


def test_upgrade_makes_the_database_and_tells_each_step(cli: Cli, file: Path) -> None:
    ran = cli("db", "upgrade")
    assert ran.code == 0
    assert f"upgraded to {HEAD}: " in ran.err
    assert f"at revision {HEAD} now" in ran.out
    assert file.exists()
    again = cli("db", "upgrade", "--json")
    assert again.json == {"before": HEAD, "after": HEAD, "backup": None}
    assert not again.err


def test_current_and_history_tell_the_revision(cli: Cli, file: Path) -> None:
    assert cli("db", "current", "--json").json == {"database": str(file), "revision": None, "head": HEAD}
    assert not file.exists()
    cli("db", "upgrade")
    assert cli("db", "current").out.startswith(HEAD)
    assert cli("db", "history", "--json").json[-1]["revision"] == HEAD
    assert HEAD in cli("db", "history").out


def test_check_exits_1_on_what_it_finds(cli: Cli, file: Path) -> None:
    assert cli("db", "check").code == 1
    cli("db", "upgrade")
    assert cli("db", "check", "--json").json == {"database": str(file), "sound": True, "found": []}
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("ALTER TABLE style_memory_items ADD COLUMN strange TEXT")
    ran = cli("db", "check")
    assert ran.code == 1
    assert "strange" in ran.out


def test_a_backup_brings_back_what_was_erased(filled: Cli, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    assert filled("db", "backup", str(copy), "--json").json == {"backup": str(copy)}
    filled("owners", "erase", "ana", "--yes")
    restored = filled("db", "restore", str(copy), "--yes", "--json")
    assert Path(restored.json["replaced"]).exists()
    assert turns(filled, "ana") == 1


def test_a_restore_without_a_file_names_the_newest_backup(filled: Cli, file: Path) -> None:
    assert "No backup lies beside the database" in filled("db", "restore", "--yes").err
    backup = filled("db", "downgrade", "base", "--yes", "--json").json["backup"]
    ran = filled("db", "restore", "--yes")
    assert (ran.code, ran.out) == (2, "")
    (command,) = re.findall("`style-memory (db .+?)`", ran.err)[:1]
    assert shlex.split(command) == ["db", "restore", backup]
    assert filled(*shlex.split(command), "--yes").code == 0


def test_a_backup_never_replaces_a_file(filled: Cli, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    copy.write_text("mine")
    ran = filled("db", "backup", str(copy))
    assert ran.code == 1
    assert copy.read_text() == "mine"


def test_downgrade_takes_the_database_back(filled: Cli) -> None:
    report = filled("db", "downgrade", "base", "--yes", "--json")
    assert report.json["after"] is None
    assert Path(report.json["backup"]).exists()
    assert "undone" in report.err
    assert filled("db", "downgrade", "9999", "--yes").code == 2


@pytest.mark.parametrize("command", [["db", "downgrade", "base"], ["db", "restore", "x"], ["owners", "erase", "ana"]])
def test_what_destroys_is_refused_where_nobody_can_be_asked(filled: Cli, command: list[str]) -> None:
    ran = filled(*command)
    assert (ran.code, ran.out) == (2, "")
    assert "--yes" in ran.err
    assert turns(filled, "ana") == 1


@pytest.mark.parametrize("typed", ["n\n", "\n", ""])
def test_what_destroys_changes_nothing_unless_confirmed(filled: Cli, typed: str) -> None:
    ran = filled("owners", "erase", "ana", typed=typed)
    assert ran.code == 1
    assert "Not confirmed: nothing was changed." in ran.err
    assert turns(filled, "ana") == 1


def test_an_interrupt_at_the_question_exits_130(filled: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(_: str) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("click.termui.visible_prompt_func", interrupted)
    assert filled("owners", "erase", "ana", typed="").code == 130
    assert turns(filled, "ana") == 1


def test_erase_deletes_one_owner_and_says_what_it_cannot_promise(filled: Cli) -> None:
    ran = filled("owners", "erase", "ana", typed="y\n")
    assert ran.code == 0
    assert "can't be undone" in ran.err
    assert "ackups" in ran.out
    assert "free pages" in ran.out
    assert filled("owners", "list").out == "ben\n"
    report = filled("owners", "erase", "ben", "--yes", "--json")
    assert sum(report.json["erased"].values()) > 0
    assert len(report.json["not_promised"]) == 2


@pytest.mark.parametrize("command", [["erase", "cleo", "--yes"], ["export", "cleo"]])
def test_an_owner_that_never_existed_is_said_so(filled: Cli, command: list[str]) -> None:
    ran = filled("owners", *command)
    assert (ran.code, ran.out) == (1, "")
    assert "Nothing was ever stored of an owner cleo" in ran.err
    assert filled("owners", "list", "--json").json["owners"] == ["ana", "ben"]


@pytest.mark.parametrize("command", [["list"], ["export", "ana"], ["erase", "ana", "--yes"]])
def test_owners_commands_make_no_database(cli: Cli, file: Path, command: list[str]) -> None:
    ran = cli("owners", *command)
    assert ran.code == 1
    assert "There is no database" in ran.err
    assert not file.exists()


def test_owners_are_listed_page_by_page(filled: Cli) -> None:
    assert filled("owners", "list", "--limit", "1", "--json").json == {"owners": ["ana"], "next_after": "ana"}
    assert filled("owners", "list", "--after", "ana", "--json").json == {"owners": ["ben"], "next_after": None}
    first = filled("owners", "list", "--limit", "1")
    assert first.out == "ana\n"
    (following,) = re.findall("`style-memory (.+)`", first.err)
    assert filled(*following.split()).out == "ben\n"


def test_an_export_is_one_json_document_of_that_owner(filled: Cli, tmp_path: Path) -> None:
    document = filled("owners", "export", "ana").json
    assert document["profile"]["turns"] == 1
    target = tmp_path / "ana.json"
    ran = filled("owners", "export", "ana", str(target))
    assert str(target) in ran.out
    assert json.loads(target.read_text(encoding="utf-8")) == document
    assert target.stat().st_mode & 0o777 == 0o600


def test_an_export_replaces_a_file_only_by_force(filled: Cli, tmp_path: Path) -> None:
    target = tmp_path / "ana.json"
    target.write_text("mine")
    target.chmod(0o644)
    refused = filled("owners", "export", "ana", str(target))
    assert refused.code == 1
    assert "--force" in refused.err
    assert target.read_text() == "mine"
    assert filled("owners", "export", "ana", str(target), "--force", "--json").json["file"] == str(target)
    assert target.stat().st_mode & 0o777 == 0o600
    assert json.loads(target.read_text(encoding="utf-8"))["profile"]


def test_an_export_into_a_missing_folder_is_told_in_one_line(filled: Cli, tmp_path: Path) -> None:
    ran = filled("owners", "export", "ana", str(tmp_path / "no" / "ana.json"))
    assert ran.code == 1
    assert "ana.json can't be used" in ran.err
    assert ran.err.count("\n") == 1
