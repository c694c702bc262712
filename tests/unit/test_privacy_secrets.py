from __future__ import annotations

from random import Random
from urllib.parse import quote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from style_memory.pipeline.privacy import FieldRefused, admit, checked_field
from tests.unit.secrets_at_random import CREDENTIALS, DETAILS

KINDS = {**CREDENTIALS, **DETAILS}
FRAMES = (
    "use {} for the staging one",
    "帮我看下 {} 这个为啥不行",
    "{}",
    "lol ({}) thanks",
    "it's '{}' btw",
    "<{}>",
    "[{}], ok?",
    "line one\n{}\nline two",
    "why does `{}` fail?",
    "请用{}登录",
)
PROSE = (
    "lol ok so the deploy broke again, pls have a look :)",
    "先说结论，然后再讲细节，谢谢啦哈哈",
    "ship it\n\nhaha",
    "",
)
# Nothing but their look tells these from an ordinary token, so a few in a thousand get by.
LOOK_ONLY = {"aws secret", "base62 of 32", "base64url of 43"}
TELLING = [kind for kind in CREDENTIALS if kind not in LOOK_ONLY]


def left_of(text: str) -> str:
    admitted = admit(text).admitted
    return admitted.text if admitted else ""


def survives(secret: str, text: str) -> bool:
    """Tell whether the secret, its start or its end is still in the text."""
    return any(part in text for part in (secret, secret[:20], secret[-20:]))


def wide(text: str) -> str:
    return "".join(chr(ord(letter) + 0xFEE0) if "!" <= letter <= "~" else letter for letter in text)


@pytest.mark.parametrize("kind", KINDS)
def test_a_value_of_this_kind_never_survives(kind: str) -> None:
    random = Random(kind)
    for frame in FRAMES:
        secret = KINDS[kind](random)
        assert not survives(secret, left_of(frame.format(secret))), frame


@pytest.mark.parametrize("kind", KINDS)
def test_a_field_that_holds_one_is_refused(kind: str) -> None:
    random = Random(kind)
    for frame in FRAMES:
        with pytest.raises(FieldRefused):
            checked_field(frame.format(KINDS[kind](random)), limit=200)


@pytest.mark.parametrize("kind", CREDENTIALS)
@pytest.mark.parametrize("length", [40, 60])
def test_a_field_that_was_cut_through_one_is_refused(kind: str, length: int) -> None:
    random = Random(kind)
    for _ in range(5):
        with pytest.raises(FieldRefused):
            checked_field(CREDENTIALS[kind](random)[:length], limit=120)


@pytest.mark.parametrize("kind", KINDS)
def test_a_zero_width_character_inside_hides_nothing(kind: str) -> None:
    random = Random(kind)
    for mark in "\u200b\u2060\ufeff\u00ad":
        secret = KINDS[kind](random)
        middle = len(secret) // 2
        left = left_of(f"see {secret[:middle]}{mark}{secret[middle:]} ok")
        assert not any(half in left for half in (secret[:middle], secret[middle:]))


@pytest.mark.parametrize("kind", KINDS)
def test_full_width_spelling_hides_nothing(kind: str) -> None:
    secret = wide(KINDS[kind](Random(kind)))
    assert not survives(secret, left_of(f"见 {secret} 谢谢"))


@pytest.mark.parametrize("kind", CREDENTIALS)
def test_percent_encoding_hides_nothing(kind: str) -> None:
    secret = quote(CREDENTIALS[kind](Random(kind)), safe="")
    assert not survives(secret, left_of(f"GET /?q={secret} failed"))


@pytest.mark.parametrize("kind", [kind for kind in TELLING if kind not in {"bearer", "basic", "json", "environment"}])
def test_a_line_break_inside_hides_nothing(kind: str) -> None:
    secret = CREDENTIALS[kind](Random(kind))
    middle = len(secret) // 2
    left = left_of(f"look:\n{secret[:middle]}\n{secret[middle:]}\nthanks lol")
    assert secret[:middle] not in left
    assert secret[middle:] not in left
    assert "thanks lol" in left


@settings(max_examples=300, derandomize=True, deadline=None)
@given(kind=st.sampled_from(TELLING), seed=st.integers(0, 10**6), prose=st.sampled_from(PROSE), data=st.data())
def test_a_credential_never_survives_wherever_it_stands(kind: str, seed: int, prose: str, data: st.DataObject) -> None:
    secret = CREDENTIALS[kind](Random(seed))
    place = data.draw(st.integers(0, len(prose)))
    assert not survives(secret, left_of(f"{prose[:place]} {secret} {prose[place:]}"))


def test_two_values_in_one_turn_are_both_taken_out() -> None:
    random = Random(1)
    first, second = CREDENTIALS["github personal"](random), DETAILS["e-mail"](random)
    left = left_of(f"yo {first} and {second} lol")
    assert first not in left
    assert second not in left


def test_the_second_guess_of_a_password_goes_with_the_first() -> None:
    assert "zebra77" not in left_of("my password is tiger42 or zebra77 i think")
