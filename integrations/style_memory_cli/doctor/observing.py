"""What `style-memory doctor` says of who observes in which desktop host."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from style_memory import StyleMemoryError
from style_memory.operations.catalogue import operations_in
from style_memory_cli.connect.connections import Connection
from style_memory_cli.doctor.finding import Finding
from style_memory_cli.doctor.started_commands import can_be_started, is_of_this_installation, missing_for_the_server

#: Who sees to it that turns are observed: the host's hooks, the model by its own choice, whoever would if what the host
#: is to start could be started, or nobody.
Observing = Literal["automatic", "on request", "broken", "off"]


def observing(connection: Connection, environment: Mapping[str, str]) -> Observing:
    """Who observes in a host.

    Args:
        connection: How the host is set up.
        environment: The variables of the process, which say where commands are found.
    """
    by_hooks = connection.calls_hooks
    by_server = connection.connected and not connection.switched_off and offers_observing(connection)
    if by_hooks and all(can_be_started(command.program, environment) for command in connection.hook_commands):
        return "automatic"
    if by_server and _server_starts(connection, environment):
        return "on request"
    return "broken" if by_hooks or by_server else "off"


def offers_observing(connection: Connection) -> bool:
    """Whether its server has the tool that observes."""
    try:
        offered = operations_in(connection.toolset or "style")
    except StyleMemoryError:
        return False
    return any(operation.name == "observe_user_message" for operation in offered)


def observing_everywhere(there: Sequence[Connection], environment: Mapping[str, str]) -> Finding:
    """In one line, who observes where."""
    used = [each for each in there if each.connected or each.hooks]
    if not used:
        detail = "No desktop host is connected; agents with the middleware observe by themselves."
        return Finding(subject="observing", state="ok", detail=detail)
    ways: dict[Observing, list[str]] = {}
    for each in used:
        ways.setdefault(observing(each, environment), []).append(each.host.key)
    told = [said.format(", ".join(ways[way])) for way, said in _SAID.items() if way in ways]
    asked = "On request, the model decides: give it the agent instruction (examples/agent-instruction.md)."
    return Finding(
        subject="observing",
        state="warning" if "broken" in ways else "ok",
        detail="; ".join(told),
        advice=asked if "on request" in ways else "",
    )


_SAID: Mapping[Observing, str] = {
    "automatic": "automatic in {}",
    "on request": "on request in {}",
    "broken": "nobody observes in {} until it is connected again",
    "off": "off in {}",
}


def _server_starts(connection: Connection, environment: Mapping[str, str]) -> bool:
    command = connection.command
    if command is None or not can_be_started(command, environment):
        return False
    return not (is_of_this_installation(command) and missing_for_the_server())
