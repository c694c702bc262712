"""The marks that the pipeline itself puts into texts, and that several of its rules must know again."""

from __future__ import annotations

#: The tag around a brief.
FRAME_NAME = "style_memory_brief"
#: Covers what is no word of the owner's: a character that nobody types.
MASK = "\ufffc"
#: Stands in a text where something was taken out, so that nothing is learned across the gap.
BORDER = f"\n{MASK}\n"
