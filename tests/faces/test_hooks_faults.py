"""Whatever goes wrong, the host goes on: exit code 0, a valid answer, a line in the log, none of the person's words."""

from __future__ import annotations

import errno
import json
import os
import sqlite3
import subprocess
import sys
import threading
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from style_memory import StyleMemory
from style_memory_hooks import HOSTS, running
from style_memory_hooks.faults import FaultLog
from style_memory_hooks.sessions import Session, Sessions
from style_memory_hooks.standby import VARIABLE
from tests.faces.hook_player import HostPlayer, Play, recorded, stage

PROMPT = "the dragonfruit deploy is broken lol"
POSIX = pytest.mark.skipif(os.name != "posix", reason="file modes are those of POSIX")


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Play:
    return stage(monkeypatch, capsys, tmp_path)


@pytest.fixture
def player(play: Play) -> HostPlayer:
    return play()


def test_a_missing_owner_is_told_in_the_log_with_what_to_do(player: HostPlayer) -> None:
    ran = player.cli("hook", "SessionStart", piped=json.dumps(recorded("claude-code")["SessionStart"]))
    assert (ran.code, ran.json, ran.err) == (0, {}, "")
    assert "style-memory connect claude-code --hooks" in player.log
    assert "STYLE_MEMORY_OWNER" in player.log
    assert player.log.count("\n") == 1


def test_the_owner_may_come_from_the_environment(player: HostPlayer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STYLE_MEMORY_OWNER", "ana")
    player.cli("hook", "UserPromptSubmit", piped=json.dumps(recorded("claude-code")["UserPromptSubmit"]))
    assert player.turns == 1


@pytest.mark.parametrize("owner", ["ana\n", " ana", "a" * 201])
def test_an_owner_that_is_not_acceptable_is_told_in_the_log(play: Play, owner: str) -> None:
    player = play(owner=owner)
    assert player.event("prompt", prompt=PROMPT).json == {}
    assert "OwnerInvalid" in player.log


@pytest.mark.parametrize("piped", [b"", b"{", b"\xff\xfe", b"[]", b"7", b'{"a":' * 9000, b"null", b"{}"])
def test_input_that_is_no_event_is_told_in_the_log(player: HostPlayer, piped: bytes) -> None:
    ran = player.cli("hook", "UserPromptSubmit", "--owner", "ana", piped=piped)
    assert (ran.code, ran.json) == (0, {})
    assert player.log.count("\n") == 1


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["NoSuchEvent"],
        ["Stop", "--host", "emacs"],
        ["Stop", "--host"],
        ["Stop", "--no-such-option", "x"],
        ["Stop", "too", "many"],
        ["Stop", "--owner"],
    ],
)
def test_no_misuse_ends_with_a_code_that_could_stop_the_host(player: HostPlayer, arguments: list[str]) -> None:
    ran = player.cli("hook", *arguments, piped="{}")
    assert (ran.code, ran.json) == (0, {})
    assert player.log.count("\n") == 1


@pytest.mark.parametrize("host", HOSTS)
@pytest.mark.parametrize("kind", ["start", "prompt"])
def test_a_damaged_database_disturbs_no_host(play: Play, host: str, kind: str) -> None:
    player = play(host=host)
    (player.folder / "style.db").write_bytes(b"no database at all" * 500)
    answer = player.event(kind).json
    assert answer == ({"continue": True} if (host, kind) == ("cursor", "prompt") else {})
    assert "DatabaseDamaged" in player.log


def test_a_bad_setting_disturbs_no_host(player: HostPlayer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STYLE_MEMORY_BRIEF_TOKENS", "many")
    assert player.event("start").json == {}
    assert "STYLE_MEMORY_BRIEF_TOKENS" in player.log


@pytest.mark.parametrize("transcript", ["/nowhere/at/all.jsonl", "", "/", "\0", 7, None])
def test_a_transcript_that_can_not_be_read_disturbs_no_host(player: HostPlayer, transcript: Any) -> None:
    assert player.event("stop", transcript_path=transcript).json == {}


@pytest.mark.parametrize("field", ["session_id", "prompt", "source", "hook_event_name"])
def test_fields_of_another_type_disturb_no_host(player: HostPlayer, field: str) -> None:
    for kind in ("start", "prompt", "compact", "stop"):
        player.event(kind, **{field: ["x"]})


def test_a_state_folder_that_can_not_be_made_disturbs_no_host(player: HostPlayer) -> None:
    (player.folder / "state").write_text("a file")
    player.submit(PROMPT)
    assert f"{player.folder / 'state'} can't be used" in player.log


def test_a_log_that_can_not_be_written_disturbs_no_host(player: HostPlayer) -> None:
    (player.folder / "log").write_text("a file")
    assert player.event("prompt", session_id="").json == {}


@POSIX
@pytest.mark.parametrize("read", [False, True])
def test_a_pipe_in_the_place_of_the_log_keeps_no_hook_waiting(tmp_path: Path, read: bool) -> None:
    log = FaultLog(tmp_path)
    os.mkfifo(log.path)
    reader = os.open(log.path, os.O_RDONLY | os.O_NONBLOCK) if read else None
    writing = threading.Thread(target=log.write, args=("claude-code Stop", "X"), daemon=True)
    writing.start()
    writing.join(30)
    assert not writing.is_alive()
    if reader is not None:
        assert os.read(reader, 100) == b""
        os.close(reader)


@POSIX
def test_a_pipe_in_the_place_of_a_state_keeps_no_hook_waiting(tmp_path: Path) -> None:
    sessions = Sessions(tmp_path, "claude-code", "ana")
    sessions.save("s1", Session(turns=3))
    (path,) = tmp_path.iterdir()
    path.unlink()
    os.mkfifo(path)
    loading = threading.Thread(target=sessions.load, args=("s1",), daemon=True)
    loading.start()
    loading.join(30)
    assert not loading.is_alive()
    sessions.save("s1", Session(turns=4))
    assert [state.turns for state in (sessions.load("s1"),) if state] == [4]


@pytest.mark.parametrize("failing", ["style_memory_hooks.sessions.json.dump", "pathlib.Path.replace"])
def test_a_state_that_can_not_be_kept_leaves_the_one_before_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failing: str
) -> None:
    sessions = Sessions(tmp_path, "claude-code", "ana")
    sessions.save("s1", Session(turns=3))
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    with monkeypatch.context() as full:
        full.setattr(failing, _finds_no_space)
        with pytest.raises(OSError, match="No space"):
            sessions.save("s1", Session(turns=4))
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_a_state_that_is_nested_too_deeply_is_none(tmp_path: Path) -> None:
    sessions = Sessions(tmp_path, "claude-code", "ana")
    sessions.save("s1", Session())
    for path in tmp_path.iterdir():
        path.write_text("[" * 100_000, "utf-8")
    assert sessions.load("s1") is None


@pytest.mark.parametrize("kind", ["start", "no event"])
@pytest.mark.parametrize("output", ["full", "closed pipe"])
def test_an_output_that_takes_nothing_ends_no_hook_with_another_code(tmp_path: Path, output: str, kind: str) -> None:
    if output == "full":
        if not Path("/dev/full").exists():
            pytest.skip("no such device here")
        out = os.open("/dev/full", os.O_WRONLY)
    else:
        reader, out = os.pipe()
        os.close(reader)
    given = recorded("claude-code")["SessionStart"] if kind == "start" else {}
    program = (
        "from pathlib import Path; from style_memory_hooks import running; from style_memory_cli.main import main\n"
        f"running.state_folder = running.log_folder = lambda: Path({str(tmp_path)!r})\n"
        f"main(['--database-url', 'sqlite:///{tmp_path / 'style.db'}', 'hook', 'SessionStart', '--owner', 'ana'])"
    )
    try:
        ran = subprocess.run(
            [sys.executable, "-c", program],
            input=json.dumps(given),
            stdout=out,
            stderr=subprocess.PIPE,
            env={**os.environ, VARIABLE: "off", "PYTHONUNBUFFERED": ""},  # what is not written is kept for later
            text=True,
            timeout=60,
        )
    finally:
        os.close(out)
    assert (ran.returncode, ran.stderr) == (0, "")


def test_odd_characters_in_ids_and_prompts_disturb_no_host(player: HostPlayer) -> None:
    player.session = "../\ud800/\0"
    given = recorded("claude-code")["UserPromptSubmit"] | {"session_id": player.session, "prompt": "lol \ud800\0 ngl"}
    player.cli("hook", "UserPromptSubmit", "--owner", "ana", piped=json.dumps(given))
    assert (player.log, player.turns) == ("", 1)


def test_a_database_that_is_in_use_for_long_does_not_keep_the_host_waiting(tmp_path: Path) -> None:
    path = tmp_path / "style.db"
    with StyleMemory.open(f"sqlite:///{path}") as memory:
        memory.for_owner("ana").observe_user_message(text="hi")
    program = (
        "from pathlib import Path; from style_memory_hooks import running; from style_memory_cli.main import main\n"
        f"running.DEADLINE_SECONDS = 3.0; running.state_folder = running.log_folder = lambda: Path({str(tmp_path)!r})\n"
        f"main(['--database-url', 'sqlite:///{path}', 'hook', '--owner', 'ana'])"
    )
    blocker = sqlite3.connect(path, isolation_level=None)
    blocker.execute("BEGIN IMMEDIATE")
    try:
        given = json.dumps(recorded("claude-code")["UserPromptSubmit"])
        ran = subprocess.run([sys.executable, "-c", program], input=given, capture_output=True, text=True, timeout=25)
    finally:
        blocker.close()
    assert (ran.returncode, json.loads(ran.stdout), ran.stderr) == (0, {}, "")
    assert "Took longer" in (tmp_path / "hooks.log").read_text("utf-8")


def test_neither_state_nor_log_holds_words_of_the_person(player: HostPlayer, monkeypatch: pytest.MonkeyPatch) -> None:
    player.start()
    player.turn(PROMPT)
    with monkeypatch.context() as dying:
        dying.setattr("style_memory_hooks.handling._observe", _dies_telling)
        player.submit(f"{PROMPT} again")
    player.event("compact")
    kept = b"".join(
        path.read_bytes() for path in player.folder.rglob("*") if path.is_file() and path.suffix != ".jsonl"
    )
    assert "ValueError at test_hooks_faults.py" in player.log
    assert b"dragonfruit" not in kept
    assert player.session.encode() not in b"".join(path.name.encode() for path in player.states)


def test_debug_shows_the_traceback_and_still_ends_well(player: HostPlayer) -> None:
    ran = player.cli("--debug", "hook", "Stop", "--host", "emacs", piped="{}")
    assert (ran.code, ran.json) == (0, {})
    assert "Traceback" in ran.err


@POSIX
def test_state_and_log_are_for_their_user_alone(player: HostPlayer) -> None:
    player.submit(PROMPT)
    player.event("stop", session_id="")
    paths = [*player.states, player.folder / "log" / "hooks.log"]
    assert {path.stat().st_mode & 0o777 for path in paths} == {0o600}
    assert {(player.folder / name).stat().st_mode & 0o777 for name in ("state", "log")} == {0o700}


def test_states_of_conversations_that_rested_for_a_month_go(player: HostPlayer) -> None:
    player.submit(PROMPT)
    (old,) = player.states
    long_ago = old.stat().st_mtime - timedelta(days=31).total_seconds()
    os.utime(old, (long_ago, long_ago))
    player.session = "s2"
    player.start()
    assert old not in player.states
    assert len(player.states) == 1


def test_the_log_is_kept_short(player: HostPlayer) -> None:
    player.event("stop", session_id="")
    log = player.folder / "log" / "hooks.log"
    log.write_text("x" * 300_000)
    player.event("stop", session_id="")
    assert log.stat().st_size < 1000
    assert log.with_suffix(".log.1").stat().st_size == 300_000


@pytest.mark.parametrize(("kind", "opens"), [("compact", False), ("stop", False), ("start", True)])
def test_only_events_that_need_the_database_open_it(player: HostPlayer, kind: str, opens: bool) -> None:
    player.event(kind)
    assert (player.folder / "style.db").exists() is opens


def test_the_places_of_state_and_log_are_the_platforms(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "style-memory" in str(running.state_folder())
    assert "style-memory" in str(running.log_folder())


def _finds_no_space(*_: Any, **__: Any) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def _dies_telling(*given: Any) -> None:
    raise ValueError(given)


def test_an_answer_that_is_being_written_is_not_cut_off_at_the_deadline(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ended: list[int] = []
    monkeypatch.setattr(os, "_exit", ended.append)
    said, log = running._Once(), FaultLog(tmp_path)
    assert said.say({"answer": "the brief"})
    running._give_up(said, {}, log, "claude-code Stop")
    assert ended == []
    assert capsys.readouterr().out == '{"answer": "the brief"}\n'
    running._give_up(running._Once(), {}, log, "claude-code Stop")
    assert ended == [0]
    assert "Took longer" in log.path.read_text("utf-8")
