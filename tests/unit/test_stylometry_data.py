"""The data files of stylometry: which features there are, which sides are told, and what is usual."""

from __future__ import annotations

import string

from style_memory.pipeline.data_files import read_data
from style_memory.pipeline.stylometry import sides
from style_memory.pipeline.stylometry.counting import counted
from style_memory.pipeline.stylometry.features import feature_table
from style_memory.pipeline.stylometry.population import usual
from style_memory.pipeline.stylometry.sides import LENGTH


def test_the_data_file_has_the_documented_tables_and_no_string_twice() -> None:
    assert set(read_data("stylometry.toml")) == {"words", "suffixes", "openers", "characters", "marks"}
    for languages in read_data("stylometry.toml").values():
        for language, strings in languages.items():
            assert len(set(strings)) == len(strings), language


def test_words_of_the_data_file_are_written_as_they_are_counted() -> None:
    for language, words in {**read_data("stylometry.toml")["words"], **read_data("stylometry.toml")["openers"]}.items():
        for word in words:
            assert word == word.lower(), language
            assert feature_table().words.get(word, feature_table().openers.get(word)) in counted(f"{word} x"), word


def test_strings_are_of_one_to_three_characters_of_scripts_without_spaces() -> None:
    for strings in read_data("stylometry.toml")["characters"].values():
        for each in strings:
            assert 1 <= len(each) <= 3
            assert feature_table().strings[each] in counted(f"好{each}好"), each


def test_a_mark_is_one_character_that_is_no_letter() -> None:
    assert [
        mark for mark in read_data("stylometry.toml")["marks"]["any"] if len(mark) != 1 or mark in string.ascii_letters
    ] == []


def test_the_data_file_of_sides_has_the_documented_form() -> None:
    data = read_data("voice.toml")
    assert set(data) == {"registers", "length", "lists", "sides"}
    known = {feature.name for feature in feature_table().features.values()} | feature_table().totals.keys()
    for name, row in data["sides"].items():
        assert row.keys() <= {"often", "rarely", "of", "per", "least", "most", "playful", "family", "covers"}, name
        assert "often" in row or "rarely" in row, name
        assert ("least" in row) == ("often" in row), name
        assert ("most" in row) == ("rarely" in row), name
        assert set(row.get("covers", ())) <= data["sides"].keys(), name
        for each in (*row["of"], *row["per"]):
            assert each.removeprefix("@") in data["lists"] if each.startswith("@") else each in known, each
    assert {each for names in data["lists"].values() for each in names} <= known
    assert data["length"]["steps"] == sorted(data["length"]["steps"])
    for side in sides().values():
        assert set(side.of) <= known, side.name
        for phrase in (side.often, side.rarely):
            assert len(phrase) < 60
            assert phrase.isascii()
            assert ";" not in phrase
            assert "  " not in phrase


def test_no_two_sums_have_one_number() -> None:
    numbers = [side.times for side in sides().values()]
    others = {side.cases for side in sides().values()} | feature_table().features.keys()
    assert len(set(numbers)) == len(numbers)
    assert not others & set(numbers)


def test_the_population_has_the_documented_form() -> None:
    groups = read_data("population.toml")["groups"]
    assert {"en", "yue", "ja", "general"} <= set(groups) <= {"en", "zh", "yue", "ja", "general"}
    for group, rows in groups.items():
        assert rows.keys() <= sides().keys() | {LENGTH}
        for name, (mean, spread, noise, *others) in rows.items():
            assert spread >= 0, (group, name)
            assert len(others) <= 3, (group, name)
            if name != LENGTH:
                assert 0 < mean <= 1, (group, name)
                assert noise >= 1, (group, name)
                assert all(-0.5 <= each <= 1.5 for each in others), (group, name)


def test_what_is_usual_lies_around_the_mean_and_holds_what_prompts_have() -> None:
    for group, rows in read_data("population.toml")["groups"].items():
        for name, (mean, _, _, *others) in rows.items():
            known = usual(group, name)
            power = 1 if name == LENGTH else 2
            assert known.low <= mean**power <= known.high
            assert all(known.low <= min(1.0, max(0.0, each)) ** power <= known.high for each in others if power == 2)
    assert usual("zh", "emoticons") == usual("general", "emoticons")
    assert usual("en", "no such side").high == 0
