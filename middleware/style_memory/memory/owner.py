"""The handle on one owner's data. Its methods are made from the catalogue; `owner.pyi` shows them to type checkers."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Callable, Mapping
from typing import Any

from style_memory.domain.errors import StyleMemoryError
from style_memory.operations.archiving import erase, export
from style_memory.operations.catalogue import Operation, catalogue
from style_memory.operations.observing import Conversation, Observed, mark_answered, observe_conversation
from style_memory.operations.work import Surroundings, Work, run


class OwnerMemory:
    """One owner's style memory; made by `StyleMemory.for_owner`.

    Every operation is a method with keyword arguments, and has a twin with an `a` before its name that does not block
    the event loop. Methods may be called from several threads at once.
    """

    def __init__(self, around: Surroundings, owner: str) -> None:
        self._around = around
        self._owner = owner

    @property
    def owner(self) -> str:
        """Whose memory this is."""
        return self._owner

    def call(self, operation: str, arguments: Mapping[str, Any]) -> Any:
        """Run an operation by its name; for faces that get names and arguments from outside.

        Raises:
            KeyError: There is no operation of that name.
            StyleMemoryError: The arguments are wrong, or the database can't be used.
        """
        return self._call(catalogue()[operation], dict(arguments))

    def observe_conversation(self, conversation: Conversation) -> list[Observed]:
        """Observe what is new among the owner's messages that no reply has followed yet; for pipelines."""
        return self._run(lambda work: observe_conversation(work, conversation), writes=True)

    def mark_answered(self, conversation: Conversation) -> None:
        """Note that the agent has replied to the conversation; for pipelines."""
        self._run(lambda work: mark_answered(work, conversation), writes=True)

    def export(self) -> dict[str, Any]:
        """Everything that is stored of the owner, as one readable document."""
        return self._run(export, writes=False)

    def erase(self) -> dict[str, int]:
        """Delete everything that is stored of the owner, in one transaction; returns how many rows, by table."""
        return self._run(erase, writes=True)

    def _call(self, operation: Operation, arguments: dict[str, Any]) -> Any:
        try:
            request = operation.parsed(arguments)
        except StyleMemoryError as error:
            self._around.count(type(error).__name__)
            raise
        return self._run(lambda work: operation.function(work, request), writes=operation.effect != "read")

    def _run(self, action: Callable[[Work], Any], *, writes: bool) -> Any:
        try:
            return run(self._around, self._owner, action, writes=writes)
        except StyleMemoryError as error:
            self._around.count(type(error).__name__)
            raise


def _method(operation: Operation) -> Callable[..., Any]:
    def method(self: OwnerMemory, **arguments: Any) -> Any:
        return self._call(operation, arguments)

    return _named(method, operation.name, operation)


def _async_twin(operation: Operation) -> Callable[..., Any]:
    async def method(self: OwnerMemory, **arguments: Any) -> Any:
        return await asyncio.to_thread(self._call, operation, arguments)

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
    setattr(OwnerMemory, _operation.name, _method(_operation))
    setattr(OwnerMemory, f"a{_operation.name}", _async_twin(_operation))
