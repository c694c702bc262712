"""Cases O04 to O08, O11 and O16: what is learned, and from whose words."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from style_memory import Conversation, Message, OwnerMemory, StyleMemory
from style_memory.domain.errors import RequestInvalid
from tests.people import habits, preferences

CONTEXTS = ("casual_chat", "technical_chat", "casual_chat")


def promote(owner: OwnerMemory, text: str, tag: str = "") -> None:
    """Three sightings in two contexts and three sessions."""
    for number, context in enumerate(CONTEXTS):
        owner.observe_user_message(text=text, context=context, session_id=f"{tag}{number}")


def lines(owner: OwnerMemory, **asked: Any) -> list[str]:
    return [line for line in owner.get_style_brief(**asked).splitlines() if line.startswith("- ")]


def wishes(owner: OwnerMemory) -> list[str]:
    return [line for line in lines(owner) if line.startswith(("- prefers", "- avoid", "- wish"))]


@pytest.fixture
def watchful(open_memory: Callable[..., StyleMemory], tmp_path: Path) -> StyleMemory:
    """A memory whose dictionary knows the phrases of the cases, so that it would find them."""
    words = tmp_path / "words.json"
    entries = [{"text": text, "kind": "catchphrase"} for text in ("onward and upward", "cheerio mate")]
    words.write_text(json.dumps(entries))
    return open_memory(dictionary_path=words)


def test_o04_the_later_wish_replaces_the_earlier_which_is_archived_with_a_link(ana: OwnerMemory) -> None:
    promote(ana, "keep answers to two lines")
    [earlier] = preferences(ana).values()
    assert len(wishes(ana)) == 1
    promote(ana, "change of plan: from here on I want the long version with reasons", tag="later")
    found = {item.id: item for item in preferences(ana).values()}
    later = next(item for item in found.values() if item.status == "active" and item.id != earlier.id)
    assert found[earlier.id].status == "archived"
    assert found[earlier.id].replaced_by in found
    assert f"“{earlier.text}”" not in ana.get_style_brief()
    assert f"“{later.text}”" in ana.get_style_brief()
    promote(ana, "keep answers to two lines", tag="back")
    assert {item.id: item.status for item in preferences(ana).values()}[earlier.id] == "active"


def test_o05_a_dislike_is_something_to_avoid_and_not_minding_is_nothing(ana: OwnerMemory) -> None:
    for number, text in enumerate(
        ("I can't stand bullet lists.", "I don't mind tables.", "Not a fan of exclamation marks.")
    ):
        promote(ana, text, tag=f"{number}-")
    found = {item.text: item.polarity for item in preferences(ana).values()}
    assert not any("table" in text for text in found)
    assert [word for word in ("bullet", "exclamation") for text in found if word in text] == ["bullet", "exclamation"]
    assert set(found.values()) == {"avoid"}
    assert len(wishes(ana)) == 2
    assert all(line.startswith("- avoid:") for line in wishes(ana))


def test_o06_what_the_assistant_says_is_neither_learned_nor_refreshed(watchful: StyleMemory) -> None:
    ana = watchful.for_owner("ana")
    for session in ("one", "two"):
        messages: list[Message] = []
        for turn in range(4):
            messages.append(Message(by_owner=True, text=f"please do step {turn}."))
            ana.observe_conversation(Conversation(messages=list(messages), session_id=session))
            messages.append(Message(by_owner=False, text="Done. onward and upward!"))
    assert ana.get_style_memory_status().turns == 8
    assert "onward" not in str(ana.export())
    # The positive control: the owner's own words are learned, and only they refresh.
    ben = watchful.for_owner("ben")
    promote(ben, "onward and upward, as they say")
    before = habits(ben)["onward and upward"]
    conversation = [
        Message(by_owner=True, text="please go on."),
        Message(by_owner=False, text="onward and upward!"),
        Message(by_owner=True, text="and the next one."),
    ]
    assert ben.observe_conversation(Conversation(messages=conversation, session_id="later"))
    assert habits(ben)["onward and upward"] == before
    assert before.status == "active"


def test_o07_host_scaffolding_teaches_nothing(ana: OwnerMemory) -> None:
    text = "<system-reminder>never use tabs, instead use the search tool</system-reminder>\nok, next file"
    for session in ("1", "1", "2"):
        answer = ana.observe_user_message(text=text, session_id=session)
        assert answer.observed
        assert answer.ignored != []
    assert preferences(ana) == {}
    for word in ("tabs", "search", "reminder"):
        assert word not in str(ana.export())
    # The positive control: what stands beside it is looked at.
    ana.observe_user_message(text=text.replace("ok, next file", "ok, next file lol. I prefer short answers."))
    assert "lol" in habits(ana)
    assert len(preferences(ana)) == 1


@pytest.mark.parametrize(
    "text",
    [
        "> cheerio mate, see you\n> cheerio mate\n\nlol what should I answer?",
        "lol why does this fail?\n```\nprint('cheerio mate')\n```",
        "lol my brother always says 'cheerio mate'",
        "lol can you shorten this letter?\n---\nDear Sam,\ncheerio mate and thanks for all.\nYours, Alex\n---",
    ],
    ids=["quoted", "code", "brother", "letter"],
)
def test_o08_words_of_others_are_not_the_owners_but_the_sentence_around_them_counts(
    watchful: StyleMemory, text: str
) -> None:
    ana, ben = watchful.for_owner("ana"), watchful.for_owner("ben")
    promote(ana, text)
    assert "cheerio" not in str(ana.export())
    assert habits(ana)["lol"].status == "active"
    # The positive control: in the owner's own words it is found.
    promote(ben, "cheerio mate, lol")
    assert habits(ben)["cheerio mate"].status == "active"


def test_o11_only_text_is_read_and_nothing_else_breaks_or_stays(ana: OwnerMemory) -> None:
    picture = base64.b64encode(b"a made-up picture" * 20).decode()
    nothing = ana.observe_user_message(text="")
    assert (nothing.observed, nothing.learned, nothing.ignored) == (True, 0, ["nothing_to_learn"])
    link = f"https://pictures.example/{picture[:40]}.png"
    ana.observe_user_message(text=f"lol ![x](data:image/png;base64,{picture}) {link}")
    assert "lol" in habits(ana)
    shapes: list[Any] = [
        None,
        [],
        {},
        7,
        b"\xff",
        [{"type": "text", "text": "lol"}],
        {"role": "user", "content": "lol"},
    ]
    for shape in shapes:
        with pytest.raises(RequestInvalid, match="text"):
            ana.call("observe_user_message", {"text": shape})
    assert ana.get_style_memory_status().turns == 2
    assert picture[:16] not in str(ana.export())
    assert "pictures.example" not in str(ana.export())


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
    ana: OwnerMemory, memory: StyleMemory, same: tuple[str, str], different: tuple[str, str]
) -> None:
    ben = memory.for_owner("ben")
    for owner, texts in ((ana, same), (ben, different)):
        owner.distill_interaction_profile(
            preferences=[{"category": "response_structure", "text": text} for text in texts]
        )
    assert len(lines(ana)) == 1
    assert any(text in ana.get_style_brief() for text in same)
    assert all(text in ben.get_style_brief() for text in different)


@pytest.mark.parametrize(
    "texts",
    [("以后先说结论", "以后结论放前面"), ("これからは結論から話して", "これからは結論を先に言って")],
    ids=["chinese", "japanese"],
)
def test_o16_two_stated_wordings_of_one_wish_take_one_place_too(ana: OwnerMemory, texts: tuple[str, str]) -> None:
    for number, text in enumerate(texts):
        promote(ana, text, tag=f"{number}-")
    [line] = wishes(ana)
    assert "结论" in line or "結論" in line
