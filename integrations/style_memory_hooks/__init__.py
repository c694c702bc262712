"""Hooks of desktop hosts: what a person writes there is observed and the brief is given, without any tool being called.

`run_hook` answers one event, `stand_by` those that other hooks hand over. Nothing here imports the core until an event
needs it, since a host waits for each hook.
"""

from style_memory_hooks.hosts import HOSTS
from style_memory_hooks.running import run_hook, stand_by

__all__ = ["HOSTS", "run_hook", "stand_by"]
