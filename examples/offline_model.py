"""A chat model for the examples: it needs no network and keeps what it was told."""

from __future__ import annotations

from typing import Any

from langchain_core.callbacks import CallbackManagerForLLMRun
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage, SystemMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from pydantic import PrivateAttr


class OfflineModel(BaseChatModel):
    """Stands for any chat model. In your own program, take a real one."""

    sentence: str = "Sounds good."
    _system_texts: list[str] = PrivateAttr(default_factory=list)

    @property
    def last_system_text(self) -> str:
        """The system text of the latest call; a brief stands at its end."""
        return self._system_texts[-1]

    @property
    def _llm_type(self) -> str:
        return "offline"

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,  # noqa: ARG002 - the interface
        run_manager: CallbackManagerForLLMRun | None = None,  # noqa: ARG002 - the interface
        **_options: Any,
    ) -> ChatResult:
        system = [str(message.text) for message in messages if isinstance(message, SystemMessage)]
        self._system_texts.append("\n\n".join(system))
        return ChatResult(generations=[ChatGeneration(message=AIMessage(self.sentence))])
