"""What is written about the catalogue says what the catalogue says."""

from __future__ import annotations

import re

import pytest

from style_memory.operations.catalogue import Operation, catalogue
from tests.docs.stubs import STUB, method_stub

each_operation = pytest.mark.parametrize("declared", catalogue().values(), ids=catalogue())


def spaceless(text: str) -> str:
    """The text as it is whatever way it was wrapped by a formatter."""
    return re.sub(r"\s+|,(?=\s*[)\]])", "", text)


def test_the_type_stub_is_the_one_that_the_catalogue_gives() -> None:
    assert spaceless(STUB.read_text(encoding="utf-8")) == spaceless(method_stub()), "run python -m tests.docs.stubs"


@each_operation
def test_every_operation_says_what_it_does_in_one_first_sentence(declared: Operation) -> None:
    first = declared.help.splitlines()[0]
    assert re.fullmatch(r"[A-Z].{10,118}[.:]", first), first


@each_operation
def test_every_argument_that_is_not_plain_from_its_name_is_described(declared: Operation) -> None:
    plain = {"enabled", "limit", "text"}
    undescribed = {name for name, field in declared.request.model_fields.items() if not field.description}
    assert undescribed <= plain


@each_operation
def test_every_example_is_a_request_that_round_trips_through_json(declared: Operation) -> None:
    written = declared.example.model_dump_json(exclude_unset=True)
    assert declared.request.model_validate_json(written) == declared.example


@each_operation
def test_every_operation_belongs_to_a_documented_toolset(declared: Operation) -> None:
    assert declared.toolset in {"style", "runtime", "voice", "owner", "preferences", "profile", "session", "plastic"}
