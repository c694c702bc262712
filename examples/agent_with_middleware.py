"""An agent that learns how each of its users talks, and is briefed before it answers.

Run it from the checkout: python -m examples.agent_with_middleware
"""

from __future__ import annotations

from typing import Any

from examples.offline_model import OfflineModel
from langchain.agents import create_agent
from langgraph.checkpoint.memory import InMemorySaver

from langchain_style_memory import StyleMemoryMiddleware
from style_memory import StyleMemory


def main() -> None:
    model = OfflineModel()
    with StyleMemory.open("sqlite://") as memory:  # "sqlite:///style.db" keeps what was learned
        agent = create_agent(
            model,
            system_prompt="You are a helpful assistant.",
            middleware=[StyleMemoryMiddleware(memory)],
            checkpointer=InMemorySaver(),
        )

        def say(owner: str, thread: str, text: str) -> str:
            where: Any = {"configurable": {"owner_id": owner, "thread_id": thread}}
            agent.invoke({"messages": [{"role": "user", "content": text}]}, where)
            return model.last_system_text

        # A habit becomes active once it was seen in three conversations.
        for number in range(3):
            say("ana", f"ana-{number}", "haha that worked at once 😂")
            say("bob", f"bob-{number}", "Good morning. Thank you very much for the report.")

        print("What the model is told when Ana chats:\n")
        print(say("ana", "ana-3", "guess what, a funny thing happened at the party last night"))
        print("\nWhat it is told when Ana asks about her health:\n")
        print(say("ana", "ana-4", "my doctor raised the dosage of my medication, is chest pain a side effect?"))
        print("\nWhat it is told when Bob chats:\n")
        print(say("bob", "bob-3", "guess what, a funny thing happened at the party last night"))


if __name__ == "__main__":
    main()
