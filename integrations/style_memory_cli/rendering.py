"""Answers as people read them: tables and panels made from the values alone, whatever the operation."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from style_memory_cli.columns import Records
from style_memory_cli.terminal import console, print_text, visible

if TYPE_CHECKING:
    from rich.console import RenderableType

# Of a record with many fields, those that tell a person what it is, the most telling first.
_TELLING = (
    "text",
    "suggested_action",
    "reason",
    "polarity",
    "kind",
    "category",
    "status",
    "pinned",
    "confidence",
    "seen_count",
    "example",
)
_MOST_COLUMNS = 6


def show(answer: Any) -> None:
    """Print an answer, which is made of JSON values."""
    if isinstance(answer, str):
        print_text(answer)
        return
    out = console()
    for part in _parts_of(answer, ""):
        out.print(part)


def facts(values: Mapping[str, Any], title: str = "") -> RenderableType:
    """Names and values in two columns."""
    from rich.table import Table

    table = Table(title=_title(title), show_header=False, title_justify="left")
    table.add_column(style="bold", no_wrap=True)
    table.add_column(overflow="fold")
    for name, value in values.items():
        table.add_row(_cell(_words(name)), _cell(_said(value)))
    return table


def table_of(records: Sequence[Mapping[str, Any]], columns: Sequence[str], title: str = "") -> RenderableType:
    """Records in rows, with as many of those columns, the most telling first, as the terminal has room for."""
    cells = {column: [visible(_said(record.get(column))) for record in records] for column in columns}
    return Records({_words(column): told for column, told in cells.items()}, title=visible(title))


def panel(text: str, title: str = "") -> RenderableType:
    """A longer text in a frame."""
    from rich.panel import Panel

    return Panel(_cell(text), title=_title(title), title_align="left")


def _parts_of(answer: Any, title: str) -> Iterator[RenderableType]:
    match answer:
        case Mapping():
            yield from _parts_of_record(answer, title)
        case list() if _holds_records(answer):
            yield table_of(answer, _columns(answer), title)
        case _:
            yield facts({title or "answer": answer})


def _parts_of_record(record: Mapping[str, Any], title: str) -> Iterator[RenderableType]:
    small = {name: value for name, value in record.items() if _fits_a_cell(value)}
    large = {name: value for name, value in record.items() if name not in small}
    for name, value in large.items():
        if isinstance(value, str):
            yield panel(value, _joined(title, name))
    if small:
        yield facts(small, title)
    for name, value in large.items():
        if not isinstance(value, str):
            yield from _parts_of(value, _joined(title, name))
            left = record.get("total", 0) - len(value)
            if isinstance(value, list) and left > 0:
                yield _cell(f"… and {left} more: ask for them with --limit")


def _fits_a_cell(value: Any) -> bool:
    match value:
        case str():
            return "\n" not in value
        case Mapping():
            return all(not isinstance(inner, Mapping | list) for inner in value.values())
        case list():
            return not _holds_records(value)
        case _:
            return True


def _holds_records(values: Sequence[Any]) -> bool:
    return bool(values) and all(isinstance(value, Mapping) for value in values)


def _columns(records: Sequence[Mapping[str, Any]]) -> list[str]:
    present = dict.fromkeys(name for record in records for name in record)
    told = [name for name in present if any(record.get(name) not in (None, "", [], {}, False) for record in records)]
    if len(present) > _MOST_COLUMNS:
        told = [name for name in _TELLING if name in told][:_MOST_COLUMNS] + ["id"] * ("id" in told)
    return told


def _said(value: Any) -> str:
    if value in (None, "", [], {}):
        return "–"
    match value:
        case bool():
            return "yes" if value else "no"
        case float():
            return f"{value:g}"
        case list():
            return ("\n" if any(map(_is_sentence, value)) else ", ").join(map(_said, value))
        case Mapping():
            return ", ".join(f"{_words(name)}: {_said(inner)}" for name, inner in value.items())
        case _:
            return str(value)


def _is_sentence(value: Any) -> bool:
    return isinstance(value, str) and value.endswith(".") and " " in value


def _cell(text: str) -> RenderableType:
    from rich.text import Text

    return Text(visible(text))


def _title(title: str) -> Any:
    return _cell(title) if title else None


def _joined(title: str, name: str) -> str:
    return f"{title}: {_words(name)}" if title else _words(name)


def _words(name: str) -> str:
    return name.replace("_", " ")
