"""`style-memory import`: taking over what another tool has learned."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import click

from style_memory_cli.session import Session
from style_memory_cli.structure import Family, json_option, named_owner, owner_option
from style_memory_cli.terminal import print_json, print_text


@click.group(cls=Family)
def import_() -> None:
    """Take over what another tool has learned."""


@import_.command(name="style-memory-mcp", params=[owner_option()])
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@json_option
@click.pass_obj
def style_memory_mcp(session: Session, file: Path, owner: str | None, as_json: bool) -> None:
    """Take over FILE, the style-memory.json of style-memory-mcp, versions 1 and 2.

    Doing so twice changes nothing. What the privacy gate stops and what was forgotten here stays out.
    """
    owner = named_owner(owner)
    document = _parsed(file)
    with session.memory() as memory:
        imported = memory.for_owner(owner).import_style_memory_mcp(document)
    if as_json:
        print_json(imported.model_dump(mode="json"))
        return
    print_text(f"{imported.added} items taken over, {imported.known} were there already.")
    for code, number in sorted(Counter(imported.skipped).items()):
        print_text(f"{number} left out: {code.removeprefix('hint_').replace('_', ' ')}.")


def _parsed(file: Path) -> Any:
    from style_memory import errors

    try:
        return json.loads(file.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise errors.ImportInvalid(f"{file} can't be read ({error.strerror}).") from None
    except (ValueError, RecursionError):
        raise errors.ImportInvalid(f"{file} is not valid JSON: name the other tool's style-memory.json.") from None
