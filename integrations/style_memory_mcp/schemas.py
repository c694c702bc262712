"""JSON schemas as small as they get: a host pays for every byte of them in each conversation."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, TypeAdapter

Schema = dict[str, Any]

_KEPT = ("type", "enum", "const", "minimum", "maximum", "minItems", "maxItems")
_DESCRIBING = ("description", "default", "minLength", "maxLength")
# Defaults that say no more than that the field may be left out.
_EMPTY: tuple[Any, ...] = (None, [], False, "")
# An answer that would take more bytes than this does not spell its records out.
_MOST_BYTES = 1200
# An object with more fields than this is a record.
_FEW_FIELDS = 8


def input_schema(request: type[BaseModel]) -> Schema:
    """The schema of a request. Null counts as left out, so it is not mentioned."""
    schema = request.model_json_schema(by_alias=False)
    compact = _Compacting(schema.get("$defs", {}), keeps_required=True, spells_out=True)
    return {"type": "object", **compact.root(schema, describes=True), "additionalProperties": False}


def output_schema(answer: Any) -> Schema | None:
    """The schema of an answer as `Operation.plain` gives it, where None is left out; None for plain text.

    It gives names and types and no explanations, which hosts don't show to a model.
    """
    schema = TypeAdapter(answer).json_schema(mode="serialization")
    if schema.get("type") != "object":
        return None
    for spells_out in (True, False):
        compact = _Compacting(schema.get("$defs", {}), keeps_required=False, spells_out=spells_out)
        found = compact.root(schema, describes=False)
        if len(json.dumps(found, separators=(",", ":"))) <= _MOST_BYTES:
            break
    return found


@dataclass(frozen=True, slots=True)
class _Compacting:
    """Makes one schema small."""

    definitions: Schema
    keeps_required: bool
    spells_out: bool

    def root(self, schema: Schema, *, describes: bool) -> Schema:
        """The schema itself; only its own fields are described, those further in have names that do."""
        fields = {}
        for name, field in schema.get("properties", {}).items():
            described = {key: field[key] for key in _DESCRIBING if key in field and field[key] not in _EMPTY}
            fields[name] = self.part(field) | (described if describes else {})
        return {"type": "object", "properties": fields, **_required(schema)}

    def part(self, schema: Schema) -> Schema:
        """The schema of a field, an element or a value."""
        schema = self._resolved(schema)
        if "anyOf" in schema:
            return self._choice(schema)
        compact = {key: value for key, value in schema.items() if key in _KEPT}
        if "properties" in schema:
            compact |= self._fields(schema)
        for key in ("items", "additionalProperties"):
            if isinstance(schema.get(key), dict):
                compact[key] = self.part(schema[key])
        return compact

    def _fields(self, schema: Schema) -> Schema:
        if len(schema["properties"]) > _FEW_FIELDS and not self.spells_out:
            return {}
        fields = {name: self.part(field) for name, field in schema["properties"].items()}
        return {"properties": fields, **(_required(schema) if self.keeps_required else {})}

    def _choice(self, schema: Schema) -> Schema:
        kinds: list[Schema] = []
        for each in schema["anyOf"]:
            if each.get("type") != "null" and (kind := self.part(each)) not in kinds:
                kinds.append(kind)
        return kinds[0] if len(kinds) == 1 else {"anyOf": kinds}

    def _resolved(self, schema: Schema) -> Schema:
        if "$ref" not in schema:
            return schema
        found: Schema = self.definitions[schema["$ref"].rsplit("/", 1)[-1]]
        return {**found, **{key: value for key, value in schema.items() if key != "$ref"}}


def _required(schema: Schema) -> Schema:
    names = [name for name in schema.get("required", ()) if not _may_be_null(schema["properties"][name])]
    return {"required": names} if names else {}


def _may_be_null(schema: Schema) -> bool:
    return any(each.get("type") == "null" for each in schema.get("anyOf", ()))
