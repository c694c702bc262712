"""Each turn counts exactly once, whichever hooks see it, in whatever order, and wherever one of them dies."""

from __future__ import annotations

import json
import time
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from style_memory_hooks import handling
from style_memory_hooks.sessions import Sessions
from style_memory_hooks.transcripts import words_of
from tests.faces.hook_player import HOSTS, HostPlayer, Play, recorded, stage

SHIP, PLAN = "ngl ship it lol", "ok what is the plan"


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Play:
    return stage(monkeypatch, capsys, tmp_path)


@pytest.fixture
def player(play: Play) -> HostPlayer:
    return play()


def test_a_turn_that_both_hooks_see_counts_once(player: HostPlayer) -> None:
    player.turn(SHIP)
    assert player.turns == 1


def test_stop_counts_what_was_written_before_the_hooks_were_installed(player: HostPlayer) -> None:
    for prompt in (SHIP, PLAN):
        player.writes(prompt)
        player.replies()
    player.stop()
    assert player.turns == 2


def test_a_second_stop_counts_nothing_again(player: HostPlayer) -> None:
    player.writes(SHIP)
    player.replies()
    player.stop()
    player.stop()
    assert player.turns == 1


def test_hooks_that_are_installed_in_mid_session_count_old_and_new_turns(player: HostPlayer) -> None:
    player.writes(SHIP)
    player.replies()
    player.turn(PLAN)
    player.turn(SHIP)
    assert player.turns == 3


def test_the_same_words_that_the_person_writes_again_count_again(player: HostPlayer) -> None:
    for _ in range(3):
        player.turn("continue please lol")
    assert player.turns == 3


def test_a_prompt_that_is_sent_again_since_no_reply_came_is_the_same_turn(player: HostPlayer) -> None:
    player.submit(SHIP)
    player.writes(SHIP)
    player.replies(isApiErrorMessage=True)
    player.turn(SHIP)
    assert player.turns == 1


def test_a_prompt_that_is_sent_again_after_an_interruption_is_the_same_turn(player: HostPlayer) -> None:
    player.submit(SHIP)
    player.writes(SHIP)
    player.replies()
    player.writes([{"type": "text", "text": "[Request interrupted by user]"}])
    player.turn(SHIP)
    assert player.turns == 1


def test_hooks_that_are_installed_twice_count_once(player: HostPlayer) -> None:
    player.submit(SHIP)
    player.turn(SHIP)
    player.stop()
    assert player.turns == 1


def test_a_transcript_that_lags_behind_is_caught_up_with_later(player: HostPlayer) -> None:
    player.submit(SHIP)
    player.stop()
    player.writes(SHIP)
    player.replies()
    player.turn(PLAN)
    assert player.turns == 2


def test_a_line_that_is_still_being_written_waits_for_the_next_stop(player: HostPlayer) -> None:
    player.writes(SHIP)
    whole = player.transcript.read_text("utf-8")
    player.transcript.write_text(whole[:-20], "utf-8")
    player.stop()
    assert player.turns == 0
    player.transcript.write_text(whole, "utf-8")
    player.stop()
    assert player.turns == 1


def test_a_prompt_that_the_host_writes_down_in_other_words_counts_once(player: HostPlayer) -> None:
    player.submit("look at this lol [Pasted text #1 +20 lines]")
    player.writes("look at this lol\nimport os")
    player.replies()
    player.stop()
    player.turn(PLAN)
    assert player.turns == 2


def test_what_an_editor_adds_around_a_prompt_does_not_make_it_another(player: HostPlayer) -> None:
    player.submit(SHIP)
    player.writes(
        [
            {"type": "text", "text": "<ide_opened_file>The user opened main.py</ide_opened_file>"},
            {"type": "text", "text": f"{SHIP}<system-reminder>Mind the tests.</system-reminder>"},
        ]
    )
    player.stop()
    assert player.turns == 1


def test_a_hook_that_dies_before_it_observes_leaves_its_turn_to_stop(
    player: HostPlayer, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as dying:
        dying.setattr(handling, "_observe", _dies)
        player.submit(SHIP)
    player.writes(SHIP)
    player.replies()
    player.stop()
    player.turn(SHIP)
    assert player.turns == 2


def test_a_hook_that_dies_after_it_observed_is_not_counted_again_by_stop(
    player: HostPlayer, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as dying:
        dying.setattr(handling, "_brief_by_drift", _dies)
        player.submit(SHIP)
    assert player.turns == 1
    player.writes(SHIP)
    player.replies()
    player.stop()
    player.turn(PLAN)
    assert player.turns == 2


def test_a_hook_that_dies_before_it_keeps_its_state_counts_nothing_twice(
    player: HostPlayer, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as dying:
        dying.setattr(Sessions, "save", _dies)
        player.submit(SHIP)
    player.turn(SHIP)
    assert player.turns == 1


def test_a_stop_that_dies_half_way_is_finished_by_the_next(player: HostPlayer, monkeypatch: pytest.MonkeyPatch) -> None:
    for prompt in (SHIP, PLAN, "three lol"):
        player.writes(prompt)
        player.replies()
    observe, seen = handling._observe, []

    def dies_at_the_second(*given: Any) -> None:
        seen.append(1)
        if len(seen) == 2:
            raise MemoryError
        observe(*given)

    with monkeypatch.context() as dying:
        dying.setattr(handling, "_observe", dies_at_the_second)
        player.stop()
    assert player.turns == 1
    player.stop()
    assert player.turns == 3


def test_an_older_state_that_wins_a_race_makes_nothing_count_twice(player: HostPlayer) -> None:
    player.turn(SHIP)
    (state,) = player.states
    before = state.read_bytes()
    player.submit(PLAN)
    player.writes(PLAN)
    player.replies()
    state.write_bytes(before)
    player.stop()
    player.turn(PLAN)
    assert player.turns == 3


def test_a_resumed_session_goes_on_counting(player: HostPlayer) -> None:
    player.start()
    player.turn(SHIP)
    player.start("resume")
    player.turn(SHIP)
    assert player.turns == 2


@pytest.mark.parametrize("source", ["fork", "resume"])
def test_the_copied_history_of_a_fork_is_not_counted_again(play: Play, source: str) -> None:
    first, fork = play(), play(session="s2")
    first.turn(SHIP)
    rows = [json.loads(line) | {"sessionId": "s2"} for line in first.transcript.read_text("utf-8").splitlines()]
    for row in rows:
        row["timestamp"] = "2026-03-02T12:00:00.000Z"
    fork.transcript.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    fork.start(source)
    fork.turn(PLAN)
    assert fork.turns == 2


def test_entries_of_another_session_in_the_file_are_not_counted(player: HostPlayer) -> None:
    player.writes(SHIP, sessionId="elsewhere")
    player.writes(PLAN, forkedFrom={"sessionId": "elsewhere"})
    player.stop()
    assert player.turns == 0


def test_entries_that_are_older_than_the_databases_memory_are_not_counted(player: HostPlayer) -> None:
    player.writes(SHIP, age=timedelta(days=31))
    player.writes(PLAN, age=timedelta(days=29))
    player.stop()
    assert player.turns == 1


def test_a_branch_counts_its_own_prompts_and_no_others_again(player: HostPlayer) -> None:
    player.turn(SHIP)
    player.turn(PLAN)
    player.writes("no, the other way lol", parentUuid="the first reply")
    player.replies()
    player.stop()
    assert player.turns == 3


@pytest.mark.parametrize("kept", [0, 1])
def test_a_transcript_that_is_rewritten_counts_nothing_twice(player: HostPlayer, kept: int) -> None:
    for prompt in (SHIP, PLAN, SHIP):
        player.turn(prompt)
    lines = player.transcript.read_text("utf-8").splitlines(keepends=True)
    player.transcript.write_text("".join([*lines[: 2 * kept], *lines]), "utf-8")
    player.stop()
    rewritten = json.dumps({"type": "summary", "summary": "about shipping"}) + "\n" + "".join(lines)
    player.transcript.write_text(rewritten, "utf-8")
    player.stop()
    assert player.turns == 3


@pytest.mark.parametrize(
    "row",
    [
        {"type": "user", "message": {"content": [{"type": "tool_result", "content": "lol ngl"}]}},
        {"type": "user", "message": {"content": "lol ngl"}, "toolUseResult": {"stdout": "lol"}},
        {"type": "user", "message": {"content": "Stop hook feedback: lol ngl"}, "isMeta": True},
        {"type": "user", "message": {"content": "lol ngl"}, "isSidechain": True},
        {"type": "user", "message": {"content": "lol ngl"}, "isCompactSummary": True},
        {"type": "user", "message": {"content": "lol ngl"}, "origin": {"kind": "task-notification"}},
        {"type": "user", "message": {"content": "<local-command-stdout>lol ngl</local-command-stdout>"}},
        {"type": "user", "message": {"content": "<command-name>/x</command-name><command-message>x</command-message>"}},
        {"type": "user", "message": {"content": "<bash-input>ls</bash-input>"}},
        {"type": "user", "message": {"content": [{"type": "image", "source": {}}]}},
        {"type": "user", "message": {"content": 7}},
        {"type": "user", "message": "lol ngl"},
        {"type": "system", "subtype": "local_command", "content": "user lol ngl"},
        {"type": "attachment", "attachment": {"type": "user", "text": "lol ngl"}},
        {"type": ["user"], "message": {"content": "lol ngl"}},
    ],
)
def test_what_the_person_did_not_write_is_no_turn(player: HostPlayer, row: dict[str, Any]) -> None:
    player.entry(**row)
    player.writes(PLAN)
    player.stop()
    assert player.turns == 1
    assert player.log == ""


def test_lines_that_are_no_json_are_passed_over(player: HostPlayer) -> None:
    player.transcript.write_text('{"type":"user"\n["user"]\n"user"\n\n' + '{"a":' * 5000 + '"user"\n', "utf-8")
    player.writes(SHIP)
    player.stop()
    assert player.turns == 1


@pytest.mark.parametrize(
    "text",
    [
        "<system-reminder>" * 20_000,
        "<system-reminder>" * 20_000 + "</system-reminder>",
        "<a>" * 100_000,
        "<a></a>" * 50_000 + "<a>",
        "<a" * 100_000,
        "<a " * 100_000,
        f"<{'a' * 200_000}>" + "</" * 100_000,
        "/" + "a" * 300_000 + "?",
        " " * 300_000 + "<",
    ],
    ids=lambda text: f"{text.strip()[:20]}",
)
def test_no_prompt_takes_more_time_than_its_length_is_worth(text: str) -> None:
    begin = time.process_time()
    words_of(text)
    assert time.process_time() - begin < 5  # with a pattern that goes back, most of these take minutes


def test_a_prompt_of_reminders_that_never_end_keeps_no_stop_from_its_turns(player: HostPlayer) -> None:
    player.writes("<system-reminder>" * 20_000)
    player.replies()
    player.turn(SHIP)
    assert player.turns == 2
    read = json.loads(player.states[0].read_bytes())["reading"]["offset"]
    assert read == player.transcript.stat().st_size


@pytest.mark.parametrize(
    ("prompt", "words"),
    [
        ("a<system-reminder>x</system-reminder>b", "a b"),
        ("<system-reminder>x<system-reminder>y</system-reminder> z", "z"),
        ("a </system-reminder> b <system-reminder> c", "a </system-reminder> b <system-reminder> c"),
        ("a<system-reminder>x</system-reminder> b <system-reminder>c", "a b <system-reminder>c"),
        ("<a b='1'>x</a>\n<b>y</b>", ""),
        ("<a>x</a> y", "<a>x</a> y"),
        ("<a>x</b>", "<a>x</b>"),
        ("<3 lol", "<3 lol"),
        ("/compact", ""),
        ("/compact now", ""),
        ("/usr/bin/python fails", "/usr/bin/python fails"),
    ],
)
def test_the_words_of_a_prompt_are_those_that_no_host_added(prompt: str, words: str) -> None:
    assert words_of(prompt) == words


@pytest.mark.parametrize("host", [host for host in HOSTS if host != "claude-code"])
def test_a_host_whose_transcripts_are_not_documented_counts_what_its_prompt_hook_sees(play: Play, host: str) -> None:
    player = play(host=host)
    player.writes("an earlier one lol")
    player.submit(SHIP)
    player.submit(SHIP)
    player.event("stop")
    player.submit(SHIP)
    assert player.turns == 2


def test_a_long_catch_up_goes_on_at_the_next_stop(player: HostPlayer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("style_memory_hooks.catching_up._MOST_AT_ONCE", 2)
    for number in range(5):
        player.writes(f"number {number} lol")
        player.replies()
    for expected in (2, 4, 5, 5):
        player.stop()
        assert player.turns == expected


def _dies(*_: Any) -> None:
    raise MemoryError


def test_a_prompt_that_cursor_shows_to_claude_code_s_hooks_too_counts_once(play: Play) -> None:
    player = play(host="cursor")
    for count in (1, 2):
        for kind, theirs, ours in (("prompt", "beforeSubmitPrompt", "UserPromptSubmit"), ("stop", "stop", "Stop")):
            player.event(kind)
            given = recorded("cursor")[theirs] | {"conversation_id": player.session, "session_id": player.session}
            player.cli("hook", ours, "--host", "claude-code", "--owner", player.owner, piped=json.dumps(given))
        assert player.turns == count
