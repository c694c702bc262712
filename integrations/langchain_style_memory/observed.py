"""Which conversations a pipeline observes: a model that calls the observing tool there counts nothing twice."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from weakref import WeakKeyDictionary

from langchain_style_memory.identity import Call
from style_memory import StyleMemory

# Beyond so many, those that have rested longest are forgotten.
_MOST = 10_000
_Conversation = tuple[str, str | None]
_lock = Lock()
_observed: WeakKeyDictionary[StyleMemory, OrderedDict[_Conversation, None]] = WeakKeyDictionary()


def note_observed(memory: StyleMemory, call: Call) -> None:
    """Note that the turns of this conversation are observed by a pipeline of this process."""
    with _lock:
        conversations = _observed.setdefault(memory, OrderedDict())
        conversations[call.owner, call.session] = None
        conversations.move_to_end((call.owner, call.session))
        if len(conversations) > _MOST:
            conversations.popitem(last=False)


def is_observed(memory: StyleMemory, call: Call) -> bool:
    """Whether a pipeline of this process observes this conversation."""
    with _lock:
        return (call.owner, call.session) in _observed.get(memory, ())
