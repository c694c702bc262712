"""What kind of moment a message belongs to, and when its author says that the style has drifted."""

from __future__ import annotations

from style_memory.pipeline.context.detection import detect, detect_in
from style_memory.pipeline.context.drift import asks_realignment
from style_memory.pipeline.context.vocabulary import (
    UNKNOWN,
    Context,
    context_named,
    known_labels,
    normalised_labels,
)

__all__ = [
    "UNKNOWN",
    "Context",
    "asks_realignment",
    "context_named",
    "detect",
    "detect_in",
    "known_labels",
    "normalised_labels",
]
