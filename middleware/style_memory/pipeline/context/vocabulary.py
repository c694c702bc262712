"""The closed vocabulary of contexts: their labels, what else each is called, and what each counts as."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Literal

from style_memory.domain.items import folded
from style_memory.pipeline.data_files import read_data
from style_memory.pipeline.lazy_patterns import lazy_pattern

Mood = Literal["light", "neutral", "formal", "serious", "unsure"]

_FILE = "contexts.toml"
# A longer name than this is no label, and is not worth normalising.
_LONGEST_NAME = 80
_SEPARATORS = str.maketrans("_-/.", "    ")
# Where words meet in "UserUpset" and "HRComplaint".
_CAMEL_SEAM = lazy_pattern(r"(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")


@dataclass(frozen=True, kw_only=True, slots=True)
class Context:
    """One kind of moment."""

    #: The canonical name, which is the only one that is ever shown.
    label: str
    #: How much play it bears; `unsure` is treated like a serious moment.
    mood: Mood
    #: Broader labels that it also counts as when an item's use_when and avoid_when are read.
    groups: frozenset[str] = frozenset()

    @property
    def counts_as(self) -> frozenset[str]:
        """The label and its groups: what an item's use_when and avoid_when are compared with."""
        return self.groups | {self.label}


#: The moment of which nothing is known: nothing playful fits.
UNKNOWN = Context(label="unknown", mood="unsure")


def context_named(label: str | None) -> Context | None:
    """Return the context that `label` names in any of its spellings, or None where the name is unknown."""
    if not isinstance(label, str) or len(label) > _LONGEST_NAME:
        return None
    names, endings = _names()
    if label in names:  # spelled as we spell it, which spares the folding
        return names[label]
    found = _looked_up(_folded(label), names, endings)
    parted = _CAMEL_SEAM.sub(" ", label)
    return found if found or parted == label else _looked_up(_folded(parted), names, endings)


def known_labels() -> tuple[str, ...]:
    """Return every canonical label, in the order of the vocabulary file."""
    return tuple(read_data(_FILE)["labels"])


def normalised_labels(labels: Iterable[str]) -> tuple[str, ...]:
    """Map an item's use_when or avoid_when to canonical labels: each once, in order, unknown ones dropped."""
    contexts = (context_named(label) for label in labels)
    return tuple(dict.fromkeys(context.label for context in contexts if context is not None))


@cache
def _names() -> tuple[dict[str, Context], tuple[str, ...]]:
    vocabulary = read_data(_FILE)
    names: dict[str, Context] = {}
    for label, row in vocabulary["labels"].items():
        context = Context(label=label, mood=row["mood"], groups=frozenset(row.get("groups", ())))
        names.update(dict.fromkeys((label, *map(_folded, (label, *row["aliases"]))), context))
    # The longer ending first, so that nothing of it is left.
    return names, tuple(sorted(map(_folded, vocabulary["generic_endings"]), key=len, reverse=True))


def _looked_up(name: str, names: dict[str, Context], endings: tuple[str, ...]) -> Context | None:
    found = names.get(name)
    while found is None and (shorter := _without_ending(name, endings)):
        name = shorter
        found = names.get(name)
    return found


def _folded(name: str) -> str:
    return " ".join(folded(name).translate(_SEPARATORS).split())


def _without_ending(name: str, endings: tuple[str, ...]) -> str:
    for ending in endings:
        # Words of spaced scripts end at a space, so that "speech" is no "eech" with an ending.
        tail = f" {ending}" if ending.isascii() else ending
        if name.endswith(tail):
            return name[: -len(tail)].strip()
    return ""
