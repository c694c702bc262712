"""What kind of moment a message belongs to, and when its author says that the style has drifted."""

from __future__ import annotations

from style_memory.pipeline.context.detection import Certainty, Detected, decided, detect
from style_memory.pipeline.context.drift import asks_realignment
from style_memory.pipeline.context.evidence import Scores, scores
from style_memory.pipeline.context.vocabulary import (
    UNKNOWN,
    Context,
    Mood,
    context_named,
    known_labels,
    normalised_labels,
)

__all__ = [
    "UNKNOWN",
    "Certainty",
    "Context",
    "Detected",
    "Mood",
    "Scores",
    "asks_realignment",
    "context_named",
    "decided",
    "detect",
    "known_labels",
    "normalised_labels",
    "scores",
]
