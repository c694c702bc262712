"""The measures; each answers figures by name."""

from __future__ import annotations

import statistics
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from style_memory import OwnerMemory
from tests.quality import words_of_others
from tests.quality.contexts import CASUAL, SERIOUS, examples, folds, without
from tests.quality.corpus import authors_by_source, rows, source_of
from tests.quality.identification import Vector, found_first, standardised, trigrams, weighed
from tests.quality.learning import fresh_owner, habits, literal, occurs, say
from tests.quality.train_contexts import trained, using
from tests.quality.words_of_others import lost, teaches, wrongly_taught

Figures = dict[str, float]
# Keeps a ratio of rates finite.
_SMALL = 1e-4
_LEAST_TURNS = 60


def voices(folder: Path) -> dict[str, Figures]:
    """By source: whether habits come back, belong to their author, and whether both halves are found together."""
    return {source: _voice(authors) for source, authors in authors_by_source(folder).items()}


def _voice(authors: Sequence[Sequence[str]]) -> Figures:
    halves = [[texts[: len(texts) // 2] for texts in authors], [texts[len(texts) // 2 :] for texts in authors]]
    learned: list[list[dict[str, Any]]] = []
    measured: list[Vector] = []
    for half in (*halves[0], *halves[1]):
        with fresh_owner() as owner:
            say(owner, half)
            learned.append(habits(owner))
            measured.append({rate.name: rate.value for rate in owner.get_voice_profile().voice})
    said = [*halves[0], *halves[1]]
    kept = weighed(
        [
            {f"{habit['kind']} {habit['text']}": habit["seen_count"] / len(texts) for habit in found}
            for found, texts in zip(learned, said, strict=True)
        ]
    )
    spoken = standardised(measured)
    both = [
        {**{f"habit {name}": value for name, value in one.items()}, **other}
        for one, other in zip(kept, spoken, strict=True)
    ]
    baseline = weighed([trigrams(texts) for texts in said])
    middle = len(authors)
    return {
        **_persistence(halves, learned),
        **{
            f"found by {name}": found_first(vectors[:middle], vectors[middle:])
            for name, vectors in (("habits", kept), ("voice", spoken), ("profile", both), ("trigrams", baseline))
        },
    }


def _persistence(halves: Sequence[Sequence[Sequence[str]]], learned: Sequence[list[dict[str, Any]]]) -> Figures:
    middle = len(halves[0])
    counts, returned, lifts = [], [], []
    for place, found in enumerate(learned):
        side, author = divmod(place, middle)
        own, elsewhere = halves[side][author], halves[1 - side]
        active = [
            habit["text"]
            for habit in literal(found)
            if habit["status"] == "active" and any(occurs(habit["text"], text) for text in own)
        ]
        if len(own) >= _LEAST_TURNS:
            counts.append(len(active))
        for said in active:
            rate = statistics.fmean(occurs(said, text) for text in elsewhere[author])
            others = [occurs(said, text) for other, texts in enumerate(elsewhere) if other != author for text in texts]
            returned.append(rate > 0)
            lifts.append((rate + _SMALL) / (statistics.fmean(others) + _SMALL))
    return {
        "active": statistics.fmean(counts),
        "without active": statistics.fmean(count == 0 for count in counts),
        "persistence": statistics.fmean(returned) if returned else 0.0,
        "median lift": statistics.median(lifts) if lifts else 0.0,
    }


def negatives(folder: Path) -> Figures:
    """By kind of pasted text: the share that taught words which its author did not write."""
    wrong: dict[str, list[bool]] = defaultdict(list)
    for row in rows(folder, "pasted"):
        wrong[row.get("kind", "text")].append(bool(wrongly_taught(row["text"], row.get("own") or "")))
    return {kind: statistics.fmean(found) for kind, found in sorted(wrong.items())}


def built_in_negatives() -> Figures:
    """Of the built-in texts: the share that taught words of others, and what still teaches that is the owner's."""
    texts, looks_alike = words_of_others.negatives(), words_of_others.positives()
    return {
        "taught": statistics.fmean(bool(wrongly_taught(row["text"], row["own"])) for row in texts),
        "around": statistics.fmean(not lost(row["text"], row["own"]) for row in texts),
        "look-alikes": statistics.fmean(teaches(row["text"], row["marker"]) for row in looks_alike),
    }


def secrets(folder: Path, name: str) -> Figures:
    """How many values are anywhere in what is kept of the owner, and how many look-alikes still teach."""
    kept, taught = 0, []
    for row in rows(folder, name):
        with fresh_owner() as owner:
            if row.get("positive", True):
                _observe_in_each_field(owner, row["text"])
                shown = str(owner.export()) + owner.get_style_brief(context="casual_chat")
                kept += any(value in shown for value in row["must_hide"])
            else:
                say(owner, [f"lol {row['text']}"])
                taught.append(any(habit["text"] == "lol" for habit in habits(owner)))
    return {"values kept": float(kept), "look-alikes that still teach": statistics.fmean(taught) if taught else 1.0}


def _observe_in_each_field(owner: OwnerMemory, value: str) -> None:
    plain = "lol could you look at this"
    owner.observe_user_message(text=value, context=value[:80], session_id=value[:80])
    for field, most in (("text", 40), ("example", 60), ("notes", 60)):
        hint = {"kind": "idiolect", "text": "look at this", "confidence": 0.9, field: value[:most]}
        wish = {"category": "workflow", "text": "prefers short answers", "confidence": 0.9, field: value[:most]}
        owner.call("observe_user_message", {"text": plain, "hints": [hint]})
        owner.call("observe_user_message", {"text": plain, "profile_hints": [wish]})


_PLAYFUL = ("lol", "😂", "easy peasy")


def contexts(folder: Path) -> Figures:
    """How often a brief carries play into a serious message, and how often it offers it in a casual one.

    Each message is judged by a model that was trained without its source.
    """
    offered: dict[str, list[bool]] = defaultdict(list)
    judged, learned = rows(folder, "contexts"), examples(folder)
    with fresh_owner() as owner:
        owner.call(
            "distill_recent_style",
            {"habits": [{"kind": "catchphrase", "text": text, "confidence": 1.0} for text in _PLAYFUL]},
        )
        for sources in folds(judged):
            with using(trained(without(learned, sources))):
                for row in (row for row in judged if source_of(row) in sources):
                    brief = owner.get_style_brief(message=row["text"][:4000])
                    offered[row["context"]].append(any(f"“{text}”" in brief for text in _PLAYFUL))
    return {
        "misplaced": _share(offered, SERIOUS),
        "misplaced without upset": _share(offered, {name for name in SERIOUS if "upset" not in name}),
        "offered in casual": _share(offered, CASUAL),
    }


def _share(offered: dict[str, list[bool]], names: frozenset[str] | set[str]) -> float:
    found = [each for name in names for each in offered.get(name, [])]
    return statistics.fmean(found) if found else 0.0
