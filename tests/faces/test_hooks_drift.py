"""When the agent gets the brief again."""

from __future__ import annotations

from pathlib import Path

import pytest

from style_memory import Settings, StyleMemory
from style_memory_hooks.handling import TURNS_PER_BRIEF
from tests.faces.hook_player import ANA, HostPlayer, stage
from tests.people import say_until_active

TECHNICAL = "can you refactor the parser module into two functions and rename the class?"
UPSET = "i am so sad, my grandmother died yesterday and i can not stop crying"


@pytest.fixture
def player(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> HostPlayer:
    """A conversation whose agent holds the current brief; nothing is learned, so that the revision stands still."""
    player = stage(monkeypatch, capsys, tmp_path)()
    monkeypatch.setenv("STYLE_MEMORY_LEARNING", "off")
    player.start()
    player.turn(TECHNICAL)
    return player


def test_the_first_prompt_of_a_session_that_the_hooks_did_not_see_begin_is_briefed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert stage(monkeypatch, capsys, tmp_path)().submit(TECHNICAL) is not None


def test_a_prompt_of_the_same_moment_is_not_briefed_again(player: HostPlayer) -> None:
    assert player.turn(f"{TECHNICAL} again") is None


def test_another_moment_is_briefed(player: HostPlayer) -> None:
    brief = player.turn(UPSET)
    assert brief is not None
    assert "Moment: user_upset." in brief


def test_another_revision_is_briefed(player: HostPlayer) -> None:
    with StyleMemory.open(player.url, settings=Settings()) as memory:
        say_until_active(memory.for_owner(ANA), "ngl")
    assert "ngl" in (player.turn(f"{TECHNICAL} again") or "")


def test_the_fifteenth_turn_is_briefed(player: HostPlayer) -> None:
    briefs = [player.turn(f"{TECHNICAL} {number}") for number in range(2 * TURNS_PER_BRIEF)]
    assert [number for number, brief in enumerate(briefs, start=1) if brief] == [15, 30]


def test_the_prompt_after_a_compaction_is_briefed_once(player: HostPlayer) -> None:
    assert player.event("compact").json == {}
    assert player.turn(TECHNICAL) is not None
    assert player.turn(f"{TECHNICAL} again") is None


def test_a_session_that_starts_anew_after_a_compaction_is_briefed_for_its_moment(player: HostPlayer) -> None:
    player.event("compact")
    assert "Moment: technical_chat." in (player.start("compact") or "")
    assert player.turn(f"{TECHNICAL} again") is None


@pytest.mark.parametrize("source", ["startup", "resume", "clear", "fork", "compact", "a new one"])
def test_every_start_is_briefed(player: HostPlayer, source: str) -> None:
    assert player.start(source) is not None


@pytest.mark.parametrize("words", ["that doesn't sound like me", "感觉飘了"])
def test_an_owner_who_says_that_it_feels_off_is_briefed(player: HostPlayer, words: str) -> None:
    assert player.turn(f"{TECHNICAL} again. {words}") is not None


def test_a_brief_that_was_lost_on_the_way_is_given_by_the_next_prompt(
    player: HostPlayer, monkeypatch: pytest.MonkeyPatch
) -> None:
    player.event("compact")
    with monkeypatch.context() as dying:
        dying.setattr("style_memory_hooks.handling._brief_by_drift", _dies)
        assert player.turn(TECHNICAL) is None
    assert player.turn(f"{TECHNICAL} again") is not None


def _dies(*_: object) -> None:
    raise MemoryError
