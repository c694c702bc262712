"""The measures of `tests/quality`, on made-up corpora of which the right figures are known."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.quality.corpus import LEAST_MESSAGES, authors_by_source
from tests.quality.identification import found_first, standardised, trigrams, weighed
from tests.quality.learning import occurs
from tests.quality.measures import contexts, negatives, secrets, voices

OPENERS = ("well", "honestly", "dude", "so yeah")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Four authors who each begin in their own way."""
    chat: list[dict[str, object]] = [
        {"author": opener, "source": "made-up", "text": f"{opener} I think number {number} is fine lol"}
        for opener in OPENERS
        for number in range(LEAST_MESSAGES)
    ]
    write(tmp_path, "chat", chat)
    return tmp_path


def write(folder: Path, name: str, rows: list[dict[str, object]]) -> None:
    (folder / f"{name}.jsonl").write_text("\n".join(map(json.dumps, rows)), "utf-8")


def test_authors_are_told_apart_by_what_only_they_do(folder: Path) -> None:
    figures = voices(folder)["made-up"]
    assert figures["found by voice"] == figures["found by trigrams"] == 1.0
    assert figures["persistence"] == 1.0
    assert figures["without active"] == 0.0


def test_sources_with_few_authors_are_left_out(folder: Path) -> None:
    write(folder, "chat", [{"author": "one", "source": "small", "text": "hi"}] * LEAST_MESSAGES)
    assert authors_by_source(folder) == {}


def test_a_tie_counts_against() -> None:
    same = weighed([{"a": 1.0, "b": 0.5}] * 4)
    assert found_first(same[:2], same[2:]) == 0.0


def test_a_rate_that_all_share_tells_nothing() -> None:
    assert standardised([{"a": 1.0, "b": 0.1}, {"a": 1.0, "b": 0.2}]) == [{"b": -1.0}, {"b": 1.0}]


def test_trigrams_are_shares() -> None:
    assert sum(trigrams(["hello"]).values()) == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("said", "text", "found"),
    [
        ("lol", "LOL ok", True),
        ("lol", "lollipop", False),
        ("吧", "好吧。", True),
        (":)", "ok:)", True),
        ("", "ok", False),
    ],
)
def test_words_occur_as_whole_words(said: str, text: str, found: bool) -> None:
    assert occurs(said, text) is found


def test_texts_that_teach_and_values_that_stay_are_counted(folder: Path) -> None:
    write(folder, "pasted", [{"text": "lol that worked", "own": "", "kind": "chat"}])
    assert negatives(folder) == {"chat": 1.0}
    write(folder, "secrets", [{"text": "ok ship it", "must_hide": ["ship it"], "positive": True}])
    assert secrets(folder, "secrets")["values kept"] == 1.0
    write(
        folder, "contexts", [{"context": "casual", "text": "lol hi there haha"}, {"context": "medical", "text": "haha"}]
    )
    assert contexts(folder)["offered in casual"] == 1.0
