from __future__ import annotations

import tomllib
from importlib import resources
from typing import Any

import pytest

from style_memory.pipeline.signals.emoticons import emoticon_sightings
from style_memory.pipeline.signals.ordinary_words import ordinary_words
from style_memory.pipeline.signals.passage import Passage

DATA = resources.files("style_memory.pipeline").joinpath("data")
EMOTICONS: dict[str, Any] = tomllib.loads(DATA.joinpath("emoticons.toml").read_text(encoding="utf-8"))
HOMES = ("loose", "apart", "words", "symbols")


@pytest.mark.parametrize("face", [face for home in HOMES for face in EMOTICONS[home]])
def test_each_face_of_the_data_file_is_seen_as_itself(face: str) -> None:
    assert [s.text for s in emoticon_sightings(Passage.of(f"well {face}", 60))] == [face]


@pytest.mark.parametrize(("spelling", "face"), EMOTICONS["same"].items())
def test_each_other_spelling_is_seen_as_its_face(spelling: str, face: str) -> None:
    assert [s.text for s in emoticon_sightings(Passage.of(f"well {spelling}", 60))] == [face]


def test_a_face_has_one_home() -> None:
    faces = [face for home in HOMES for face in EMOTICONS[home]]
    assert len(faces) == len(set(faces))
    assert set(EMOTICONS["same"].values()) <= set(faces)


def test_ordinary_words_are_lower_case_and_each_list_has_its_use() -> None:
    words = ordinary_words()
    assert all(word == word.lower() for word in words.english | words.hindi)
    assert words.emphasis < words.english
    assert words.spoken < words.english
    assert not words.linking & words.spoken
    assert not words.hindi & words.english
