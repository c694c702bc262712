"""The product's front door: `StyleMemory` opens a database, `OwnerMemory` is the only way to one owner's data."""

from style_memory.memory.opening import StyleMemory
from style_memory.memory.owner import OwnerMemory

__all__ = ["OwnerMemory", "StyleMemory"]
