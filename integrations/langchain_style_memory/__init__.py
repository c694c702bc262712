"""Style Memory for LangChain and LangGraph.

`StyleMemoryMiddleware` for agents, `with_style_memory` for chains, `StyleMemoryCallbackHandler` to observe any run, and
`style_memory_tools` to offer every operation as a tool.
"""

from langchain_style_memory.callback import StyleMemoryCallbackHandler
from langchain_style_memory.middleware import StyleMemoryMiddleware
from langchain_style_memory.tools import style_memory_tools
from langchain_style_memory.wrapping import with_style_memory

__all__ = ["StyleMemoryCallbackHandler", "StyleMemoryMiddleware", "style_memory_tools", "with_style_memory"]
