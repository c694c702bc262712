"""The reference population and the figures on what the brief tells, on corpora of which the right ones are known."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest

from tests.quality.corpus import LEAST_MESSAGES
from tests.quality.population import LEAST_AUTHORS, authors, main, population, prompts, written_out
from tests.quality.voice_lines import lines_of, rows_of_voice_lines

PLAIN = ("I think that it is fine to do so now.", "So what do you think of it?", "it is a good one, and I like it.")


# Of which the brief tells nothing.
ORDINARY = [
    "Could you look at the second file and tell me what is wrong with it?",
    "I think that the test fails since we changed the parser",
    "it works now, and I like it a lot!",
    "Let's try the other one and see what it does then.",
    "so what do you think we should do about the tests",
] * 30
SMILING = [f"{text} :)" if number % 2 else text for number, text in enumerate(ORDINARY)]


def write(folder: Path, name: str, rows: list[dict[str, object]]) -> None:
    (folder / f"{name}.jsonl").write_text("\n".join(map(json.dumps, rows)), "utf-8")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Authors of whom the first half ends one message of three with a smile, and the others none."""
    chat: list[dict[str, object]] = [
        {"author": str(author), "lang": "en", "source": "made-up", "text": PLAIN[number % 3] + smile}
        for author in range(LEAST_AUTHORS)
        for number in range(LEAST_MESSAGES)
        for smile in [" :)" if author % 2 and number % 3 == 0 else ""]
    ]
    write(tmp_path, "chat", chat)
    write(tmp_path, "assistant_prompts", [{"text": "Please write what you think of it :)"}] * 60)
    return tmp_path


def test_mean_and_spread_are_those_of_square_roots_between_authors(folder: Path) -> None:
    rows = population(authors(folder), prompts(folder))["en"]
    root = (1 / 3) ** 0.5
    mean, spread, noise, in_prompts = rows["emoticons"]
    assert mean == pytest.approx(root / 2, abs=1e-3)
    assert spread == pytest.approx(root / 2 * (8 / 7) ** 0.5, abs=1e-3)
    assert noise == 1
    assert in_prompts == 1
    assert "emoji" not in rows


def test_the_population_is_the_same_each_time_and_holds_no_text(folder: Path) -> None:
    one, other = (written_out(population(authors(folder), prompts(folder))) for _ in range(2))
    assert one == other
    assert tomllib.loads(one)["groups"].keys() == {"en", "general"}
    assert not {"think", "fine", "good"} & set(one.split("[groups.en]")[1].split())


def test_fewer_authors_than_can_be_reckoned_with_give_no_row(folder: Path) -> None:
    assert population(authors(folder)[: LEAST_AUTHORS - 1], {}) == {}


def test_a_folder_without_corpora_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(tmp_path)]) == 2
    assert "chat.jsonl" in capsys.readouterr().err


def test_what_only_one_author_does_in_both_halves_is_borne_out_and_tells_apart() -> None:
    figures = lines_of([ORDINARY, SMILING, ORDINARY, ORDINARY])
    assert figures["with lines"] == 0.25
    assert figures["borne out"] == figures["told again"] == 1
    assert figures["most common side"] == 0.25


def test_what_somebody_did_in_one_half_only_is_not_borne_out() -> None:
    figures = lines_of([[*SMILING, *ORDINARY]])
    assert figures["sides"] == 0.5
    assert figures["borne out"] == figures["told again"] == 0


def test_sources_count_by_how_much_is_told_of_them() -> None:
    rows = rows_of_voice_lines({"one": lines_of([ORDINARY]), "other": lines_of([SMILING])})
    figures = {row[0]: row[1] for row in rows}
    assert figures["sides told of one half that are as unusual in the other"].startswith("1.000")
    assert figures["halves of which the brief tells a measured side"].startswith("0.500")
