"""Tables that stay readable on a narrow terminal: no word is broken, and what has no room is left out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderableType

#: The column whose values are never broken, so that they can be copied; it goes below the first where room is scarce.
ID = "id"


@dataclass(frozen=True, kw_only=True, slots=True)
class _Column:
    """A column with the widths that it can do with."""

    title: str
    cells: Sequence[str]
    #: What it takes at least to be readable, and what shows all of it on one line.
    least: int
    most: int


class Records:
    """Rows of text with as many columns as there is room for.

    Args:
        columns: The cells below each title, the most telling column first.
        title: What stands above.
    """

    def __init__(self, columns: Mapping[str, Sequence[str]], title: str = "") -> None:
        self._columns = columns
        self._title = title

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[RenderableType]:
        """The table that fits the console: a line for each row if enough can be told in it, else with the id below."""
        columns = [_measured(title, cells) for title, cells in self._columns.items()]
        on_one_line = _fitting(columns, options.max_width, lambda column: column.most, skipping=False)
        if len(on_one_line) >= min(len(columns), _ENOUGH):
            yield self._table(on_one_line, [column.most for column in on_one_line], rules=False)
            return
        below = ID in self._columns and len(columns) > 1
        if below:
            columns = [_measured(title, cells) for title, cells in _id_below_the_first(self._columns)]
        chosen = _fitting(columns, options.max_width, lambda column: column.least, skipping=True) or columns[:1]
        yield self._table(chosen, _widths(chosen, options.max_width), rules=below)

    def _table(self, columns: Sequence[_Column], widths: Sequence[int], *, rules: bool) -> RenderableType:
        from rich.table import Table
        from rich.text import Text

        title = Text(self._title) if self._title else None
        table = Table(title=title, title_justify="left", show_lines=rules)
        for column, width in zip(columns, widths, strict=True):
            table.add_column(Text(column.title), width=width, overflow="fold")
        for row in zip(*(column.cells for column in columns), strict=True):
            table.add_row(*map(Text, row))
        return table


# A sentence is readable from here on; a single longer word, such as a URL or a text without spaces, is broken.
_SENTENCE = 15
_LONGEST_WORD = 26
# Fewer columns than this are not worth a line for each row.
_ENOUGH = 5
# What a border and the space beside it take.
_BETWEEN = 3


def _measured(title: str, cells: Sequence[str]) -> _Column:
    from rich.cells import cell_len

    words = [cell_len(word) for text in (title, *cells) for word in text.split()]
    lines = [cell_len(line) for cell in cells for line in cell.splitlines()]
    word, line = max(words, default=0), max(lines, default=0)
    least = max(min(word, _LONGEST_WORD), min(line, _SENTENCE))
    return _Column(title=title, cells=cells, least=least, most=max(word, line))


def _id_below_the_first(columns: Mapping[str, Sequence[str]]) -> Iterator[tuple[str, Sequence[str]]]:
    first, *others = (title for title in columns if title != ID)
    both = zip(columns[first], columns[ID], strict=True)
    yield f"{first} / {ID}", [f"{cell}\n{identity}" for cell, identity in both]
    yield from ((title, columns[title]) for title in others)


def _fitting(
    columns: Sequence[_Column], room: int, width: Callable[[_Column], int], *, skipping: bool
) -> list[_Column]:
    """The columns that fit beside each other: the id if there is one, and of the others the most telling.

    Args:
        columns: All of them, the most telling first.
        room: How much there is.
        width: How much a column takes.
        skipping: Whether one that fits may follow one that does not.
    """
    chosen = [column for column in columns if column.title == ID]
    for column in columns:
        if column in chosen:
            continue
        if sum(width(each) + _BETWEEN for each in (*chosen, column)) + 1 <= room:
            chosen.append(column)
        elif not skipping:
            break
    return [column for column in columns if column in chosen]


def _widths(columns: Sequence[_Column], room: int) -> list[int]:
    """A width for each column: what it takes at least, and then what it would like as long as there is room."""
    left = max(0, room - 1 - sum(column.least + _BETWEEN for column in columns))
    widths = []
    for column in columns:
        more = min(left, column.most - column.least)
        left -= more
        widths.append(column.least + more)
    return widths
