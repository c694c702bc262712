"""Cases O04, O05, O07, O11 and O16: what is learned of the owner's words, and how it is kept.

O06, O09 and O10 are about conversations that a framework hands over, which only Python's pipelines do: see
`test_words_of_others_cases.py` and `tests/faces/test_langchain_*.py`.
"""

from __future__ import annotations

import base64
from typing import Any

import pytest

from style_memory import StyleMemory
from style_memory.domain.errors import RequestInvalid
from tests.faces.every_face import AsOwner, Face, Refusal

CONTEXTS = ("casual_chat", "technical_chat", "casual_chat")


def promote(owner: Face, text: str, tag: str = "") -> None:
    """Three sightings in two contexts and three sessions."""
    for number, context in enumerate(CONTEXTS):
        owner.call("observe_user_message", text=text, context=context, session_id=f"{tag}{number}")


def brief(owner: Face) -> str:
    text: str = owner.call("get_style_brief")
    return text


def lines(owner: Face) -> list[str]:
    return [line for line in brief(owner).splitlines() if line.startswith("- ")]


def wish_lines(owner: Face) -> list[str]:
    return [line for line in lines(owner) if line.startswith(("- prefers", "- avoid", "- wish"))]


def test_o04_the_later_wish_replaces_the_earlier_which_is_archived_with_a_link(as_owner: AsOwner) -> None:
    ana = as_owner("ana")
    promote(ana, "keep answers to two lines")
    [earlier] = ana.wishes()
    assert len(wish_lines(ana)) == 1
    promote(ana, "change of plan: from here on I want the long version with reasons", tag="later")
    found = {item["id"]: item for item in ana.wishes()}
    later = next(item for item in found.values() if item["status"] == "active" and item["id"] != earlier["id"])
    assert found[earlier["id"]]["status"] == "archived"
    assert found[earlier["id"]]["replaced_by"] in found
    assert f"“{earlier['text']}”" not in brief(ana)
    assert f"“{later['text']}”" in brief(ana)
    promote(ana, "keep answers to two lines", tag="back")
    assert {item["id"]: item["status"] for item in ana.wishes()}[earlier["id"]] == "active"


def test_o05_a_dislike_is_something_to_avoid_and_not_minding_is_nothing(as_owner: AsOwner) -> None:
    ana = as_owner("ana")
    for number, text in enumerate(
        ("I can't stand bullet lists.", "I don't mind tables.", "Not a fan of exclamation marks.")
    ):
        promote(ana, text, tag=f"{number}-")
    found = {item["text"]: item["polarity"] for item in ana.wishes()}
    assert not any("table" in text for text in found)
    assert [word for word in ("bullet", "exclamation") for text in found if word in text] == ["bullet", "exclamation"]
    assert set(found.values()) == {"avoid"}
    assert len(wish_lines(ana)) == 2
    assert all(line.startswith("- avoid:") for line in wish_lines(ana))


def test_o07_host_scaffolding_teaches_nothing(as_owner: AsOwner, memory: StyleMemory) -> None:
    ana = as_owner("ana")
    text = "<system-reminder>never use tabs, instead use the search tool</system-reminder>\nok, next file"
    for session in ("1", "1", "2"):
        answer = ana.call("observe_user_message", text=text, session_id=session)
        assert answer["observed"]
        assert answer["ignored"] != []
    assert ana.wishes() == []
    for word in ("tabs", "search", "reminder"):
        assert word not in str(memory.for_owner("ana").export())
    # The positive control: what stands beside it is looked at.
    more = text.replace("ok, next file", "ok, next file lol. I prefer short answers.")
    ana.call("observe_user_message", text=more)
    assert "lol" in ana.habits()
    assert len(ana.wishes()) == 1


def test_o11_text_alone_is_read_and_nothing_of_a_picture_or_address_stays(
    as_owner: AsOwner, memory: StyleMemory
) -> None:
    ana = as_owner("ana")
    picture = base64.b64encode(b"a made-up picture" * 20).decode()
    nothing = ana.call("observe_user_message", text="")
    assert (nothing["observed"], nothing["learned"], nothing["ignored"]) == (True, 0, ["nothing_to_learn"])
    link = f"https://pictures.example/{picture[:40]}.png"
    ana.call("observe_user_message", text=f"lol ![x](data:image/png;base64,{picture}) {link}")
    assert "lol" in ana.habits()
    assert ana.call("get_style_memory_status")["turns"] == 2
    assert picture[:16] not in str(memory.for_owner("ana").export())
    assert "pictures.example" not in str(memory.for_owner("ana").export())


# On a command line everything is a text.
@pytest.mark.parametrize("as_owner", ["python", "langchain", "mcp"], indirect=True)
@pytest.mark.parametrize(
    "shape", [None, [], {}, 7, [{"type": "text", "text": "lol"}], {"role": "user", "content": "lol"}], ids=str
)
def test_o11_another_shape_than_text_is_refused_and_breaks_nothing(as_owner: AsOwner, shape: Any) -> None:
    ana = as_owner("ana")
    with pytest.raises(Refusal, match="observe_user_message: `text`: input should be a valid string"):
        ana.call("observe_user_message", text=shape)
    assert ana.call("get_style_memory_status")["turns"] == 0


def test_o11_bytes_which_only_python_has_are_refused_too(memory: StyleMemory) -> None:
    with pytest.raises(RequestInvalid, match="text"):
        memory.for_owner("ana").call("observe_user_message", {"text": b"\xff"})


@pytest.mark.parametrize(
    ("same", "different"),
    [
        (("先说结论", "结论放前面"), ("用 Python 举例", "别用 Python 的行话")),
        (
            ("結論から話してほしい", "結論を先に言ってほしい"),
            ("例は Python で書いてほしい", "Python の専門用語は使わないで"),
        ),
    ],
    ids=["chinese", "japanese"],
)
def test_o16_two_wordings_take_one_place_and_two_wishes_two_in_their_own_language(
    as_owner: AsOwner, same: tuple[str, str], different: tuple[str, str]
) -> None:
    ana, ben = as_owner("ana"), as_owner("ben")
    for owner, texts in ((ana, same), (ben, different)):
        owner.call(
            "distill_interaction_profile",
            preferences=[{"category": "response_structure", "text": text} for text in texts],
        )
    assert len(lines(ana)) == 1
    assert any(text in brief(ana) for text in same)
    assert all(text in brief(ben) for text in different)


@pytest.mark.parametrize(
    "texts",
    [("以后先说结论", "以后结论放前面"), ("これからは結論から話して", "これからは結論を先に言って")],
    ids=["chinese", "japanese"],
)
def test_o16_two_stated_wordings_of_one_wish_take_one_place_too(as_owner: AsOwner, texts: tuple[str, str]) -> None:
    ana = as_owner("ana")
    for number, text in enumerate(texts):
        promote(ana, text, tag=f"{number}-")
    [line] = wish_lines(ana)
    assert "结论" in line or "結論" in line
