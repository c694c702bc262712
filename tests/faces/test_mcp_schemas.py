"""What a host's model reads of the tools: complete, strict, and small."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import pytest
from mcp_types import Tool

from style_memory import StyleMemory
from style_memory.operations.catalogue import Operation, catalogue
from style_memory_mcp.schemas import input_schema, output_schema
from tests.faces.mcp_hosts import Era, both_eras, connected
from tests.isolation.worlds import fresh_memory, live

each_operation = pytest.mark.parametrize("operation", catalogue().values(), ids=catalogue())
_ALL = ",".join({operation.toolset: None for operation in catalogue().values()})


@pytest.fixture
def memory() -> Iterator[StyleMemory]:
    with fresh_memory() as memory:
        yield memory


async def listed(memory: StyleMemory, era: Era = "auto", toolsets: str = _ALL) -> dict[str, Tool]:
    async with connected(memory, era, toolsets=toolsets) as client:
        return {tool.name: tool for tool in (await client.list_tools()).tools}


def every_part(schema: Any) -> Iterator[dict[str, Any]]:
    """Each schema within a schema."""
    if isinstance(schema, list):
        for each in schema:
            yield from every_part(each)
    if isinstance(schema, dict):
        yield schema
        for key, each in schema.items():
            yield from every_part(list(each.values()) if key == "properties" else each)


@both_eras
@pytest.mark.parametrize(("toolsets", "most"), [("runtime", 3200), ("style", 18_000)])
async def test_the_tools_of_a_toolset_are_small(memory: StyleMemory, era: Era, toolsets: str, most: int) -> None:
    tools = (await listed(memory, era, toolsets)).values()
    wire = [tool.model_dump(by_alias=True, mode="json", exclude_none=True) for tool in tools]
    assert len(json.dumps(wire, ensure_ascii=False, separators=(",", ":")).encode()) <= most


@both_eras
async def test_every_tool_has_its_help_and_its_hints(memory: StyleMemory, era: Era) -> None:
    for name, tool in (await listed(memory, era)).items():
        operation = catalogue()[name]
        assert tool.description == " ".join(operation.help.split())
        assert tool.annotations
        assert tool.annotations.read_only_hint is (operation.effect == "read")
        assert tool.annotations.destructive_hint is (operation.effect == "destroy")
        assert tool.annotations.idempotent_hint is operation.idempotent


@each_operation
def test_the_schemas_are_valid_and_stand_by_themselves(operation: Operation) -> None:
    for schema in filter(None, (input_schema(operation.request), output_schema(operation.answer))):
        jsonschema.Draft202012Validator.check_schema(schema)
        assert schema["type"] == "object"
        for part in every_part(schema):
            assert not {"$ref", "$defs", "title"} & set(part)
            assert part.get("type") != "null"


@each_operation
def test_the_input_schema_has_every_field_and_takes_no_other(operation: Operation) -> None:
    schema = input_schema(operation.request)
    assert list(schema["properties"]) == list(operation.request.model_fields)
    required = {name for name, field in operation.request.model_fields.items() if field.is_required()}
    assert set(schema.get("required", ())) == required
    assert schema["additionalProperties"] is False
    assert not {name for name in schema["properties"] if "owner" in name or "user_id" in name}


@each_operation
def test_the_input_schema_keeps_what_a_field_says_of_itself(operation: Operation) -> None:
    fields = input_schema(operation.request)["properties"]
    for name, field in operation.request.model_fields.items():
        assert fields[name].get("description") == field.description


@each_operation
def test_an_example_fits_the_input_schema(operation: Operation) -> None:
    example = operation.example.model_dump(mode="json", exclude_unset=True)
    jsonschema.validate(example, input_schema(operation.request))


@each_operation
def test_an_answer_fits_the_output_schema(memory: StyleMemory, operation: Operation) -> None:
    ana = memory.for_owner("ana")
    live(ana)
    schema = output_schema(operation.answer)
    if operation.answer is str:
        assert schema is None
        return
    assert schema
    example = operation.example.model_dump(mode="json", exclude_unset=True)
    answer = operation.plain(ana.call(operation.name, example))
    jsonschema.validate(answer, schema)
    assert set(answer) <= set(schema["properties"])


def test_choices_and_limits_stay_in_the_schema() -> None:
    hints = input_schema(catalogue()["observe_user_message"].request)["properties"]["hints"]["items"]
    assert "catchphrase" in hints["properties"]["kind"]["enum"]
    assert hints["properties"]["confidence"] == {"type": "number", "minimum": 0, "maximum": 1}
    assert hints["required"] == ["text", "kind"]
    listing = input_schema(catalogue()["list_style_habits"].request)["properties"]
    assert listing["limit"] == {"type": "integer", "minimum": 1, "maximum": 100, "default": 50}
    assert listing["status"]["enum"] == ["candidate", "active", "archived"]


def test_a_list_spells_its_records_out() -> None:
    schema = output_schema(catalogue()["list_style_habits"].answer)
    assert schema
    record = schema["properties"]["habits"]["items"]
    assert record["properties"]["seen_count"] == {"type": "integer"}
    assert schema["required"] == ["habits"]
