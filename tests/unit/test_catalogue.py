from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from style_memory import OwnerMemory, StyleMemory
from style_memory.domain.errors import RequestInvalid
from style_memory.operations import catalogue as declaring
from style_memory.operations.catalogue import Operation, catalogue, operation
from style_memory.operations.models import Request
from style_memory.operations.work import Work

STYLE_SET = {
    "observe_user_message", "get_style_brief", "get_style_brief_structured", "distill_recent_style",
    "distill_interaction_profile", "list_style_habits", "list_interaction_profile", "review_style_habits",
    "review_interaction_profile", "forget_style_habit", "forget_interaction_preference", "pin_style_habit",
    "pin_interaction_preference", "set_learning_enabled", "get_style_memory_score", "get_style_memory_status",
}  # fmt: skip
each_operation = pytest.mark.parametrize("declared", catalogue().values(), ids=catalogue())
each_reading = pytest.mark.parametrize("name", [n for n, declared in catalogue().items() if declared.effect == "read"])
each_idempotent = pytest.mark.parametrize("name", [n for n, declared in catalogue().items() if declared.idempotent])


class Greeting(Request):
    """A request."""

    words: str = "hi"


class Selfish(Request):
    """A request that names an owner."""

    owner: str = "ana"


@pytest.fixture
def declare() -> Iterator[Callable[..., Any]]:
    """Declares operations and forgets them afterwards."""
    before = dict(declaring._catalogue)
    yield operation
    declaring._catalogue.clear()
    declaring._catalogue.update(before)


def test_the_style_set_is_the_documented_one() -> None:
    assert {name for name, declared in catalogue().items() if declared.toolset == "style"} == STYLE_SET


def test_destroying_and_reading_are_told_apart() -> None:
    effects = {name: declared.effect for name, declared in catalogue().items()}
    assert {name for name in STYLE_SET if effects[name] == "destroy"} == {
        "forget_style_habit",
        "forget_interaction_preference",
    }
    reading = {name for name in STYLE_SET if name.startswith(("get_", "list_", "review_"))}
    assert {name for name in STYLE_SET if effects[name] == "read"} == reading


@each_reading
def test_an_operation_that_reads_writes_nothing(ana: OwnerMemory, name: str) -> None:
    ana.observe_user_message(text="lol ship it")
    before = ana.export()
    run_example(ana, name)
    assert ana.export() == before


@each_idempotent
def test_an_idempotent_operation_changes_nothing_the_second_time(ana: OwnerMemory, name: str) -> None:
    run_example(ana, "distill_recent_style")
    run_example(ana, "distill_interaction_profile")
    run_example(ana, name)
    before = ana.export()
    run_example(ana, name)
    assert ana.export() == before


@each_operation
async def test_the_method_and_its_async_twin_answer_what_the_operation_answers(
    memory: StyleMemory, declared: Operation
) -> None:
    arguments = declared.example.model_dump(exclude_unset=True)
    answers = [
        memory.for_owner("a").call(declared.name, arguments),
        getattr(memory.for_owner("b"), declared.name)(**arguments),
        await getattr(memory.for_owner("c"), f"a{declared.name}")(**arguments),
    ]
    shapes = [without_ids(declared.plain(answer)) for answer in answers]
    assert shapes[0] == shapes[1] == shapes[2]


@each_operation
def test_the_method_has_the_signature_and_help_of_its_operation(declared: Operation) -> None:
    for name in (declared.name, f"a{declared.name}"):
        method = getattr(OwnerMemory, name)
        parameters = inspect.signature(method).parameters
        assert list(parameters) == ["self", *declared.request.model_fields]
        assert all(each.kind is each.KEYWORD_ONLY for name_, each in parameters.items() if name_ != "self")
        assert method.__doc__ == declared.help
    assert inspect.iscoroutinefunction(getattr(OwnerMemory, f"a{declared.name}"))


@each_operation
def test_every_argument_and_every_answer_can_be_described_as_json(ana: OwnerMemory, declared: Operation) -> None:
    schema = declared.request.model_json_schema(mode="validation")
    assert schema["additionalProperties"] is False
    answer = ana.call(declared.name, declared.example.model_dump(exclude_unset=True))
    plain = declared.plain(answer)
    assert isinstance(plain, str | dict)
    assert declared.parsed(declared.example.model_dump(mode="json", exclude_unset=True)) == declared.example


@each_operation
def test_no_operation_takes_an_owner(ana: OwnerMemory, declared: Operation) -> None:
    for word in ("owner", "owner_id", "ownerId", "user", "user_id"):
        with pytest.raises(RequestInvalid, match=word):
            ana.call(declared.name, {**declared.example.model_dump(exclude_unset=True), word: "ben"})


def test_declaring_fails_without_a_docstring(declare: Callable[..., Any]) -> None:
    def wave(work: Work, request: Greeting) -> str:
        return request.words

    with pytest.raises(TypeError, match="docstring"):
        declare(effect="read", toolset="style", example=Greeting())(wave)


def test_declaring_fails_for_a_second_operation_of_that_name(declare: Callable[..., Any]) -> None:
    def get_style_brief(work: Work, request: Greeting) -> str:
        """Greet."""
        return request.words

    with pytest.raises(TypeError, match="already"):
        declare(effect="read", toolset="style", example=Greeting())(get_style_brief)


def test_declaring_fails_for_a_request_that_names_an_owner(declare: Callable[..., Any]) -> None:
    def wave(work: Work, request: Selfish) -> str:
        """Greet."""
        return request.owner

    with pytest.raises(TypeError, match="owner"):
        declare(effect="read", toolset="style", example=Selfish())(wave)


def test_declaring_fails_for_an_example_of_another_request(declare: Callable[..., Any]) -> None:
    def wave(work: Work, request: Greeting) -> str:
        """Greet."""
        return request.words

    with pytest.raises(TypeError, match="example"):
        declare(effect="read", toolset="style", example=Selfish())(wave)


def test_an_unknown_operation_is_a_key_error(ana: OwnerMemory) -> None:
    with pytest.raises(KeyError):
        ana.call("get_everything", {})


def run_example(owner: OwnerMemory, name: str) -> Any:
    return owner.call(name, catalogue()[name].example.model_dump(exclude_unset=True))


def without_ids(answer: Any) -> Any:
    """An answer without the ids, which differ from owner to owner."""
    if isinstance(answer, dict):
        return {key: without_ids(value) for key, value in answer.items() if key not in ("id", "replaced_by", "faults")}
    return [without_ids(each) for each in answer] if isinstance(answer, list) else answer
