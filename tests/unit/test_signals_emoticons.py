from __future__ import annotations

import pytest

from style_memory.domain.kinds import HabitKind
from style_memory.pipeline.signals.emoticons import emoticon_sightings
from style_memory.pipeline.signals.passage import Passage


def seen(text: str) -> list[str]:
    return [sighting.text for sighting in emoticon_sightings(Passage.of(text, 60))]


@pytest.mark.parametrize(
    ("text", "face"),
    [
        ("nice :)", ":)"),
        ("thanks:)", ":)"),
        (":)", ":)"),
        ("ok ;-) then", ";-)"),
        ("great xD", "xD"),
        ("oh no T_T", "T_T"),
        ("^_^ hi", "^_^"),
        ("love you <3", "<3"),
        ("<3 you all", "<3"),
        ("meh :/", ":/"),
        ("haha :D", ":D"),
        ("哈哈^_^", "^_^"),
        ("그래요 ㅠㅠ", "ㅠㅠ"),
        ("好吧 orz", "orz"),
        ("(thanks :)", ":)"),
        ("yes \\o/", "\\o/"),
        ("thanks ❤", "❤"),
        ("好的：）", ":)"),
        ("Привет))))", ")))"),
    ],
)
def test_a_face_is_seen(text: str, face: str) -> None:
    assert seen(text) == [face]


@pytest.mark.parametrize(
    ("text", "face"), [("fun :)))))", ":)"), ("XD", "xD"), ("xDDD", "xD"), ("ㅠㅠㅠㅠ", "ㅠㅠ"), ("<333", "<3")]
)
def test_a_longer_or_other_spelling_is_the_same_face(text: str, face: str) -> None:
    assert seen(text) == [face]


@pytest.mark.parametrize(
    "face",
    [
        "(╯°□°)╯",
        "(╯°□°)╯︵ ┻━┻",
        "(｡･ω･｡)ﾉ",
        "（｡･ω･｡）ﾉ",
        "¯\\_(ツ)_/¯",
        "(・∀・)",
        "(>_<)",
        "(^_^)/",
        "(T_T)",
        "ʕ•ᴥ•ʔ",
        "( ͡° ͜ʖ ͡°)",
        "(*´▽`*)",
        "(´･ω･`)",
        "(￣▽￣)",
        "(◕‿◕)",
        "(ノಠ益ಠ)ノ彡┻━┻",
        "ಠ_ಠ",
        "m(_ _)m",
        "(=^・ω・^=)",
    ],
)
def test_a_kaomoji_is_one_face(face: str) -> None:
    assert seen(f"hey {face} ok") == [face]


@pytest.mark.parametrize(
    "text",
    [
        "(lo + hi) / 2",
        "f(a(да))",
        "(most recent call last)",
        "at run (/srv/app/index.js:10:5)",
        "（第三页）",
        "(AKIAW5DNOS7NV4EQMKFX)",
        "7) one 8) two",
        "interface { n:D }",
        "open C:/ and C:/x",
        "see http://a.b/c:) there",
        "at 10:30 (see below:)",
        "for (;;) { i++;) }",
        "x[:] = y[::2]",
        "`:)` is a token",
        "if x <3 then stop",
        "a ^^ b",
        "(a_b)",
        "(x, y)",
        "(*.*)",
        "(0.0)",
        "(1)",
        "Dict[str, int]:]",
        "Windows XP",
        "drive D:",
        "use :q to quit",
        "f(x=)",
        "\\xdd",
        "(－)",
        "シャワー",
        "I use Adobe axDb",
    ],
)
def test_what_is_no_face_stays_silent(text: str) -> None:
    assert seen(text) == []


def test_a_face_counts_once_in_a_turn() -> None:
    assert seen("hi :) how are you :)") == [":)"]


def test_the_eyes_of_a_kaomoji_are_no_second_face() -> None:
    assert seen("(^_^)") == ["(^_^)"]


def test_an_emoji_heart_is_left_to_the_emoji() -> None:
    assert seen("❤️ ❤️‍🔥") == []


def test_faces_are_habits_of_the_emoji_kind() -> None:
    assert emoticon_sightings(Passage.of("well :)", 60))[0].kind is HabitKind.EMOJI
