"""The commands that a host runs at its events."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from style_memory_cli.connect.command_lines import Shell, joined, split
from style_memory_cli.connect.editing import Key, parsed, value_at, with_value, without, without_empty
from style_memory_cli.connect.entries import is_ours, option
from style_memory_cli.connect.faults import Misshapen
from style_memory_cli.connect.hosts import Format, Hooks, Surroundings
from style_memory_cli.connect.parts import Entry


@dataclass(frozen=True, kw_only=True, slots=True)
class HookCommand:
    """A command of this program that a host runs at an event."""

    event: str
    program: str
    #: What its options name; None if they leave it to the environment.
    owner: str | None
    database_url: str | None


@dataclass(frozen=True, kw_only=True, slots=True)
class HooksPart:
    """The commands at a host's events, as the part of its file that they are."""

    hooks: Hooks
    #: What reads the commands.
    shell: Shell

    @property
    def places(self) -> Mapping[str, Sequence[str]]:
        """The places of the file, for each system."""
        return self.hooks.file

    @property
    def format(self) -> Format:
        """The file's format."""
        return self.hooks.format

    def found(self, text: str) -> dict[str, Any]:
        """At which events a command of this program stands, and how.

        Raises:
            Broken: The text is not what its format asks for.
        """
        return {str(path[1]): held for path, held in self._ours(text)}

    def added(self, text: str, entry: Entry) -> str:
        """The text with a command at each event, behind those of others."""
        text = self._with_constants(text)
        for event in self.hooks.events:
            fields = {**self.hooks.entry, "command": self.line(entry, event)}
            found = [(path, held) for path, held in self._ours(text) if path[1] == event]
            if not found:
                text = self._with_command(text, event, fields)
            for path, held in found:
                for name in (name for name, value in fields.items() if held.get(name) != value):
                    text = with_value(text, self.format, (*path, name), fields[name])
        return text

    def put(self, text: str, found: Any) -> str:
        """The text with the commands as they were found."""
        text = self._with_constants(text)
        for event in (event for event in self.hooks.events if event in found):
            text = self._with_command(text, event, found[event])
        return text

    def taken(self, text: str, before: str) -> str:
        """The text without the commands, and without empty lists and tables that were not there `before`."""
        events = self.found(text)
        while path := next((path for path, _ in self._ours(text)), None):
            # A group that holds nothing else goes with its command.
            alone = self.hooks.form == "groups" and len(value_at(parsed(text, self.format), path[:-1])) == 1
            text = without(text, self.format, path[:-2] if alone else path)
        for event in events:
            text = without_empty(text, self.format, (self.hooks.key, event), before)
        return self._without_constants(text, before)

    def commands(self, text: str) -> list[HookCommand]:
        """What the commands of this program name.

        Raises:
            Broken: The text is not what its format asks for.
        """
        return [self._taken_apart(str(path[1]), held["command"]) for path, held in self._ours(text)]

    def line(self, entry: Entry, event: str) -> str:
        """The command line that the host runs at that event."""
        names = {"event": event, "owner": entry.owner, "database_url": entry.database_url}
        return joined([entry.command, *(each.format(**names) for each in self.hooks.arguments)], self.shell)

    def _ours(self, text: str) -> Iterator[tuple[tuple[Key, ...], dict[str, Any]]]:
        for path, held in self._all(text):
            command = value_at(held, ("command",))
            if isinstance(command, str) and self._is_ours(command):
                yield path, held

    def _all(self, text: str) -> Iterator[tuple[tuple[Key, ...], Any]]:
        """Where commands are, those of others too, and what stands there."""
        events = value_at(parsed(text, self.format), (self.hooks.key,))
        for event, listed in events.items() if isinstance(events, dict) else ():
            for at, each in enumerate(listed if isinstance(listed, list) else ()):
                path = (self.hooks.key, event, at)
                if self.hooks.form == "commands":
                    yield path, each
                    continue
                group = value_at(each, ("hooks",))
                yield from (
                    ((*path, "hooks", index), held)
                    for index, held in enumerate(group if isinstance(group, list) else ())
                )

    def _is_ours(self, command: str) -> bool:
        try:
            program, argument, *_ = split(command, self.shell)
        except ValueError:
            return False
        return argument == "hook" and is_ours(program)

    def _taken_apart(self, event: str, command: str) -> HookCommand:
        program, *arguments = split(command, self.shell)
        return HookCommand(
            event=event,
            program=program,
            owner=option(arguments, "--owner"),
            database_url=option(arguments, "--database-url"),
        )

    def _with_command(self, text: str, event: str, fields: Mapping[str, Any]) -> str:
        listed = value_at(parsed(text, self.format), (self.hooks.key, event))
        # Always the last: Codex knows the hooks that it trusts by their number.
        place = (self.hooks.key, event, len(listed) if isinstance(listed, list) else 0)
        command = dict(fields)
        return with_value(text, self.format, place, command if self.hooks.form == "commands" else {"hooks": [command]})

    def _with_constants(self, text: str) -> str:
        for name, value in self.hooks.constants.items():
            known = value_at(parsed(text, self.format), (name,))
            if known is None:
                text = with_value(text, self.format, (name,), value)
            elif known != value:
                raise Misshapen(f"its {name} is {known}, and only {value} is known here")
        return text

    def _without_constants(self, text: str, before: str) -> str:
        """Without what the file had to hold for our commands, unless others may need it by now."""
        if value_at(parsed(text, self.format), (self.hooks.key,)) is None:
            for name in self.hooks.constants:
                if value_at(parsed(before, self.format), (name,)) is None:
                    text = without(text, self.format, (name,))
        return text


def hooks_part(hooks: Hooks, surroundings: Surroundings) -> HooksPart:
    """The part that a host's hooks are on that system."""
    return HooksPart(hooks=hooks, shell=hooks.windows_shell if surroundings.system == "windows" else "posix")


def switch(text: str, form: Format, hooks: Hooks) -> str:
    """The setting in that file that keeps the host from running hooks, as a person would look for it; empty if none.

    Raises:
        Broken: The text is not what its format asks for.
    """
    document = parsed(text, form)
    for dotted, off in hooks.off.items():
        held = value_at(document, dotted.split("."))
        if held == off or (isinstance(held, list) and off in held):
            return dotted
    return ""
