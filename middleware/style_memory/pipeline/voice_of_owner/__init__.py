"""Whose words are these? What is left of a message when everything that the owner did not say is taken out."""

from __future__ import annotations

from style_memory.pipeline.voice_of_owner.sifting import OwnWords, own_words

__all__ = ["OwnWords", "own_words"]
