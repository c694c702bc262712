"""Command-line options for an operation's request, derived from its JSON schema."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from pydantic import BaseModel

from style_memory_cli.structure import hyphenated

if TYPE_CHECKING:
    AnyParamType = click.ParamType[Any]
else:
    AnyParamType = click.ParamType  # not generic at run time before click 8.4

# Fields that may also be given without naming them, beside those that have to be said to be on or off; a request has at
# most one of them.
POSITIONAL = ("text", "id_or_text")
# More than is ever looked at: the operation cuts it and says so, and an endless stream must not fill the memory.
_MOST_READ = 1024 * 1024


def options_for(request: type[BaseModel]) -> list[click.Parameter]:
    """An option for each field, and an argument for the field that is also positional."""
    unnamed = _unnamed(request)
    schema = request.model_json_schema(by_alias=False)
    required = set(schema.get("required", ()))
    definitions = schema.get("$defs", {})
    parameters: list[click.Parameter] = []
    for name, field in schema.get("properties", {}).items():
        if name in unnamed:
            parameters.insert(0, _argument(name, is_switch=field.get("type") == "boolean"))
        parameters.append(_option(name, field, definitions, required=name in required and name not in unnamed))
    return parameters


def arguments_from(request: type[BaseModel], values: Mapping[str, Any]) -> dict[str, Any]:
    """The operation's arguments: those fields that the person gave.

    Raises:
        UsageError: A field is given twice.
    """
    given = {name: values[name] for name in request.model_fields if values.get(name) is not None}
    for name in _unnamed(request):
        value = _named_or_not(name, given.get(name), values.get(_positional(name)))
        given |= {} if value is None else {name: value}
    return given


class JsonOrFile(AnyParamType):
    """JSON, or `@` and the name of a file that holds it."""

    name = "json"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The value that the JSON stands for."""
        if not isinstance(value, str):
            return value
        text = self._content(value[1:], param, ctx) if value.startswith("@") else value
        try:
            return json.loads(text)
        except (ValueError, RecursionError):
            self.fail("this is no JSON; give JSON, or @ and the name of a file that holds it.", param, ctx)

    def _content(self, name: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        try:
            return Path(name).expanduser().read_text(encoding="utf-8-sig")
        except (OSError, RuntimeError, UnicodeDecodeError) as error:
            reason = getattr(error, "strerror", None) or "it is no UTF-8 text"
            self.fail(f"the file {name} can't be read ({reason}).", param, ctx)


class _Field(click.Option):
    """An option for a field: the operation itself refuses a missing or wrong value, in the words of every face."""

    def process_value(self, ctx: click.Context, value: Any) -> Any:
        """The value as its type reads it, or as it was given."""
        try:
            return super().process_value(ctx, value)
        except click.MissingParameter:
            return None
        except click.BadParameter:
            if isinstance(self.type, JsonOrFile):
                raise
            return value


def _unnamed(request: type[BaseModel]) -> list[str]:
    """The fields that may be given without naming them."""
    fields = request.model_fields.items()
    return [name for name, field in fields if name in POSITIONAL or (field.annotation is bool and field.is_required())]


def _argument(name: str, *, is_switch: bool) -> click.Argument:
    return click.Argument(
        [_positional(name)],
        required=False,
        metavar="[on|off]" if is_switch else f"[{name.upper()}]",
        shell_complete=_on_or_off if is_switch else None,
    )


def _on_or_off(_context: click.Context, _parameter: click.Parameter, incomplete: str) -> list[str]:
    return [word for word in ("on", "off") if word.startswith(incomplete)]


def _contexts(_context: click.Context, _parameter: click.Parameter, incomplete: str) -> list[str]:
    from style_memory.pipeline.context import known_labels

    return [label for label in known_labels() if label.startswith(incomplete)]


def _option(name: str, field: dict[str, Any], definitions: dict[str, Any], *, required: bool) -> click.Option:
    shape = _shape(field, definitions)
    is_flag = shape.get("type") == "boolean"
    return _Field(
        [f"{_flag(name)}/--no-{hyphenated(name)}" if is_flag else _flag(name), name],
        type=None if is_flag else _type(shape),
        default=None,
        required=required,
        help=_help(name, field),
        metavar="JSON|@FILE" if isinstance(_type(shape), JsonOrFile) else None,
        shell_complete=_contexts if name == "context" else None,
    )


def _shape(field: dict[str, Any], definitions: dict[str, Any]) -> dict[str, Any]:
    """The schema of the values that a field takes beside null."""
    shapes = [each for each in field.get("anyOf", [field]) if each.get("type") != "null"]
    shape: dict[str, Any] = shapes[0] if len(shapes) == 1 else {}
    if "$ref" in shape:
        return dict(definitions[shape["$ref"].rsplit("/", 1)[-1]])
    return shape


def _type(shape: dict[str, Any]) -> AnyParamType:
    if "enum" in shape:
        return click.Choice([str(value) for value in shape["enum"]], case_sensitive=False)
    low, high = shape.get("minimum"), shape.get("maximum")
    match shape.get("type"):
        case "string":
            return click.STRING
        case "integer":
            return click.INT if low is high is None else click.IntRange(low, high)
        case "number":
            return click.FLOAT if low is high is None else click.FloatRange(low, high)
        case _:
            return JsonOrFile()


def _help(name: str, field: dict[str, Any]) -> str:
    notes = [field["description"]] if "description" in field else []
    if field.get("default") not in (None, [], False, ""):
        notes.append(f"default: {json.dumps(field['default'], ensure_ascii=False)}")
    if name == "text":
        notes.append("`-`, or nothing where input is piped in: read it from there")
    return "; ".join(notes)


def _named_or_not(name: str, named: Any, positional: str | None) -> Any:
    if named is not None and positional is not None:
        raise click.UsageError(f"{name.upper()} is given twice: as an argument and with {_flag(name)}.")
    value = positional if named is None else named
    if name != "text" or value not in (None, "-"):
        return value
    if value is None and sys.stdin.isatty():
        return None
    read = _read_input()
    # With nothing said and nothing piped in, the text was forgotten rather than meant to be empty.
    return read if read or value == "-" else None


def _read_input() -> str:
    text = sys.stdin.buffer.read(_MOST_READ).decode("utf-8-sig", "replace")
    return text.removesuffix("\n").removesuffix("\r")


def _positional(name: str) -> str:
    return f"{name}_argument"


def _flag(name: str) -> str:
    return f"--{hyphenated(name)}"
