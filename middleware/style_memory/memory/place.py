"""Where a style memory lies when nobody says."""

from __future__ import annotations

from pathlib import Path

import platformdirs


def default_database_url() -> str:
    """A SQLite file in the platform's folder for user data; every face that runs for one person shares it."""
    return f"sqlite:///{Path(platformdirs.user_data_dir('style-memory', appauthor=False)) / 'style.db'}"
