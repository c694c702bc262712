"""Style Memory: middleware that learns how each user talks and gives the agent a short brief that fits the moment.

from style_memory import StyleMemory

memory = StyleMemory.open("sqlite:///style.db")
ana = memory.for_owner("ana")
ana.observe_user_message(text="ship it lol", context="casual_chat", session_id="s1")
print(ana.get_style_brief(context="casual_chat"))
"""

from style_memory.domain import errors
from style_memory.domain.errors import OwnerInvalid, OwnerMissing, StyleMemoryError
from style_memory.domain.settings import Settings
from style_memory.memory import OwnerMemory, StyleMemory
from style_memory.operations.briefing import StyleBrief
from style_memory.operations.hints import HabitHint, PreferenceHint
from style_memory.operations.models import Habit, Preference
from style_memory.operations.observing import Observed
from style_memory.pipeline.turns import Conversation, Message

__all__ = [
    "Conversation",
    "Habit",
    "HabitHint",
    "Message",
    "Observed",
    "OwnerInvalid",
    "OwnerMemory",
    "OwnerMissing",
    "Preference",
    "PreferenceHint",
    "Settings",
    "StyleBrief",
    "StyleMemory",
    "StyleMemoryError",
    "errors",
]
