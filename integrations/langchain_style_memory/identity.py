"""Whose turn it is, in which conversation, and what this call switches off."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from langchain_core.runnables import RunnableConfig
from langgraph.config import get_config
from langgraph.runtime import get_runtime

from style_memory.domain.errors import OwnerMissing, RequestInvalid

_OWNER_KEYS = ("owner_id", "user_id")
# Where LangGraph tells the nodes of a graph of its checkpointer.
_CHECKPOINTER = "__pregel_checkpointer"
# What configurations that can hold only text or numbers say for False.
_OFF = ("off", "false", "no")


@dataclass(frozen=True, kw_only=True, slots=True)
class Call:
    """What the caller of a run said about it."""

    #: Whose style it is.
    owner: str
    #: The conversation; None where the caller named none.
    session: str | None
    #: The kind of moment, if the caller named it.
    context: str | None
    #: Whether turns of this call may be learned from.
    observe: bool
    #: Whether this call gets a brief.
    inject: bool
    #: Whether a checkpointer keeps the conversation, so that the very same one shown again is a replay.
    keeps_history: bool = False


def call_of(config: Mapping[str, Any] | None, *, runtime_context: object = None, owner: str | None = None) -> Call:
    """Read a run's configuration.

    The owner is `owner`, else `owner_id` or `user_id` of the typed runtime context, else the same two of
    `config["configurable"]`. The switches `style_memory_observe`, `style_memory_inject` and the label
    `style_memory_context` are looked up in the same two places. False, 0, "off", "false" and "no" switch off.

    Raises:
        OwnerMissing: Nobody said whose style it is.
        RequestInvalid: A switch is neither one of these nor True.
    """
    configurable: Mapping[str, Any] = (config or {}).get("configurable") or {}
    places = [runtime_context, configurable]
    found = owner or _first(places, _OWNER_KEYS)
    if found is None:
        raise OwnerMissing(_HOW_TO_NAME_AN_OWNER)
    context = _first(places, ("style_memory_context",))
    # RunnableWithMessageHistory calls a conversation a session.
    session = _first([configurable], ("thread_id", "session_id"))
    return Call(
        owner=found,
        session=None if session is None else str(session),
        context=context if isinstance(context, str) else None,
        observe=_is_on(places, "style_memory_observe"),
        inject=_is_on(places, "style_memory_inject"),
        keeps_history=configurable.get(_CHECKPOINTER) is not None,
    )


def current_config() -> RunnableConfig | None:
    """The configuration of the run that we are in; None outside of any."""
    try:
        return get_config()
    except RuntimeError:
        return None


def current_context() -> object:
    """The typed runtime context of the graph that we are in; None outside of any."""
    try:
        runtime = get_runtime()
    except (RuntimeError, KeyError):
        return None
    return runtime.context if runtime else None


_HOW_TO_NAME_AN_OWNER = (
    "No owner was given: set `owner_id` in the runtime context or in config['configurable'], since there is never a"
    " shared default."
)


def _is_on(places: list[Any], switch: str) -> bool:
    value = _first(places, (switch,))
    if value is None or value is True:
        return True
    if (isinstance(value, int) and value == 0) or (isinstance(value, str) and value.strip().lower() in _OFF):
        return False
    # Whoever meant to switch learning off must not be learned from.
    raise RequestInvalid(f"`{switch}` must be True or False; 0, off, false and no count as False.")


def _first(places: list[Any], names: tuple[str, ...]) -> Any:
    for place in places:
        for name in names:
            value = place.get(name) if isinstance(place, Mapping) else getattr(place, name, None)
            if value is not None and value != "":
                return value
    return None
