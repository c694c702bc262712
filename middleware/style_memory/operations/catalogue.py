"""Where operations are declared, once, and every face finds them."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, get_type_hints

from pydantic import BaseModel, TypeAdapter, ValidationError

from style_memory.domain.errors import RequestInvalid, SettingInvalid
from style_memory.operations.work import Work

Effect = Literal["read", "write", "destroy"]


@dataclass(frozen=True, kw_only=True, slots=True)
class Operation:
    """One thing that a caller can do; the same for every face."""

    name: str
    toolset: str
    #: `read` changes nothing, `write` adds or changes, `destroy` takes something away for good.
    effect: Effect
    #: Whether a second call with the same arguments changes nothing more.
    idempotent: bool
    request: type[BaseModel]
    #: The answer's type: a pydantic model, or `str` for plain text.
    answer: Any
    #: What it does, for people and models: the function's docstring.
    help: str
    #: A request that works on an empty store.
    example: BaseModel
    function: Callable[[Work, Any], Any]

    def parsed(self, arguments: dict[str, Any]) -> BaseModel:
        """The request that `arguments` make.

        Raises:
            RequestInvalid: An argument is unknown, missing or of the wrong type. The message names arguments but never
                repeats their values.
        """
        try:
            return self.request.model_validate(arguments)
        except ValidationError as error:
            faults = [_fault(detail) for detail in error.errors(include_input=False, include_url=False)]
        raise RequestInvalid(f"{self.name}: {'; '.join(faults[:5])}.")

    def plain(self, answer: Any) -> Any:
        """The answer as JSON values."""
        return TypeAdapter(self.answer).dump_python(answer, mode="json", exclude_none=True)


def operation(
    *, effect: Effect, toolset: str, example: BaseModel, idempotent: bool = False
) -> Callable[[Callable[[Work, Any], Any]], Callable[[Work, Any], Any]]:
    """Declare the decorated function as an operation under its own name.

    Its `request` annotation is the input, its return annotation the output and its docstring the help.

    Raises:
        TypeError: The docstring is missing, the name is taken, or the request names an owner: an operation belongs to
            one owner already, whom the face alone may choose.
    """

    def declare(function: Callable[[Work, Any], Any]) -> Callable[[Work, Any], Any]:
        declared = _declared(function, effect, toolset, example, idempotent or effect == "read")
        _catalogue[declared.name] = declared
        return function

    return declare


def catalogue() -> Mapping[str, Operation]:
    """Every operation by name, in the order of declaration."""
    # The modules declare their operations when imported.
    import style_memory.operations.declared  # noqa: F401

    return _catalogue


def operations_in(toolsets: str) -> list[Operation]:
    """The operations of a comma-separated union of toolsets, in the order of the catalogue.

    Raises:
        SettingInvalid: A toolset is unknown; the message names those that there are.
    """
    members = operations_by_toolset()
    wanted = [name.strip() for name in toolsets.split(",") if name.strip()]
    if not wanted or any(name not in members for name in wanted):
        raise SettingInvalid(f"A toolset is one of {', '.join(members)}, or several of them with commas between.")
    chosen = {name for toolset in wanted for name in members[toolset]}
    return [each for each in catalogue().values() if each.name in chosen]


def operations_by_toolset() -> Mapping[str, list[str]]:
    """The names of the operations in each toolset."""
    members: dict[str, list[str]] = {}
    for each in catalogue().values():
        members.setdefault(each.toolset, []).append(each.name)
    # For hosts that pay for every tool description.
    members["runtime"] = [_OBSERVING, "get_style_brief"]
    # For hosts whose hooks observe by themselves: with the tool, turns would count twice.
    members["hooked"] = [name for name in members["style"] if name != _OBSERVING]
    return members


_OBSERVING = "observe_user_message"
_catalogue: dict[str, Operation] = {}
_OWNER_WORDS = frozenset({"owner", "owner_id", "user", "user_id"})


def _declared(
    function: Callable[[Work, Any], Any], effect: Effect, toolset: str, example: BaseModel, idempotent: bool
) -> Operation:
    name = function.__name__
    hints = get_type_hints(function)
    request = hints["request"]
    if not function.__doc__:
        raise TypeError(f"The operation {name} needs a docstring: it is what callers read.")
    if name in _catalogue:
        raise TypeError(f"There is an operation {name} already.")
    if _OWNER_WORDS & set(request.model_fields):
        raise TypeError(f"The operation {name} must not take an owner.")
    if not isinstance(example, request):
        raise TypeError(f"The example of {name} must be a {request.__name__}.")
    return Operation(
        name=name,
        toolset=toolset,
        effect=effect,
        idempotent=idempotent,
        request=request,
        answer=hints["return"],
        help=inspect.cleandoc(function.__doc__),
        example=example,
        function=function,
    )


def _fault(detail: Any) -> str:
    where = ".".join(str(part) for part in detail["loc"])
    match detail["type"]:
        case "extra_forbidden":
            return f"unknown argument `{where[:80]}`"
        case "missing":
            return f"`{where}` is required"
        case _:
            return f"`{where}`: {detail['msg'][:1].lower()}{detail['msg'][1:]}"
