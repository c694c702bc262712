"""Measures learning and writes the table of `docs/quality.md`: `make eval DATA=folder`."""

from __future__ import annotations

import statistics
import sys
from collections.abc import Callable
from pathlib import Path

from rich.console import Console
from rich.progress import track

from tests.quality.corpus import authors_by_source
from tests.quality.measures import Figures, built_in_negatives, contexts, negatives, secrets, voices
from tests.quality.remains import text_remains
from tests.quality.voice_lines import rows_of_voice_lines, voice_lines

_PAGE = Path(__file__).parents[2] / "docs" / "quality.md"
_START, _END = "<!-- figures: written by `make eval` -->\n", "<!-- /figures -->"
_Row = tuple[str, str, str, str]
# What the nearest peer reached on like data, measured from outside with the same definitions.
_PEER = {
    "found by profile": 0.19,
    "persistence": 0.6,
    "median lift": 1.0,
    "active": 0.7,
    "without active": 0.6,
}


def main() -> int:
    """Print the figures, and write them into the page."""
    if len(sys.argv) < 2 or not sys.argv[1]:
        print("SKIPPED: no corpora. Name their folder: make eval DATA=folder")  # noqa: T201
        return 0
    folder = Path(sys.argv[1])
    if not (folder / "chat.jsonl").exists():
        print(f"There is no chat.jsonl in {folder}.", file=sys.stderr)  # noqa: T201
        return 1
    table = _table(folder)
    lines = [
        "| measure | ours | baseline or peer | aim |",
        "|---|---|---|---|",
        *(f"| {' | '.join(row)} |" for row in table),
        "",
    ]
    page = _PAGE.read_text("utf-8")
    before, _, rest = page.partition(_START)
    _PAGE.write_text(before + _START + "\n".join(lines) + _END + rest.partition(_END)[2], "utf-8")
    print("\n".join(lines))  # noqa: T201
    return 0


def _table(folder: Path) -> list[_Row]:
    measures: dict[str, Callable[[], list[_Row]]] = {
        "voice": lambda: _voice_rows(voices(folder)),
        "lines on the voice": lambda: rows_of_voice_lines(voice_lines(folder)),
        "pasted text": lambda: _pasted_rows(negatives(folder)),
        "words of others": lambda: _built_in_rows(built_in_negatives()),
        "remains": lambda: _remains_rows(folder),
        "secrets": lambda: _secret_rows("secrets", secrets(folder, "secrets")),
        "personal data": lambda: _secret_rows("personal data", secrets(folder, "pii")),
        "moments": lambda: _context_rows(contexts(folder)),
    }
    steps = track(measures.values(), "Measuring", console=Console(stderr=True))
    return [row for measure in steps for row in measure()]


def _voice_rows(by_source: dict[str, Figures]) -> list[_Row]:
    def told(name: str) -> str:
        each = ", ".join(f"{source} {figures[name]:.2f}" for source, figures in by_source.items())
        return f"{statistics.fmean(figures[name] for figures in by_source.values()):.3f} ({each})"

    trigrams = f"{told('found by trigrams')}: trigrams of the text; {_PEER['found by profile']}: peer"
    rows = [
        ("other half found by the profile", told("found by profile"), trigrams, "the trigrams'"),
        ("other half found by the voice alone", told("found by voice"), "", ""),
    ]
    for name, what, aim in (
        ("persistence", "active habits that come back in the other half", "0.85"),
        ("median lift", "how much oftener than with other authors, median", "2.5"),
        ("active", "active literal habits in each half", "3"),
        ("without active", "halves without any", "0.1"),
    ):
        rows.append((what, told(name), f"{_PEER[name]}: peer", aim))
    return rows


def _pasted_rows(figures: Figures) -> list[_Row]:
    return [
        (f"`{kind}` pasted: texts that taught", f"{share:.3f}", "0.13 to 0.73: peer", "0.02")
        for kind, share in figures.items()
    ]


def _built_in_rows(figures: Figures) -> list[_Row]:
    return [
        ("built-in words of others: texts that taught", f"{figures['taught']:.3f}", "", "0.02"),
        ("the owner's words around them that still teach", f"{figures['around']:.3f}", "", "1"),
        ("messages that only look like them and still teach", f"{figures['look-alikes']:.3f}", "", "0.95"),
    ]


def _remains_rows(folder: Path) -> list[_Row]:
    authors = [texts for by_author in authors_by_source(folder).values() for texts in by_author]
    return [("authors of whom five words in a row are in the database", f"{text_remains(authors):.3f}", "", "0")]


def _secret_rows(what: str, figures: Figures) -> list[_Row]:
    return [
        (f"{what}: values kept, all fields tried", f"{figures['values kept']:.0f}", "up to 113 of 135: peer", "0"),
        (f"{what}: look-alikes that still teach", f"{figures['look-alikes that still teach']:.3f}", "", "0.9"),
    ]


def _context_rows(figures: Figures) -> list[_Row]:
    return [
        ("play misplaced in serious moments", f"{figures['misplaced']:.3f}", "no detector: peer", "0.05"),
        ("the same without upset ones", f"{figures['misplaced without upset']:.3f}", "", "0.03"),
        ("play offered in casual moments", f"{figures['offered in casual']:.3f}", "", "0.8"),
    ]


if __name__ == "__main__":
    sys.exit(main())
