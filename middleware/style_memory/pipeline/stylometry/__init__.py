"""Stylometry: how somebody writes, in numbers, whatever they write about."""

from style_memory.pipeline.stylometry.counting import counted
from style_memory.pipeline.stylometry.profile import Rate, Stylometry
from style_memory.pipeline.stylometry.sides import REGISTERS, register_of, sides

__all__ = ["REGISTERS", "Rate", "Stylometry", "counted", "register_of", "sides"]
