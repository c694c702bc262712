"""Fields that are on or off and may be said so without naming them, as in `set-learning-enabled off`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import click
from pydantic import BaseModel

if TYPE_CHECKING:
    AnyParamType = click.ParamType[Any]
else:
    AnyParamType = click.ParamType  # not generic at run time before click 8.4


class OnOff(AnyParamType):
    """`on` or `off`, or what else people type for it."""

    name = "on|off"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Whether that means on."""
        if isinstance(value, bool):
            return value
        word = str(value).strip().lower()
        if word not in _WORDS:
            self.fail("say on or off (true, false, yes and no will do).", param, ctx)
        return _WORDS[word]


def switches_of(request: type[BaseModel]) -> list[str]:
    """The fields that have to be said to be on or off."""
    return [name for name, field in request.model_fields.items() if field.annotation is bool and field.is_required()]


def argument_for(name: str) -> click.Argument:
    """The argument that says it without naming it."""
    return click.Argument(
        [_argument(name)], required=False, type=OnOff(), metavar="[on|off]", shell_complete=_offered_by_a_shell
    )


def switched(request: type[BaseModel], values: Mapping[str, Any]) -> dict[str, bool]:
    """The switches that were given as an argument.

    Raises:
        UsageError: One was given as an option too.
    """
    given = {name: values[_argument(name)] for name in switches_of(request) if values.get(_argument(name)) is not None}
    for name in given:
        if values.get(name) is not None:
            raise click.UsageError(f"{name.upper()} is given twice: as an argument and with --{name}.")
    return given


_WORDS = {"on": True, "true": True, "yes": True, "off": False, "false": False, "no": False}


def _offered_by_a_shell(_context: click.Context, _parameter: click.Parameter, incomplete: str) -> list[str]:
    return [word for word in ("on", "off") if word.startswith(incomplete)]


def _argument(name: str) -> str:
    return f"{name}_argument"
