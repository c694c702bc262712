"""`style-memory demo`: two people's real chat through a real agent, on a database of its own."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from style_memory import OwnerMemory
from style_memory_cli.demo_run import _tries, number_of_turns, run_demo, two_people
from style_memory_cli.demo_view import show_demo
from tests.faces.cli_runner import Cli, runner


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What one run of the demo showed."""
    return run_demo(tmp_path_factory.mktemp("demo") / "demo.db", lambda: None)


@pytest.fixture
def cli(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Cli:
    return runner(monkeypatch, capsys, f"sqlite:///{tmp_path}/own.db")


def test_every_model_call_of_the_agent_had_a_brief(shown: dict[str, Any]) -> None:
    for person in shown["people"]:
        assert person["model_calls"] == person["model_calls_with_brief"] == person["turns"]


def test_something_is_learned_of_each_and_their_briefs_differ(shown: dict[str, Any]) -> None:
    one, other = shown["people"]
    assert one["habits"]
    assert other["habits"]
    assert one["briefs"]["casual_chat"] != other["briefs"]["casual_chat"]


def test_the_medical_brief_holds_none_of_the_playful_habits(shown: dict[str, Any]) -> None:
    for person in shown["people"]:
        for habit in person["habits"]:
            if habit["kind"] not in ("structure", "language_mix"):
                assert f"“{habit['text']}”" not in person["briefs"]["medical"]


def test_neither_person_reaches_the_other(shown: dict[str, Any]) -> None:
    assert len(shown["isolation"]) == 2
    for tried in shown["isolation"]:
        assert tried["answered_as_unknown"] == tried["ids_tried"] > 0
        assert tried["ids_in_common"] == 0
        assert tried["untouched"] is True


def test_a_habit_or_a_preference_that_is_reached_would_show(ana: OwnerMemory) -> None:
    ana.distill_recent_style(habits=[{"kind": "catchphrase", "text": "ship it"}])
    ana.distill_interaction_profile(preferences=[{"category": "workflow", "text": "likes a plan first"}])
    tried = _tries(ana, ana)
    assert (tried["ids_tried"], tried["answered_as_unknown"], tried["ids_in_common"]) == (2, 0, 2)
    assert tried["untouched"] is False


@pytest.mark.parametrize("columns", ["80", "160"])
def test_a_person_sees_all_of_it_at_any_width(
    shown: dict[str, Any], columns: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    show_demo(shown)
    out = capsys.readouterr().out
    for told in ("robin", "sasha", "casual_chat", "medical", "✓", "STYLE_MEMORY_DATABASE_URL", "MIT"):
        assert told in out
    assert "✗" not in out
    assert shown["people"][0]["habits"][0]["id"] in out


def test_the_command_prints_json_of_a_new_file(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = two_people()
    for person in data["people"]:
        person["sessions"] = [session[:2] for session in person["sessions"]]
    monkeypatch.setattr("style_memory_cli.demo_run.two_people", lambda: data)
    file = tmp_path / "demo.db"
    assert cli("demo", "--database", str(file), "--json").json["database"] == str(file)
    assert file.exists()
    assert not (tmp_path / "own.db").exists()
    assert "exists already" in cli("demo", "--database", str(file)).err


def test_your_own_database_is_never_used(cli: Cli, tmp_path: Path) -> None:
    ran = cli("demo", "--database", str(tmp_path / "own.db"))
    assert ran.code == 1
    assert "your own database" in ran.err


def test_without_langchain_one_line_names_the_extra(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "langchain", None)
    ran = cli("demo")
    assert ran.code == 1
    assert "extra `langchain`" in ran.err
    assert ran.err.count("\n") == 1


def test_the_excerpt_names_its_licence_and_holds_no_placeholder() -> None:
    data = two_people()
    assert "Copyright (c) 2019 Perception, Control and Cognition Lab" in data["license_text"]
    assert "chitchat-dataset 0.9.0" in data["source"]
    assert 100 <= number_of_turns() <= 140
    text = json.dumps(data["people"])
    assert "<" not in text
    assert "@" not in text
