"""Case O13 and throughput: several processes on one SQLite file lose nothing, count nothing twice and fail nobody."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from style_memory import OwnerMemory, StyleMemory
from style_memory_storage.faults import BUSY_SECONDS
from tests.faces.mcp_hosts import PATIENCE, Pipes, call_of, environment_for

_PROCESSES, _TURNS = 4, 50
_ROOT = Path(__file__).resolve().parents[2]
# In flight for each process. It is more than a server's one writer and four readers take, so that requests queue in the
# server as well as for the file, and as many as a busy host with several agents has under way. And it is few enough
# that the last of 2 × 32 waits for about a second, and not for those after which SQLite gives a caller up.
_IN_FLIGHT = 32


def turn(session: str, number: int) -> dict[str, Any]:
    """The arguments that observe one turn, which has a name of its own."""
    return {"text": "lol", "session_id": session, "turn_id": f"{session}-{number}"}


def seen(owner: OwnerMemory) -> int:
    """How often the one word of all turns was counted."""
    (habit,) = (each for each in owner.list_style_habits().habits if each.text == "lol")
    return habit.seen_count


def assert_kept_once(database: Path, acknowledged: list[dict[str, Any]], most: int) -> None:
    """All acknowledged turns are there and counted once; of the others no more than may be."""
    with StyleMemory.open(f"sqlite:///{database}") as memory:
        ana = memory.for_owner("ana")
        turns = ana.get_style_memory_status().turns
        assert len(acknowledged) <= turns <= most
        assert seen(ana) == turns
        assert [each for each in acknowledged if ana.observe_user_message(**each).observed] == []
        assert seen(ana) == turns


def failures_in(replies: list[dict[str, Any]]) -> list[Any]:
    return [each for each in replies if "result" not in each or each["result"].get("isError")]


Start = Callable[..., subprocess.Popen[str]]


@pytest.fixture
def start(database_file: Path) -> Iterator[Start]:
    """Starts a process that works on the test's database; at the end none is left."""
    with ExitStack() as stack:

        def started(*command: str) -> subprocess.Popen[str]:
            process = subprocess.Popen(
                [sys.executable, *command],
                env=environment_for(database_file),
                cwd=_ROOT,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
            )
            stack.enter_context(process)
            stack.callback(process.kill)
            return process

        yield started


def test_o13_four_servers_and_a_reader_of_which_one_is_killed(database_file: Path) -> None:
    with ExitStack() as stack:
        *servers, killed, reader = (stack.enter_context(Pipes(database_file)) for _ in range(_PROCESSES + 1))
        started = time.monotonic()
        for host in (*servers, killed, reader):
            host.greet()
        usual_start = time.monotonic() - started
        observed = {host: [turn(str(host.process.pid), n) for n in range(_TURNS)] for host in (*servers, killed)}
        asked = {
            host: host.send(*(call_of("observe_user_message", **each) for each in turns))
            for host, turns in observed.items()
        }
        read = reader.send(*(call_of(name) for _ in range(_TURNS) for name in ("get_style_brief", "list_style_habits")))

        killed.replies(asked[killed][_TURNS // 3])
        killed.process.kill()
        killed.ended()

        started = time.monotonic()
        late = stack.enter_context(Pipes(database_file))
        late.greet()
        added = late.ask(*call_of("observe_user_message", **turn("late", 0)))
        # Had the killed one left a lock behind, this would have waited for it.
        assert time.monotonic() - started < usual_start + BUSY_SECONDS

        for host in servers:
            host.replies(*asked[host])
        reader.replies(*read)
        assert failures_in([added, *(each for host in servers for each in host.messages())]) == []
        assert failures_in(reader.messages()) == []
        answers = {host: {each["id"]: each for each in host.messages_so_far()} for host in observed}
        acknowledged = [
            each
            for host, turns in observed.items()
            for number, each in zip(asked[host], turns, strict=True)
            if answers[host].get(number, {}).get("result", {}).get("structuredContent", {}).get("observed")
        ]
        for host in (*servers, reader, late):
            host.close_input()
            assert (host.ended(), host.stderr()) == (0, "")
    assert len(acknowledged) - len(servers) * _TURNS > _TURNS // 3
    assert_kept_once(database_file, [*acknowledged, turn("late", 0)], _PROCESSES * _TURNS + 1)


def commands(start: Start, *line: str) -> subprocess.Popen[str]:
    """A process that runs the program fifty times."""
    return start("-m", "tests.endurance.commander", str(_TURNS), *line, "--json")


def observing(start: Start, session: str) -> subprocess.Popen[str]:
    line = ("observe-user-message", "lol", "--session-id", session, "--turn-id", f"{session}-{{}}")
    return commands(start, *line)


def programs(start: Start, count: int, *, session: str) -> list[dict[str, Any]]:
    """The answers of so many processes of the program that are started at once, each with a turn of its own."""
    line = ("-c", "from style_memory_cli.main import main; main()", "observe-user-message", "lol", "--json")
    turns = (turn(session, number) for number in range(count))
    started = [start(*line, "--session-id", session, "--turn-id", each["turn_id"]) for each in turns]
    return [json.loads(output_of(process)) for process in started]


def output_of(process: subprocess.Popen[str]) -> str:
    """What a process wrote that went well."""
    out, errors = process.communicate(timeout=PATIENCE)
    assert (errors, process.returncode) == ("", 0)
    return out


def test_o13_four_times_fifty_commands_and_a_reader_of_which_one_is_killed(database_file: Path, start: Start) -> None:
    *writers, killed = (observing(start, str(number)) for number in range(_PROCESSES))
    reader = commands(start, "review-style-habits")
    assert killed.stdout
    done = [killed.stdout.readline() for _ in range(_TURNS // 3)]
    killed.kill()
    done += killed.communicate()[0].splitlines(keepends=True)
    (late,) = programs(start, 1, session="late")
    assert late["observed"] is True
    assert [len(output_of(process).split()) for process in (*writers, reader)] == [_TURNS] * _PROCESSES
    acknowledged = [turn(str(number), n) for number in range(len(writers)) for n in range(_TURNS)]
    acknowledged += [turn(str(len(writers)), int(line)) for line in done if line.endswith("\n")]
    assert_kept_once(database_file, [*acknowledged, turn("late", 0)], _PROCESSES * _TURNS + 1)


def test_o13_programs_that_start_at_once_where_no_database_is_keep_their_turns(
    database_file: Path, start: Start
) -> None:
    answers = programs(start, _PROCESSES, session="first")
    assert [answer["observed"] for answer in answers] == [True] * _PROCESSES
    assert_kept_once(database_file, [turn("first", number) for number in range(_PROCESSES)], _PROCESSES)


def test_two_servers_with_many_requests_in_flight_keep_all_of_them(database_file: Path) -> None:
    count = 200
    replies: list[dict[str, Any]] = []

    def keep_busy(host: Pipes, session: str) -> None:
        requests = [call_of("observe_user_message", **turn(session, number)) for number in range(count)]
        asked = host.send(*requests[:_IN_FLIGHT])
        for answered, request in enumerate(requests[_IN_FLIGHT:]):
            host.replies(asked[answered])
            asked += host.send(request)
        found = host.replies(*asked)
        replies.extend(found[number] for number in asked)

    with Pipes(database_file) as one, Pipes(database_file) as other:
        for host in (one, other):
            host.greet()
        threads = [
            threading.Thread(target=keep_busy, args=(host, name)) for host, name in ((one, "one"), (other, "other"))
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for host in (one, other):
            host.close_input()
            assert (host.ended(), host.stderr()) == (0, "")
    assert failures_in(replies) == []
    assert [reply["result"]["structuredContent"]["observed"] for reply in replies] == [True] * 2 * count
    turns = [turn(name, number) for name in ("one", "other") for number in range(count)]
    assert_kept_once(database_file, turns, 2 * count)
