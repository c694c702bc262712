"""Stylometry: how somebody writes, in numbers, whatever they write about."""

from style_memory.pipeline.stylometry.counting import counted
from style_memory.pipeline.stylometry.profile import Rate, Stylometry

__all__ = ["Rate", "Stylometry", "counted"]
