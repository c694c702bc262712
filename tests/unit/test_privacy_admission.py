from __future__ import annotations

import dataclasses

import pytest
import regex
from hypothesis import given, settings
from hypothesis import strategies as st

from style_memory.pipeline.marks import BORDER
from style_memory.pipeline.privacy import Admitted, admit
from tests.linear_time import assert_grows_linearly

KEY_LINES = (
    "3gIAbC+0e80VT31sWo83/XuMuGKsysfdOFEIhqP2eFjHzdzu4j3ebSWkSbMINIR6\n"
    "KywlB+ZSM0wDEDoplLkjgdXsnRXEP0fHMd505h91EUkcUb3nNWoWxlzC/o/FppT9\n"
)
TOKEN = "ghp_" + "k3Jd9fQ2mZ7pL4vB8nT6rW1cY5hJ0dGe4aXs"
STEERING = regex.compile(r"(?V1)[\p{Cc}--[\n\t]]|\p{Cs}|[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\u00ad]")


def left_of(text: str) -> str:
    admitted = admit(text).admitted
    assert admitted is not None
    return admitted.text


def test_nobody_else_builds_an_admitted_text() -> None:
    with pytest.raises(TypeError):
        Admitted("x")  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        Admitted("x", object())


def test_an_admitted_text_cannot_be_changed_or_copied_with_another_text() -> None:
    admitted = admit("ship it").admitted
    assert admitted is not None
    with pytest.raises(dataclasses.FrozenInstanceError):
        admitted.text = "other"  # type: ignore[misc]
    with pytest.raises(ValueError, match="token"):
        dataclasses.replace(admitted, text="other")  # type: ignore[call-arg]


def test_the_description_of_an_admitted_text_shows_none_of_it() -> None:
    assert "ship it" not in repr(admit("ship it"))


def test_an_ordinary_turn_passes_as_it_is() -> None:
    admission = admit("ship it lol 😂\n\tok")
    assert left_of("ship it lol 😂\n\tok") == "ship it lol 😂\n\tok"
    assert admission.findings == ()


def test_a_border_stands_where_a_value_stood() -> None:
    assert left_of(f"ship it {TOKEN} lol") == f"ship it{BORDER}lol"


def test_values_that_touch_leave_one_border() -> None:
    assert left_of(f"yo {TOKEN} {TOKEN[::-1]} lol") == f"yo{BORDER}lol"


def test_findings_are_sorted_and_named_once() -> None:
    assert admit("call +44 20 7946 0950, +44 20 7946 0951 or lena@example.com\u200b").findings == (
        "control_characters",
        "email",
        "phone",
    )


@pytest.mark.parametrize(
    "key",
    [
        f"-----BEGIN RSA PRIVATE KEY-----\n{KEY_LINES}-----END RSA PRIVATE KEY-----",
        "-----BEGIN OPENSSH PRIVATE KEY-----",
        f"{KEY_LINES}-----END PRIVATE KEY-----",
        KEY_LINES,
        "-----BEGIN PGP PRIVATE KEY BLOCK-----",
        "PuTTY-User-Key-File-3: ssh-ed25519",
        "b3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQ",
        "-----BEGIN EC PRIVA",
    ],
)
def test_a_private_key_refuses_the_whole_turn(key: str) -> None:
    admission = admit(f"lol my key:\n{key}\nship it")
    assert admission.admitted is None
    assert "private_key" in admission.findings


@pytest.mark.parametrize("text", ["I lost my private key", "-----BEGIN CERTIFICATE-----", "a public key is fine"])
def test_talk_of_keys_is_no_key(text: str) -> None:
    assert admit(text).admitted is not None


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("sh\u200bip it", "ship it"),
        ("ship\u202e it", "ship it"),
        ("ship\x00 it\x07", "ship it"),
        ("\x1b[31mship\x1b[0m it", "ship it"),
        ("ship it\U000e0041\U000e0042", "ship it"),
        ("ship \ud800it", "ship it"),
        ("s\ufe0fhip it", "ship it"),
    ],
)
def test_a_character_that_steers_or_hides_is_removed_and_reported(text: str, left: str) -> None:
    assert left_of(text) == left
    assert admit(text).findings == ("control_characters",)


@pytest.mark.parametrize(
    "text",
    ["👩‍💻 🏳️‍🌈 👨🏽‍💻 ❤️ 1️⃣", "می‌خواهم", "क्‍ष", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "(｡･ω･｡)ﾉ", "हिन्दी", "tab\there"],
)
def test_a_joiner_that_a_script_or_emoji_needs_stays(text: str) -> None:
    assert left_of(text) == text
    assert admit(text).findings == ()


def test_other_line_breaks_become_newlines_without_a_finding() -> None:
    assert left_of("a\r\nb\rc\u2028d") == "a\nb\nc\nd"
    assert admit("a\r\nb").findings == ()


def test_a_pile_of_marks_is_cut() -> None:
    assert len(left_of("e" + "\u0301" * 500)) < 12


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=120))
def test_no_admitted_text_holds_a_control_or_bidirectional_character(text: str) -> None:
    admitted = admit(text).admitted
    assert admitted is None or not STEERING.search(admitted.text)


@settings(max_examples=300, deadline=None)
@given(
    st.lists(
        st.sampled_from(
            ["my password is ", "hunter2", TOKEN, " ", "\n", "=", "12 High Street", "+1 415 555 2671", "lol"]
        ),
        max_size=8,
    )
)
def test_what_was_admitted_is_admitted_again_unchanged(parts: list[str]) -> None:
    admitted = admit("".join(parts)).admitted
    if admitted is not None:
        assert admit(admitted.text).findings == ()
        assert left_of(admitted.text) == admitted.text


@pytest.mark.parametrize(
    "piece",
    ["1", "a", "a1", "1 ", "1-", "a.", "a@", "a@b.", "=", "password is ", "密码是", "\n", "a1b2\n", "eyJ.", "+1", "(1",
     "seed phrase word ", "12 Main ", "key: ", "路", "\u200b", "e\u0301", "👩\u200d", "%41", "AKIA", "Ab1_", "a://b:",
     "A1B2 ", "4539.", "1\n", "a[", "a[@]", "\u0430", "passport ", "079 ", "1, ", "9227 ", "99 ", "A 1 ", "a #",
     "a @ ", "a...", "***", "<password>", "airtable ", "$6$", "код ", "mã otp ", "le code ", "né le ", "A-B", "京A",
     "linkedin.com/in/", ", A", "12 rue A ", "://a:", "live_", "b_", "a1b2c3", "9a8b", "security answer ", "2fa "],
)  # fmt: skip
def test_the_time_grows_no_faster_than_a_hostile_turn(piece: str) -> None:
    assert_grows_linearly(admit, piece)


@pytest.mark.parametrize(
    "word", ["password: ", "the token is ", "key: ", "密码是", "login ana / ", "?token=", "pw ", "--secret "]
)
@pytest.mark.parametrize("piece", ["aB", "a", "a_", "a.", "aB1", "A"])
@pytest.mark.parametrize("end", ["", "b", "9", "!", " is my password", "\n  region: eu"])
def test_the_time_grows_no_faster_than_a_long_value_after_a_telling_word(word: str, piece: str, end: str) -> None:
    assert_grows_linearly(lambda value: admit(f"{word}{value}{end}"), piece)
