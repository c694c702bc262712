"""The whole measured voice."""

from __future__ import annotations

from pydantic import Field

from style_memory.operations.briefing import VoiceMeasure, voice_measures
from style_memory.operations.catalogue import operation
from style_memory.operations.models import Answer, Request, Text
from style_memory.operations.work import Work
from style_memory.pipeline.context import context_named
from style_memory.pipeline.stylometry import Stylometry, register_of
from style_memory.pipeline.stylometry.judging import measures
from style_memory.pipeline.voice import WHOLE, has_own_voice


class GetVoiceProfile(Request):
    """Of which moments."""

    context: Text | None = Field(
        default=None, description="kind of moment, to see the sides of their writing in moments of its group only"
    )


class VoiceProfile(Answer):
    """Every rate that can be told."""

    moments: str = Field(description="casual, work or formal; all where nothing else was asked or too little is known")
    voice: list[VoiceMeasure]


@operation(effect="read", toolset="voice", example=GetVoiceProfile())
def get_voice_profile(work: Work, request: GetVoiceProfile) -> VoiceProfile:
    """Show how the user writes in numbers: several hundred rates of function words, marks, lengths and casing."""
    if not work.is_known_owner:
        return VoiceProfile(moments=WHOLE, voice=[])
    stylometry = Stylometry.from_bytes(work.profile.stylometry)
    register = register_of(context_named(request.context))
    if register is not None and has_own_voice(stylometry, register):
        rates, moments = measures(stylometry.told, register), register
    else:
        rates, moments = stylometry.rates(), WHOLE
    return VoiceProfile(moments=moments, voice=voice_measures(rates))
