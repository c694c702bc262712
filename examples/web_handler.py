"""The handler of a web service: many users at the same time, one memory, and nobody sees another's style.

Put `handle` behind the framework of your choice. Run it from the checkout: python -m examples.web_handler
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Any

from examples.offline_model import OfflineModel
from langchain.agents import create_agent

from langchain_style_memory import StyleMemoryMiddleware
from style_memory import StyleMemory


@dataclass(frozen=True)
class Request:
    """What arrives. The user comes from the verified session or token, never from what the client writes."""

    user: str
    conversation: str
    messages: tuple[str, ...]


@dataclass(frozen=True)
class Caller:
    """What the agent is told about a run, beside the messages."""

    owner_id: str


class Service:
    """Made once when the server starts."""

    def __init__(self, memory: StyleMemory) -> None:
        self._agent: Any = create_agent(
            OfflineModel(sentence="Got it."), middleware=[StyleMemoryMiddleware(memory)], context_schema=Caller
        )

    async def handle(self, request: Request) -> str:
        """Answer one request. Clients that resend their whole history are fine: each turn counts once."""
        answer = await self._agent.ainvoke(
            {"messages": [{"role": "user", "content": text} for text in request.messages]},
            {"configurable": {"thread_id": request.conversation}},
            context=Caller(owner_id=request.user),
        )
        return str(answer["messages"][-1].text)


async def serve(memory: StyleMemory) -> None:
    service = Service(memory)
    signs = {"ana": "😂", "bob": "🎉", "cleo": "🌻"}
    for number in range(3):
        requests = [
            Request(user, f"{user}-{number}", ("hello there", f"that is lovely {sign}")) for user, sign in signs.items()
        ]
        answers = await asyncio.gather(*(service.handle(request) for request in requests))
        print(f"Round {number + 1}: {len(answers)} requests at the same time, first answer: {answers[0]}")
    for user in signs:
        habits = (await memory.for_owner(user).alist_style_habits(status="active")).habits
        print(f"Learned of {user}:", ", ".join(habit.text for habit in habits))


def main() -> None:
    with StyleMemory.open("sqlite://") as memory:
        asyncio.run(serve(memory))


if __name__ == "__main__":
    main()
