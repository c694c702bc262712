"""A LangChain agent that knows the MCP server through langchain-mcp-adapters only.

Runs in an environment of its own, in which nothing of Style Memory is installed. Reads a plan from standard input and
writes what was seen to standard output, both as JSON:

- `server`: a connection as `MultiServerMCPClient` takes it; `said`: what the user says; `calls`: the tools that the
  model calls, one after the other, each as name and arguments; `resource`, `prompt`: what to load besides.
- `schemas`: of each tool, as the model is given it; `results`: of each call; `answer`: the agent's last word;
  `resource`, `prompt`: the text that was loaded.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Sequence
from typing import Any

from langchain.agents import create_agent
from langchain_core.callbacks import CallbackManagerForLLMRun
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage, ToolMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from langchain_core.runnables import Runnable
from langchain_core.utils.function_calling import convert_to_openai_tool
from langchain_mcp_adapters.client import MultiServerMCPClient
from langchain_mcp_adapters.prompts import load_mcp_prompt
from langchain_mcp_adapters.resources import load_mcp_resources
from langchain_mcp_adapters.tools import load_mcp_tools


class ScriptedModel(BaseChatModel):
    """Makes the calls of its plan, one after the other, and then has the last word."""

    calls: list[tuple[str, dict[str, Any]]]
    given: list[dict[str, Any]] = []  # noqa: RUF012 - pydantic copies it

    @property
    def _llm_type(self) -> str:
        return "scripted"

    def bind_tools(self, tools: Sequence[Any], **options: Any) -> Runnable[Any, AIMessage]:
        self.given = [convert_to_openai_tool(tool)["function"] for tool in tools]
        return self

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **_options: Any,
    ) -> ChatResult:
        done = sum(isinstance(message, ToolMessage) for message in messages)
        return ChatResult(generations=[ChatGeneration(message=self._step(done))])

    def _step(self, done: int) -> AIMessage:
        if done == len(self.calls):
            return AIMessage("Shipped.")
        name, arguments = self.calls[done]
        return AIMessage("", tool_calls=[{"name": name, "args": arguments, "id": f"c{done}", "type": "tool_call"}])


async def seen(plan: dict[str, Any]) -> dict[str, Any]:
    """What the agent saw of the server."""
    client = MultiServerMCPClient({"style-memory": plan["server"]})
    model = ScriptedModel(calls=plan["calls"])
    async with client.session("style-memory") as session:
        agent = create_agent(model, await load_mcp_tools(session))
        end = await agent.ainvoke({"messages": [{"role": "user", "content": plan["said"]}]})
        (resource,) = await load_mcp_resources(session, uris=plan["resource"])
        (prompt,) = await load_mcp_prompt(session, **plan["prompt"])
    return {
        "schemas": {tool["name"]: tool["parameters"] for tool in model.given},
        "results": [_result(message) for message in end["messages"] if isinstance(message, ToolMessage)],
        "answer": end["messages"][-1].text,
        "resource": resource.as_string(),
        "prompt": prompt.text,
    }


def _result(message: ToolMessage) -> dict[str, Any]:
    structured = (message.artifact or {}).get("structured_content")
    return {"status": message.status, "text": message.text, "structured": structured}


if __name__ == "__main__":
    json.dump(asyncio.run(seen(json.load(sys.stdin))), sys.stdout)
