"""Writes what is derived from the catalogue into files: `python -m tests.docs.stubs`. A test compares them."""

from __future__ import annotations

import inspect
import re
import types
import typing
from pathlib import Path
from typing import Any

from style_memory.operations.catalogue import Operation, catalogue

ROOT = Path(__file__).resolve().parents[2]
STUB = ROOT / "middleware" / "style_memory" / "memory" / "methods.pyi"


def method_stub() -> str:
    """The type stub of `OperationMethods`."""
    imports: dict[str, set[str]] = {}
    methods = [_method(operation, imports) for operation in catalogue().values()]
    lines = [f"from {module} import {', '.join(sorted(names))}" for module, names in sorted(imports.items())]
    header = "# Generated from the catalogue by `python -m tests.docs.stubs`; do not edit.\n"
    return header + "\n".join(["from typing import Any", *lines, "", "class OperationMethods:", *methods]) + "\n"


def _method(operation: Operation, imports: dict[str, set[str]]) -> str:
    parameters = []
    for name, field in operation.request.model_fields.items():
        default = "" if field.is_required() else " = ..."
        parameters.append(f"{name}: {_written(field.annotation, imports, as_input=True)}{default}")
    arguments = ", ".join(["self", *(["*", *parameters] if parameters else [])])
    answer = _written(operation.answer, imports, as_input=False)
    first_line = operation.help.splitlines()[0]
    body = f'    """{first_line}"""'
    return (
        f"    def {operation.name}({arguments}) -> {answer}:\n    {body}\n"
        f"    async def a{operation.name}({arguments}) -> {answer}:\n    {body}\n"
    )


def _written(annotation: Any, imports: dict[str, set[str]], *, as_input: bool) -> str:
    """An annotation as source text; models in an input may also be given as dictionaries."""
    origin = typing.get_origin(annotation)
    if origin is typing.Annotated:
        return _written(typing.get_args(annotation)[0], imports, as_input=as_input)
    if origin in (types.UnionType, typing.Union):
        parts = [_written(part, imports, as_input=as_input) for part in typing.get_args(annotation)]
        return " | ".join(dict.fromkeys(parts))
    if origin is list:
        inner = _written(typing.get_args(annotation)[0], imports, as_input=as_input)
        return "list[Any]" if as_input and "Hint" in inner else f"list[{inner}]"
    if annotation is type(None):
        return "None"
    if inspect.isclass(annotation) and annotation.__module__ != "builtins":
        imports.setdefault(annotation.__module__, set()).add(annotation.__name__)
        return (
            f"{annotation.__name__} | str"
            if as_input and annotation.__module__.endswith("kinds")
            else annotation.__name__
        )
    return re.sub(r"<class '(.+)'>", r"\1", str(annotation))


if __name__ == "__main__":
    STUB.write_text(method_stub(), encoding="utf-8")
