"""A scripted chat model and the few helpers that the LangChain tests share."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from langchain_core.callbacks import CallbackManagerForLLMRun
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, AIMessageChunk, BaseMessage, SystemMessage
from langchain_core.messages.tool import ToolCall, tool_call_chunk
from langchain_core.outputs import ChatGeneration, ChatGenerationChunk, ChatResult
from langchain_core.runnables import Runnable
from langchain_core.tools import BaseTool
from langchain_core.utils.function_calling import convert_to_openai_tool
from pydantic import Field, PrivateAttr

from style_memory import StyleMemory

FRAME = "<style_memory_brief>"
HABIT = "tiny but mighty"
#: A message of which the detectors find something; nothing in it needs the built-in dictionary.
LAUGHS = "that is so good 😂"

Step = str | AIMessage | Exception


class ScriptedModel(BaseChatModel):
    """Takes the steps of its script one by one, then says "Fine." for ever; an exception as a step is raised."""

    script: list[Any] = Field(default_factory=list)

    _requests: list[list[BaseMessage]] = PrivateAttr(default_factory=list)

    @property
    def requests(self) -> list[list[BaseMessage]]:
        """What it was asked, call by call."""
        return self._requests

    @property
    def briefs(self) -> list[str]:
        """The text from the frame of the brief on, call by call; empty where there was none."""
        return [brief_in(request) for request in self._requests]

    @property
    def _llm_type(self) -> str:
        return "scripted"

    def bind_tools(
        self, tools: Sequence[dict[str, Any] | type | Callable[..., Any] | BaseTool], **kwargs: Any
    ) -> Runnable[Any, AIMessage]:
        kwargs.pop("tool_choice", None)
        return self.bind(tools=[convert_to_openai_tool(each) for each in tools], **kwargs)

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **_options: Any,
    ) -> ChatResult:
        return ChatResult(generations=[ChatGeneration(message=self._next(messages))])

    def _stream(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **_options: Any,
    ) -> Iterator[ChatGenerationChunk]:
        answer = self._next(messages)
        for word in str(answer.content).split():
            chunk = ChatGenerationChunk(message=AIMessageChunk(content=f"{word} "))
            if run_manager:
                run_manager.on_llm_new_token(chunk.text, chunk=chunk)
            yield chunk
        if answer.tool_calls:
            yield ChatGenerationChunk(message=AIMessageChunk(content="", tool_call_chunks=_chunks(answer.tool_calls)))

    def _next(self, messages: list[BaseMessage]) -> AIMessage:
        self._requests.append([message.model_copy(deep=True) for message in messages])
        step = self.script.pop(0) if self.script else "Fine."
        if isinstance(step, Exception):
            raise step
        return AIMessage(content=step) if isinstance(step, str) else step


def _chunks(calls: list[ToolCall]) -> list[Any]:
    return [
        tool_call_chunk(name=call["name"], args=str(call["args"]).replace("'", '"'), id=call["id"], index=number)
        for number, call in enumerate(calls)
    ]


def calling(tool: str, *, id: str = "c1", **arguments: Any) -> AIMessage:  # noqa: A002 - the name it has there
    """A step that calls a tool."""
    return AIMessage(content="", tool_calls=[ToolCall(name=tool, args=arguments, id=id, type="tool_call")])


def brief_in(messages: Sequence[BaseMessage]) -> str:
    """The brief in a request, from its frame on."""
    texts = [str(message.text) for message in messages]
    return next((text[text.index(FRAME) :] for text in texts if FRAME in text), "")


def system_text(messages: Sequence[BaseMessage]) -> str:
    """All system text of a request."""
    return "\n".join(str(message.text) for message in messages if isinstance(message, SystemMessage))


def turns(memory: StyleMemory, owner: str = "ana") -> int:
    """How many turns of an owner were counted."""
    return int(memory.for_owner(owner).get_style_memory_status().turns)


def known_texts(memory: StyleMemory, owner: str = "ana") -> set[str]:
    """The texts of everything that was learned of an owner, candidates included."""
    handle = memory.for_owner(owner)
    habits = {habit.text for habit in handle.list_style_habits(limit=100).habits}
    return habits | {wish.text for wish in handle.list_interaction_profile(limit=100).preferences}


def teach(memory: StyleMemory, owner: str = "ana", text: str = HABIT) -> None:
    """Give an owner an active habit, so that there is something to brief."""
    memory.for_owner(owner).call("distill_recent_style", {"habits": [{"kind": "idiolect", "text": text}]})


def config(owner: Any = "ana", thread: str | None = None, *, callbacks: Sequence[Any] = (), **others: Any) -> Any:
    """A run's configuration."""
    named = {"owner_id": owner, "thread_id": thread, **others}
    return {
        "configurable": {key: value for key, value in named.items() if value is not None},
        "callbacks": list(callbacks),
    }


def said(*texts: str | BaseMessage) -> Any:
    """An agent's input of user messages without ids."""
    return {"messages": [{"role": "user", "content": text} if isinstance(text, str) else text for text in texts]}
