"""`style-memory doctor` names what is wrong and changes nothing."""

from __future__ import annotations

import json
import os
import re
import shlex
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from style_memory_cli.doctor.command import check_up
from style_memory_cli.session import Session
from tests.faces.cli_runner import Cli, Ran, runner
from tests.faces.desktop_home import new_home


@pytest.fixture(autouse=True)
def home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    return new_home(tmp_path_factory.mktemp("person") / "home", monkeypatch)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "style.db"


@pytest.fixture
def cli(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], file: Path) -> Cli:
    return runner(monkeypatch, capsys, f"sqlite:///{file}")


@pytest.fixture
def healthy(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> Cli:
    """A database with one owner, who is named in the environment."""
    monkeypatch.setenv("STYLE_MEMORY_OWNER", "ana")
    cli("observe-user-message", "haha ship it")
    return cli


def findings(cli: Cli, subject: str) -> list[dict[str, Any]]:
    ran = cli("doctor", "--json")
    report = Ran(code=0, out=ran.out, err=ran.err).json
    assert ran.code == (0 if report["healthy"] else 1)
    return [finding for finding in report["findings"] if finding["subject"] == subject]


def states(cli: Cli, subject: str) -> list[str]:
    return [finding["state"] for finding in findings(cli, subject)]


def test_without_a_database_nothing_is_wrong_and_none_is_made(cli: Cli, file: Path) -> None:
    ran = cli("doctor")
    assert ran.code == 0
    assert "the first use makes it" in ran.out
    assert not file.exists()
    assert list(file.parent.iterdir()) == []


def test_a_healthy_installation_has_only_good_lines_and_stays_as_it_is(healthy: Cli, file: Path) -> None:
    before = file.read_bytes()
    report = healthy("doctor", "--json").json
    assert {finding["state"] for finding in report["findings"]} == {"ok"}
    assert findings(healthy, "memory")[0]["detail"].startswith("1 turn observed, ")
    assert file.read_bytes() == before


def test_a_damaged_database_is_a_fault_and_is_left_alone(healthy: Cli, file: Path) -> None:
    file.write_bytes(b"no database at all" * 100)
    damaged = file.read_bytes()
    ran = healthy("doctor")
    assert ran.code == 1
    assert "fault" in ran.out
    assert "style-memory db restore" in ran.out
    assert file.read_bytes() == damaged


def test_the_advice_for_a_damaged_database_brings_the_newest_backup_back(healthy: Cli, file: Path) -> None:
    for time, content in (("20260102T000000Z", file.read_bytes()), ("20251230T000000Z", b"older")):
        file.with_name(f"style.db.backup-0009-{time}").write_bytes(content)
    file.write_bytes(b"no database at all" * 100)
    (finding,) = findings(healthy, "integrity")
    (command,) = re.findall("`style-memory (.+)`", finding["advice"])
    assert healthy(*shlex.split(command), "--yes").code == 0
    assert states(healthy, "integrity") == ["ok"]


def test_a_damaged_database_without_a_backup_is_said_so(healthy: Cli, file: Path) -> None:
    file.write_bytes(b"no database at all" * 100)
    (finding,) = findings(healthy, "integrity")
    assert finding["advice"].startswith("No backup lies beside the database")


def test_commands_name_the_backup_of_a_damaged_database_too(healthy: Cli, file: Path) -> None:
    backup = file.with_name("style.db.backup-0009-20260102T000000Z")
    backup.write_bytes(file.read_bytes())
    file.write_bytes(b"no database at all" * 100)
    ran = healthy("get-style-brief")
    assert ran.code == 1
    assert f"`style-memory db restore {backup}`" in ran.err


def test_the_advice_to_learn_again_runs_as_it_is_printed(cli: Cli, tmp_path: Path) -> None:
    place = ["--owner", "ana", "--database-url", f"sqlite:///{tmp_path}/other place.db"]
    cli("set-learning-enabled", "off", *place)
    found = cli("doctor", "--json", *place).json["findings"]
    (advice,) = (each["advice"] for each in found if each["subject"] == "memory")
    (command,) = re.findall("`style-memory (.+)`", advice)
    assert cli(*shlex.split(command)).code == 0
    assert cli("get-style-memory-status", "--json", *place).json["allow_learning"]


def test_damage_inside_the_file_is_a_fault(healthy: Cli, file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA foreign_keys=OFF")
        connection.execute("UPDATE style_memory_items SET owner_id = 'nobody'")
        connection.commit()
    assert "fault" in states(healthy, "integrity")


def test_a_newer_database_is_a_fault(healthy: Cli, file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("UPDATE style_memory_alembic_version SET version_num = '9999'")
        connection.commit()
    assert states(healthy, "schema") == ["fault"]


def test_an_older_database_is_a_warning(healthy: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("style_memory_storage.database.HEAD", "9999")
    assert states(healthy, "schema") == ["warning"]


def test_a_foreign_database_is_left_alone(cli: Cli, file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE TABLE theirs (x)")
    before = file.read_bytes()
    assert "no tables of Style Memory" in findings(cli, "schema")[0]["detail"]
    assert file.read_bytes() == before


def test_each_bad_setting_is_named_with_its_range(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STYLE_MEMORY_BRIEF_TOKENS", "9999999")
    monkeypatch.setenv("STYLE_MEMORY_LEARNING", "perhaps")
    told = " ".join(finding["detail"] for finding in findings(cli, "settings"))
    assert "STYLE_MEMORY_BRIEF_TOKENS must be a whole number from 150 to 4000" in told
    assert "STYLE_MEMORY_LEARNING must be on or off" in told
    assert states(cli, "settings") == ["fault", "fault"]


def test_an_unknown_toolset_is_named_with_those_that_there_are(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STYLE_MEMORY_TOOLSETS", "style,nonsense")
    (finding,) = findings(cli, "settings")
    assert finding["state"] == "fault"
    assert finding["detail"].startswith("A toolset is one of style, voice, runtime")


def test_every_good_setting_is_listed(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STYLE_MEMORY_TOOLSETS", "runtime, style")
    monkeypatch.setenv("STYLE_MEMORY_SYNCHRONOUS", "full")
    (finding,) = findings(cli, "settings")
    assert finding["state"] == "ok"
    assert "STYLE_MEMORY_SYNCHRONOUS, STYLE_MEMORY_TOOLSETS" in finding["detail"]


def test_what_is_said_of_good_settings_is_said_beside_a_bad_one_too(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STYLE_MEMORY_BRIEF_TOKENS", "9999999")
    monkeypatch.setenv("STYLE_MEMORY_LEARNING", "off")
    assert states(cli, "learning") == ["warning"]


@pytest.mark.parametrize("variable", ["STYLE_MEMORY_BREIF_TOKENS", "STYLE_MEMORY_SYNCHRONOUS_FULL"])
def test_a_misspelled_setting_is_a_warning(cli: Cli, monkeypatch: pytest.MonkeyPatch, variable: str) -> None:
    monkeypatch.setenv(variable, "300")
    assert states(cli, "settings") == ["warning"]


def test_a_dictionary_that_cannot_be_read_is_a_fault(cli: Cli, monkeypatch: pytest.MonkeyPatch, file: Path) -> None:
    monkeypatch.setenv("STYLE_MEMORY_DICTIONARY_PATH", str(file.with_name("words.json")))
    assert states(cli, "dictionary") == ["fault"]


def test_learning_that_is_off_or_paused_is_a_warning(healthy: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    healthy("set-learning-enabled", "--no-enabled")
    assert states(healthy, "memory") == ["warning"]
    monkeypatch.setenv("STYLE_MEMORY_LEARNING", "off")
    assert states(healthy, "learning") == ["warning"]


@pytest.mark.parametrize(("owner", "state"), [("", "warning"), (" ana", "fault"), ("ana", "ok")])
def test_the_owner_is_checked(cli: Cli, monkeypatch: pytest.MonkeyPatch, owner: str, state: str) -> None:
    monkeypatch.setenv("STYLE_MEMORY_OWNER", owner)
    assert states(cli, "owner") == [state]


def test_the_setting_of_the_other_program_is_pointed_out(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STYLE_MEMORY_PATH", "somewhere")
    assert states(cli, "style-memory-mcp") == ["warning"]


@pytest.mark.skipif(os.name != "posix", reason="file modes are POSIX's")
def test_a_file_that_others_may_read_is_a_warning(healthy: Cli, file: Path) -> None:
    file.chmod(0o644)
    assert states(healthy, "file mode") == ["warning"]


def test_a_folder_and_a_file_without_the_rights_are_faults(healthy: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.access", lambda *_: False)
    assert states(healthy, "folder") == ["fault"]
    assert states(healthy, "file mode") == ["fault"]


def test_a_file_beside_the_database_without_the_rights_is_a_fault_that_says_how_to_mend_it(
    healthy: Cli, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    beside = file.with_name(f"{file.name}-shm")
    beside.touch()
    look = os.access
    monkeypatch.setattr("os.access", lambda path, mode: Path(path) != beside and look(path, mode))
    findings = json.loads(healthy("doctor", "--json").out)["findings"]
    (finding,) = [found for found in findings if found["subject"] == "file mode"]
    assert finding["state"] == "fault"
    assert finding["advice"] == f"Run `chmod 600 {beside}`."


def test_a_database_that_is_not_supported_is_a_fault(home: Path) -> None:
    found = check_up(Session({"HOME": str(home)}, given_url="oracle://somewhere"), None)
    assert [finding.state for finding in found if finding.subject == "database"] == ["fault"]


def test_a_missing_extra_is_said_so(monkeypatch: pytest.MonkeyPatch, home: Path) -> None:
    monkeypatch.setattr("style_memory_cli.doctor.installation._EXTRAS", {"langchain": ("no-such-distribution",)})
    found = check_up(Session({"HOME": str(home)}, given_url="sqlite://"), None)
    assert [finding.detail for finding in found if finding.subject == "langchain"] == [
        "not installed (the extra `langchain` brings it)"
    ]
