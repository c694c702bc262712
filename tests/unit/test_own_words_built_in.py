"""Whose words teach: the built-in texts of others, and the messages that only look like them."""

from __future__ import annotations

import pytest

from tests.quality.words_of_others import lost, negatives, positives, share, taught, teaches, wrongly_taught

NEGATIVES, POSITIVES = negatives(), positives()
PARTS = sorted({row["half"] for row in NEGATIVES})
PLACEHOLDERS = {row["marker"] for row in NEGATIVES if row["marker"].startswith("<")}


@pytest.mark.parametrize("half", PARTS)
def test_words_of_others_teach_nothing(half: str) -> None:
    rows = [row for row in NEGATIVES if row["half"] == half]
    found = {row["text"]: wrong for row in rows if (wrong := wrongly_taught(row["text"], row["own"]))}
    assert len(found) <= 0.02 * len(rows), found


@pytest.mark.parametrize("half", PARTS)
def test_what_only_looks_like_a_quotation_still_teaches(half: str) -> None:
    rows = [row for row in POSITIVES if row["half"] == half]
    silent = [row["text"] for row in rows if not teaches(row["text"], row["marker"])]
    assert len(silent) <= 0.05 * len(rows), silent


def test_the_owners_sentence_around_words_of_others_still_teaches() -> None:
    gone = {row["text"]: missing for row in NEGATIVES if (missing := lost(row["text"], row["own"]))}
    assert not gone


@pytest.mark.parametrize("marker", sorted({row["marker"] for row in NEGATIVES} - PLACEHOLDERS))
def test_what_must_not_be_learned_of_others_would_be_learned_of_the_owner(marker: str) -> None:
    assert taught(marker) or taught(f"{marker}, I am tired") or taught(f"I am tired {marker}")


def test_placeholders_are_never_learned() -> None:
    for row in NEGATIVES:
        learned = " ".join(habit["text"] for habit in taught(row["text"]))
        assert not any(sign in learned for sign in ("<name>", "@user", "<num>", "<url>", "<phone>", "[NAME]", "{{"))


def test_there_are_enough_texts_of_every_sort() -> None:
    assert len(NEGATIVES) >= 200
    assert len(POSITIVES) >= 100
    assert {"en", "zh", "yue", "ja", "de", "fr", "es"} <= {row["lang"] for row in NEGATIVES}
    assert share(bool(row["own"]) for row in NEGATIVES) > 0.6
