"""Judges a message by its words where no telling phrase decides: a linear model, trained on public corpora."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from style_memory.pipeline.context.evidence import words_of
from style_memory.pipeline.data_files import read_json

#: What the model tells from the rest, which is work: tasks, questions, documents.
CLASSES = ("serious", "light")
#: The file that ships with the package; `tests/quality/train_contexts.py` writes it.
FILE = "context_model.json"

#: In units, so that a sum of them is the same in any order.
Weights = tuple[int, int]


class Judged(NamedTuple):
    """What the model makes of a message."""

    #: How probable it is that the message is about something serious.
    serious: float
    #: How probable it is that the message is light talk.
    light: float
    #: The share of the message's words that the model knows; of other languages it knows hardly any.
    known: float


@dataclass(frozen=True, kw_only=True, slots=True)
class Model:
    """A linear model: for each feature what it adds to the log odds of each class against work."""

    #: What a weight is counted in.
    unit: float
    #: What every message starts with.
    start: Weights
    #: What a long message adds.
    length: Weights
    #: What the lexicon's topics add.
    topics: Mapping[str, Weights]
    #: What words, pairs of words and beginnings of words add.
    words: Mapping[str, Weights]

    def judged(self, words: Sequence[str], topics: Mapping[str, float], length: float) -> Judged:
        """Judge the message of these words, topics and length as `Scores` has them."""
        table = self.words
        plain = plain_words(words)
        held = [table[key] for key in set(word_features(plain)) if key in table]
        scale = 1 / math.sqrt(len(held) or 1)
        serious = sum([pair[0] for pair in held]) * scale + self.start[0]
        light = sum([pair[1] for pair in held]) * scale + self.start[1]
        for pair, amount in self._beside(topics, length):
            serious += pair[0] * amount
            light += pair[1] * amount
        odds = math.exp(serious * self.unit), math.exp(light * self.unit)
        total = 1 + sum(odds)
        unspaced = length - len(words)
        linking = linking_words()
        known = sum([word in table or word in linking for word in plain]) / max(1, len(plain) + unspaced)
        return Judged(odds[0] / total, odds[1] / total, known)

    def _beside(self, topics: Mapping[str, float], length: float) -> Iterator[tuple[Weights, float]]:
        for topic, amount in topics.items():
            if topic in self.topics:
                yield self.topics[topic], topic_amount(amount)
        yield self.length, length_amount(length)


#: No more of a message is looked at.
MOST_WORDS = 120


def plain_words(words: Sequence[str]) -> list[str]:
    """Return the words that the model looks at: all numbers alike, and without the ends of sentences."""
    return ["0" if word.isdigit() else word for word in words[:MOST_WORDS] if word not in _FULL_STOPS]


def word_features(plain: Sequence[str]) -> list[str]:
    """Return what a message's plain words show: each, each pair, and the beginning of the longer ones.

    Words that only link others ("i", "the") tell nothing of what a message is about, but much about its author.
    """
    linking = linking_words()
    telling = [word for word in plain if word not in linking]
    features = [*telling, *[f"{word[:_BEGINNING]}*" for word in telling if len(word) > _BEGINNING]]
    before = "^"
    for word in (*plain, "$"):
        if not (word in linking and before in linking):
            features.append(f"{before} {word}")
        before = word
    return features


def topic_amount(amount: float) -> float:
    """Return how much of a topic the model sees, from 0 to 1."""
    return min(amount, 2.0) / 2


def length_amount(length: float) -> float:
    """Return how long a message is to the model, from 0 to 1."""
    return min(length, 60.0) / 60


@cache
def linking_words() -> frozenset[str]:
    """Return the words that only link others, with the signs for a message's two ends."""
    return words_of("linking") | {"0", "?", "^", "$"}


@cache
def shipped_model() -> Model:
    """Return the model that ships with the package, read on first use."""
    return model_from(read_json(FILE))


def model_from(data: Mapping[str, Any]) -> Model:
    """Build a model from the content of its file.

    Raises:
        ValueError: its weights are those of other classes.
    """
    if tuple(data["classes"]) != CLASSES:
        raise ValueError(f"The context model tells {data['classes']}, not {list(CLASSES)}.")
    return Model(
        unit=data["unit"],
        start=tuple(data["start"]),
        length=tuple(data["length"]),
        topics=data["topics"],
        words=data["words"],
    )


# How many letters a word's beginning has.
_BEGINNING = 4
# Whether a remark ends with one says nothing of what it is about.
_FULL_STOPS = frozenset(".!;\n")
