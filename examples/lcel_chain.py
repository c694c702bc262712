"""A chain whose model observes the user and is briefed; everything around it stays as it was.

Run it from the checkout: python -m examples.lcel_chain
"""

from __future__ import annotations

from typing import Any

from examples.offline_model import OfflineModel
from langchain_core.output_parsers import StrOutputParser
from langchain_core.prompts import ChatPromptTemplate

from langchain_style_memory import with_style_memory
from style_memory import StyleMemory


def main() -> None:
    model = OfflineModel(sentence="Glad to hear it.")
    prompt = ChatPromptTemplate.from_messages([("system", "You are good company."), ("human", "{text}")])
    with StyleMemory.open("sqlite://") as memory:
        chain = prompt | with_style_memory(model, memory) | StrOutputParser()
        for number in range(3):
            where: Any = {"configurable": {"owner_id": "ana", "thread_id": f"t{number}"}}
            print("Ana:   it works 🎉🎉")
            print("Model:", "".join(chain.stream({"text": "it works 🎉🎉"}, where)))

        moment: Any = {"configurable": {"owner_id": "ana", "thread_id": "t4", "style_memory_context": "casual_chat"}}
        chain.invoke({"text": "so, what shall we do next?"}, moment)
        print("\nWhat the model was told the last time:\n")
        print(model.last_system_text)


if __name__ == "__main__":
    main()
