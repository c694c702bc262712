"""Which turns the agent has replied to, remembered until the owner's next turn writes it down.

Noting a reply at once would cost each turn a second transaction. What is noted late matters only to conversations
without history: there, the same words sent again are a new turn once the first was answered, and another try before.
"""

from __future__ import annotations

import threading
from collections import OrderedDict

from style_memory.pipeline.turns import Conversation

# Turns that are never answered (a killed run, a dropped stream) must not pile up.
_MOST_OPEN = 10_000

_Key = tuple[str, str | None, tuple[str, ...]]


class Replies:
    """The open turns of this process and the replies that are not written down yet. Safe to share between threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._open: OrderedDict[_Key, tuple[str, tuple[str, ...]]] = OrderedDict()
        self._answered: OrderedDict[str, list[tuple[str, tuple[str, ...]]]] = OrderedDict()

    def expect(self, owner: str, conversation: Conversation, session_key: str, turn_keys: tuple[str, ...]) -> None:
        """Say which turns a reply to the conversation will answer."""
        with self._lock:
            self._open[_key(owner, conversation)] = (session_key, turn_keys)
            if len(self._open) > _MOST_OPEN:
                self._open.popitem(last=False)

    def note(self, owner: str, conversation: Conversation) -> None:
        """Say that the agent has replied to the conversation; nothing happens if it was not observed."""
        with self._lock:
            if turns := self._open.pop(_key(owner, conversation), None):
                self._answered.setdefault(owner, []).append(turns)

    def take(self, owner: str) -> list[tuple[str, tuple[str, ...]]]:
        """The session and turn keys of the owner's replies that are to be written down now."""
        with self._lock:
            return self._answered.pop(owner, [])

    def owners(self) -> list[str]:
        """Owners with replies that are not written down."""
        with self._lock:
            return list(self._answered)


def _key(owner: str, conversation: Conversation) -> _Key:
    return owner, conversation.session_id, tuple(message.text for message in conversation.messages)
