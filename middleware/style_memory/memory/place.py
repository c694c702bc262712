"""Where a style memory lies when nobody says, and what is no such place."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import platformdirs


def default_database_url() -> str:
    """A SQLite file in the platform's folder for user data; every face that runs for one person shares it."""
    return f"sqlite:///{Path(platformdirs.user_data_dir('style-memory', appauthor=False)) / 'style.db'}"


def notice_of_peer(environment: Mapping[str, str]) -> str | None:
    """What to tell somebody whose environment still names the store of style-memory-mcp."""
    if not environment.get("STYLE_MEMORY_PATH"):
        return None
    return (
        "STYLE_MEMORY_PATH belongs to style-memory-mcp and is not read: "
        "take its store over with `style-memory import style-memory-mcp FILE --owner ID`."
    )
