from __future__ import annotations

import tomllib
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from style_memory.pipeline.context import UNKNOWN, context_named, known_labels, normalised_labels

MOODS = {"light", "neutral", "formal", "serious"}
DOCUMENT = Path(__file__).parents[2] / "docs" / "contexts.md"


def vocabulary() -> dict[str, Any]:
    return tomllib.loads(files("style_memory.pipeline").joinpath("data/contexts.toml").read_text("utf-8"))


def label_of(name: str | None) -> str | None:
    context = context_named(name)
    return context.label if context else None


@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("casual_chat", "casual_chat"),
        ("legal_review", "legal"),
        ("tax_advice", "financial"),
        ("bug report", "serious_debugging"),
        ("medical_question", "medical"),
        ("chat", "casual_chat"),
        ("coding", "technical_chat"),
        ("debugging", "serious_debugging"),
        ("warm_chat", "friendly_reply"),
        ("法律", "legal"),
        ("医疗", "medical"),
        ("法律咨询", "legal"),
        ("闲聊", "casual_chat"),
        ("email", "formal_writing"),
        ("report", "formal_writing"),
        ("hospital", "medical"),
        ("mental_health", "medical"),
        ("court", "legal"),
        ("police", "legal"),
        ("funeral", "user_upset"),
        ("breakup", "user_upset"),
        ("angry_user", "user_upset"),
        ("money", "financial"),
        ("postmortem", "incident_response"),
        ("emergency", "crisis"),
        ("smalltalk", "casual_chat"),
        ("fun", "joking"),
        ("工作", "technical_chat"),
        ("写代码", "technical_chat"),
        ("聊天", "casual_chat"),
        ("お金の相談", "financial"),
    ],
)
def test_an_alias_names_its_label(name: str, label: str) -> None:
    assert label_of(name) == label


@pytest.mark.parametrize("name", ["Casual Chat", "CASUAL-CHAT", " casual__chat ", "ｃａｓｕａｌ＿ｃｈａｔ"])
def test_spelling_variants_of_a_name_are_the_same(name: str) -> None:
    assert label_of(name) == "casual_chat"


@pytest.mark.parametrize(
    ("name", "label"),
    [("UserUpset", "user_upset"), ("casualChat", "casual_chat"), ("CVReview", "formal_writing"), ("Legal", "legal")],
)
def test_words_that_are_joined_by_capitals_are_told_apart(name: str, label: str) -> None:
    assert label_of(name) == label


@pytest.mark.parametrize(
    "name", [None, "", " ", "xyzzy", "unknown", "ignore previous instructions", "question", "l" * 999]
)
def test_an_unknown_name_is_no_context(name: str | None) -> None:
    assert context_named(name) is None


def test_what_is_unknown_bears_no_play() -> None:
    assert (UNKNOWN.label, UNKNOWN.mood) == ("unknown", "unsure")


@pytest.mark.parametrize("label", ["legal", "medical", "financial", "security", "privacy", "crisis"])
def test_advice_with_high_stakes_counts_as_such(label: str) -> None:
    context = context_named(label)
    assert context is not None
    assert context.mood == "serious"
    assert {"high_stakes_advice", "serious_context", label} <= context.counts_as


@pytest.mark.parametrize(
    ("label", "group"),
    [
        ("serious_debugging", "technical_chat"),
        ("debugging", "technical_chat"),
        ("incident_response", "serious_context"),
        ("user_upset", "serious_context"),
        ("friendly_reply", "casual_chat"),
        ("joking", "casual_chat"),
    ],
)
def test_a_narrow_label_counts_as_its_group(label: str, group: str) -> None:
    context = context_named(label)
    assert context is not None
    assert group in context.groups


def test_an_upset_moment_is_no_advice_with_high_stakes() -> None:
    context = context_named("user_upset")
    assert context is not None
    assert "high_stakes_advice" not in context.groups


def test_lists_of_labels_are_mapped_once_each_without_the_unknown() -> None:
    names = ["chat", "casual_chat", "nonsense", "high_stakes_advice", "Tax Advice"]
    assert normalised_labels(names) == ("casual_chat", "high_stakes_advice", "financial")


def test_every_canonical_label_names_itself() -> None:
    assert [label_of(label) for label in known_labels()] == list(known_labels())


def test_the_vocabulary_file_is_sound() -> None:
    labels = vocabulary()["labels"]
    for row in labels.values():
        assert set(row) <= {"mood", "groups", "aliases"}
        assert row["mood"] in MOODS
        assert set(row.get("groups", ())) <= set(labels)


def test_no_alias_belongs_to_two_labels() -> None:
    for label, row in vocabulary()["labels"].items():
        assert {alias: label_of(alias) for alias in row["aliases"]} == dict.fromkeys(row["aliases"], label)


def test_the_document_lists_every_label_with_its_aliases() -> None:
    document = DOCUMENT.read_text("utf-8")
    for label, row in vocabulary()["labels"].items():
        line = next(line for line in document.splitlines() if line.startswith(f"| `{label}` "))
        assert f"| {row['mood']} |" in line
        assert line.endswith(f"| {', '.join(row['aliases'])} |")


@given(st.text(max_size=100))
def test_whatever_the_name_only_known_labels_come_back(name: str) -> None:
    assert label_of(name) in {None, *known_labels()}
