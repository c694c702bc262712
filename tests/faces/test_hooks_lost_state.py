"""What is counted when the state of a conversation is lost."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.faces.hook_player import HOSTS, HostPlayer, Play, stage

SHIP, PLAN = "ngl ship it lol", "ok what is the plan"


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Play:
    """Makes conversations of ana's."""
    return stage(monkeypatch, capsys, tmp_path)


@pytest.fixture
def player(play: Play) -> HostPlayer:
    """A conversation in Claude Code."""
    return play()


@pytest.mark.parametrize("damage", ["gone", "broken", "other version", "other shape"])
def test_a_state_that_is_lost_makes_nothing_count_twice(player: HostPlayer, damage: str) -> None:
    for prompt in (SHIP, PLAN, SHIP):
        player.turn(prompt)
    (state,) = player.states
    if damage == "gone":
        state.unlink()
    else:
        state.write_text({"broken": "{", "other version": '{"version":99}', "other shape": "[]"}[damage], "utf-8")
    player.stop()
    assert player.turns == 3
    player.turn(SHIP)
    assert player.turns == 4


def test_a_state_that_is_lost_before_a_prompt_still_counts_it_once(player: HostPlayer) -> None:
    for _ in range(2):
        player.turn(SHIP)
    player.states[0].unlink()
    player.turn(SHIP)
    assert player.turns == 3


@pytest.mark.parametrize("host", [host for host in HOSTS if host != "claude-code"])
def test_a_state_that_is_lost_costs_repeated_turns_where_no_transcript_is_read(play: Play, host: str) -> None:
    player = play(host=host)
    for _ in range(2):
        player.submit("continue lol")
        player.event("stop")
    player.states[0].unlink()
    for expected in (2, 2, 3):  # numbered from one again: the database takes the first two for those it has
        player.submit("continue lol")
        player.event("stop")
        assert player.turns == expected
    player.submit(PLAN)
    assert player.turns == 4


def test_a_state_that_is_lost_costs_counting_the_copied_history_of_a_fork(play: Play) -> None:
    first, fork = play(), play(session="s2")
    first.turn(SHIP)
    rows = [json.loads(line) | {"sessionId": "s2"} for line in first.transcript.read_text("utf-8").splitlines()]
    fork.transcript.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    for state in fork.states:
        state.unlink()
    fork.turn(PLAN)
    assert fork.turns == 3
