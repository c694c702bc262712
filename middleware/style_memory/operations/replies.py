"""Which turns the agent has replied to, remembered until the owner's next turn writes it down.

Noting a reply at once would cost each turn a second transaction. What is noted late matters only to conversations
without history: there, the same words sent again are a new turn once the first was answered, and another try before.
"""

from __future__ import annotations

import hashlib
import threading
from collections import OrderedDict

from style_memory.pipeline.turns import Conversation

# Turns that are never answered (a killed run, a dropped stream) must not pile up.
_MOST_OPEN = 10_000

_Turns = tuple[str, tuple[str, ...]]


class Replies:
    """The open turns of this process and the replies that are not written down yet. Safe to share between threads.

    Conversations are known by a hash, so that no text outlives its turn here.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._open: OrderedDict[tuple[str, bytes], _Turns] = OrderedDict()
        self._answered: dict[str, list[_Turns]] = {}

    def of(self, owner: str) -> OwnerReplies:
        """One owner's replies."""
        return OwnerReplies(self, owner)

    def owners(self) -> list[str]:
        """Owners with replies that are not written down."""
        with self._lock:
            return list(self._answered)

    def _expect(self, owner: str, conversation: Conversation, turns: _Turns) -> None:
        with self._lock:
            self._open[owner, _digest(conversation)] = turns
            if len(self._open) > _MOST_OPEN:
                self._open.popitem(last=False)

    def _note(self, owner: str, conversation: Conversation) -> None:
        with self._lock:
            if turns := self._open.pop((owner, _digest(conversation)), None):
                self._answered.setdefault(owner, []).append(turns)

    def _take(self, owner: str) -> list[_Turns]:
        with self._lock:
            return self._answered.pop(owner, [])

    def _forget(self, owner: str) -> None:
        with self._lock:
            self._answered.pop(owner, None)
            for key in [key for key in self._open if key[0] == owner]:
                del self._open[key]


class OwnerReplies:
    """One owner's replies; see `Replies`."""

    def __init__(self, replies: Replies, owner: str) -> None:
        self._replies = replies
        self._owner = owner

    def expect(self, conversation: Conversation, session_key: str, turn_keys: tuple[str, ...]) -> None:
        """Say which turns a reply to the conversation will answer."""
        self._replies._expect(self._owner, conversation, (session_key, turn_keys))

    def note(self, conversation: Conversation) -> None:
        """Say that the agent has replied to the conversation; nothing happens if it was not observed."""
        self._replies._note(self._owner, conversation)

    def take(self) -> list[_Turns]:
        """The session and turn keys of the replies that are to be written down now."""
        return self._replies._take(self._owner)

    def forget(self) -> None:
        """Drop everything, because the owner is erased."""
        self._replies._forget(self._owner)


def _digest(conversation: Conversation) -> bytes:
    digest = hashlib.blake2b(digest_size=16)
    for part in (conversation.session_id or "", *(message.text for message in conversation.messages)):
        digest.update(len(part).to_bytes(4, "big") + part.encode("utf-8", "surrogatepass"))
    return digest.digest()
