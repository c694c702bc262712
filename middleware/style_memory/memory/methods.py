"""One method for each operation, and its asynchronous twin, made from the catalogue.

Type checkers read `methods.pyi` instead, which is generated from the same catalogue and compared in the tests.
"""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Callable
from typing import Any

from style_memory.operations.catalogue import Operation, catalogue


class OperationMethods:
    """Every operation as a method with keyword arguments; what it is mixed into has `call(name, arguments)`."""


def _method(operation: Operation) -> Callable[..., Any]:
    def method(self: Any, **arguments: Any) -> Any:
        return self.call(operation.name, arguments)

    return _named(method, operation.name, operation)


def _async_twin(operation: Operation) -> Callable[..., Any]:
    async def method(self: Any, **arguments: Any) -> Any:
        return await asyncio.to_thread(self.call, operation.name, arguments)

    return _named(method, f"a{operation.name}", operation)


def _named(method: Callable[..., Any], name: str, operation: Operation) -> Callable[..., Any]:
    keyword_only = [
        inspect.Parameter(
            field,
            inspect.Parameter.KEYWORD_ONLY,
            default=inspect.Parameter.empty if info.is_required() else info.get_default(call_default_factory=True),
            annotation=info.annotation,
        )
        for field, info in operation.request.model_fields.items()
    ]
    self_parameter = inspect.Parameter("self", inspect.Parameter.POSITIONAL_OR_KEYWORD)
    method.__name__ = name
    method.__qualname__ = f"OwnerMemory.{name}"
    method.__doc__ = operation.help
    method.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
        [self_parameter, *keyword_only], return_annotation=operation.answer
    )
    return method


for _operation in catalogue().values():
    setattr(OperationMethods, _operation.name, _method(_operation))
    setattr(OperationMethods, f"a{_operation.name}", _async_twin(_operation))
