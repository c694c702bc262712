"""`style-memory doctor`: what is set up, what is wrong, and what to do about it."""

from __future__ import annotations

from dataclasses import asdict
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import click

from style_memory_cli.session import Session
from style_memory_cli.structure import Leaf, json_option, owner_option
from style_memory_cli.terminal import console, print_json, visible

if TYPE_CHECKING:
    from style_memory_cli.doctor.finding import Finding


@click.command(cls=Leaf, params=[owner_option()])
@json_option
@click.pass_context
def doctor(context: click.Context, owner: str | None, as_json: bool) -> None:
    """Check installation, settings, database and desktop hosts; exits 1 on a fault.

    Nothing is changed.
    """
    findings = check_up(context.ensure_object(Session), owner)
    healthy = all(finding.state != "fault" for finding in findings)
    if as_json:
        print_json({"healthy": healthy, "findings": [asdict(finding) for finding in findings]})
    else:
        _show(findings)
    context.exit(0 if healthy else 1)


def check_up(session: Session, owner: str | None) -> list[Finding]:
    """Look at everything that commonly goes wrong."""
    from style_memory_cli.connect.connect_commands import PLATFORM
    from style_memory_cli.doctor.database import check_database
    from style_memory_cli.doctor.hook_log import check_hook_log, hook_log
    from style_memory_cli.doctor.hosts import check_hosts
    from style_memory_cli.doctor.installation import check_installation

    return [
        *check_installation(session.environment, owner),
        *check_database(session, owner),
        *check_hosts(session, owner, PLATFORM),
        *check_hook_log(hook_log(), datetime.now(UTC)),
    ]


_STYLES = {"ok": "green", "warning": "yellow", "fault": "bold red"}


def _show(findings: list[Finding]) -> None:
    from rich.table import Table
    from rich.text import Text

    table = Table.grid(padding=(0, 2))
    table.add_column()
    table.add_column()
    table.add_column(overflow="fold")  # a long path is broken, never cut off
    for finding in findings:
        told = Text(visible(finding.detail))
        if finding.advice:
            told.append(f"\n→ {visible(finding.advice)}")
        table.add_row(Text(finding.state, style=_STYLES[finding.state]), finding.subject, told)
    console().print(table)
