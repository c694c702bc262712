"""Trains the context model and writes it into the package: `python -m tests.quality.train_contexts DATA`.

Logistic regression in plain Python, so that the same texts give the same file, byte for byte. Only words that several
texts of at least two corpora hold are kept, so that nothing of a single person is in the file.
"""

from __future__ import annotations

import json
import math
import random
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

from style_memory.pipeline.context import detection
from style_memory.pipeline.context import model as shipped
from style_memory.pipeline.context.evidence import scores
from style_memory.pipeline.context.model import (
    CLASSES,
    length_amount,
    model_from,
    plain_words,
    topic_amount,
    word_features,
)
from tests.quality.contexts import Example, examples

_MODEL = Path(shipped.__file__).parents[1] / "data" / shipped.FILE
# How many texts, and of how many sources, must hold a feature.
_LEAST_TEXTS, _LEAST_SOURCES = 3, 2
# Whatever accompanies anything shows nothing.
_ACCOMPANYING = frozenset({"laughter", "manner"})
_EPOCHS, _RATE, _DECAY, _SEED = 30, 0.3, 6.0, 1
# All texts of one kind together weigh so much.
_WEIGHT_OF_A_KIND = 1_000.0
_UNIT = 0.01

_START, _LENGTH, _TOPIC, _WORD = "start", "length", "topic ", "word "
_Features = list[tuple[str, float]]


def main(arguments: Sequence[str]) -> int:
    """Train on the folder that is named, and write the model."""
    if len(arguments) != 1:
        print("Usage: python -m tests.quality.train_contexts DATA, a folder that holds the corpora", file=sys.stderr)  # noqa: T201
        return 2
    learned = examples(Path(arguments[0]))
    if not learned:
        print(f"There are no texts to learn from in {arguments[0]}.", file=sys.stderr)  # noqa: T201
        return 1
    _MODEL.write_text(written(trained(learned)), "utf-8")
    return 0


def trained(learned: Sequence[Example]) -> dict[str, Any]:
    """Train a model; what is returned is the content of its file."""
    kept = _kept(learned)
    texts = [list(_features(example, kept)) for example in learned]
    weights = _fitted(texts, [example.kind for example in learned], _importance(learned))
    rounded = {name: [round(weight / _UNIT) for weight in pair] for name, pair in sorted(weights.items())}
    return {
        "about": "Written by `python -m tests.quality.train_contexts DATA`; NOTICE names the corpora. What each feature"
        " adds, in units, to the log odds of a serious and of a light message against any other.",
        "classes": list(CLASSES),
        "unit": _UNIT,
        "start": rounded[_START],
        "length": rounded[_LENGTH],
        "topics": _named(rounded, _TOPIC),
        "words": _named(rounded, _WORD),
    }


@contextmanager
def using(content: dict[str, Any]) -> Iterator[None]:
    """Let messages be judged by this model instead of the shipped one."""
    model = model_from(content)
    with patch.object(detection, "shipped_model", lambda: model):
        yield


def written(content: dict[str, Any]) -> str:
    """The model's file: one feature a line."""
    lines = []
    for name, value in content.items():
        if isinstance(value, dict):
            inner = ",\n".join(f"  {json.dumps(key)}: {json.dumps(pair)}" for key, pair in value.items())
            lines.append(f"{json.dumps(name)}: {{\n{inner}\n}}" if value else f"{json.dumps(name)}: {{}}")
        else:
            lines.append(f"{json.dumps(name)}: {json.dumps(value)}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _named(rounded: dict[str, list[int]], prefix: str) -> dict[str, list[int]]:
    return {name.removeprefix(prefix): pair for name, pair in rounded.items() if name.startswith(prefix) and any(pair)}


def _kept(learned: Sequence[Example]) -> frozenset[str]:
    texts: Counter[str] = Counter()
    sources: dict[str, set[str]] = defaultdict(set)
    for example in learned:
        for feature in set(word_features(plain_words(example.evidence.words))):
            texts[feature] += 1
            sources[feature].add(example.source)
    return frozenset(
        feature
        for feature, count in texts.items()
        if count >= _LEAST_TEXTS and len(sources[feature]) >= _LEAST_SOURCES and not _accompanies(feature)
    )


def _accompanies(feature: str) -> bool:
    return feature.isascii() and not _ACCOMPANYING.isdisjoint(scores(feature.strip("^$* ")).topics)


def _features(example: Example, kept: frozenset[str]) -> Iterator[tuple[str, float]]:
    held = sorted(kept.intersection(word_features(plain_words(example.evidence.words))))
    for feature in held:
        yield f"{_WORD}{feature}", 1 / math.sqrt(len(held))
    for topic, amount in sorted(example.evidence.topics.items()):
        yield f"{_TOPIC}{topic}", topic_amount(amount)
    yield _LENGTH, length_amount(example.evidence.length)
    yield _START, 1.0


def _importance(learned: Sequence[Example]) -> list[float]:
    """How much each text weighs: kinds alike, and within a kind a source by the square root of its texts."""
    counts = Counter((example.kind, example.source) for example in learned)
    totals: dict[str, float] = defaultdict(float)
    for (kind, _), count in counts.items():
        totals[kind] += math.sqrt(count)
    return [
        _WEIGHT_OF_A_KIND / totals[example.kind] / math.sqrt(counts[example.kind, example.source])
        for example in learned
    ]


def _fitted(texts: Sequence[_Features], kinds: Sequence[str], importance: Sequence[float]) -> dict[str, list[float]]:
    """Fit by stochastic gradients with rates that adapt to each feature (AdaGrad) and weights that decay."""
    frequency = Counter(name for features in texts for name, _ in features)
    weights = {name: [0.0, 0.0] for name in (_START, _LENGTH, *frequency)}
    squares = {name: [1e-6, 1e-6] for name in frequency}
    decay = {name: 0.0 if name == _START else _DECAY / count for name, count in frequency.items()}
    order = list(range(len(texts)))
    chance = random.Random(_SEED)
    for epoch in range(_EPOCHS):
        chance.shuffle(order)
        rate = _RATE / (1 + epoch / 5)
        for place in order:
            features = texts[place]
            errors = _errors(features, kinds[place], weights)
            for name, value in features:
                pair, past, fading = weights[name], squares[name], decay[name]
                for side in (0, 1):
                    slope = importance[place] * errors[side] * value + fading * pair[side]
                    past[side] += slope * slope
                    pair[side] -= rate * slope / math.sqrt(past[side])
    return weights


def _errors(features: _Features, kind: str, weights: dict[str, list[float]]) -> tuple[float, float]:
    first = sum([weights[name][0] * value for name, value in features])
    second = sum([weights[name][1] * value for name, value in features])
    odds = math.exp(first), math.exp(second)
    total = 1 + sum(odds)
    return odds[0] / total - (kind == CLASSES[0]), odds[1] / total - (kind == CLASSES[1])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
