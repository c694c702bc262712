"""The whole measured voice."""

from __future__ import annotations

from style_memory.operations.briefing import VoiceMeasure
from style_memory.operations.catalogue import operation
from style_memory.operations.models import Answer, Request
from style_memory.operations.work import Work
from style_memory.pipeline.stylometry import Stylometry


class GetVoiceProfile(Request):
    """Nothing to choose."""


class VoiceProfile(Answer):
    """Every rate that can be told."""

    voice: list[VoiceMeasure]


@operation(effect="read", toolset="voice", example=GetVoiceProfile())
def get_voice_profile(work: Work, request: GetVoiceProfile) -> VoiceProfile:  # noqa: ARG001 - nothing to choose
    """Show how the user writes in numbers: several hundred rates of function words, marks, lengths and casing."""
    if not work.is_known_owner:
        return VoiceProfile(voice=[])
    rates = Stylometry.from_bytes(work.profile.stylometry).rates()
    return VoiceProfile(voice=[VoiceMeasure(name=rate.name, value=rate.value, turns=rate.turns) for rate in rates])
