"""Commands answer as people talk: a sentence where nothing was found, and `off` for off."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from style_memory.operations.catalogue import Operation, catalogue
from tests.faces.cli_runner import Cli, runner

BY_ID_OR_TEXT = [each for each in catalogue().values() if "id_or_text" in each.request.model_fields]
by_id_or_text = pytest.mark.parametrize("operation", BY_ID_OR_TEXT, ids=lambda operation: operation.name)


@pytest.fixture
def cli(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Cli:
    made = runner(monkeypatch, capsys, f"sqlite:///{tmp_path}/cli.db")
    monkeypatch.setenv("STYLE_MEMORY_OWNER", "ana")
    return made


def hyphenated(operation: Operation) -> str:
    return operation.name.replace("_", "-")


@by_id_or_text
def test_that_nothing_was_found_is_one_sentence_and_no_error(cli: Cli, operation: Operation) -> None:
    ran = cli(hyphenated(operation), "no such thing")
    assert (ran.code, ran.err) == (0, "")
    done = "forgotten" if operation.name.startswith("forget") else "pinned"
    assert re.fullmatch(rf"No (habit|preference) has this id or exact text, so nothing was {done}: .+\.\n", ran.out)


@by_id_or_text
def test_the_sentence_names_a_command_that_runs_as_it_is_printed(cli: Cli, operation: Operation) -> None:
    ran = cli(hyphenated(operation), "no such thing", "--owner", "ben")
    (command,) = re.findall("`style-memory (.+)`", ran.out)
    assert command.endswith("--owner ben")
    assert cli(*command.split()).code == 0


@by_id_or_text
def test_programs_get_the_zero_as_before(cli: Cli, operation: Operation) -> None:
    answer = cli(hyphenated(operation), "no such thing", "--json").json
    assert answer == {"removed" if operation.name.startswith("forget") else "updated": 0, "revision": 0}


def test_what_was_to_be_unpinned_is_said_so(cli: Cli) -> None:
    assert "nothing was unpinned" in cli("pin-style-habit", "no such thing", "--no-pinned").out


def test_what_was_found_is_told_as_before(cli: Cli) -> None:
    cli("distill-recent-style", "--habits", '[{"kind": "catchphrase", "text": "ship it"}]')
    for command, told in (("pin-style-habit", "updated"), ("forget-style-habit", "removed")):
        out = cli(command, "ship it").out
        assert re.search(rf"{told} +│ 1", out)
        assert "No habit" not in out


@pytest.mark.parametrize("word", ["on", "true", "yes", "1", "ON", "--enabled"])
def test_learning_is_resumed_in_any_words(cli: Cli, word: str) -> None:
    cli("set-learning-enabled", "off")
    assert cli("set-learning-enabled", word, "--json").json["allow_learning"] is True


@pytest.mark.parametrize("word", ["off", "false", "no", "0", "Off", "--no-enabled"])
def test_learning_is_paused_in_any_words(cli: Cli, word: str) -> None:
    assert cli("set-learning-enabled", word, "--json").json["allow_learning"] is False
    assert cli("get-style-memory-status", "--json").json["allow_learning"] is False


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["perhaps"], "set_learning_enabled: `enabled`: input should be a valid boolean"),
        ([], "`enabled` is required"),
        (["off", "--enabled"], "given twice"),
    ],
)
def test_other_words_none_and_two_at_once_are_wrong_usage(cli: Cli, arguments: list[str], told: str) -> None:
    ran = cli("set-learning-enabled", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert told in ran.err
    assert "perhaps" not in ran.err
    assert ran.err.count("\n") == 1


def test_the_help_shows_how_it_is_said(cli: Cli) -> None:
    assert "[on|off]" in cli("set-learning-enabled", "--help").out


def test_what_was_passed_over_is_told_in_words(cli: Cli) -> None:
    ran = cli("distill-recent-style", "--habits", '[{"txt": "a"}, {"kind": "emoji", "text": "✨"}, {"kind": "emoji"}]')
    assert ran.code == 0
    assert "\nhint_bad_text: a hint was left out: `text` is missing, empty or no text (2 times)\n" in ran.out


def test_where_nothing_was_passed_over_nothing_is_said_of_it(cli: Cli) -> None:
    assert "left out" not in cli("observe-user-message", "ship it lol").out


def test_programs_get_the_codes_of_what_was_passed_over(cli: Cli) -> None:
    assert cli("distill-recent-style", "--habits", '[{"txt": "a"}]', "--json").json["ignored"] == ["hint_bad_text"]
