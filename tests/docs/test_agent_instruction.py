"""The instruction for agents, in English and in Chinese, names what there is and is cheap to carry."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from style_memory.operations.catalogue import catalogue, operations_in
from style_memory.pipeline.brief.budget import estimated_tokens
from style_memory.pipeline.context.drift import asks_realignment
from style_memory.pipeline.context.vocabulary import known_labels

ROOT = Path(__file__).parents[2]
PAGES = ["examples/agent-instruction.md", "docs/integration.zh.md"]
MOST_TOKENS = 450
each_page = pytest.mark.parametrize("page", PAGES)


def text_of(page: str) -> str:
    return (ROOT / page).read_text(encoding="utf-8")


def instruction(page: str) -> str:
    """What is to be pasted: the one block of plain text."""
    (block,) = re.findall(r"```text\n(.*?)```", text_of(page), re.DOTALL)
    assert isinstance(block, str)
    return block


def calls(text: str) -> dict[str, list[str]]:
    """The operations that are named with their arguments, as in `get_style_brief(context, message)`."""
    found = re.findall(r"`([a-z_]+)\(([^()`]*)\)`", text)
    return {name: [argument.strip() for argument in arguments.split(",")] for name, arguments in found}


def answered() -> set[str]:
    """The fields of what the operations answer."""
    models = [operation.answer for operation in catalogue().values() if hasattr(operation.answer, "model_fields")]
    return {name for model in models for name in model.model_fields}


@each_page
def test_every_operation_exists_and_takes_the_arguments_that_it_is_named_with(page: str) -> None:
    named = calls(text_of(page))
    assert {"observe_user_message", "get_style_brief", "set_learning_enabled", "forget_style_habit"} <= set(named)
    for name, arguments in named.items():
        assert name in catalogue()
        assert set(arguments) <= set(catalogue()[name].request.model_fields)


@each_page
def test_every_other_name_in_it_is_known_too(page: str) -> None:
    arguments = {name for operation in catalogue().values() for name in operation.request.model_fields}
    known = {*catalogue(), *arguments, *answered(), *known_labels()}
    names = re.findall(r"`([a-z]+(?:_[a-z]+)*)`", instruction(page))
    assert names
    assert set(names) <= known
    assert set(re.findall(r"`([a-z]+(?:_[a-z]+)+)`", text_of(page))) <= known


@each_page
def test_it_passes_on_session_turn_and_context_and_what_it_knows(page: str) -> None:
    named = calls(instruction(page))
    assert set(named["observe_user_message"]) == {"text", "context", "session_id", "turn_id"}
    assert set(named["get_style_brief"]) == {"context", "message", "known_revision", "known_context"}


@each_page
def test_what_is_needed_of_it_is_in_the_smallest_toolset_and_all_of_it_in_the_default_one(page: str) -> None:
    first, last = instruction(page).rsplit("\n\n", 1)
    assert set(calls(first)) == {operation.name for operation in operations_in("runtime")}
    offered = {operation.name for operation in operations_in("style")}
    assert set(re.findall(r"`([a-z]+(?:_[a-z]+)+)[(`]", last)) <= offered | {"id_or_text"}


@each_page
def test_it_is_cheap_to_carry(page: str) -> None:
    assert estimated_tokens(instruction(page)) <= MOST_TOKENS


@pytest.mark.parametrize(
    ("page", "phrases"),
    [
        (PAGES[0], ["that doesn't sound like me", "realign to my style", "感觉飘了", "不像我", "重新对齐"]),
        (PAGES[1], ["感觉飘了", "不像我", "重新对齐"]),
    ],
)
def test_the_phrases_that_ask_for_realignment_are_those_that_hooks_hear(page: str, phrases: list[str]) -> None:
    assert all(phrase in instruction(page) and asks_realignment(phrase) for phrase in phrases)


@pytest.mark.parametrize(
    ("page", "moments"),
    [
        (PAGES[0], ["starts", "compacted", "kind of moment changed", "another `revision`", "15 user", "feels off"]),
        (PAGES[1], ["刚开始", "压缩", "场合变了", "`revision` 变了", "15 条", "感觉不对"]),
    ],
)
def test_it_says_when_to_fetch_the_brief_again(page: str, moments: list[str]) -> None:
    assert [moment for moment in moments if moment not in instruction(page)] == []


@pytest.mark.parametrize(
    ("page", "rules"),
    [
        (PAGES[0], ["not authorization", "Never quote", "Only when the user asks"]),
        (PAGES[1], ["不是授权", "不要引用", "用户要求时才做"]),
    ],
)
def test_it_keeps_the_memory_from_being_announced_and_from_authorizing_anything(page: str, rules: list[str]) -> None:
    assert [rule for rule in rules if rule not in instruction(page)] == []
