"""Importing this module declares every operation, in the order of the reference table."""

from style_memory.operations import (  # noqa: F401, I001 - the order of the table
    observing,
    briefing,
    distilling,
    listing,
    curating,
    health,
    voicing,
)
