"""`style-memory doctor` compares the schema with the program's, whatever revision the database says it is at."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.faces.cli_runner import Cli, Ran, runner
from tests.faces.desktop_home import new_home


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "style.db"


@pytest.fixture
def cli(
    tmp_path_factory: pytest.TempPathFactory,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    file: Path,
) -> Cli:
    """A current database with one owner, who is named in the environment."""
    new_home(tmp_path_factory.mktemp("person") / "home", monkeypatch)
    cli = runner(monkeypatch, capsys, f"sqlite:///{file}")
    monkeypatch.setenv("STYLE_MEMORY_OWNER", "ana")
    cli("observe-user-message", "haha ship it")
    return cli


def change(file: Path, *statements: str) -> None:
    with closing(sqlite3.connect(file)) as connection:
        for statement in statements:
            connection.execute(statement)
        connection.commit()


def found(cli: Cli) -> dict[str, list[dict[str, Any]]]:
    ran = cli("doctor", "--json")
    report = Ran(code=0, out=ran.out, err=ran.err).json
    assert ran.code == (0 if report["healthy"] else 1)
    by_subject: dict[str, list[dict[str, Any]]] = {}
    for finding in report["findings"]:
        by_subject.setdefault(finding["subject"], []).append(finding)
    return by_subject


@pytest.mark.parametrize(
    ("statement", "missing"),
    [
        ("ALTER TABLE style_memory_owners DROP COLUMN stylometry", "style_memory_owners.stylometry"),
        ("DROP TABLE style_memory_tombstones", "style_memory_tombstones"),
        (
            "DROP INDEX ix_style_memory_turns_owner_id_session_key_chain_key",
            "ix_style_memory_turns_owner_id_session_key_chain_key",
        ),
    ],
)
def test_what_is_missing_is_a_fault_of_the_schema_and_of_nothing_else(
    cli: Cli, file: Path, statement: str, missing: str
) -> None:
    change(file, statement)
    report = found(cli)
    (schema,) = report["schema"]
    assert schema["state"] == "fault"
    assert missing in schema["detail"]
    assert "db restore" in schema["advice"]
    assert [each["state"] for each in report["database"] + report["integrity"]] == ["ok", "ok"]
    assert "memory" not in report


def test_doctor_and_db_check_tell_the_same_difference(cli: Cli, file: Path) -> None:
    change(file, "ALTER TABLE style_memory_owners DROP COLUMN stylometry")
    checked = cli("db", "check")
    assert checked.code == 1
    assert checked.out.strip() == found(cli)["schema"][0]["detail"]


def test_a_use_of_a_database_that_lacks_a_column_says_what_to_do(cli: Cli, file: Path) -> None:
    change(file, "ALTER TABLE style_memory_owners DROP COLUMN stylometry")
    ran = cli("get-style-memory-status")
    assert ran.code == 1
    assert "style-memory db check" in ran.err
    assert "OperationalError" not in ran.err
