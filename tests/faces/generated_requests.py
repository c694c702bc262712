"""Requests made from an operation's declaration, so that a new argument is covered without anyone's help."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from style_memory.operations.catalogue import Operation
from tests.faces.answers import arguments_of

Schema = dict[str, Any]
Arguments = dict[str, Any]

# Stands for a string that has to be there: good as a message, as a habit and as a wish.
_FILLER = "likes haiku"
_WRONG = {
    "string": 7,
    "integer": "my private words",
    "number": "my private words",
    "boolean": "my private words",
    "array": {"my private words": 1},
}


def with_text_in_each_place(operation: Operation, text: str) -> Iterator[Arguments]:
    """The arguments of one request for each string that a caller may give, however deep, with `text` in that place."""
    schema = operation.request.model_json_schema(by_alias=False)
    yield from _planted(schema, schema.get("$defs", {}), text)


def wrong_requests(operation: Operation) -> dict[str, Arguments]:
    """Requests that an operation refuses, by what is wrong with them.

    An argument is unknown, a required one is missing, or one has another type or size than declared.
    """
    example = arguments_of(operation)
    schema = operation.request.model_json_schema(by_alias=False)
    wrong = {"unknown": {**example, "bogus_argument": "my private words"}}
    for name in schema.get("required", ()):
        wrong[f"{name} missing"] = {each: value for each, value in example.items() if each != name}
    for name, field in schema.get("properties", {}).items():
        shape = _shape(field, schema.get("$defs", {}))
        wrong[f"{name} of another type"] = {**example, name: _WRONG[shape["type"]]}
        if "enum" in shape:
            wrong[f"{name} unheard of"] = {**example, name: "my private words"}
        if "maximum" in shape:
            wrong[f"{name} too large"] = {**example, name: shape["maximum"] + 1}
        if "minItems" in shape:
            wrong[f"{name} too few"] = {**example, name: []}
        if shape.get("minLength"):
            wrong[f"{name} too short"] = {**example, name: ""}
    return wrong


def on_a_command_line(operation: Operation, arguments: Arguments) -> bool:
    """Whether a command line can say that: there a string takes every text, and a switch no value at all."""
    schema = operation.request.model_json_schema(by_alias=False)
    for name, value in arguments.items():
        shape = _shape(schema["properties"].get(name, {"type": "unknown"}), schema.get("$defs", {}))
        if shape["type"] == "boolean" and not isinstance(value, bool):
            return False
        if shape["type"] == "string" and not isinstance(value, str):
            return False
    return True


def _planted(schema: Schema, definitions: Schema, text: str) -> Iterator[Any]:
    """Values of a schema, each with the text in another of its strings."""
    shape = _shape(schema, definitions)
    match shape.get("type"):
        case "string":
            yield text
        case "array":
            for value in _planted(shape["items"], definitions, text):
                yield [value]
        case "object":
            fields = shape.get("properties", {})
            base = {name: _filled(fields[name], definitions) for name in shape.get("required", ())}
            for name, field in fields.items():
                for value in _planted(field, definitions, text):
                    yield {**base, name: value}


def _filled(schema: Schema, definitions: Schema) -> Any:
    shape = _shape(schema, definitions)
    match shape.get("type"):
        case "string":
            return shape.get("enum", [_FILLER])[0]
        case "array":
            return [_filled(shape["items"], definitions)]
        case "object":
            return {name: _filled(shape["properties"][name], definitions) for name in shape.get("required", ())}
        case other:
            return {"boolean": True, "integer": 1, "number": 1}[str(other)]


def _shape(schema: Schema, definitions: Schema) -> Schema:
    """The schema of the values beside null."""
    (shape,) = (each for each in schema.get("anyOf", [schema]) if each.get("type") != "null")
    return dict(definitions[shape["$ref"].rsplit("/", 1)[-1]]) if "$ref" in shape else dict(shape)
