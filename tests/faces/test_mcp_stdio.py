"""The MCP server as hosts run it: a process of its own, with pipes."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from mcp import Client, StdioServerParameters

from style_memory import StyleMemory
from tests.faces.mcp_hosts import PATIENCE, START, Era, Pipes, both_eras, call_of, environment_for, text_of
from tests.people import hint


def turns_of(database: Path) -> int:
    """How many of ana's turns are kept."""
    with StyleMemory.open(f"sqlite:///{database}") as memory:
        turns: int = memory.for_owner("ana").get_style_memory_status().turns
        return turns


@both_eras
async def test_a_host_starts_the_server_and_works_with_it(database_file: Path, era: Era) -> None:
    server = StdioServerParameters(command=START[0], args=START[1:], env=environment_for(database_file))
    async with Client(server, mode=era) as client:
        assert "style_memory_brief" in (client.instructions or "")
        assert len((await client.list_tools()).tools) == 16
        await client.call_tool("distill_recent_style", {"habits": [hint("ship it 🚀 天啊")]})
        assert "ship it 🚀 天啊" in text_of(await client.call_tool("get_style_brief", {"context": "casual_chat"}))


def test_what_was_asked_before_the_end_of_the_input_is_answered(database_file: Path) -> None:
    with Pipes(database_file) as host:
        host.greet()
        asked = host.send(*(call_of("observe_user_message", text=f"turn {number}") for number in range(20)))
        host.close_input()
        assert host.ended() == 0
        replies = host.replies(*asked)
        assert host.stderr() == ""
    assert all("result" in replies[number] for number in asked)
    assert turns_of(database_file) == 20


def test_a_host_that_says_nothing_is_left_in_peace(database_file: Path) -> None:
    with Pipes(database_file) as host:
        host.close_input()
        assert (host.ended(), host.heard, host.stderr()) == (0, b"", "")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_the_server_while_it_waits(database_file: Path, number: signal.Signals) -> None:
    with Pipes(database_file) as host:
        host.greet()
        asked = host.send(*(call_of("observe_user_message", text=f"turn {number}") for number in range(5)))
        host.replies(*asked)
        host.process.send_signal(number)
        assert (host.ended(), host.stderr()) == (0, "")
    assert turns_of(database_file) == 5
    # Closing the memory writes the log back into the database and takes it away.
    assert not database_file.with_name(database_file.name + "-wal").exists()


def test_a_host_that_no_longer_listens_ends_the_server(database_file: Path) -> None:
    with Pipes(database_file) as host:
        host.greet()
        assert host.process.stdout
        host.process.stdout.close()
        host.send(*(call_of("get_style_memory_status") for _ in range(3)))
        assert host.process.wait(PATIENCE) == 0


def test_what_was_acknowledged_survives_a_kill(database_file: Path) -> None:
    with Pipes(database_file) as host:
        host.greet()
        asked = host.send(*(call_of("observe_user_message", text=f"turn {number}") for number in range(60)))
        host.replies(*asked[:10])
        host.process.kill()
        host.ended()
        acknowledged = [each for each in host.messages_so_far() if each["id"] in asked]
    assert 10 <= len(acknowledged) <= turns_of(database_file) <= 60


def test_many_requests_in_flight_are_all_answered_in_their_order(database_file: Path) -> None:
    with Pipes(database_file) as host:
        host.greet()
        asked = host.send(*(call_of("observe_user_message", text=f"turn {number}") for number in range(32)))
        replies = host.replies(*asked)
        order = [each["id"] for each in host.messages()[1:]]
    assert order == asked
    assert all(replies[number]["result"]["structuredContent"]["observed"] for number in asked)


def test_a_line_that_is_no_message_is_answered_and_the_connection_goes_on(database_file: Path) -> None:
    lines = [
        b"no json",
        b'{"jsonrpc": "2.0", "id": "bad", "method": 7}',
        b"[]",
        b"[" * 100_000,
        b'{"jsonrpc": "2.0", "method": 7}',
        b'{"jsonrpc": "2.0", "id": 99, "result": 7}',
        b"",
        b"\xff\xfe",
    ]
    with Pipes(database_file) as host:
        host.greet()
        host.send_lines(lines)
        assert "result" in host.ask("ping", {})
        errors = [(each["id"], each["error"]["code"]) for each in host.messages() if "error" in each]
    assert sorted(errors, key=str) == sorted(
        [(None, -32700), ("bad", -32600), (None, -32600), (None, -32700), (None, -32700)], key=str
    )


def test_half_a_character_in_a_message_does_not_lose_it(database_file: Path) -> None:
    request = {"jsonrpc": "2.0", "id": "half", **dict(zip(("method", "params"), _half(), strict=True))}
    with Pipes(database_file) as host:
        host.greet()
        host.send_lines([json.dumps(request)])
        answer = host.replies("half")["half"]["result"]["structuredContent"]
    assert answer["observed"] is True
    assert "control_characters" in answer["ignored"]


def _half() -> tuple[str, dict[str, Any]]:
    return call_of("observe_user_message", text="ship it lol \ud83d")


def test_a_huge_message_is_read(database_file: Path) -> None:
    with Pipes(database_file) as host:
        host.greet()
        answer = host.ask(*call_of("observe_user_message", text="lol " * 2_000_000))
    assert answer["result"]["structuredContent"]["observed"] is True


@pytest.mark.parametrize("owner", [None, "  "])
def test_without_an_owner_it_is_refused_in_one_line_that_names_connect(database_file: Path, owner: str | None) -> None:
    environment = environment_for(database_file)
    del environment["STYLE_MEMORY_OWNER"]
    done = ran(environment if owner is None else {**environment, "STYLE_MEMORY_OWNER": owner})
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert "style-memory connect" in done.stderr
    assert not database_file.exists()


@pytest.mark.parametrize(
    ("more", "arguments", "code", "said"),
    [
        ({"STYLE_MEMORY_OWNER": "a\tb"}, [], 2, "owner id"),
        ({"STYLE_MEMORY_TOOLSETS": "nonsense"}, [], 1, "style"),
        ({}, ["--toolset", "nonsense"], 1, "style"),
        ({"STYLE_MEMORY_BRIEF_TOKENS": "many"}, [], 1, "STYLE_MEMORY_BRIEF_TOKENS"),
        ({}, ["--database-url", "mysql://host/db"], 1, "not supported"),
    ],
)
def test_what_keeps_it_from_starting_is_said_in_one_line(
    database_file: Path, more: dict[str, str], arguments: list[str], code: int, said: str
) -> None:
    done = ran(environment_for(database_file, **more), *arguments)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (code, "", 1)
    assert said in done.stderr


def test_a_damaged_database_is_reported_and_left_as_it_is(database_file: Path) -> None:
    database_file.write_bytes(b"no database" * 1000)
    done = ran(environment_for(database_file))
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1)
    assert database_file.read_bytes() == b"no database" * 1000


def test_arguments_win_over_the_environment(database_file: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.db"
    with Pipes(database_file, "--owner", "bob", "--toolset", "runtime", "--database-url", f"sqlite:///{other}") as host:
        host.greet()
        assert len(host.ask("tools/list", {})["result"]["tools"]) == 2
        host.ask(*call_of("observe_user_message", text="hi"))
    assert not database_file.exists()
    with StyleMemory.open(f"sqlite:///{other}") as memory:
        assert memory.owners() == ["bob"]


def test_somebody_who_comes_from_the_peer_is_told_how_to_take_the_store_over(database_file: Path) -> None:
    with Pipes(database_file, STYLE_MEMORY_PATH="/old/store.json") as host:
        host.greet()
        host.close_input()
        assert host.ended() == 0
        (line,) = host.stderr().splitlines()
    assert "style-memory import style-memory-mcp" in line


def test_help_goes_to_standard_output(database_file: Path) -> None:
    done = ran(environment_for(database_file), "--help")
    assert (done.returncode, done.stderr) == (0, "")
    assert "--toolset" in done.stdout


def test_the_way_to_the_claim_imports_nothing_that_may_print() -> None:
    code = "import sys; before = set(sys.modules); import style_memory_mcp.main; print(*set(sys.modules) - before)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    ours = {name for name in loaded if name.startswith("style_memory")}
    assert ours == {"style_memory_mcp", "style_memory_mcp.claiming", "style_memory_mcp.main"}
    assert {name.partition(".")[0] for name in loaded} <= set(sys.stdlib_module_names) | {"style_memory_mcp"}


def ran(environment: dict[str, str], *arguments: str) -> subprocess.CompletedProcess[str]:
    """The program without a host, at the end of its input."""
    return subprocess.run(
        [*START, *arguments],
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
