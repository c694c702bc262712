"""Case O18: secrets are kept nowhere and repeated nowhere."""

from __future__ import annotations

import logging
from pathlib import Path
from random import Random
from typing import Any

import pytest

from style_memory import StyleMemory
from style_memory.operations.catalogue import Operation, catalogue
from tests.faces.cli_runner import Cli, command_line
from tests.faces.every_face import AsOwner, Face, Refusal
from tests.faces.generated_requests import with_text_in_each_place
from tests.faces.mcp_hosts import Pipes, call_of
from tests.people import hint, wish
from tests.unit.numbers_at_random import NUMBERS, PHONES
from tests.unit.secrets_at_random import CREDENTIALS
from tests.unit.test_privacy_families import TOKENS, pieces_of

TOKEN = "ghp_" + "q7Rk2Lm9Xc4Vb8Nd1Ft6Gh3Js5Wp0Zy2Ua7E"
KEY_BODY = "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj"
PRIVATE_KEY = f"-----BEGIN PRIVATE KEY-----\n{KEY_BODY}\n{KEY_BODY[::-1]}\n-----END PRIVATE KEY-----"
CARD = "4539 1488 0343 6467"
SECRETS = (TOKEN, KEY_BODY, KEY_BODY[::-1], CARD, CARD.replace(" ", ""))
# Of these only a part is secret.
CARRIERS = {"postgres", "mongo", "redis", "basic", "bearer", "environment", "json", "base62 of 32", "base64url of 43"}
TURNS = (f"lol deploy with {TOKEN}", f"lol here it is\n{PRIVATE_KEY}\nthanks", f"lol the card is {CARD} ok")


def leaks_in(shown: str | bytes) -> list[str]:
    """The beginnings of the secrets of which half or more is there."""
    data = shown if isinstance(shown, bytes) else shown.encode()
    return [secret[:4] for secret in SECRETS if secret[: len(secret) // 2].encode() in data]


def leaks_in_files(database: Path) -> dict[str, list[str]]:
    """Those in the database file and the files beside it, by file."""
    return {file.name: found for file in database.parent.glob("style.db*") if (found := leaks_in(file.read_bytes()))}


def planted_in(operation: Operation) -> list[dict[str, Any]]:
    """A request for each string argument of the operation and each secret, with the secret in that place."""
    return [each for secret in (TOKEN, PRIVATE_KEY, CARD) for each in with_text_in_each_place(operation, secret)]


def tell_all(ana: Face) -> None:
    for session in ("1", "2", "3"):
        for turn in TURNS:
            ana.call("observe_user_message", text=turn, context="casual_chat", session_id=session, turn_id=turn)
            ana.call("get_style_brief", message=turn, known_context=turn)
    for secret in (TOKEN, PRIVATE_KEY, CARD):
        ana.call(
            "observe_user_message",
            text="ok",
            context=secret,
            session_id=secret,
            hints=[hint(secret[:40]), *(hint("fine", **{field: secret}) for field in ("example", "notes", "locale"))],
            profile_hints=[wish(f"use {secret}"), wish("likes haiku", use_when=[secret], notes=secret)],
        )
        ana.call("forget_style_habit", id_or_text=secret)
        with pytest.raises(Refusal) as refusal:
            ana.call("observe_user_message", text=[secret], hints=secret)
        assert leaks_in(str(refusal.value)) == []


def test_o18_no_secret_reaches_database_log_export_or_brief(
    as_owner: AsOwner, memory: StyleMemory, database_file: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    ana = as_owner("ana")
    tell_all(ana)
    assert database_file.with_name("style.db-wal").stat().st_size
    assert leaks_in_files(database_file) == {}
    for shown in (
        caplog.text,
        str(memory.for_owner("ana").export()),
        ana.call("get_style_brief", context="casual_chat"),
        str(ana.call("get_style_brief_structured", context="casual_chat")),
        str(ana.call("review_style_habits")),
        str(ana.call("get_style_memory_status")),
    ):
        assert leaks_in(shown) == []
    # The positive control: the rest of the turns was learned from, and is in the file.
    assert ana.habits()["lol"]["status"] == "active"
    memory.close()
    assert leaks_in_files(database_file) == {}
    assert b"lol" in database_file.read_bytes()


@pytest.mark.parametrize("as_owner", ["python", "langchain", "mcp", "mcp-legacy", "cli"], indirect=True)
def test_o18_a_secret_in_any_string_argument_is_neither_kept_nor_repeated(
    as_owner: AsOwner, memory: StyleMemory, database_file: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    ana = as_owner("ana")
    for operation in catalogue().values():
        planted = planted_in(operation)
        for arguments, told in zip(planted, ana.told([(operation.name, each) for each in planted]), strict=True):
            assert leaks_in(told) == [], (operation.name, arguments)
        assert leaks_in_files(database_file) == {}, operation.name
    assert leaks_in(caplog.text) == []
    assert leaks_in(str(memory.for_owner("ana").export())) == []
    memory.close()
    assert leaks_in_files(database_file) == {}


def test_o18_the_same_places_keep_what_is_no_secret(memory: StyleMemory) -> None:
    kept = []
    for operation in (each for each in catalogue().values() if each.effect == "write"):
        for number, arguments in enumerate(with_text_in_each_place(operation, "likes tiny haiku")):
            owner = memory.for_owner(f"{operation.name} {number}")
            owner.call(operation.name, arguments)
            kept.append("likes tiny haiku" in str(owner.export()))
    # The text, the example and the notes of habits and wishes, observed and distilled.
    assert kept.count(True) == 2 * 2 * 3


def test_o18_the_program_repeats_no_secret_even_where_it_shows_its_traceback(cli: Cli, database_file: Path) -> None:
    for line in (command_line(operation, each) for operation in catalogue().values() for each in planted_in(operation)):
        for more in (["--owner", "ana", "--debug"], ["--owner", "ana", "--debug", "too", TOKEN]):
            ran = cli(*line, *more)
            assert leaks_in(ran.out + ran.err) == [], line
    for secret in (TOKEN, PRIVATE_KEY, CARD):
        for command in ("observe-user-message", "forget-style-habit", "list-style-habits"):
            for text in ([secret], secret.split(), [f"--limit={secret}"]):
                ran = cli(command, *text, "--owner", "ana", "--debug")
                assert leaks_in(ran.out + ran.err) == [], (command, text)
    assert leaks_in_files(database_file) == {}


def test_o18_a_server_process_that_logs_everything_writes_no_secret_anywhere(database_file: Path) -> None:
    with Pipes(database_file, "--log-level", "debug", PYTHONWARNINGS="always") as host:
        host.greet()
        asked = host.send(*(call_of(name, **each) for name in catalogue() for each in planted_in(catalogue()[name])))
        assert set(asked) <= set(host.replies(*asked))
        assert database_file.with_name("style.db-wal").stat().st_size
        assert leaks_in_files(database_file) == {}
        host.close_input()
        assert host.ended() == 0
        assert leaks_in(host.heard) == []
        assert leaks_in(host.stderr()) == []
    assert leaks_in_files(database_file) == {}


@pytest.mark.parametrize("text", ["my api key expired lol, remind me to rotate it", "I forgot my password lol"])
def test_o18_speaking_of_a_secret_is_none(as_owner: AsOwner, text: str) -> None:
    ana = as_owner("ana")
    assert ana.call("observe_user_message", text=text)["ignored"] == []
    assert "lol" in ana.habits()


def test_o18_each_secret_would_be_found_if_it_were_there() -> None:
    for secret in SECRETS:
        assert leaks_in(f"before {secret} after".encode()) != []


def sampled_values() -> dict[str, str]:
    """One value of every other family whose look gives it away, by its name."""
    makers = {**TOKENS, **CREDENTIALS, **NUMBERS, **PHONES}
    chosen = [kind for kind in makers if kind not in CARRIERS][::2]
    return {kind: makers[kind](Random(f"o18 {kind}")) for kind in chosen}


def pieces_shown(values: dict[str, str], shown: str | bytes) -> list[str]:
    """The families of which eight signs in a row of the value's second half are there."""
    data = shown if isinstance(shown, bytes) else shown.encode()
    return [kind for kind, value in values.items() if any(piece.encode() in data for piece in pieces_of(value[-24:]))]


def test_o18_no_piece_of_a_value_of_any_family_is_kept_whatever_field_holds_it(
    memory: StyleMemory, database_file: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    owner, values = memory.for_owner("ana"), sampled_values()
    for number, value in enumerate(values.values()):
        labels = {"use_when": [value], "avoid_when": [value[:40]], "locale": value[:35]}
        told = owner.observe_user_message(
            text=f"lol so {value} ok" if number % 2 else f"帮我看下 {value} 这个 lol",
            context=value,
            session_id=value,
            turn_id=value,
            hints=[
                hint(value[:40]),
                *(hint("nice one", **{field: value[:120]}) for field in ("example", "notes")),
                hint("nice one", **labels),
            ],
            profile_hints=[
                wish(f"use {value}"[:120]),
                *(wish("prefers short answers", **{field: value[:120]}) for field in ("example", "notes")),
                wish("prefers short answers", **labels),
            ],
        )
        assert pieces_shown(values, str(told)) == []
        owner.get_style_brief(context=value, message=value, known_context=value)
    shown = [caplog.text, str(owner.export()), owner.get_style_brief(context="casual_chat")]
    shown += [str(owner.list_style_habits(limit=100)), str(owner.list_interaction_profile(limit=100))]
    shown += [str(owner.review_style_habits()), str(owner.get_style_memory_status())]
    assert [pieces_shown(values, each) for each in shown] == [[]] * len(shown)
    assert {file.name: pieces_shown(values, file.read_bytes()) for file in database_file.parent.glob("style.db*")} == {
        file.name: [] for file in database_file.parent.glob("style.db*")
    }
    # The positive control: what stood beside the values was learned.
    assert "lol" in str(owner.list_style_habits(limit=100))
    memory.close()
    assert pieces_shown(values, database_file.read_bytes()) == []
