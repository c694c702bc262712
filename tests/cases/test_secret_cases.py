"""Case O18: secrets are kept nowhere."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path

import pytest

from style_memory import OwnerMemory, StyleMemory
from style_memory.domain.errors import StyleMemoryError
from tests.people import habits, hint, wish

TOKEN = "ghp_" + "q7Rk2Lm9Xc4Vb8Nd1Ft6Gh3Js5Wp0Zy2Ua7E"
KEY_BODY = "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj"
PRIVATE_KEY = f"-----BEGIN PRIVATE KEY-----\n{KEY_BODY}\n{KEY_BODY[::-1]}\n-----END PRIVATE KEY-----"
CARD = "4539 1488 0343 6467"
SECRETS = (TOKEN, KEY_BODY, KEY_BODY[::-1], CARD, CARD.replace(" ", ""))
TURNS = (f"lol deploy with {TOKEN}", f"lol here it is\n{PRIVATE_KEY}\nthanks", f"lol the card is {CARD} ok")


def leaks_in(shown: str | bytes) -> list[str]:
    """The beginnings of the secrets of which half or more is there."""
    data = shown if isinstance(shown, bytes) else shown.encode()
    return [secret[:4] for secret in SECRETS if secret[: len(secret) // 2].encode() in data]


def tell_all(ana: OwnerMemory) -> None:
    for session in ("1", "2", "3"):
        for turn in TURNS:
            ana.observe_user_message(text=turn, context="casual_chat", session_id=session, turn_id=turn)
            ana.get_style_brief(message=turn, known_context=turn)
    for secret in (TOKEN, PRIVATE_KEY, CARD):
        ana.observe_user_message(
            text="ok",
            context=secret,
            session_id=secret,
            hints=[hint(secret[:40]), *(hint("fine", **{field: secret}) for field in ("example", "notes", "locale"))],
            profile_hints=[wish(f"use {secret}"), wish("likes haiku", use_when=[secret], notes=secret)],
        )
        ana.forget_style_habit(id_or_text=secret)
        with pytest.raises(StyleMemoryError) as refusal:
            ana.call("observe_user_message", {"text": [secret], "hints": secret})
        assert leaks_in(str(refusal.value)) == []


def test_o18_no_secret_reaches_database_log_export_or_brief(
    open_memory: Callable[..., StyleMemory], database_file: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    memory = open_memory()
    ana = memory.for_owner("ana")
    tell_all(ana)
    files = list(database_file.parent.glob("style.db*"))
    assert any(file.name.endswith("-wal") and file.stat().st_size for file in files)
    for file in files:
        assert leaks_in(file.read_bytes()) == [], file.name
    for shown in (
        caplog.text,
        str(ana.export()),
        ana.get_style_brief(context="casual_chat"),
        ana.get_style_brief_structured(context="casual_chat").model_dump_json(),
        ana.review_style_habits().model_dump_json(),
        ana.get_style_memory_status().model_dump_json(),
    ):
        assert leaks_in(shown) == []
    memory.close()
    assert leaks_in(database_file.read_bytes()) == []
    # The positive control: the rest of the turns was learned from, and is in the file.
    assert b"lol" in database_file.read_bytes()
    assert habits(open_memory().for_owner("ana"))["lol"].status == "active"


@pytest.mark.parametrize("text", ["my api key expired lol, remind me to rotate it", "I forgot my password lol"])
def test_o18_speaking_of_a_secret_is_none(ana: OwnerMemory, text: str) -> None:
    assert ana.observe_user_message(text=text).ignored == []
    assert "lol" in habits(ana)


def test_o18_each_secret_would_be_found_if_it_were_there() -> None:
    for secret in SECRETS:
        assert leaks_in(f"before {secret} after".encode()) != []
