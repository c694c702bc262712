"""`style-memory demo`: what the product does, on real chat, within seconds and without a network."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

import click

from style_memory_cli.session import Session
from style_memory_cli.structure import Leaf, json_option
from style_memory_cli.terminal import console, print_json


@click.command(cls=Leaf)
@click.option(
    "--database",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="The new file to use; by default a temporary one.",
)
@json_option
@click.pass_obj
def demo(session: Session, database: Path | None, as_json: bool) -> None:
    """Show what is learned of two real people's chat, and the brief that an agent gets for each."""
    _refuse_without_langchain()
    file = _new_file(database, session)
    from style_memory_cli.demo_run import number_of_turns, run_demo

    with _progress(number_of_turns()) as on_turn:
        shown = run_demo(file, on_turn)
    if as_json:
        print_json(shown)
    else:
        from style_memory_cli.demo_view import show_demo

        show_demo(shown)


def _refuse_without_langchain() -> None:
    if not all(map(find_spec, ("langchain", "langgraph", "langchain_style_memory"))):
        raise click.ClickException(
            "The demo runs a LangChain agent, which the extra `langchain` brings: run"
            " `pip install '.[langchain]'` in the checkout."
        )


def _new_file(given: Path | None, session: Session) -> Path:
    """The demo's own file: never one that exists, and never the place of the person's own database."""
    if given is None:
        return Path(tempfile.mkdtemp(prefix="style-memory-demo-")) / "demo.db"
    file = Path(os.path.realpath(given.expanduser()))
    if file.exists():
        raise click.ClickException(
            f"{file} exists already: name a new file, since the demo makes a database of its own."
        )
    with session.database() as own:
        if own.path == file:
            raise click.ClickException(f"{file} is the place of your own database: name another file.")
    return file


@contextmanager
def _progress(turns: int) -> Iterator[Callable[[], None]]:
    """A bar on the error stream, if that is a terminal."""
    from rich.progress import Progress

    with Progress(console=console(stderr=True), transient=True, disable=not console(stderr=True).is_terminal) as bar:
        task = bar.add_task("Listening to two people", total=turns)
        yield lambda: bar.advance(task)
