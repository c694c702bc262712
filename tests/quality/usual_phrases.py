"""Measures how often people say phrases, and what the first half of an author tells of the second.

`python -m tests.quality.usual_phrases DATA` writes `usual_phrases.json` from the corpora in the folder DATA (see
docs/discovery.md). Only phrases that several people said, or several messages of a corpus without authors hold, get in.
"""

from __future__ import annotations

import json
import math
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib.resources import files
from pathlib import Path

from style_memory.domain.items import folded
from style_memory.domain.kinds import LITERAL_KINDS
from style_memory.domain.settings import MAX_TURN_LENGTH, Settings
from style_memory.domain.sightings import HabitSighting
from style_memory.pipeline.data_files import read_data
from style_memory.pipeline.discovery.prospects import features
from style_memory.pipeline.discovery.sketch import TURNS_PER_STRETCH, Recurrence
from style_memory.pipeline.reading import read_turn
from style_memory.pipeline.signals.dictionary import Dictionary
from tests.quality.corpus import rows, source_of
from tests.quality.learning import TURNS_PER_SESSION
from tests.quality.regression import least_squares, logistic

Rates = dict[str, float]
Shown = frozenset[str]
Turns = Sequence[Shown]
#: How often a word stands among the words of a language, by word and language.
WordFrequency = Callable[[str, str], float]

#: About one message in 3,000: rarer than any rate that so few messages can measure.
UNKNOWN = 0.0003
_SHARE_UNIT = 100_000
_LEAST_SHARE = 0.0006
_FEWEST_AUTHORS, _FEWEST_MESSAGES = 3, 3
_LEAST_OF_AUTHOR, _LEAST_OF_SOURCE = 60, 50
_RECURS = 3
# Languages that the corpora hold enough of; words of others are given the frequency of a word list.
_MEASURED = frozenset({"en", "yue", "ja"})
# So many words a message is taken to have where only a word list tells a word's rate; by how much chats differ from
# that is measured on the English words (see `_listed`).
_WORDS_IN_MESSAGE = 10
# The logarithm of the least lift, a twentieth: a half is too short to tell less, and a phrase that does not return must
# not weigh more in the regression the commoner it is.
_NO_LESS_THAN = -3.0


def usual_phrases(folder: Path, word_frequency: WordFrequency) -> dict[str, object]:
    """The document that the product reads: rates, and the weights of both regressions."""
    authors, sources = _read(folder)
    by_source = {source: [_shares(turns) for turns in by.values()] for source, by in authors.items()}
    written = {source: _mean(shares) for source, shares in by_source.items()}
    loose = [_often(turns) for turns in sources.values()]
    listed = _listed(written, word_frequency)
    rates = _highest([*written.values(), *loose, listed])
    persistence, lift = _regressions(authors, by_source, [*loose, listed])
    return {
        "format": "style-memory-usual-phrases",
        "version": 1,
        "unknown": UNKNOWN,
        "persistence": [round(weight, 4) for weight in persistence],
        "lift": [round(weight, 4) for weight in lift],
        "rates": {phrase: round(rate * _SHARE_UNIT) for phrase, rate in sorted(rates.items()) if rate >= _LEAST_SHARE},
    }


def _read(folder: Path) -> tuple[dict[str, dict[str, Turns]], dict[str, Turns]]:
    """What turns show, by source and author, and by source where no author is told."""
    dictionary, settings = Dictionary.load(None), Settings()

    def shown(text: str) -> Shown:
        reading = read_turn(text[:MAX_TURN_LENGTH], dictionary, settings)
        habits = [each for each in reading.sightings if isinstance(each, HabitSighting) and each.kind in LITERAL_KINDS]
        return frozenset({*(folded(habit.shown) for habit in habits), *(phrase.text for phrase in reading.phrases)})

    authors: dict[str, dict[str, list[Shown]]] = defaultdict(lambda: defaultdict(list))
    sources: dict[str, list[Shown]] = defaultdict(list)
    for row in rows(folder, "chat"):
        authors[source_of(row)][row["author"]].append(shown(row["text"]))
    for row in (*rows(folder, "contexts"), *rows(folder, "assistant_prompts"), *rows(folder, "dialect")):
        if source_of(row) not in authors:
            sources[f"{source_of(row)} {row.get('lang')}"].append(shown(row["text"]))
    enough: dict[str, dict[str, Turns]] = {
        source: {author: turns for author, turns in by.items() if len(turns) >= _LEAST_OF_AUTHOR}
        for source, by in authors.items()
    }
    return (
        {source: by for source, by in enough.items() if len(by) >= _FEWEST_AUTHORS},
        {source: turns for source, turns in sources.items() if len(turns) >= _LEAST_OF_SOURCE},
    )


def _shares(turns: Turns) -> Rates:
    counts = Counter(phrase for turn in turns for phrase in turn)
    return {phrase: count / len(turns) for phrase, count in counts.items()}


def _mean(shares: Sequence[Rates]) -> Rates:
    """The mean over authors of what at least three of them say."""
    sums: Counter[str] = Counter()
    said_by: Counter[str] = Counter()
    for each in shares:
        sums.update(each)
        said_by.update(each.keys())
    return {phrase: total / len(shares) for phrase, total in sums.items() if said_by[phrase] >= _FEWEST_AUTHORS}


def _often(turns: Turns) -> Rates:
    return {phrase: share for phrase, share in _shares(turns).items() if share * len(turns) >= _FEWEST_MESSAGES}


def _highest(rates: Iterable[Rates]) -> Rates:
    highest: Rates = {}
    for each in rates:
        for phrase, rate in each.items():
            highest[phrase] = max(rate, highest.get(phrase, 0.0))
    return highest


def _listed(written: Mapping[str, Rates], word_frequency: WordFrequency) -> Rates:
    """Rates of the words that discovery lists for languages without a corpus."""
    data = read_data("discovery.toml")
    measured = _highest(written.values())
    ratios = sorted(
        measured[word] / expected
        for word in data["words"]["en"]
        if word in measured and (expected := word_frequency(word, "en") * _WORDS_IN_MESSAGE)
    )
    oftener = ratios[len(ratios) // 2] if ratios else 1.0
    found: Rates = {}
    for table in ("words", "strings"):
        for language, words in data[table].items():
            for word in words if language not in _MEASURED else ():
                rate = min(0.5, word_frequency(word, language) * _WORDS_IN_MESSAGE * oftener)
                found[folded(word)] = max(rate, found.get(folded(word), 0.0))
    return found


def _regressions(
    authors: Mapping[str, Mapping[str, Turns]], shares: Mapping[str, list[Rates]], others: Sequence[Rates]
) -> tuple[list[float], list[float]]:
    """Weights that tell from one half of an author what the other half holds. Each source weighs the same.

    An author's own messages are left out of the usual rates that they are compared with.
    """
    measured: list[tuple[float, ...]] = []
    returns: list[bool] = []
    lifts: list[float] = []
    weights: list[float] = []
    for source, by_author in authors.items():
        halves = [_halves(turns) for turns in by_author.values()]
        before = len(measured)
        apart = _highest([*(_mean(each) for name, each in shares.items() if name != source), *others])
        for place, own in enumerate(halves):
            usual = _highest([apart, _mean([each for at, each in enumerate(shares[source]) if at != place])])
            for side in (0, 1):
                later = [_shares(each[1 - side]) for each in halves]
                for phrase, recurrence in _recurrences(own[side]).items():
                    there = later[place].get(phrase, 0.0)
                    elsewhere = [each.get(phrase, 0.0) for at, each in enumerate(later) if at != place]
                    lift = (there + 1e-4) / (sum(elsewhere) / len(elsewhere) + 1e-4)
                    measured.append(features(recurrence, max(usual.get(phrase, 0.0), UNKNOWN)))
                    returns.append(there > 0)
                    lifts.append(max(math.log(lift), _NO_LESS_THAN))
        weights += [1000 / max(1, len(measured) - before)] * (len(measured) - before)
    return logistic(measured, returns, weights), least_squares(measured, lifts, weights)


def _halves(turns: Turns) -> tuple[Turns, Turns]:
    middle = len(turns) // 2
    return turns[:middle], turns[middle:]


def _recurrences(turns: Turns) -> dict[str, Recurrence]:
    places: dict[str, list[int]] = defaultdict(list)
    for place, turn in enumerate(turns):
        for phrase in turn:
            places[phrase].append(place)
    found = {}
    for phrase, at in places.items():
        sessions = len({place // TURNS_PER_SESSION for place in at})
        if len(at) >= _RECURS and sessions >= _RECURS:
            stretches = len({place // TURNS_PER_STRETCH for place in at})
            found[phrase] = Recurrence(len(at), stretches, _RECURS, len(turns))
    return found


def main(arguments: Sequence[str]) -> int:
    """Write the file. Needs wordfreq (its word lists: see NOTICE), which is no dependency of anything else."""
    if len(arguments) != 1 or not (Path(arguments[0]) / "chat.jsonl").exists():
        print("Usage: python -m tests.quality.usual_phrases DATA, a folder that holds chat.jsonl", file=sys.stderr)  # noqa: T201
        return 2
    try:
        from wordfreq import word_frequency  # type: ignore[import-not-found]
    except ImportError:
        print("Install wordfreq first: pip install 'wordfreq[cjk]'", file=sys.stderr)  # noqa: T201
        return 1
    target = files("style_memory.pipeline").joinpath("data", "usual_phrases.json")
    document = usual_phrases(Path(arguments[0]), word_frequency)
    Path(str(target)).write_text(json.dumps(document, ensure_ascii=False, indent=0) + "\n", "utf-8")
    print(f"Written: {target}")  # noqa: T201
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
