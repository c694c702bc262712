"""Every operation with the arguments of its example."""

from __future__ import annotations

from typing import Any

from style_memory.operations.catalogue import Operation, catalogue

OPERATIONS = list(catalogue().values())


def arguments_of(operation: Operation) -> dict[str, Any]:
    """The arguments of the operation's example."""
    return operation.example.model_dump(mode="json", exclude_unset=True)
