"""Letting a turn in: what is private is taken out, and only what is left can be learned from."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import InitVar, dataclass, field

from style_memory.pipeline.lazy_patterns import lazy_pattern
from style_memory.pipeline.marks import BORDER, MASK
from style_memory.pipeline.privacy.characters import cleaned
from style_memory.pipeline.privacy.detection import CONTROL, PRIVATE_KEY, Finding, found_in

_GATE = object()
_MOST_PASSES = 5


@dataclass(frozen=True, slots=True)
class Admitted:
    """A text that passed the gate. Only the gate can build one, so what takes it can't be given anything else."""

    #: The turn without its private spans, each replaced by a border.
    text: str = field(repr=False)
    token: InitVar[object]

    def __post_init__(self, token: object) -> None:
        """Refuse everybody but the gate."""
        if token is not _GATE:
            raise TypeError("only the privacy gate admits a text")


@dataclass(frozen=True, kw_only=True, slots=True)
class Admission:
    """What the gate made of one turn."""

    #: What may be learned from; None where the whole turn is refused.
    admitted: Admitted | None
    #: Sorted codes of what was found, without repeats.
    findings: tuple[str, ...]


def admit(text: str) -> Admission:
    """Take every private span out of a turn, or refuse all of it for a private key.

    The text is looked at again after each round, because what is left can read differently without its neighbour.
    """
    visible, hidden = cleaned(text)
    codes = {CONTROL} if hidden else set()
    for _ in range(_MOST_PASSES):
        found = found_in(visible)
        if not found:
            return Admission(admitted=Admitted(visible, _GATE), findings=tuple(sorted(codes)))
        codes.update(finding.code for finding in found)
        if PRIVATE_KEY in codes:
            break
        visible = _without(visible, found)
    return Admission(admitted=None, findings=tuple(sorted(codes)))


_BESIDE_BORDER = lazy_pattern(
    r"[ \t]{0,80}(?:\n[ \t]{0,80})?\ufffc(?:[ \t\n]{0,80}\ufffc)*(?:[ \t]{0,80}\n)?[ \t]{0,80}"
)


def _without(text: str, found: Iterable[Finding]) -> str:
    """Replace the spans by borders, one for those that touch."""
    kept: list[str] = []
    place = 0
    for finding in sorted(found, key=lambda one: one.start):
        if finding.start > place or not kept:
            kept.append(text[place : finding.start])
        place = max(place, finding.end)
    kept.append(text[place:])
    return _BESIDE_BORDER.sub(BORDER, MASK.join(kept)) if len(kept) > 1 else text
