"""Detectors: each finds one kind of trait in an admitted text."""
