# Generated from the catalogue by `python -m tests.docs.stubs`; do not edit.
from typing import Any
from style_memory.domain.kinds import Status
from style_memory.operations.briefing import StyleBrief
from style_memory.operations.curating import Forgotten, LearningEnabled, Pinned
from style_memory.operations.distilling import Distilled
from style_memory.operations.health import StyleMemoryScore, StyleMemoryStatus
from style_memory.operations.hints import HabitHint, PreferenceHint
from style_memory.operations.listing import HabitList, HabitReviews, PreferenceList, PreferenceReviews
from style_memory.operations.observing import Observed
from style_memory.operations.voicing import VoiceProfile

class OperationMethods:
    def observe_user_message(self, *, text: str, context: str | None = ..., session_id: str | None = ..., turn_id: str | None = ..., hints: list[Any] = ..., profile_hints: list[Any] = ..., verbose: bool = ...) -> Observed:
        """Learn from the latest message that the user wrote: how they talk and how they like to work."""
    async def aobserve_user_message(self, *, text: str, context: str | None = ..., session_id: str | None = ..., turn_id: str | None = ..., hints: list[Any] = ..., profile_hints: list[Any] = ..., verbose: bool = ...) -> Observed:
        """Learn from the latest message that the user wrote: how they talk and how they like to work."""

    def get_style_brief(self, *, context: str | None = ..., message: str | None = ..., known_revision: int | None = ..., known_context: str | None = ...) -> str:
        """Get a short brief on how the user talks and likes to work, for the current moment."""
    async def aget_style_brief(self, *, context: str | None = ..., message: str | None = ..., known_revision: int | None = ..., known_context: str | None = ...) -> str:
        """Get a short brief on how the user talks and likes to work, for the current moment."""

    def get_style_brief_structured(self, *, context: str | None = ..., message: str | None = ..., known_revision: int | None = ..., known_context: str | None = ...) -> StyleBrief:
        """Get the brief with its revision, moment, items, measured voice and what was left out and why."""
    async def aget_style_brief_structured(self, *, context: str | None = ..., message: str | None = ..., known_revision: int | None = ..., known_context: str | None = ...) -> StyleBrief:
        """Get the brief with its revision, moment, items, measured voice and what was left out and why."""

    def distill_recent_style(self, *, habits: list[Any]) -> Distilled:
        """Seed habits that the user endorsed, at most 8; each is active at once. What was forgotten stays out."""
    async def adistill_recent_style(self, *, habits: list[Any]) -> Distilled:
        """Seed habits that the user endorsed, at most 8; each is active at once. What was forgotten stays out."""

    def distill_interaction_profile(self, *, preferences: list[Any]) -> Distilled:
        """Seed concrete wishes about working together that the user endorsed, at most 8; no labels of personality."""
    async def adistill_interaction_profile(self, *, preferences: list[Any]) -> Distilled:
        """Seed concrete wishes about working together that the user endorsed, at most 8; no labels of personality."""

    def list_style_habits(self, *, status: Status | str | None = ..., limit: int = ..., cursor: str | None = ...) -> HabitList:
        """List the learned habits: candidates, active and archived ones."""
    async def alist_style_habits(self, *, status: Status | str | None = ..., limit: int = ..., cursor: str | None = ...) -> HabitList:
        """List the learned habits: candidates, active and archived ones."""

    def list_interaction_profile(self, *, status: Status | str | None = ..., limit: int = ..., cursor: str | None = ...) -> PreferenceList:
        """List the learned wishes about working together."""
    async def alist_interaction_profile(self, *, status: Status | str | None = ..., limit: int = ..., cursor: str | None = ...) -> PreferenceList:
        """List the learned wishes about working together."""

    def review_style_habits(self, *, limit: int = ...) -> HabitReviews:
        """Review habits: each with a suggested action (keep, pin, forget, observe) and why it is there."""
    async def areview_style_habits(self, *, limit: int = ...) -> HabitReviews:
        """Review habits: each with a suggested action (keep, pin, forget, observe) and why it is there."""

    def review_interaction_profile(self, *, limit: int = ...) -> PreferenceReviews:
        """Review wishes about working together: each with a suggested action and why it is there."""
    async def areview_interaction_profile(self, *, limit: int = ...) -> PreferenceReviews:
        """Review wishes about working together: each with a suggested action and why it is there."""

    def forget_style_habit(self, *, id_or_text: str) -> Forgotten:
        """Forget a habit by id or exact text, for good: it does not come back by being seen again."""
    async def aforget_style_habit(self, *, id_or_text: str) -> Forgotten:
        """Forget a habit by id or exact text, for good: it does not come back by being seen again."""

    def forget_interaction_preference(self, *, id_or_text: str) -> Forgotten:
        """Forget a wish about working together by id or exact text, for good."""
    async def aforget_interaction_preference(self, *, id_or_text: str) -> Forgotten:
        """Forget a wish about working together by id or exact text, for good."""

    def pin_style_habit(self, *, id_or_text: str, pinned: bool = ...) -> Pinned:
        """Pin a habit, so that clean-up leaves it alone, or unpin it."""
    async def apin_style_habit(self, *, id_or_text: str, pinned: bool = ...) -> Pinned:
        """Pin a habit, so that clean-up leaves it alone, or unpin it."""

    def pin_interaction_preference(self, *, id_or_text: str, pinned: bool = ...) -> Pinned:
        """Pin a wish about working together, so that clean-up leaves it alone, or unpin it."""
    async def apin_interaction_preference(self, *, id_or_text: str, pinned: bool = ...) -> Pinned:
        """Pin a wish about working together, so that clean-up leaves it alone, or unpin it."""

    def set_learning_enabled(self, *, enabled: bool) -> LearningEnabled:
        """Pause or resume learning for this user; briefs go on from what is known."""
    async def aset_learning_enabled(self, *, enabled: bool) -> LearningEnabled:
        """Pause or resume learning for this user; briefs go on from what is known."""

    def get_style_memory_score(self, *, known_revision: int | None = ...) -> StyleMemoryScore:
        """Score how usable and stable the memory is, and whether the brief should be fetched again."""
    async def aget_style_memory_score(self, *, known_revision: int | None = ...) -> StyleMemoryScore:
        """Score how usable and stable the memory is, and whether the brief should be fetched again."""

    def get_style_memory_status(self) -> StyleMemoryStatus:
        """Show counts, where the data lies, whether learning is on, and what went wrong in this process."""
    async def aget_style_memory_status(self) -> StyleMemoryStatus:
        """Show counts, where the data lies, whether learning is on, and what went wrong in this process."""

    def get_voice_profile(self, *, context: str | None = ...) -> VoiceProfile:
        """Show how the user writes in numbers: several hundred rates of function words, marks, lengths and casing."""
    async def aget_voice_profile(self, *, context: str | None = ...) -> VoiceProfile:
        """Show how the user writes in numbers: several hundred rates of function words, marks, lengths and casing."""

