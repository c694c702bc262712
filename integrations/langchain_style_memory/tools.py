"""Every operation as a LangChain tool."""

from __future__ import annotations

import asyncio
import json
import logging
from typing import Any

from langchain_core.tools import BaseTool, ToolException

from langchain_style_memory.identity import call_of, current_config, current_context
from langchain_style_memory.observed import is_observed
from style_memory import Observed, OwnerMemory, StyleMemory, StyleMemoryError
from style_memory.domain.errors import OwnerError
from style_memory.operations.catalogue import Operation, catalogue, operations_in

_logger = logging.getLogger(__name__)


def style_memory_tools(memory: StyleMemory, *, owner: str | None = None, toolsets: str | None = None) -> list[BaseTool]:
    """Every operation as a tool.

    In a conversation that `StyleMemoryMiddleware` or another observer of this process observes by itself, the observing
    tool counts nothing and says so (`observed_automatically`).

    Args:
        memory: The style memory of all owners.
        owner: Whose style it is; otherwise each call's runtime context or `config["configurable"]` says it. It is never
            an argument that a model could choose.
        toolsets: Only the operations of these toolsets, with commas between, such as `runtime`; otherwise all.

    Raises:
        SettingInvalid: A toolset is unknown.
    """
    chosen = operations_in(toolsets) if toolsets else catalogue().values()
    return [StyleMemoryTool.of(operation, memory, owner) for operation in chosen]


class StyleMemoryTool(BaseTool):
    """One operation as a tool. Wrong arguments and faults of the database come back as one sentence for the model."""

    operation: Any
    memory: Any
    owner: str | None = None

    @classmethod
    def of(cls, operation: Operation, memory: StyleMemory, owner: str | None) -> StyleMemoryTool:
        """The tool for an operation."""
        return cls(
            name=operation.name,
            description=operation.help,
            args_schema=operation.request,
            operation=operation,
            memory=memory,
            owner=owner,
            handle_tool_error=True,
        )

    def _parse_input(self, tool_input: str | dict[str, Any], tool_call_id: str | None) -> dict[str, Any]:  # noqa: ARG002
        # The operation checks its own arguments, so that every face refuses the same with the same words.
        return tool_input if isinstance(tool_input, dict) else {next(iter(self.args)): tool_input}

    def _to_args_and_kwargs(
        self, tool_input: str | dict[str, Any], tool_call_id: str | None
    ) -> tuple[tuple[str, ...], dict[str, Any]]:
        if isinstance(tool_input, dict):  # the base class drops what is given to a tool that takes no arguments
            return (), dict(tool_input)
        return super()._to_args_and_kwargs(tool_input, tool_call_id)

    def _run(self, /, **arguments: Any) -> str:
        call = call_of(current_config(), runtime_context=current_context(), owner=self.owner)
        try:
            owner = self.memory.for_owner(call.owner)
            if self.operation.name == _OBSERVING and is_observed(self.memory, call):
                answer = _already_observed(owner)
            else:
                answer = owner.call(self.operation.name, arguments)
        except OwnerError:
            raise
        except StyleMemoryError as fault:
            raise ToolException(str(fault)) from None
        except Exception as fault:
            _logger.warning("Style memory could not run %s: %s", self.operation.name, type(fault).__name__)
            self.memory.count_fault(f"tool_{type(fault).__name__}")
            raise ToolException("Style memory can't be used at the moment.") from None
        return answer if isinstance(answer, str) else json.dumps(self.operation.plain(answer), ensure_ascii=False)

    async def _arun(self, /, **arguments: Any) -> str:
        return await asyncio.to_thread(self._run, **arguments)


_OBSERVING = "observe_user_message"


def _already_observed(owner: OwnerMemory) -> Observed:
    revision = owner.get_style_memory_status().revision
    return Observed(observed=False, learned=0, updated=0, ignored=["observed_automatically"], revision=revision)
