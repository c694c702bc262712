"""Runs the operations of one owner beside the event loop, and turns what goes wrong into one sentence."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any

import anyio
from anyio import CapacityLimiter

from style_memory import StyleMemory, StyleMemoryError
from style_memory.operations.catalogue import Operation, catalogue

_logger = logging.getLogger(__name__)
# Writers take turns for the database anyway; in one queue they keep the order in which the host sent them.
_WRITERS = 1
_READERS = 4


class Refused(Exception):
    """An operation could not be done; the message is one sentence for the model and holds no text of the owner's."""


class Calls:
    """Every operation of one owner, for the event loop."""

    def __init__(self, memory: StyleMemory, owner: str) -> None:
        self._memory = memory
        self._owner = memory.for_owner(owner)
        self._writers = CapacityLimiter(_WRITERS)
        self._readers = CapacityLimiter(_READERS)

    async def answer(self, name: str, arguments: Mapping[str, Any]) -> Any:
        """The answer of an operation.

        Raises:
            Refused: The arguments are wrong, or the database can't be used.
        """
        turn = self._readers if catalogue()[name].effect == "read" else self._writers
        return await anyio.to_thread.run_sync(self._answer, name, arguments, limiter=turn)

    async def plain(self, name: str, arguments: Mapping[str, Any]) -> Any:
        """The answer of an operation as JSON values.

        Raises:
            Refused: The arguments are wrong, or the database can't be used.
        """
        operation: Operation = catalogue()[name]
        return operation.plain(await self.answer(name, arguments))

    def _answer(self, name: str, arguments: Mapping[str, Any]) -> Any:
        try:
            return self._owner.call(name, arguments)
        except StyleMemoryError as fault:
            raise Refused(str(fault)) from None
        except Exception as fault:
            _logger.warning("Style memory could not run %s: %s", name, type(fault).__name__)
            self._memory.count_fault(f"tool_{type(fault).__name__}")
            raise Refused("Style memory can't be used at the moment.") from None
