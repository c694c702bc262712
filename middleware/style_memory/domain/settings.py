"""What an installation can tune, and the accepted range of each value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path

from style_memory.domain.errors import SettingInvalid

# Most characters of one turn that are looked at; the rest is cut off.
MAX_TURN_LENGTH = 4000
MAX_HINTS = 8
MAX_HABIT_LENGTH = 40
MAX_PREFERENCE_LENGTH = 120
MAX_NOTES_LENGTH = 160
MAX_LOCALE_LENGTH = 40
# The weakest candidates make room above this number of items.
MAX_ITEMS_PER_OWNER = 5000


@dataclass(frozen=True, kw_only=True, slots=True)
class Settings:
    """How eagerly to learn, how long to keep and how much to say. Nothing of it is stored in the database.

    Raises:
        SettingInvalid: A value is outside its range.
    """

    #: Largest size of a brief, in estimated tokens.
    brief_tokens: int = 400
    #: Sightings that a candidate needs before it can become active.
    min_promote_count: int = 3
    #: Days without a sighting after which a candidate goes.
    candidate_ttl_days: int = 30
    #: Days without a sighting after which an active item is archived, and an archived one deleted.
    inactive_ttl_days: int = 180
    #: Most habits in a brief; half as many preferences.
    max_brief_items: int = 8
    #: Longest example, in visible characters.
    max_example_len: int = 60
    #: Whether anything is learned at all.
    learning: bool = True
    #: A JSON file with dictionary entries of one's own, or None.
    dictionary_path: Path | None = None
    #: Whether SQLite waits for the disk at each commit, so that an acknowledged turn also survives power loss.
    synchronous_full: bool = False

    def __post_init__(self) -> None:
        for name, (low, high) in _RANGES.items():
            value = getattr(self, name)
            if type(value) is not int or not low <= value <= high:
                raise SettingInvalid(f"{_variable(name)} must be a whole number from {low} to {high}.")
        for name, words in _SWITCHES.items():
            if not isinstance(getattr(self, name), bool):
                raise SettingInvalid(f"{_variable(name)} must be {' or '.join(words)}, in Python True or False.")
        if not isinstance(self.dictionary_path, Path | None):
            raise SettingInvalid("STYLE_MEMORY_DICTIONARY_PATH must name a file, in Python by a pathlib.Path.")

    @classmethod
    def from_environment(cls, environment: Mapping[str, str]) -> Settings:
        """Read the `STYLE_MEMORY_…` variables that are set; the others keep their default.

        Raises:
            SettingInvalid: A variable has a value outside its range; the message names it and the range.
        """
        values: dict[str, int | bool | Path] = {}
        for name in _RANGES:
            if text := environment.get(_variable(name), "").strip():
                values[name] = _whole_number(name, text)
        for name, words in _SWITCHES.items():
            if text := environment.get(_variable(name), "").strip():
                values[name] = _switch(name, text, words)
        if path := environment.get("STYLE_MEMORY_DICTIONARY_PATH", "").strip():
            values["dictionary_path"] = Path(path).expanduser()
        return cls(**values)  # type: ignore[arg-type]


def setting_variables() -> frozenset[str]:
    """The variables that `Settings.from_environment` reads: a check-up knows by them what is misspelled."""
    return frozenset(_variable(field.name) for field in fields(Settings))


_RANGES = {
    "brief_tokens": (150, 4000),
    "min_promote_count": (1, 50),
    "candidate_ttl_days": (1, 3650),
    "inactive_ttl_days": (1, 3650),
    "max_brief_items": (1, 50),
    "max_example_len": (1, 240),
}
_SWITCHES = {
    "learning": {"on": True, "off": False},
    "synchronous_full": {"normal": False, "full": True},
}
_VARIABLES = {"synchronous_full": "STYLE_MEMORY_SYNCHRONOUS"}


def _variable(name: str) -> str:
    return _VARIABLES.get(name, f"STYLE_MEMORY_{name.upper()}")


def _whole_number(name: str, text: str) -> int:
    try:
        return int(text)
    except ValueError:
        low, high = _RANGES[name]
        raise SettingInvalid(f"{_variable(name)} must be a whole number from {low} to {high}.") from None


def _switch(name: str, text: str, words: Mapping[str, bool]) -> bool:
    try:
        return words[text.lower()]
    except KeyError:
        raise SettingInvalid(f"{_variable(name)} must be {' or '.join(words)}.") from None
