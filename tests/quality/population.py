"""What is usual among people: `python -m tests.quality.population DATA` writes the package's `population.toml`.

DATA holds `chat.jsonl` (author, lang, source, text) and may hold `assistant_prompts.jsonl` (text). Only statistics of
the sides that a brief can tell are written, and none that fewer than eight authors stand behind.
"""

from __future__ import annotations

import math
import sys
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any, TypeVar

from style_memory.domain.settings import Settings
from style_memory.pipeline.reading import read_turn
from style_memory.pipeline.signals.dictionary import Dictionary
from style_memory.pipeline.stylometry.features import feature_table
from style_memory.pipeline.stylometry.judging import group_of
from style_memory.pipeline.stylometry.population import GENERAL
from style_memory.pipeline.stylometry.sides import LENGTH, Side, sides, told_counts
from tests.quality.corpus import rows, source_of

Counts = Mapping[int, float]
Value = TypeVar("Value")
LEAST_MESSAGES, LEAST_AUTHORS, LEAST_PROMPTS = 90, 8, 50
# Their marks, lengths and lines are those of whoever wrote down what was said.
TRANSCRIBED = frozenset({"hkcancor"})
GROUPS = ("en", "zh", "yue", "ja")
# A share of fewer cases than this says nothing of an author, nor where it is of less than a twentieth of the messages.
_FEWEST_CASES, _LEAST_PER_MESSAGE = 20, 0.05
# Turns that follow each other are alike; the noise is that between stretches of so many.
_STRETCH = 20
_PLACES = 4

HEAD = """\
# What is usual among people, see docs/voice.md: statistics of the sides of `voice.toml`, and nothing of what was said.
# Written by `python -m tests.quality.population DATA`; NOTICE names the corpora.
#
# [groups.<language>]  en, zh, yue, ja; general: all authors, for other languages and for sides that a language lacks
#   <side> = [mean, spread, noise, others ...]
#     mean, spread  between authors, of the square root of each author's rate; each source weighs the same
#     noise         by how much a rate's variance exceeds that of independent cases, at least 1
#     others        further values that count as usual: square roots of the rate in single prompts to assistants, and
#                   of what transcripts of speech hold where a language has no other source
#   words_per_message holds natural logarithms of one more than the words (a character of a script without spaces is
#   half a word) in place of square roots, and as noise the spread between messages of one author.
"""


@dataclass(frozen=True, kw_only=True, slots=True)
class Author:
    """One author's messages, as counts."""

    group: str
    source: str
    messages: list[Counts]


def authors(folder: Path) -> list[Author]:
    """All who wrote enough."""
    written: dict[tuple[str, str, str], list[str]] = defaultdict(list)
    for row in rows(folder, "chat"):
        if row.get("author"):
            written[row["lang"], source_of(row), row["author"]].append(row["text"])
    found = [
        Author(group=group, source=source, messages=_told(counts_of(texts)))
        for (group, source, _), texts in written.items()
    ]
    return [author for author in found if len(author.messages) >= LEAST_MESSAGES]


def prompts(folder: Path) -> dict[str, list[Counts]]:
    """Prompts to assistants, by the language that they seem to be in."""
    found: dict[str, list[Counts]] = defaultdict(list)
    for counts in counts_of([row["text"] for row in rows(folder, "assistant_prompts")]):
        found[group_of(counts)].append(told_counts(counts))
    return found


def counts_of(texts: Sequence[str]) -> list[Counts]:
    """What the product counts of each text that it lets in."""
    dictionary, settings = Dictionary.load(None), Settings()
    readings = [read_turn(text, dictionary, settings) for text in texts]
    return [reading.counts for reading in readings if reading.admitted]


def _told(messages: Sequence[Counts]) -> list[Counts]:
    return [told_counts(counts) for counts in messages]


def population(
    written: Sequence[Author], prompted: Mapping[str, Sequence[Counts]]
) -> dict[str, dict[str, list[float]]]:
    """By group and side: mean, spread and noise between authors, and further values that are usual."""
    typed = [author for author in written if author.source not in TRANSCRIBED]
    found: dict[str, dict[str, list[float]]] = {}
    for group in (*GROUPS, GENERAL):
        chosen = [author for author in written if group in (author.group, GENERAL)]
        asked = [counts for name, some in prompted.items() if group in (name, GENERAL) for counts in some]
        for name, side in {LENGTH: None, **sides()}.items():
            heard = side is not None and _is_heard(side)
            row = _row([author for author in chosen if heard or author in typed], side)
            if row is None and not heard and len(chosen) >= LEAST_AUTHORS:
                row = _widened(_row(typed, side), _row(chosen, side))
            if row is not None:
                found.setdefault(group, {})[name] = [*row, *_in_prompts(asked, side)]
    return found


def written_out(found: Mapping[str, Mapping[str, Sequence[float]]]) -> str:
    """The data file."""
    lines = [HEAD]
    for group, sides_of_group in found.items():
        lines.append(f"[groups.{group}]")
        lines += [f'"{name}" = [{", ".join(f"{value:g}" for value in row)}]' for name, row in sides_of_group.items()]
        lines.append("")
    return "\n".join(lines).rstrip() + "\n"


def _is_heard(side: Side) -> bool:
    """Whether a side is of words alone, so that one who only writes down what others say does not shape it."""
    return all(name.startswith(("word:", "string:", "ending:")) for name in side.of)


def _row(written: Sequence[Author], side: Side | None) -> list[float] | None:
    return _length_row(written) if side is None else _share_row(written, side)


def _widened(typed: list[float] | None, transcribed: list[float] | None) -> list[float] | None:
    """Where only transcripts hold a language, what is usual is what either of typed and transcribed texts has."""
    if typed is None or transcribed is None:
        return typed
    mean, spread, _ = transcribed
    return [*typed, round(mean - spread, _PLACES), round(mean + spread, _PLACES)]


def _share_row(written: Sequence[Author], side: Side) -> list[float] | None:
    roots: list[tuple[Author, float]] = []
    observed = independent = 0.0
    for author in written:
        pairs = [(counts.get(side.times, 0.0), counts.get(side.cases, 0.0)) for counts in author.messages]
        cases = sum(case for _, case in pairs)
        if cases < _FEWEST_CASES or cases < len(pairs) * _LEAST_PER_MESSAGE:
            continue
        rate = min(1.0, sum(times for times, _ in pairs) / cases)
        roots.append((author, math.sqrt(rate)))
        observed += _variance(pairs, rate, cases)
        independent += rate * (1 - rate) / cases
    if len(roots) < LEAST_AUTHORS:
        return None
    mean, spread = _mean_and_spread(roots)
    if not mean:
        return None  # where nobody does it, many may not have been able to
    noise = max(1.0, observed / independent) if independent else 1.0
    return [round(value, _PLACES) for value in (mean, spread, noise)]


def _length_row(written: Sequence[Author]) -> list[float] | None:
    number = feature_table().numbers["log words"]
    means: list[tuple[Author, float]] = []
    squares = 0.0
    for author in written:
        logs = [counts.get(number, 0.0) for counts in author.messages]
        mean = sum(logs) / len(logs)
        means.append((author, mean))
        squares += _variance([(value, 1.0) for value in logs], mean, len(logs)) * len(logs)
    if len(means) < LEAST_AUTHORS:
        return None
    mean, spread = _mean_and_spread(means)
    return [round(value, _PLACES) for value in (mean, spread, math.sqrt(squares / len(means)))]


def _in_prompts(asked: Sequence[Counts], side: Side | None) -> list[float]:
    """The value in single prompts, where there are enough of them."""
    numbers = feature_table().numbers
    times, per = (numbers["log words"], numbers["messages"]) if side is None else (side.times, side.cases)
    cases = sum(counts.get(per, 0.0) for counts in asked)
    if len(asked) < LEAST_PROMPTS or cases < _FEWEST_CASES:
        return []
    rate = sum(counts.get(times, 0.0) for counts in asked) / cases
    return [round(rate if side is None else math.sqrt(min(1.0, rate)), _PLACES)]


def _variance(pairs: Sequence[tuple[float, float]], rate: float, cases: float) -> float:
    """The variance of a ratio of sums over stretches (Cochran 1977, *Sampling Techniques*, 2.11)."""
    stretches = _stretches(pairs)
    residuals = [sum(times - rate * case for times, case in stretch) for stretch in stretches]
    return sum(each * each for each in residuals) * len(stretches) / (len(stretches) - 1) / cases**2


def _stretches(values: Sequence[Value]) -> list[Sequence[Value]]:
    return [values[start : start + _STRETCH] for start in range(0, len(values), _STRETCH)]


def _mean_and_spread(values: Sequence[tuple[Author, float]]) -> tuple[float, float]:
    """Over authors, where each source weighs the same."""
    by_source: dict[str, int] = defaultdict(int)
    for author, _ in values:
        by_source[author.source] += 1
    weights = [1 / by_source[author.source] / len(by_source) for author, _ in values]
    mean = sum(weight * value for weight, (_, value) in zip(weights, values, strict=True))
    squares = sum(weight * (value - mean) ** 2 for weight, (_, value) in zip(weights, values, strict=True))
    return mean, math.sqrt(squares * len(values) / (len(values) - 1))


def main(arguments: Sequence[str]) -> int:
    """Write the data file anew."""
    if len(arguments) != 1 or not (Path(arguments[0]) / "chat.jsonl").exists():
        print("Usage: python -m tests.quality.population DATA, a folder that holds chat.jsonl", file=sys.stderr)  # noqa: T201
        return 2
    folder = Path(arguments[0])
    found = population(authors(folder), prompts(folder))
    path: Any = files("style_memory.pipeline").joinpath("data", "population.toml")
    Path(path).write_text(written_out(found), "utf-8")
    print(", ".join(f"{group}: {len(rows_of_group)} sides" for group, rows_of_group in found.items()))  # noqa: T201
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
