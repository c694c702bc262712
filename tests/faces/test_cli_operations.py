"""Every operation on the command line: the ways to give arguments, and what people are told.

That a command does what Python does is in `test_parity.py`.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from style_memory.operations.catalogue import Operation, operations_by_toolset
from style_memory_hooks.hosts import HOSTS
from tests.faces.answers import OPERATIONS, arguments_of
from tests.faces.cli_runner import Cli, command_line, runner

PROGRAM = [sys.executable, "-c", "from style_memory_cli.main import main; main()"]
HINTS = [{"kind": "idiolect", "text": "tiny but mighty"}]


@pytest.fixture
def cli(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Cli:
    return runner(monkeypatch, capsys, f"sqlite:///{tmp_path}/cli.db")


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation.name)
def test_every_example_is_shown_to_people_and_explained_by_help(cli: Cli, operation: Operation) -> None:
    shown = cli(*command_line(operation, arguments_of(operation)), "--owner", "ana")
    assert (shown.code, shown.err) == (0, "")
    assert shown.out.strip()
    told = cli(operation.name.replace("_", "-"), "--help")
    assert told.code == 0
    assert operation.help.split()[0] in told.out
    for name in operation.request.model_fields:
        assert f"--{name.replace('_', '-')}" in told.out


def test_the_program_help_lists_every_operation(cli: Cli) -> None:
    told = cli("--help")
    assert told.code == 0
    assert set(re.findall(r"^  ([a-z-]+) ", told.out, re.M)) >= {each.name.replace("_", "-") for each in OPERATIONS}


@pytest.mark.parametrize(
    ("arguments", "piped"),
    [
        (["ship it lol"], ""),
        (["--text", "ship it lol"], ""),
        (["-"], "ship it lol\n"),
        ([], "ship it lol\r\n"),
        (["--text", "-"], "\ufeffship it lol"),
    ],
)
def test_a_text_is_taken_as_argument_option_or_input(cli: Cli, arguments: list[str], piped: str) -> None:
    line = ["observe-user-message", "--owner", "ana", "--turn-id", "t", "--session-id", "s"]
    assert cli(*line, *arguments, "--json", piped=piped).json["observed"] is True
    assert cli(*line, "ship it lol", "--json").json["ignored"] == ["already_observed"]


def test_input_that_is_no_utf8_or_endless_is_still_observed(cli: Cli) -> None:
    assert cli("observe-user-message", "--owner", "ana", "--json", piped=b"caf\xe9 lol").json["observed"] is True
    assert cli("observe-user-message", "--owner", "ana", "--json", piped=b"haha " * 10**6).json["observed"] is True


def test_a_habit_that_looks_like_a_dash_or_an_option_can_be_named(cli: Cli) -> None:
    assert cli("forget-style-habit", "-", "--owner", "ana", "--json").json["removed"] == 0
    assert cli("forget-style-habit", "--owner", "ana", "--json", "--", "-_-").json["removed"] == 0


@pytest.mark.parametrize(
    ("arguments", "typed"),
    [(["observe-user-message"], ""), (["observe-user-message"], None), (["pin-style-habit"], None)],
)
def test_a_missing_text_is_wrong_usage(cli: Cli, arguments: list[str], typed: str | None) -> None:
    ran = cli(*arguments, "--owner", "ana", typed=typed)
    assert ran.code == 2
    told = r"style-memory: \w+: `(text|id_or_text)` is required\. See `style-memory .+ --help`\.\n"
    assert re.fullmatch(told, ran.err)


def test_a_text_that_is_given_twice_is_wrong_usage(cli: Cli) -> None:
    ran = cli("observe-user-message", "lol", "--text", "haha", "--owner", "ana")
    assert ran.code == 2
    assert "given twice" in ran.err


def test_nested_arguments_are_json_or_a_file(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "hints.json"
    file.write_text(json.dumps(HINTS), encoding="utf-8")
    for number, hints in enumerate((json.dumps(HINTS), f"@{file}")):
        line = ["observe-user-message", "ok", "--hints", hints, "--owner", f"o{number}", "--verbose", "--json"]
        assert "tiny but mighty" in {item["text"] for item in cli(*line).json["items"]}


@pytest.mark.parametrize("hints", ["[{", "@missing.json", "nonsense", "@."])
def test_nested_arguments_that_are_neither_are_wrong_usage(cli: Cli, hints: str) -> None:
    ran = cli("observe-user-message", "ok", "--hints", hints, "--owner", "ana")
    assert ran.code == 2
    assert "--hints" in ran.err
    assert ran.err.count("\n") == 1


def test_json_of_the_wrong_shape_is_wrong_usage_and_makes_no_database(cli: Cli, tmp_path: Path) -> None:
    ran = cli("distill-recent-style", "--habits", '{"text": "lol"}', "--owner", "ana")
    assert ran.code == 2
    assert "`habits`" in ran.err
    assert not (tmp_path / "cli.db").exists()


@pytest.mark.parametrize(
    "wrong",
    [
        ["--limit", "101"],
        ["--limit", "few"],
        ["--status", "asleep"],
        ["--colour", "red"],
        ["more", "words"],
        ["--limit"],
    ],
)
def test_wrong_values_and_unknown_options_exit_2_with_one_line(cli: Cli, wrong: list[str]) -> None:
    ran = cli("list-style-habits", "--owner", "ana", *wrong)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("style-memory: ")
    assert ran.err.count("\n") == 1


@pytest.mark.parametrize("text", ["ship it lol", "--- ship it", "-----BEGIN ship it"])
def test_a_text_without_quotes_or_with_a_dash_in_front_is_not_repeated_but_told_how_to_give(
    cli: Cli, text: str
) -> None:
    words = text.split() if text[0] != "-" else [text]
    ran = cli("observe-user-message", *words, "--owner", "ana")
    assert ran.code == 2
    assert "ship it" not in ran.err
    assert ("quotes" in ran.err) if len(words) > 1 else ("`--`" in ran.err)
    assert cli("observe-user-message", "--owner", "ana", "--json", "--", text).json["observed"] is True


def test_a_misspelled_option_is_told_with_the_one_that_may_be_meant(cli: Cli) -> None:
    ran = cli("list-style-habits", "--owner", "ana", "--limt", "3")
    assert ran.err.startswith("style-memory: list_style_habits: unknown argument `limt`. Did you mean '--limit'?")


def test_a_status_is_chosen_in_either_case(cli: Cli) -> None:
    assert cli("list-style-habits", "--owner", "ana", "--status", "ACTIVE", "--json").json == {"habits": []}


def test_the_owner_comes_from_the_option_or_the_environment(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STYLE_MEMORY_OWNER", "ben")
    cli("observe-user-message", "hello there")
    cli("observe-user-message", "hello there", "--owner", "ana")
    assert cli("owners", "list", "--json").json["owners"] == ["ana", "ben"]


@pytest.mark.parametrize("owner", [[], ["--owner", ""], ["--owner", " ana"], ["--owner", "a\nb"]])
def test_a_missing_or_bad_owner_is_told_in_one_line_before_anything_is_made(
    cli: Cli, tmp_path: Path, owner: list[str]
) -> None:
    ran = cli("get-style-brief", *owner)
    assert (ran.code, ran.out) == (2, "")
    assert re.fullmatch(r"style-memory: (No owner was given: .*--owner.*|An owner id has .*)\n", ran.err)
    assert not (tmp_path / "cli.db").exists()


def test_markup_in_stored_text_is_shown_as_it_is(cli: Cli) -> None:
    habit = [{"kind": "idiolect", "text": "[red]hot[/red] :smile:"}]
    ran = cli("distill-recent-style", "--habits", json.dumps(habit), "--owner", "ana")
    assert "[red]hot[/red] :smile:" in ran.out
    assert "\x1b" not in ran.out


def test_a_brief_is_printed_as_it_is(cli: Cli) -> None:
    printed = cli("get-style-brief", "--owner", "ana", "--context", "casual_chat")
    assert printed.out == cli("get-style-brief", "--owner", "ana", "--context", "casual_chat", "--json").json + "\n"


def test_the_database_and_debug_options_are_taken_in_any_place(cli: Cli, tmp_path: Path) -> None:
    first, second = tmp_path / "first.db", tmp_path / "second.db"
    cli("--database-url", f"sqlite:///{first}", "observe-user-message", "hi", "--owner", "ana")
    cli("observe-user-message", "hi", "--owner", "ana", "--database-url", f"sqlite:///{second}")
    assert first.exists()
    assert second.exists()
    assert not (tmp_path / "cli.db").exists()
    assert "Traceback" in cli("get-style-brief", "--debug").err


@pytest.mark.parametrize("url", ["oracle://somewhere/x", "style.db", "sqlite:////dev/null/style.db"])
def test_a_database_that_cannot_be_used_exits_1_with_one_line(cli: Cli, url: str) -> None:
    ran = cli("get-style-brief", "--owner", "ana", "--database-url", url)
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith("style-memory: ")
    assert ran.err.count("\n") == 1


def test_a_bad_setting_is_named_with_its_range(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STYLE_MEMORY_BRIEF_TOKENS", "many")
    ran = cli("get-style-brief", "--owner", "ana")
    assert ran.code == 1
    assert re.search(r"STYLE_MEMORY_BRIEF_TOKENS .* \d+ to \d+", ran.err)


def test_an_unexpected_error_says_nothing_of_its_text_but_with_debug(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise TypeError("my private words")

    monkeypatch.setattr("style_memory.OwnerMemory.call", broken)
    told = cli("get-style-brief", "--owner", "ana")
    assert told.code == 1
    assert told.err == "style-memory: Unexpected TypeError: run again with --debug to see where.\n"
    assert "Traceback" in cli("get-style-brief", "--owner", "ana", "--debug").err


def test_an_interrupt_exits_130_without_a_word(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("style_memory.StyleMemory.open", interrupted)
    ran = cli("get-style-brief", "--owner", "ana")
    assert ran.code == 130
    assert not ran.err.strip()


def test_a_reader_that_goes_away_is_no_error(tmp_path: Path) -> None:
    line = [*PROGRAM, "get-style-brief", "--owner", "ana", "--database-url", f"sqlite:///{tmp_path}/cli.db"]
    with subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""


@pytest.mark.parametrize("closed", ["0<&-", "1>&-", "2>&-", "0<&- 1>&- 2>&-"])
@pytest.mark.parametrize(
    ("arguments", "code"),
    [("owners list", 0), ("owners list --json", 0), ("observe-user-message --owner ana", 2), ("get-style-brief", 2)],
)
def test_a_closed_stream_is_no_error(cli: Cli, arguments: str, code: int, closed: str) -> None:
    cli("observe-user-message", "ship it lol", "--owner", "ana")
    line = ["/bin/sh", "-c", f'exec "$@" {arguments} {closed}', "sh", *PROGRAM]
    ran = subprocess.run(line, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    assert ran.returncode == code, ran.stderr
    assert bool(ran.stdout) == (code == 0 and "1>" not in closed)
    assert bool(ran.stderr) == (code != 0 and "2>" not in closed)


@pytest.mark.usefixtures("cli")
@pytest.mark.parametrize(
    ("arguments", "told"),
    [(["--", "--json"], "| observed | yes |"), (["--json", "--", "--json"], '"observed": true')],
    ids=["for people", "as JSON"],
)
def test_what_an_output_cannot_encode_is_spelled_out(
    monkeypatch: pytest.MonkeyPatch, arguments: list[str], told: str
) -> None:
    monkeypatch.setenv("PYTHONIOENCODING", "ascii")
    line = [*PROGRAM, "observe-user-message", "--owner", "ana", *arguments]
    ran = subprocess.run(line, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert told in ran.stdout
    assert ran.stdout.isascii()


def test_help_loads_neither_rich_nor_the_database(tmp_path: Path) -> None:
    loaded = (
        "import sys\nfrom style_memory_cli.main import run\nrun(['--help'])\n"
        "print([name for name in ('rich', 'sqlalchemy', 'alembic', 'langchain') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", loaded], capture_output=True, text=True, check=True, cwd=tmp_path)
    assert done.stdout.splitlines()[-1] == "[]"


def test_the_version_is_shown(cli: Cli) -> None:
    assert re.fullmatch(r"style-memory \d+\.\d+\.\d+\S*\n", cli("--version").out)


def test_without_a_command_the_help_is_shown_and_the_code_is_2(cli: Cli) -> None:
    ran = cli()
    assert ran.code == 2
    assert "Usage: style-memory" in ran.err


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        (["doctr"], "No such command 'doctr'. Did you mean doctor?"),
        (["get-style-breif"], "Did you mean get-style-brief"),
        (["status"], "No such command 'status'. Did you mean get-style-memory-status?"),
        (["db", "chek"], "No such command 'chek'. Did you mean check?"),
        (["xyzzy"], "No such command 'xyzzy'. See `style-memory --help`."),
    ],
)
def test_a_mistyped_command_is_refused_with_what_may_be_meant(cli: Cli, typed: list[str], told: str) -> None:
    ran = cli(*typed)
    assert (ran.code, ran.out) == (2, "")
    assert told in ran.err


def test_the_help_of_mcp_names_every_toolset_with_its_operations(cli: Cli) -> None:
    told = " ".join(cli("mcp", "--help").out.split())
    assert all(f" {name} " in told for name in operations_by_toolset())
    assert "runtime observe_user_message, get_style_brief hooked all of style but observe_user_message" in told


def test_the_help_of_hook_names_every_host_with_its_events(cli: Cli) -> None:
    told = " ".join(cli("hook", "--help").out.split())
    assert all(f" {name} {', '.join(host.events)}" in told for name, host in HOSTS.items())


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_prints_the_script_of_each_shell(cli: Cli, shell: str) -> None:
    ran = cli("completion", shell)
    assert ran.code == 0
    assert "_STYLE_MEMORY_COMPLETE" in ran.out


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        ("style-memory list-", {"plain,list-style-habits", "plain,list-interaction-profile"}),
        ("style-memory set-learning-enabled o", {"plain,on", "plain,off"}),
        ("style-memory get-style-brief --context medi", {"plain,medical"}),
        ("style-memory hook user", {"plain,UserPromptSubmit"}),
        ("style-memory hook --host gemini-cli Be", {"plain,BeforeAgent"}),
        ("style-memory hook --host c", {"plain,claude-code", "plain,codex", "plain,cursor"}),
    ],
)
def test_completion_completes_operations_and_the_words_that_they_know(
    tmp_path: Path, words: str, offered: set[str]
) -> None:
    last = str(len(words.split()) - 1)
    environment = {"_STYLE_MEMORY_COMPLETE": "bash_complete", "COMP_WORDS": words, "COMP_CWORD": last}
    done = subprocess.run(PROGRAM, capture_output=True, text=True, check=False, env=environment, cwd=tmp_path)
    assert offered <= set(done.stdout.split())


def test_a_review_says_how_many_more_there_are(cli: Cli) -> None:
    for word in ("lol", "haha", "ngl"):
        cli("observe-user-message", f"{word} ok", "--owner", "ana")
    told = cli("review-style-habits", "--owner", "ana", "--limit", "1").out
    assert "… and 2 more: ask for them with --limit" in told
    assert "more: ask" not in cli("review-style-habits", "--owner", "ana").out


def test_somebody_who_comes_from_the_peer_is_told_how_to_take_the_store_over(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    ran = cli("get-style-brief", "--owner", "ana")
    assert ran.err == ""
    monkeypatch.setenv("STYLE_MEMORY_PATH", "/somewhere/style-memory.json")
    told = cli("get-style-brief", "--owner", "ana")
    assert "style-memory import style-memory-mcp FILE" in told.err
    assert len(told.err.splitlines()) == 1
    assert told.out == ran.out
