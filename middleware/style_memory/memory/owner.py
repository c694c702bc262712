"""The handle on one owner's data."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from style_memory.domain.errors import StyleMemoryError
from style_memory.memory.methods import OperationMethods
from style_memory.operations.archiving import erase, export
from style_memory.operations.briefing import brief_in
from style_memory.operations.catalogue import catalogue
from style_memory.operations.importing import Imported, take_over
from style_memory.operations.observing import Observed, observe_conversation, write_replies
from style_memory.operations.peer_store import read_peer_store
from style_memory.operations.work import Result, Surroundings, Work, run
from style_memory.pipeline.turns import Conversation


class OwnerMemory(OperationMethods):
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

    def call(self, name: str, arguments: Mapping[str, Any]) -> Any:
        """Run an operation by its name; for faces that get names and arguments from outside.

        Raises:
            KeyError: There is no operation of that name.
            StyleMemoryError: The arguments are wrong, or the database can't be used.
        """
        operation = catalogue()[name]
        try:
            request = operation.parsed(dict(arguments))
        except StyleMemoryError as error:
            self._around.count(type(error).__name__)
            raise
        return self._run(lambda work: operation.function(work, request), writes=operation.effect != "read")

    def observe_conversation(self, conversation: Conversation) -> list[Observed]:
        """Observe what is new among the owner's messages that no reply has followed yet; for pipelines."""
        return self._run(lambda work: observe_conversation(work, conversation), writes=True)

    def mark_answered(self, conversation: Conversation) -> None:
        """Note that the agent has replied: the same words sent again are a new turn then; for pipelines."""
        self._around.replies.of(self._owner).note(conversation)

    def brief_in(self, turns: Sequence[str], *, context: str | None = None) -> str:
        """The brief for a conversation, of which the owner's latest turns are given, the oldest first; for pipelines.

        A serious moment lingers over the turns that follow it, unless `context` names the moment.
        """
        return self._run(lambda work: brief_in(work, turns, context), writes=False)

    def flush(self) -> None:
        """Write down the replies that were noted; the owner's next turn does so too."""
        self._run(write_replies, writes=True)

    def export(self) -> dict[str, Any]:
        """Everything that is stored of the owner, as one readable document."""
        return self._run(export, writes=False)

    def import_style_memory_mcp(self, document: Any) -> Imported:
        """Take over a style-memory-mcp store of version 1 or 2; doing so twice changes nothing.

        Where learning was paused there it is paused here too, unless the owner has ever resumed it here.

        Raises:
            ImportInvalid: The document is no such store.
        """
        store = read_peer_store(document)
        return self._run(lambda work: take_over(work, store), writes=True)

    def erase(self) -> dict[str, int]:
        """Delete everything that is stored of the owner, in one transaction; returns how many rows, by table."""
        return self._run(erase, writes=True)

    def _run(self, action: Callable[[Work], Result], *, writes: bool) -> Result:
        try:
            return run(self._around, self._owner, action, writes=writes)
        except StyleMemoryError as error:
            self._around.count(type(error).__name__)
            raise
