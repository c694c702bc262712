"""Says how a damaged database is put back, with the backup that lies nearest."""

from __future__ import annotations

from style_memory_cli.session import Session


def way_back(session: Session) -> str:
    """What to run on the session's database, as a sentence."""
    with session.database() as database:
        newest = database.newest_backup()
    if newest:
        return f"To put back the newest backup, run `{session.command('db', 'restore', str(newest))}`."
    return (
        "No backup lies beside the database; if you made one elsewhere,"
        f" `{session.command('db', 'restore')} FILE` puts it back, FILE being its path."
    )
