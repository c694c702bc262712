"""What the demo shows a person."""

from __future__ import annotations

import shlex
import shutil
import sys
from pathlib import Path
from typing import Any

from rich.columns import Columns
from rich.console import Console, Group, RenderableType
from rich.rule import Rule
from rich.text import Text

from style_memory_cli.rendering import panel, table_of
from style_memory_cli.session import PROGRAM, sqlite_url
from style_memory_cli.terminal import console, visible

_MOST_HABITS = 12
# Two briefs fit beside each other from here on.
_WIDE = 110


def show_demo(shown: dict[str, Any]) -> None:
    """Print what was learned, the briefs, the check of isolation and what to try next."""
    out = console()
    for person in shown["people"]:
        out.print(Rule(Text(f"What was learned of {person['owner']}")))
        out.print(_summary(person))
        out.print(_habits(person))
    for moment in shown["people"][0]["briefs"]:
        out.print(Rule(Text(f"Their briefs in the moment {moment}")))
        out.print(_side_by_side(out, [(person["owner"], person["briefs"][moment]) for person in shown["people"]]))
    out.print(Rule(Text("Neither sees the other")))
    for tried in shown["isolation"]:
        out.print(_isolation(tried))
    out.print(Rule(Text("What next")))
    out.print(_next_steps(shown), soft_wrap=True)


def _summary(person: dict[str, Any]) -> Text:
    return Text(
        f"{person['turns']} real turns in {person['sessions']} sessions through a LangChain agent, whose model had a"
        f" brief in {person['model_calls_with_brief']} of {person['model_calls']} calls."
        f" {person['candidates']} more habits are candidates: not sure enough yet."
    )


def _habits(person: dict[str, Any]) -> RenderableType:
    learned = [*person["habits"], *person["preferences"]]
    if not learned:
        return Text("Nothing is active yet.")
    columns = ("text", "kind", "seen_count", "session_count", "id")
    table = table_of([{"kind": "preference", **item} for item in learned[:_MOST_HABITS]], columns)
    left = len(learned) - _MOST_HABITS
    return Group(table, Text(f"… and {left} more")) if left > 0 else table


def _side_by_side(out: Console, briefs: list[tuple[str, str]]) -> RenderableType:
    panels = [panel(brief, owner) for owner, brief in briefs]
    if out.width < _WIDE:
        return Group(*panels)
    return Columns(panels, width=out.width // len(panels) - 1, padding=(0, 1))


def _isolation(tried: dict[str, Any]) -> Text:
    sealed = tried["answered_as_unknown"] == tried["ids_tried"] and not tried["ids_in_common"] and tried["untouched"]
    told = (
        f"{tried['who']} tried to pin and to forget each of {tried['whose']}'s {tried['ids_tried']} items by its id:"
        f" {tried['answered_as_unknown']} answered as for an id that never existed, {tried['ids_in_common']} ids are"
        f" shared, {tried['whose']}'s data is {'unchanged' if tried['untouched'] else 'CHANGED'}."
    )
    return Text.assemble(("✓ " if sealed else "✗ ", "green" if sealed else "bold red"), told)


def _next_steps(shown: dict[str, Any]) -> Text:
    url = shlex.quote(sqlite_url(Path(shown["database"])))
    person, program = shown["people"][0], _program()
    habit = person["habits"][0]["text"] if person["habits"] else "lol"
    lines = [
        f"The database of this demo is {shown['database']} (delete it when you are done). Try on it:",
        f"  export STYLE_MEMORY_DATABASE_URL={url} STYLE_MEMORY_OWNER={person['owner']}",
        f"  {program} review-style-habits",
        f"  {program} forget-style-habit {shlex.quote(habit)}",
        f'  {program} get-style-brief --message "my knee hurts, should I see a doctor?"',
        f"The words are real people's: {shown['source']}; MIT licence.",
    ]
    return Text(visible("\n".join(lines)))


def _program() -> str:
    """How to start this program: by its name only where a shell finds it."""
    here = Path(sys.executable).with_name(PROGRAM)
    if shutil.which(PROGRAM) or not here.exists():
        return PROGRAM
    folder = Path.cwd()
    return shlex.quote(str(here.relative_to(folder) if here.is_relative_to(folder) else here))
