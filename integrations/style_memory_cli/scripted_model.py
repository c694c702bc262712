"""A chat model that answers fixed sentences, so that the demo runs a real agent without a network."""

from __future__ import annotations

from typing import Any

from langchain_core.callbacks import CallbackManagerForLLMRun
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage, SystemMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from pydantic import PrivateAttr


class ScriptedChatModel(BaseChatModel):
    """Answers its sentences in turn, and keeps the system texts that it was given."""

    #: What it answers, over and over.
    sentences: tuple[str, ...]

    _system_texts: list[str] = PrivateAttr(default_factory=list)

    @property
    def system_texts(self) -> list[str]:
        """The system text of each call, in order."""
        return self._system_texts

    @property
    def _llm_type(self) -> str:
        return "scripted"

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,  # noqa: ARG002 - the interface
        run_manager: CallbackManagerForLLMRun | None = None,  # noqa: ARG002 - the interface
        **_options: Any,
    ) -> ChatResult:
        answer = self.sentences[len(self._system_texts) % len(self.sentences)]
        system = [str(message.text) for message in messages if isinstance(message, SystemMessage)]
        self._system_texts.append("\n".join(system))
        return ChatResult(generations=[ChatGeneration(message=AIMessage(answer))])
