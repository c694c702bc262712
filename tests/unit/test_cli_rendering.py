"""How answers are shown to people: nothing interpreted, nothing lost that tells."""

from __future__ import annotations

import json

import pytest

from style_memory_cli.rendering import show
from style_memory_cli.terminal import as_json, one_line, visible


def printed(answer: object, capsys: pytest.CaptureFixture[str]) -> str:
    show(answer)
    return capsys.readouterr().out


@pytest.mark.parametrize(
    "hostile", ["\x1b[31mred", "\x9b31m", "a\rb", "\u202egnp", "\u2066x", "\x07", "\ud83d", "\x00"]
)
def test_control_characters_are_spelled_out(hostile: str, capsys: pytest.CaptureFixture[str]) -> None:
    for answer in (hostile, {"text": hostile}, {hostile: 1}, {"list": [{"text": hostile}]}, [hostile]):
        out = printed(answer, capsys)
        assert not set(hostile) & set("\x1b\x9b\r\u202e\u2066\x07\ud83d\x00") & set(out)
        assert "\\x" in out or "\\u" in out


def test_emoji_letters_tabs_and_line_ends_stay() -> None:
    text = "👩\u200d💻 ok\tça va\n好"
    assert visible(text) == text


def test_json_is_safe_to_print_and_says_the_same() -> None:
    value = {"text": "\x1b[0m \x9b \u202e \ud83d ✨"}
    assert json.loads(as_json(value)) == value
    assert not set("\x1b\x9b\u202e\ud83d") & set(as_json(value))


def test_json_is_ascii_where_the_output_knows_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    class Narrow:
        encoding = "ascii"

    monkeypatch.setattr("sys.stdout", Narrow())
    assert as_json("✨") == '"\\u2728"'


def test_a_message_has_one_line() -> None:
    assert one_line("two\nlines\x1b") == "two lines\\x1b"


def test_markup_and_emoji_codes_are_no_markup(capsys: pytest.CaptureFixture[str]) -> None:
    out = printed({"text": "[bold]x[/bold] [link=http://y]z[/link] :smile:"}, capsys)
    assert "[bold]x[/bold] [link=http://y]z[/link] :smile:" in out


def test_sentences_of_a_list_have_a_line_each(capsys: pytest.CaptureFixture[str]) -> None:
    out = printed({"advice": ["Get the brief again.", "Report what you notice."]}, capsys)
    first, second = (line.strip("│ ") for line in out.splitlines()[1:3])
    assert (first.split("│")[1].strip(), second) == ("Get the brief again.", "Report what you notice.")


def test_values_are_said_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    out = printed(
        {"pinned": True, "off": False, "none": None, "part": 0.25, "codes": ["a", "b"], "of": {"x": 1}}, capsys
    )
    for said in ("yes", "no", "–", "0.25", "a, b", "x: 1"):
        assert said in out


def test_records_show_what_tells_them_apart_and_their_whole_id(capsys: pytest.CaptureFixture[str]) -> None:
    record = {f"field_{number}": number for number in range(10)} | {
        "id": "h-" + "0" * 24,
        "text": "lol",
        "status": "active",
    }
    out = printed({"habits": [record]}, capsys)
    assert "h-" + "0" * 24 in out
    assert "lol" in out
    assert "field 3" not in out


def test_a_narrow_terminal_shows_fewer_columns_but_the_advice(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    record = {"kind": "emoji", "text": "lol", "status": "active", "confidence": 0.5, "seen_count": 4, "pinned": True}
    record |= {"suggested_action": "keep", "reason": "In use.", "id": "h-" + "0" * 24}
    monkeypatch.setattr("style_memory_cli.terminal._WIDTH_OF_A_FILE", 80)
    out = printed([record], capsys)
    assert {"lol", "keep", "use.", "h-" + "0" * 24} <= set(out.split())
    assert "confidence" not in out


def test_small_records_show_all_their_fields(capsys: pytest.CaptureFixture[str]) -> None:
    out = printed([{"name": "emoji_per_message", "value": 0.5, "turns": 3}], capsys)
    for told in ("name", "emoji_per_message", "value", "0.5", "turns"):
        assert told in out


def test_a_long_text_among_other_values_gets_a_frame(capsys: pytest.CaptureFixture[str]) -> None:
    out = printed({"brief": "one\ntwo", "revision": 3}, capsys)
    assert "brief" in out
    assert "│ one" in out
