"""`style-memory db`: the schema, and copies of the database."""

from __future__ import annotations

from pathlib import Path

import click

from style_memory_cli.restoring import way_back
from style_memory_cli.session import Session
from style_memory_cli.structure import Family, confirm, json_option, yes_option
from style_memory_cli.terminal import note, print_json, print_text


@click.group(cls=Family)
def db() -> None:
    """Upgrade, check, back up and restore the database."""


@db.command()
@json_option
@click.pass_obj
def upgrade(session: Session, as_json: bool) -> None:
    """Bring the database to this program's schema, making it if it is not there; a copy is made first."""
    from style_memory_migrations import upgrade as upgrade_database

    with session.database() as database:
        report = upgrade_database(database, on_step=_tell_step)
        location = database.location
    if as_json:
        print_json({"before": report.before, "after": report.after, "backup": _name(report.backup)})
    elif report.changed:
        print_text(f"{location} is at revision {report.after} now.{_kept(report.backup)}")
    else:
        print_text(f"{location} is at revision {report.after} already.")


@db.command()
@click.argument("revision")
@yes_option
@json_option
@click.pass_obj
def downgrade(session: Session, revision: str, yes: bool, as_json: bool) -> None:
    """Take the database back to REVISION, or with `base` remove its tables; a copy is made first."""
    from style_memory_migrations import downgrade as downgrade_database

    with session.database() as database:
        loss = "All that is stored in it" if revision == "base" else "What the earlier schema has no place for"
        confirm(f"Take {database.location} back to {revision}? {loss} is lost from it.", yes=yes)
        report = downgrade_database(database, revision, on_step=_tell_undone)
        location = database.location
    if as_json:
        print_json({"before": report.before, "after": report.after, "backup": _name(report.backup)})
    else:
        state = f"at revision {report.after}" if report.after else "without tables of Style Memory"
        print_text(f"{location} is {state} now.{_kept(report.backup)}")


@db.command()
@json_option
@click.pass_obj
def current(session: Session, as_json: bool) -> None:
    """Show the schema revision that the database is at."""
    from style_memory_migrations import current as revision_of
    from style_memory_storage.tables import HEAD

    with session.database() as database:
        revision = revision_of(database)
        location = database.location
    if as_json:
        print_json({"database": location, "revision": revision, "head": HEAD})
    else:
        print_text(f"{revision or 'none'} (this program works with {HEAD})")


@db.command()
@json_option
def history(as_json: bool) -> None:
    """List all schema revisions, oldest first."""
    from style_memory_migrations import history as all_revisions

    revisions = [{"revision": revision, "description": description} for revision, description in all_revisions()]
    if as_json:
        print_json(revisions)
    else:
        for each in revisions:
            print_text(f"{each['revision']}  {each['description']}")


@db.command()
@json_option
@click.pass_context
def check(context: click.Context, as_json: bool) -> None:
    """Check that the database is sound and that its schema is ours; exits 1 if not."""
    from style_memory_migrations import check as check_database

    with context.ensure_object(Session).database() as database:
        found = check_database(database)
        location = database.location
    if as_json:
        print_json({"database": location, "sound": not found, "found": found})
    else:
        print_text("\n".join(found) if found else f"{location} is sound.")
    context.exit(1 if found else 0)


@db.command()
@click.argument("file", type=click.Path(path_type=Path))
@json_option
@click.pass_obj
def backup(session: Session, file: Path, as_json: bool) -> None:
    """Copy the database to the new FILE, while others may go on using it."""
    from style_memory_migrations import backup as back_up

    with session.database() as database:
        made = back_up(database, file)
    if as_json:
        print_json({"backup": str(made)})
    else:
        print_text(f"The database is copied to {made}.")


@db.command()
@click.argument("file", type=click.Path(path_type=Path), required=False, metavar="FILE")
@yes_option
@json_option
@click.pass_obj
def restore(session: Session, file: Path | None, yes: bool, as_json: bool) -> None:
    """Put the database back to what it was in the backup FILE; what is there now is kept beside it.

    Upgrades and downgrades leave backups beside the database, named like style.db.backup-REVISION-TIME.
    """
    from style_memory_migrations import restore as restore_database

    if file is None:
        raise click.UsageError(f"Missing argument 'FILE'. {way_back(session)}", click.get_current_context())
    with session.database() as database:
        confirm(f"Replace what is in {database.location} by {file}?", yes=yes)
        report = restore_database(database, file)
        location = database.location
    if as_json:
        print_json({"revision": report.revision, "replaced": _name(report.replaced)})
    else:
        print_text(f"{location} is restored, at revision {report.revision}.{_kept(report.replaced)}")


def _tell_step(revision: str, description: str) -> None:
    note(f"upgraded to {revision}: {description}")


def _tell_undone(revision: str, description: str) -> None:
    note(f"undone {revision}: {description}")


def _name(path: Path | None) -> str | None:
    return str(path) if path else None


def _kept(path: Path | None) -> str:
    return f" What was there before is kept in {path}." if path else ""
