"""Case O19: a brief of a size, that changes only when something did."""

from __future__ import annotations

import pytest

from style_memory import OwnerMemory
from style_memory.pipeline.brief.budget import estimated_tokens
from tests.people import hint, wish

TEXTS = {"latin": "phrase number {} of mine", "chinese": "第{}个口头禅就是这样说的", "emoji": "😂👍🏽✨ {} 🎉❤️"}
LATE = hint("about to be promoted")


@pytest.mark.parametrize("script", TEXTS)
def test_o19_the_brief_keeps_its_size_and_its_bytes_until_something_changes(ana: OwnerMemory, script: str) -> None:
    text = TEXTS[script].format
    for start in range(0, 440, 8):
        ana.distill_recent_style(habits=[hint(text(n), example=text(-n)) for n in range(start, start + 8)])
    for start in range(0, 60, 6):
        ana.distill_interaction_profile(preferences=[wish(f"likes {text(n * n)} {n}") for n in range(start, start + 6)])
    for session in "ab":
        ana.observe_user_message(text="", session_id=session, hints=[LATE])
    ana.pin_style_habit(id_or_text=LATE["text"])
    status = ana.get_style_memory_status()
    assert status.active_habits + status.active_preferences == 500

    before = ana.get_style_brief_structured(context="casual_chat")
    assert {ana.get_style_brief(context="casual_chat") for _ in range(10)} == {before.brief}
    assert estimated_tokens(before.brief) <= 400

    ana.observe_user_message(text="The file is on the table.", context="casual_chat", session_id="c")
    unchanged = ana.get_style_brief_structured(context="casual_chat")
    assert (unchanged.brief, unchanged.revision, unchanged.habits) == (before.brief, before.revision, before.habits)

    ana.observe_user_message(text="", session_id="c", hints=[LATE])
    after = ana.get_style_brief_structured(context="casual_chat")
    assert after.revision == before.revision + 1
    assert estimated_tokens(after.brief) <= 400
    assert LATE["text"] in after.brief
    other_lines = [
        [line for line in brief.brief.splitlines() if not line.startswith("- idiolect")] for brief in (before, after)
    ]
    assert other_lines[0] == other_lines[1]
