"""A chat model that observes and briefs, for use inside a chain."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from typing import Any

from langchain_core.language_models import LanguageModelInput
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, convert_to_messages
from langchain_core.prompt_values import PromptValue
from langchain_core.runnables import Runnable, RunnableConfig, ensure_config

from langchain_style_memory.conversation import conversation_of, is_final, latest_turns
from langchain_style_memory.identity import Call, call_of, current_context
from langchain_style_memory.observer import PipelineMemory
from langchain_style_memory.placing import Placement, with_brief
from style_memory import Conversation, StyleMemory


def with_style_memory(
    model: Runnable[LanguageModelInput, Any],
    memory: StyleMemory,
    *,
    owner: str | None = None,
    placement: Placement = "system",
    observe: bool = True,
    inject: bool = True,
) -> StyledModel:
    """Wrap a chat model, bound or not, so that it observes the user's turns and is briefed before each answer.

    All text of a user message counts as the user's own, so keep instructions in the system message of the prompt. Of
    several wrapped models that answer one message from chains nested in each other, let only one observe: the others
    can't tell that it is the same turn.

    Args:
        model: A chat model, or what `bind_tools`, `with_structured_output` or `bind` made of one.
        memory: The style memory of all owners.
        owner: Whose runs these are; otherwise `owner_id` or `user_id` says it, in the runtime context of the graph
            around them or in `config["configurable"]`.
        placement: See `StyleMemoryMiddleware`.
        observe: Whether these users are learned from.
        inject: Whether the model gets briefs.

    Raises:
        OwnerMissing: By every call that does not say whose style it is, before the model is called.
    """
    return StyledModel(model, PipelineMemory(memory), owner, placement, observe, inject)


class StyledModel(Runnable[LanguageModelInput, Any]):
    """A chat model behind a style memory; made by `with_style_memory`."""

    def __init__(
        self,
        model: Runnable[LanguageModelInput, Any],
        memory: PipelineMemory,
        owner: str | None,
        placement: Placement,
        observe: bool,
        inject: bool,
    ) -> None:
        self._model = model
        self._memory = memory
        self._owner = owner
        self._placement = placement
        self._observe = observe
        self._inject = inject

    def bind_tools(self, tools: Any, **kwargs: Any) -> StyledModel:
        """The model with tools, behind the same memory."""
        return self._around(self._model.bind_tools(tools, **kwargs))  # type: ignore[attr-defined]

    def with_structured_output(self, schema: Any, **kwargs: Any) -> StyledModel:
        """The model with structured output, behind the same memory."""
        return self._around(self._model.with_structured_output(schema, **kwargs))  # type: ignore[attr-defined]

    def invoke(self, input: LanguageModelInput, config: RunnableConfig | None = None, **kwargs: Any) -> Any:  # noqa: A002
        """Observe, brief, answer."""
        messages, conversation, call = self._prepared(input, config)
        answer = self._model.invoke(messages, config, **kwargs)
        self._note_reply(not _calls_tools(answer), conversation, call)
        return answer

    async def ainvoke(self, input: LanguageModelInput, config: RunnableConfig | None = None, **kwargs: Any) -> Any:  # noqa: A002
        """Observe, brief, answer, without blocking the event loop."""
        messages, conversation, call = await asyncio.to_thread(self._prepared, input, config)
        answer = await self._model.ainvoke(messages, config, **kwargs)
        await asyncio.to_thread(self._note_reply, not _calls_tools(answer), conversation, call)
        return answer

    def stream(self, input: LanguageModelInput, config: RunnableConfig | None = None, **kwargs: Any) -> Iterator[Any]:  # noqa: A002
        """Observe, brief, and stream the answer."""
        messages, conversation, call = self._prepared(input, config)
        replied = True
        for chunk in self._model.stream(messages, config, **kwargs):
            replied = replied and not _calls_tools(chunk)
            yield chunk
        self._note_reply(replied, conversation, call)

    async def astream(
        self,
        input: LanguageModelInput,  # noqa: A002
        config: RunnableConfig | None = None,
        **kwargs: Any,
    ) -> AsyncIterator[Any]:
        """Observe, brief, and stream the answer, without blocking the event loop."""
        messages, conversation, call = await asyncio.to_thread(self._prepared, input, config)
        replied = True
        async for chunk in self._model.astream(messages, config, **kwargs):
            replied = replied and not _calls_tools(chunk)
            yield chunk
        await asyncio.to_thread(self._note_reply, replied, conversation, call)

    def _prepared(
        self, given: LanguageModelInput, config: RunnableConfig | None
    ) -> tuple[list[BaseMessage], Conversation, Call]:
        config = ensure_config(config)
        call = call_of(config, runtime_context=current_context(), owner=self._owner)
        messages = _messages(given)
        conversation = conversation_of(messages, call, invocation=_invocation(config))
        if self._observe:
            self._memory.observe(conversation, call)
        brief = self._memory.brief(latest_turns(messages), call) if self._inject else None
        briefed = messages if brief is None else with_brief(messages, brief, self._placement)
        return briefed, conversation, call

    def _note_reply(self, replied: bool, conversation: Conversation, call: Call) -> None:
        if self._observe and replied:
            self._memory.mark_answered(conversation, call)

    def _around(self, model: Runnable[LanguageModelInput, Any]) -> StyledModel:
        return StyledModel(model, self._memory, self._owner, self._placement, self._observe, self._inject)


def _messages(given: LanguageModelInput) -> list[BaseMessage]:
    if isinstance(given, str):
        return [HumanMessage(content=given)]
    return given.to_messages() if isinstance(given, PromptValue) else convert_to_messages(given)


def _calls_tools(answer: Any) -> bool:
    """Whether an answer, or a part of a streamed one, calls tools instead of replying."""
    return isinstance(answer, AIMessage) and not is_final(answer)


def _invocation(config: RunnableConfig) -> str | None:
    """The run that surrounds this one: what several wrapped models of one chain have in common."""
    parent = getattr(config.get("callbacks"), "parent_run_id", None)
    return None if parent is None else str(parent)
