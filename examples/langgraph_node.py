"""A graph of one's own, without ready-made middleware: one node observes, the next one asks the model.

Run it from the checkout: python -m examples.langgraph_node
"""

from __future__ import annotations

from typing import Any

from examples.offline_model import OfflineModel
from langchain_core.messages import HumanMessage, SystemMessage
from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import START, MessagesState, StateGraph

from style_memory import OwnerMemory, StyleMemory


def build(memory: StyleMemory, model: OfflineModel) -> Any:
    def owner_of(config: RunnableConfig) -> OwnerMemory:
        return memory.for_owner(config["configurable"]["owner_id"])

    def observe(state: MessagesState, config: RunnableConfig) -> dict[str, Any]:
        message = state["messages"][-1]
        # The message's id makes sure that a node that runs again does not count the turn again.
        owner_of(config).observe_user_message(
            text=str(message.text), session_id=config["configurable"]["thread_id"], turn_id=message.id
        )
        return {}

    def answer(state: MessagesState, config: RunnableConfig) -> dict[str, Any]:
        brief = owner_of(config).get_style_brief(message=str(state["messages"][-1].text))
        # The brief goes into the request only: the state, and so the checkpoint, never holds it.
        return {"messages": [model.invoke([SystemMessage(brief), *state["messages"]], config)]}

    graph = StateGraph(MessagesState)
    graph.add_node("observe", observe)
    graph.add_node("answer", answer)
    graph.add_edge(START, "observe")
    graph.add_edge("observe", "answer")
    return graph.compile(checkpointer=InMemorySaver())


def main() -> None:
    model = OfflineModel()
    with StyleMemory.open("sqlite://") as memory:
        graph = build(memory, model)
        for number in range(3):
            where = {"configurable": {"owner_id": "ana", "thread_id": f"t{number}"}}
            state = graph.invoke({"messages": [HumanMessage("haha that is so good 😂")]}, where)

        print("Turns observed:", memory.for_owner("ana").get_style_memory_status().turns)
        print("Messages that the graph keeps:", [message.type for message in state["messages"]])
        print("\nWhat the model was told the last time:\n")
        print(model.last_system_text)


if __name__ == "__main__":
    main()
