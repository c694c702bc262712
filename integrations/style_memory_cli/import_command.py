"""`style-memory import`: taking over what another tool has learned."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from style_memory_cli.session import Session
from style_memory_cli.structure import Family, json_option, named_owner, owner_option
from style_memory_cli.terminal import print_json, print_text

if TYPE_CHECKING:
    from style_memory.operations.importing import Imported


@click.group(cls=Family)
def import_() -> None:
    """Take over what another tool has learned."""


@import_.command(name="style-memory-mcp", params=[owner_option()])
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@json_option
@click.pass_obj
def style_memory_mcp(session: Session, file: Path, owner: str | None, as_json: bool) -> None:
    """Take over FILE, the style-memory.json of style-memory-mcp, versions 1 and 2.

    It lies in ~/.style-memory-mcp, unless STYLE_MEMORY_PATH told that program another place. Doing so twice changes
    nothing. What the privacy gate stops and what was forgotten here stays out, and is told with the reason.
    """
    owner = named_owner(owner)
    document = _parsed(file)
    with session.memory() as memory:
        imported = memory.for_owner(owner).import_style_memory_mcp(document)
    if as_json:
        print_json(imported.model_dump(mode="json"))
        return
    for line in _told(imported, owner):
        print_text(line)


# What stays out for another reason than its form or the privacy gate.
_REASONS = {
    "broken": "broken",
    "empty": "empty",
    "too_long": "too long",
    "no_preference": "they say no wish",
    "forgotten": "forgotten here",
    "contradicted": "a wish in words says the opposite",
    "form_of_address": "forms of address have no counterpart here",
    "failure_rule": "failure rules have no counterpart here",
    "reply_preference": "of the reply preferences only the length has a counterpart here",
    "observed_voice": "the observed voice is measured anew here",
    "described_expression": "descriptions of expressions have no counterpart here",
    "unknown_part": "not known here",
}
_PAUSES = {
    "taken_over": "Learning was paused there, and now is for {owner} here; `{command}` resumes it.",
    "already_paused": "Learning was paused there, and is for {owner} here; `{command}` resumes it.",
    "resumed_here": "Learning was paused there; {owner} has resumed it here, and so it goes on.",
}


def _told(imported: Imported, owner: str) -> Iterator[str]:
    yield f"{imported.added} items taken over, {imported.known} were there already."
    if imported.merged:
        yield f"{imported.merged} merged: they say the same as another entry."
    for left in imported.left_out:
        reason = _REASONS.get(left.reason) or f"stopped by the privacy gate ({left.reason.replace('_', ' ')})"
        more = f", and {left.count - len(left.entries)} more" if left.count > len(left.entries) else ""
        yield f"{left.count} left out: {reason} ({', '.join(left.entries)}{more})."
    if imported.pause in _PAUSES:
        command = shlex.join(["style-memory", "set-learning-enabled", "on", "--owner", owner])
        yield _PAUSES[imported.pause].format(owner=owner, command=command)


def _parsed(file: Path) -> Any:
    from style_memory import errors

    try:
        return json.loads(file.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise errors.ImportInvalid(f"{file} can't be read ({error.strerror}).") from None
    except (ValueError, RecursionError):
        raise errors.ImportInvalid(f"{file} is not valid JSON: name the other tool's style-memory.json.") from None
