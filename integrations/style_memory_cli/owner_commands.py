"""`style-memory owners`: for whoever runs an installation that several people share."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from style_memory_cli.session import Session
from style_memory_cli.structure import Family, confirm, json_option, named_owner, yes_option
from style_memory_cli.terminal import as_json as json_text
from style_memory_cli.terminal import counted, note, print_json, print_text

if TYPE_CHECKING:
    from style_memory import OwnerMemory

_NOT_PROMISED = (
    "Backups and other copies of the database still hold what was erased: delete those yourself.",
    "The database file keeps its size: remains may lie in free pages until they are used again (VACUUM clears them).",
)


@click.group(cls=Family)
def owners() -> None:
    """List, export and erase owners."""


@owners.command(name="list")
@click.option("--after", metavar="ID", help="Start behind this owner.")
@click.option("--limit", type=click.IntRange(1, 1000), default=100, show_default=True, help="How many at most.")
@json_option
@click.pass_obj
def list_owners(session: Session, after: str | None, limit: int, as_json: bool) -> None:
    """List the ids of the owners, in order."""
    with session.existing_memory() as memory:
        found = memory.owners(after=after, limit=limit + 1)
    listed, more = found[:limit], len(found) > limit
    if as_json:
        print_json({"owners": listed, "next_after": listed[-1] if more else None})
        return
    for owner in listed:
        print_text(owner)
    if not listed:
        note("There are no owners yet." if after is None else "There are no more owners.")
    if more:
        following = session.command("owners", "list", "--after", listed[-1], "--limit", str(limit))
        note(f"There are more: `{following}` shows the next page.")


@owners.command()
@click.argument("owner")
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True), required=False)
@click.option("--force", is_flag=True, help="Replace FILE if it exists.")
@json_option
@click.pass_obj
def export(session: Session, owner: str, file: Path | None, force: bool, as_json: bool) -> None:
    """Write everything that is stored of OWNER as one JSON document, to FILE (mode 0600) or the output."""
    owner = named_owner(owner)
    to_file = file is not None and str(file) != "-"
    if file is not None and to_file and not force:
        _refuse_existing(file)
    with session.existing_memory() as memory:
        document = _document(memory.for_owner(owner))
    if file is None or not to_file:
        print_json(document)
        return
    _write(file, json_text(document) + "\n", force=force)
    if as_json:
        print_json({"owner": owner, "file": str(file)})
    else:
        print_text(f"Everything that is stored of {owner} is in {file}.")


@owners.command()
@click.argument("owner")
@yes_option
@json_option
@click.pass_obj
def erase(session: Session, owner: str, yes: bool, as_json: bool) -> None:
    """Delete everything that is stored of OWNER, for good."""
    owner = named_owner(owner)
    with session.existing_memory() as memory:
        stored = memory.for_owner(owner)
        _document(stored)
        confirm(f"Delete everything that is stored of {owner}? It can't be undone. {_NOT_PROMISED[0]}", yes=yes)
        erased = stored.erase()
    if as_json:
        print_json({"owner": owner, "erased": erased, "not_promised": list(_NOT_PROMISED)})
        return
    print_text(f"Everything that was stored of {owner} is deleted ({counted(sum(erased.values()), 'row')}).")
    for sentence in _NOT_PROMISED:
        print_text(sentence)


def _document(stored: OwnerMemory) -> dict[str, Any]:
    from style_memory import errors

    document = stored.export()
    if document["profile"] is None:
        raise errors.StyleMemoryError(f"Nothing was ever stored of an owner {stored.owner}, or it is erased already.")
    return document


def _refuse_existing(file: Path) -> None:
    if file.exists() or file.is_symlink():
        raise click.ClickException(f"{file} exists already: name another file, or pass --force to replace it.")


def _write(file: Path, text: str, *, force: bool) -> None:
    """Write a new file that only its owner may read, whole or not at all."""
    from style_memory_storage.files import draft_of, publish, unavailable_unless_done

    with draft_of(file) as draft, unavailable_unless_done(file):
        draft.write_text(text, encoding="utf-8")
        if force:
            draft.replace(file)
        else:
            publish(draft, file)
