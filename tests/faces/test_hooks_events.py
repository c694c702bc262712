"""Each event of each host: what it does, and how it is answered."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from style_memory import StyleMemory
from tests.faces.hook_player import ANA, HOSTS, KINDS, Play, recorded, stage

FRAME = "<style_memory_brief>"


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Play:
    return stage(monkeypatch, capsys, tmp_path)


@pytest.mark.parametrize("host", HOSTS)
@pytest.mark.parametrize("kind", KINDS)
def test_every_recorded_event_is_answered_with_json_and_without_a_fault(play: Play, host: str, kind: str) -> None:
    player = play(host=host)
    player.event(kind)
    assert player.log == ""


@pytest.mark.parametrize("host", HOSTS)
def test_a_session_begins_with_the_brief(play: Play, host: str) -> None:
    assert FRAME in (play(host=host).start() or "")


@pytest.mark.parametrize("host", HOSTS)
def test_a_prompt_is_observed_for_its_owner(play: Play, host: str) -> None:
    player = play(host=host)
    player.event("prompt")
    assert player.turns == 1


@pytest.mark.parametrize(
    ("host", "start", "prompt"),
    [
        ("claude-code", "SessionStart", "UserPromptSubmit"),
        ("codex", "SessionStart", "UserPromptSubmit"),
        ("gemini-cli", "SessionStart", "BeforeAgent"),
    ],
)
def test_the_brief_is_additional_context_under_the_name_of_the_event(
    play: Play, host: str, start: str, prompt: str
) -> None:
    player = play(host=host)
    another_moment = {"prompt": "My chest hurts since Monday, should I see a doctor?"}
    for kind, name, given in (("start", start, {}), ("prompt", prompt, another_moment)):
        answer = player.event(kind, **given).json
        assert set(answer) == {"hookSpecificOutput"}
        assert set(answer["hookSpecificOutput"]) == {"hookEventName", "additionalContext"}
        assert answer["hookSpecificOutput"]["hookEventName"] == name


def test_cursor_lets_every_prompt_go_on(play: Play) -> None:
    player = play(host="cursor")
    assert player.event("prompt").json == {"continue": True}
    assert player.event("prompt", conversation_id="").json == {"continue": True}


def test_the_hosts_own_name_of_an_event_goes_before_the_commands(play: Play) -> None:
    given = json.dumps(recorded("claude-code")["SessionStart"])
    answer = play().cli("hook", "Stop", "--owner", ANA, piped=given).json
    assert answer["hookSpecificOutput"]["hookEventName"] == "SessionStart"


def test_an_event_may_be_named_in_our_own_spelling(play: Play) -> None:
    given = json.dumps(recorded("claude-code")["SessionStart"] | {"hook_event_name": None})
    assert FRAME in play().cli("hook", "session-start", "--owner", ANA, piped=given).out


def test_two_owners_on_one_machine_share_nothing(play: Play) -> None:
    ana, bob = play(), play(owner="bob")
    ana.submit("ship it lol")
    bob.submit("ship it lol")
    assert (ana.turns, bob.turns) == (1, 1)
    assert len(ana.states) == 2


def test_the_host_names_the_session_so_that_turns_elsewhere_in_it_are_known(play: Play) -> None:
    player = play()
    player.submit("ship it lol")
    with StyleMemory.open(player.url) as memory:
        again = memory.for_owner(ANA).observe_user_message(text="ship it lol", session_id="s1", turn_id="1 ship it lol")
    assert again.ignored == ["already_observed"]


@pytest.mark.parametrize(
    "prompt", ["", "   ", "/compact", "/deploy staging now", "<task-notification>done</task-notification>"]
)
def test_a_command_and_a_message_of_the_host_are_no_turns(play: Play, prompt: str) -> None:
    player = play()
    assert player.submit(prompt) is None
    assert player.turns == 0


def test_a_path_at_the_start_is_no_command(play: Play) -> None:
    player = play()
    player.submit("/etc/hosts looks weird lol")
    assert player.turns == 1


def test_a_subagents_events_pass_by(play: Play) -> None:
    player = play()
    assert player.event("prompt", agent_id="explorer-1").json == {}
    assert player.turns == 0
