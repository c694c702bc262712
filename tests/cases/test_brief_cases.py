"""Case O19: a brief of a size, that changes only when something did."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from style_memory import OwnerMemory, StyleMemory
from style_memory.pipeline.brief.budget import estimated_tokens
from tests.faces.every_face import AsOwner, Face
from tests.people import Clock, hint, wish

TEXTS = {"latin": "phrase number {} of mine", "chinese": "第{}个口头禅就是这样说的", "emoji": "😂👍🏽✨ {} 🎉❤️"}
LATE = hint("about to be promoted")


@pytest.fixture(scope="module")
def known_well(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """A database in which ana has 500 active items in a script, and one that is about to be; made once for all."""

    @cache
    def made(script: str) -> Path:
        file = tmp_path_factory.mktemp(script) / "style.db"
        with StyleMemory.open(f"sqlite:///{file}", clock=Clock()) as memory:
            become_known(memory.for_owner("ana"), TEXTS[script].format)
        return file

    return made


def become_known(ana: OwnerMemory, text: Callable[[int], str]) -> None:
    for start in range(0, 440, 8):
        ana.distill_recent_style(habits=[hint(text(n), example=text(-n)) for n in range(start, start + 8)])
    for start in range(0, 60, 6):
        ana.distill_interaction_profile(preferences=[wish(f"likes {text(n * n)} {n}") for n in range(start, start + 6)])
    for session in "ab":
        ana.observe_user_message(text="", session_id=session, hints=[LATE])
    ana.pin_style_habit(id_or_text=LATE["text"])


@pytest.fixture(params=TEXTS)
def database_file(request: pytest.FixtureRequest, tmp_path: Path, known_well: Callable[[str], Path]) -> Path:
    return Path(shutil.copy(known_well(request.param), tmp_path))


def structured(ana: Face) -> dict[str, Any]:
    found: dict[str, Any] = ana.call("get_style_brief_structured", context="casual_chat")
    return found


def test_o19_the_brief_keeps_its_size_and_its_bytes_until_something_changes(as_owner: AsOwner) -> None:
    ana = as_owner("ana")
    status = ana.call("get_style_memory_status")
    assert status["active_habits"] + status["active_preferences"] == 500

    before = structured(ana)
    assert {ana.call("get_style_brief", context="casual_chat") for _ in range(10)} == {before["brief"]}
    assert estimated_tokens(before["brief"]) <= 400

    ana.call("observe_user_message", text="The file is on the table.", context="casual_chat", session_id="c")
    unchanged = structured(ana)
    assert [unchanged[each] for each in ("brief", "revision", "habits")] == [
        before[each] for each in ("brief", "revision", "habits")
    ]

    ana.call("observe_user_message", text="", session_id="c", hints=[LATE])
    after = structured(ana)
    assert after["revision"] == before["revision"] + 1
    assert estimated_tokens(after["brief"]) <= 400
    assert LATE["text"] in after["brief"]
    assert other_lines(after["brief"]) == other_lines(before["brief"])


def other_lines(brief: str) -> list[str]:
    return [line for line in brief.splitlines() if not line.startswith("- idiolect")]
