"""One owner's style as hooks use it: asked of the standby where there is one, else of a memory that is opened for it.

A turn is numbered by the hook before anybody is asked to observe it, so that a standby that comes to it late, when the
hook has long done it by itself, observes a turn that the database knows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from style_memory_hooks.standby import Standby

if TYPE_CHECKING:
    from style_memory import StyleMemory

OpenMemory = Callable[[], AbstractContextManager["StyleMemory"]]


@dataclass(frozen=True, kw_only=True, slots=True)
class Brief:
    """A brief, and what tells whether it is still the current one."""

    text: str
    moment: str
    revision: int


class Style:
    """One owner's style, for the time of one hook."""

    def __init__(self, owner: str, standby: Standby | None, open_memory: OpenMemory) -> None:
        self._owner = owner
        self._standby = standby
        self._open_memory = open_memory
        self._opened = ExitStack()
        self._memory: StyleMemory | None = None

    @property
    def did_it_alone(self) -> bool:
        """Whether a memory had to be opened for it."""
        return self._memory is not None

    def observe(self, *, text: str, session: str, turn: str) -> None:
        """Learn from a turn, unless it is known under that name."""
        self._done("observe_user_message", {"text": text, "session_id": session, "turn_id": turn})

    def brief(self, *, context: str | None = None, message: str | None = None) -> Brief:
        """The brief for a moment, or for the one that a message belongs to."""
        answer = self._done("get_style_brief_structured", {"context": context, "message": message})
        return Brief(text=answer["brief"], moment=answer["context"]["label"], revision=answer["revision"])

    def asks_realignment(self, message: str) -> bool:
        """Whether a message says that the agent no longer sounds like its author."""
        return bool(self._done(ASKS_REALIGNMENT, {"message": message}))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._opened.close()

    def _done(self, name: str, arguments: Mapping[str, Any]) -> Any:
        if self._memory is None:
            if self._standby is not None and (reply := self._standby.ask(self._owner, name, arguments)) is not None:
                return reply.value
            self._memory = self._opened.enter_context(self._open_memory())
        return done(self._memory, self._owner, name, arguments)


#: What hooks ask for beside the operations.
ASKS_REALIGNMENT = "asks_realignment"


def done(memory: StyleMemory, owner: str, name: str, arguments: Mapping[str, Any]) -> Any:
    """Do one thing for an owner; the answer is made of JSON values.

    Raises:
        KeyError: There is no such thing.
        StyleMemoryError: The arguments are wrong, or the database can't be used.
    """
    if name == ASKS_REALIGNMENT:
        from style_memory.pipeline.context.drift import asks_realignment

        return asks_realignment(arguments["message"])
    from style_memory.operations.catalogue import catalogue

    return catalogue()[name].plain(memory.for_owner(owner).call(name, arguments))
