"""An owner's data as a whole: taken out, or erased."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from style_memory.operations.briefing import voice_measures
from style_memory.operations.models import record
from style_memory.operations.work import Work
from style_memory.pipeline.stylometry import REGISTERS, Rate, Stylometry
from style_memory.pipeline.stylometry.judging import measures
from style_memory.pipeline.voice import voice_of

_FORMAT = "style-memory-export"
_VERSION = 1
_ALL_CHANGES = 2000


def export(work: Work) -> dict[str, Any]:
    """Everything that is stored of the owner, as one readable document of JSON values.

    Left out is the key of the owner's hashes, and with it the hashes of turns, which mean nothing without it.
    """
    if not work.is_known_owner:
        return {"format": _FORMAT, "version": _VERSION, "profile": None, "items": [], "forgotten": [], "changes": []}
    profile = work.profile
    stylometry = Stylometry.from_bytes(profile.stylometry)
    return {
        "format": _FORMAT,
        "version": _VERSION,
        "profile": {
            "created_at": profile.created_at.isoformat(),
            "learning": profile.learning,
            "revision": profile.revision,
            "turns": profile.turns,
            "voice": _dumped(measures(stylometry.told, None)),
            "voice_by_moments": {name: _dumped(measures(stylometry.told, name)) for name in REGISTERS},
            "voice_told": voice_of(profile.voice, profile.stylometry).lines(),
            "stylometry": {rate.name: rate.value for rate in stylometry.rates()},
        },
        "items": [
            {"type": item.type.value, **record(item).model_dump(mode="json", exclude_none=True)}
            for item in work.unit.all_items()
        ],
        "forgotten": work.unit.all_tombstones(),
        "changes": [
            {"number": number, "at": change.at.isoformat(), "change": change.change, "item_id": change.item_id}
            for number, change in work.unit.changes(_ALL_CHANGES)
        ],
    }


def erase(work: Work) -> dict[str, int]:
    """Delete all rows of the owner; returns how many there were, by table."""
    return work.erase()


def _dumped(rates: Iterable[Rate]) -> list[dict[str, Any]]:
    return [measure.model_dump(mode="json") for measure in voice_measures(rates)]
