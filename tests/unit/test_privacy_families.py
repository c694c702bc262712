"""Values of every published family, drawn at random, in sentences of ten languages, whole and in pieces."""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterator
from random import Random
from urllib.parse import quote

import pytest

from style_memory.pipeline.privacy import FieldRefused, admit, checked_field
from tests.unit.details_at_random import PLACES, SAID
from tests.unit.numbers_at_random import NUMBERS, PHONES
from tests.unit.secrets_at_random import ALNUM, CREDENTIALS, run
from tests.unit.services_at_random import MARKED, NAMED, NAMING

Made = Callable[[Random], str]

FRAMES = (
    "use {} for the staging one",
    "my details: {} thanks",
    "btw the old one was {} pls ignore it",
    "帮我看下 {} 这个为啥不行",
    "唔該幫我睇下 {}",
    "これ {} で合ってる?",
    "이거 {} 맞아?",
    "kannst du {} mal prüfen",
    "mira {} porfa",
    "regarde {} stp",
    "olha {} por favor",
    "смотри {} тут",
    "şuna bak {} lütfen",
    "{}",
    "config:\n  key: {}\n  region: eu",
    "lol ({}) thanks",
)
# Only their look tells these from an ordinary token, or they are too short to look like anything.
BY_LOOK_ALONE = {"mistral-like", "vault old", "freemius", "sumologic", "wireguard"}
KEYS = {kind: made for kind, made in MARKED.items() if kind not in BY_LOOK_ALONE and not kind.endswith(" key")}
# What they hold beside the secret is no secret, such as the host of a connection string.
WITH_PREAMBLE = {
    "azure storage", "azure pair", "jdbc address", "mssql string", "odbc string", "netrc", "nuget password",
    "xml password", "kubernetes secret", "signed address", "totp address", "teams webhook", "cookie", "htpasswd",
    "sidekiq address", "aws pair", "gcp service account", "docker auth", "gitlab session", "basic header",
    "uuid password", "authress",
}  # fmt: skip
SHORT = 24
LONG = 56
TOKENS = {kind: made for kind, made in KEYS.items() if kind not in WITH_PREAMBLE and "address" not in kind}


def left_of(text: str) -> str:
    admitted = admit(text).admitted
    return admitted.text if admitted else ""


def pieces_of(value: str, size: int = 8) -> Iterator[str]:
    return (value[place : place + size] for place in range(len(value) - size + 1))


def kept_of(made: Made, *, seed: str, core: Callable[[str], str] = str) -> list[str]:
    """The frames after which the value, or eight signs of it in a row, is still there."""
    random, kept = Random(seed), []
    for frame in FRAMES:
        value = made(random)
        left = left_of(frame.replace("{}", value))
        secret = core(value)
        if secret in left or (len(secret) > 8 and any(piece in left for piece in pieces_of(secret))):
            kept.append(frame)
    return kept


def last_line(value: str) -> str:
    return value.splitlines()[-2] if value.startswith("-----") else value


@pytest.mark.parametrize("kind", TOKENS)
def test_no_piece_of_a_key_survives(kind: str) -> None:
    assert kept_of(TOKENS[kind], seed=kind) == []


@pytest.mark.parametrize("kind", [kind for kind in MARKED if kind.endswith(" key")])
def test_no_line_of_a_private_key_survives(kind: str) -> None:
    assert kept_of(MARKED[kind], seed=kind, core=last_line) == []


@pytest.mark.parametrize("kind", sorted(WITH_PREAMBLE & set(KEYS)))
def test_no_secret_survives_in_what_carries_it(kind: str) -> None:
    random = Random(kind)
    for frame in FRAMES:
        value = KEYS[kind](random)
        left = left_of(frame.replace("{}", value))
        assert value not in left
        assert value[-20:] not in left or kind in {"azure storage", "xml password", "nuget password"}, frame


@pytest.mark.parametrize("service", NAMED)
def test_the_name_of_a_service_gives_its_key_away(service: str) -> None:
    random, tried, kept = Random(service), 0, 0
    for naming in NAMING:
        for _ in range(5):
            value = run(random, *NAMED[service])
            named = naming.format(name=service, upper=service.upper().replace(" ", "_"), value=value)
            tried += 1
            kept += any(piece in left_of(named) for piece in pieces_of(value))
    # A short one may by chance have so few digits that it reads like a name.
    assert kept <= (1 if NAMED[service][1] <= SHORT else 0), (kept, tried)


@pytest.mark.parametrize(("kind", "made"), [*NUMBERS.items(), *PHONES.items()], ids=[*NUMBERS, *PHONES])
def test_no_piece_of_a_number_survives(kind: str, made: Made) -> None:
    assert kept_of(made, seed=kind, core=lambda value: value.split("passport ")[-1].split("EIN ")[-1]) == []


@pytest.mark.parametrize("kind", [kind for kind in PLACES if kind not in {"map link"}])
def test_no_place_or_name_on_a_network_survives(kind: str) -> None:
    assert kept_of(PLACES[kind], seed=kind) == []


def test_a_link_to_a_map_loses_its_coordinates() -> None:
    assert kept_of(PLACES["map link"], seed="map", core=lambda value: value.partition("=")[2]) == []


@pytest.mark.parametrize("kind", SAID)
def test_what_is_said_to_be_secret_does_not_survive(kind: str) -> None:
    random, kept = Random(kind), []
    for frame in FRAMES:
        said = SAID[kind](random)
        value = "".join(sign if "!" <= sign <= "~" else " " for sign in said).split()[-1]
        if value in left_of(frame.replace("{}", said)):
            kept.append((frame, value))
    # Nine letters without a digit may by chance read like a word; a word in the middle of a sentence is none.
    assert all(value.isalpha() for _, value in kept)
    assert len(kept) <= 2, kept


SPELLINGS: dict[str, Callable[[str], tuple[str, str]]] = {
    "zero-width in the middle": lambda key: (f"{key[:9]}\u200b{key[9:]}", key[9:29]),
    "zero-width everywhere": lambda key: ("\u200b".join(key), key[:20]),
    "full width": lambda key: ((wide := "".join(chr(ord(sign) + 0xFEE0) for sign in key)), wide[:20]),
    "percent-encoded": lambda key: ((coded := quote(key, safe="")), coded[:20]),
    "percent-encoded everywhere": lambda key: (
        (coded := "".join(f"%{ord(sign):02X}" for sign in key)),
        coded[:30],
    ),
    "line break": lambda key: (f"{key[: len(key) // 2]}\n{key[len(key) // 2 :]}", key[len(key) // 2 :][:20]),
    "a space after each sign": lambda key: (" ".join(key), " ".join(key[4:16])),
    "base64": lambda key: ((coded := base64.b64encode(f"ana:{key}".encode()).decode()), coded[:20]),
    "quoted": lambda key: (f'"{key}"', key[:20]),
    "glued to Chinese": lambda key: (f"是{key}吗", key[:20]),
}
# What a cut leaves of these is their prefix and letters without a digit.
READ_LIKE_LETTERS = {"hugging face organisation", "twitter bearer"}
# Known by a short prefix that a break hides, or letters alone.
BROKEN_UP = {
    "a space after each sign": {"hugging face organisation"},
    "line break": {"octopus", "aws id, ABIA", "aws id, other kinds", "okta", "clickhouse"},
}


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_no_spelling_hides_a_key(spelling: str) -> None:
    kept = []
    for kind, made in {**TOKENS, **{name: CREDENTIALS[name] for name in ("github personal", "jwt", "npm")}}.items():
        key = made(Random(kind))
        spelled, shown = SPELLINGS[spelling](key)
        if shown in left_of(f"look at {spelled} ok") and kind not in BROKEN_UP.get(spelling, ()):
            kept.append((kind, spelled))
    assert kept == []


@pytest.mark.parametrize("half", ["first", "second"])
def test_half_of_a_long_key_is_a_key(half: str) -> None:
    kept = []
    for kind, made in TOKENS.items():
        key = made(Random(kind))
        if len(key) >= LONG:
            part = key[: len(key) // 2] if half == "first" else key[len(key) // 2 :]
            kept += [(kind, part)] if part in left_of(f"use {part} for the staging one") else []
    # The second half of one that has no digit left by chance.
    assert len(kept) <= 1, kept


@pytest.mark.parametrize("kind", [kind for kind in TOKENS if kind not in READ_LIKE_LETTERS])
def test_a_field_that_was_cut_through_a_key_in_a_sentence_is_refused(kind: str) -> None:
    random = Random(kind)
    for frame in ("use {} for the staging one", "帮我看下 {} 这个为啥不行", "here is my key {}"):
        key = TOKENS[kind](random)
        cut = frame.replace("{}", key)[:40]
        if len(cut) - frame.index("{") >= 20:
            with pytest.raises(FieldRefused):
                checked_field(cut, limit=40)


@pytest.mark.parametrize("kind", [*MARKED, *NUMBERS, *PHONES, *PLACES])
def test_what_stands_beside_stays(kind: str) -> None:
    made = {**MARKED, **NUMBERS, **PHONES, **PLACES}[kind]
    text = f"lol so {made(Random(kind))} and haha nice one"
    admitted = admit(text).admitted
    assert admitted is None or ("lol so" in admitted.text and "haha nice one" in admitted.text)
    assert admitted or "PRIVATE KEY" in text


def test_a_number_of_a_person_is_told_from_a_random_one_in_pieces() -> None:
    assert left_of(f"lol {run(Random(3), ALNUM, 64)} ok").split() == ["lol", "\ufffc", "ok"]
