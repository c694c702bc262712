"""What the answers of two faces on two fresh stores are compared by."""

from __future__ import annotations

from typing import Any

from style_memory.operations.catalogue import Operation, catalogue

OPERATIONS = list(catalogue().values())
# What is run first, so that an operation also meets a store that holds something.
SEEDED_BY = [
    catalogue()[name] for name in ("observe_user_message", "distill_recent_style", "distill_interaction_profile")
]


def arguments_of(operation: Operation) -> dict[str, Any]:
    """The arguments of the operation's example."""
    return operation.example.model_dump(mode="json", exclude_unset=True)


def comparable(answer: Any) -> Any:
    """The answer without what two stores never share: times, places, keyed ids and the order among equals."""
    match answer:
        case dict():
            kept = {name: value for name, value in answer.items() if name not in ("id", "database")}
            return {name: comparable(value) for name, value in kept.items() if not name.endswith("_at")}
        case list():
            return sorted((comparable(value) for value in answer), key=repr)
        case str():
            return sorted(answer.splitlines())
        case _:
            return answer
