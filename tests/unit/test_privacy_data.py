from __future__ import annotations

import re

import pytest

from style_memory.pipeline.data_files import read_data
from style_memory.pipeline.privacy import admit, is_instruction_like, refused_preference, tells_of_a_life
from style_memory.pipeline.privacy.checks import CHECKS
from style_memory.pipeline.privacy.formats import FormatEntry, entries
from style_memory.pipeline.privacy.plain_words import plain_words
from style_memory.pipeline.privacy.refusals import RefusalEntry, refusal_entries

FORMATS = (*entries("credentials.toml"), *entries("pii.toml"))
INSTRUCTIONS = refusal_entries("instructions.toml")
REFUSED = refusal_entries("refused_preferences.toml")
PRIVATE = refusal_entries("private_examples.toml")
ENTRIES: tuple[FormatEntry | RefusalEntry, ...] = (*FORMATS, *INSTRUCTIONS, *REFUSED, *PRIVATE)
EXAMPLES = [(entry.id, entry.example.replace("|", "")) for entry in FORMATS if entry.example]


def test_an_id_names_one_entry() -> None:
    ids = [entry.id for entry in ENTRIES]
    assert sorted(ids) == sorted(set(ids))


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.id)
def test_a_keyword_is_lower_case_and_named_once(entry: FormatEntry | RefusalEntry) -> None:
    assert list(entry.keywords) == list(dict.fromkeys(word.lower() for word in entry.keywords))


@pytest.mark.parametrize("entry", FORMATS, ids=lambda entry: entry.id)
def test_a_format_says_when_it_need_not_be_tried(entry: FormatEntry) -> None:
    assert entry.keywords or entry.digits or entry.signs or entry.token


@pytest.mark.parametrize("entry", FORMATS, ids=lambda entry: entry.id)
def test_a_format_names_a_check_that_exists(entry: FormatEntry) -> None:
    assert entry.check is None or entry.check in CHECKS


def test_every_check_is_used() -> None:
    assert set(CHECKS) == {entry.check for entry in FORMATS if entry.check}


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.id)
def test_no_quantifier_is_doubled(entry: FormatEntry | RefusalEntry) -> None:
    assert not re.search(r"[+*]\)[+*]|\.[+*](?!\?)[^)|]*\.[+*]", entry.regex)


@pytest.mark.parametrize(("_id", "example"), EXAMPLES, ids=[name for name, _ in EXAMPLES])
def test_the_example_of_a_format_does_not_survive_in_prose(_id: str, example: str) -> None:
    admitted = admit(f"lol {example} pls").admitted
    assert admitted is None or example not in admitted.text


@pytest.mark.parametrize(("entry", "example"), [(entry, text) for entry in INSTRUCTIONS for text in entry.examples])
def test_the_examples_of_an_instruction_are_refused(entry: RefusalEntry, example: str) -> None:
    assert is_instruction_like(example)


@pytest.mark.parametrize(("entry", "example"), [(entry, text) for entry in REFUSED for text in entry.examples])
def test_the_examples_of_a_refused_preference_give_its_reason(entry: RefusalEntry, example: str) -> None:
    assert refused_preference(example) == entry.reason


@pytest.mark.parametrize(("entry", "example"), [(entry, text) for entry in PRIVATE for text in entry.examples])
def test_a_clause_that_tells_of_a_life_is_no_example(entry: RefusalEntry, example: str) -> None:
    assert tells_of_a_life(example)


@pytest.mark.parametrize(
    "clause", ["ok ship it then", "haha nice", "like a charm 😂 ship it", "哈哈可以的", "それな〜"]
)
def test_a_clause_that_only_shows_how_somebody_talks_may_be_an_example(clause: str) -> None:
    assert not tells_of_a_life(clause)


@pytest.mark.parametrize("table", read_data("privacy_words.toml"))
def test_the_plain_words_are_lower_case_and_named_once(table: str) -> None:
    words = read_data("privacy_words.toml")[table]
    assert sorted(words) == sorted(plain_words(table))
    assert all(word == word.lower() for word in words)
