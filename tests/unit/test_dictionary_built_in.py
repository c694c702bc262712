"""The built-in dictionary is read without being validated each time, so it is validated here."""

from __future__ import annotations

import pytest

from style_memory.pipeline.signals.dictionary_files import Entry, built_in, built_in_documents, fold, from_toml


def test_every_built_in_file_is_valid_and_in_the_form_that_validating_gives() -> None:
    validated = [entry for name, document in built_in_documents().items() for entry in from_toml(document, name)]
    for read, checked in zip(built_in(), validated, strict=True):
        assert read == checked
        assert [*map(type, _values(read))] == [*map(type, _values(checked))], checked.text


@pytest.mark.parametrize("text", ["No Cap", "`lol`", "İ", "ﬁ", "don’t", "a\u200bb", "\x00\x7f", ""])
def test_plain_texts_are_folded_as_all_others_are(text: str) -> None:
    assert fold(text) == fold(f"{text}é").removesuffix("é")


def _values(entry: Entry) -> list[object]:
    return [getattr(entry, name) for name in Entry.model_fields]
