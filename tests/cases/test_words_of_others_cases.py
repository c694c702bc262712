"""Cases O06 and O08: words that are not the owner's, in a memory whose dictionary would find them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from style_memory import Conversation, Message, OwnerMemory, Settings, StyleMemory
from tests.faces.every_face import AsOwner
from tests.people import habits, say_until_active


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    words = tmp_path / "words.json"
    entries = [{"text": text, "kind": "catchphrase"} for text in ("onward and upward", "cheerio mate")]
    words.write_text(json.dumps(entries))
    return Settings(dictionary_path=words)


# Through Python alone: only its pipelines hand over what the assistant said.
def test_o06_what_the_assistant_says_is_neither_learned_nor_refreshed(memory: StyleMemory, ana: OwnerMemory) -> None:
    for session in ("one", "two"):
        messages: list[Message] = []
        for turn in range(4):
            messages.append(Message(by_owner=True, text=f"please do step {turn}."))
            ana.observe_conversation(Conversation(messages=list(messages), session_id=session))
            messages.append(Message(by_owner=False, text="Done. onward and upward!"))
    assert ana.get_style_memory_status().turns == 8
    assert "onward" not in str(ana.export())
    # The positive control: the owner's own words are learned, and only they refresh.
    ben = memory.for_owner("ben")
    say_until_active(ben, "onward and upward, as they say")
    before = habits(ben)["onward and upward"]
    conversation = [
        Message(by_owner=True, text="please go on."),
        Message(by_owner=False, text="onward and upward!"),
        Message(by_owner=True, text="and the next one."),
    ]
    assert ben.observe_conversation(Conversation(messages=conversation, session_id="later"))
    assert habits(ben)["onward and upward"] == before
    assert before.status == "active"


@pytest.mark.parametrize(
    "text",
    [
        "> cheerio mate, see you\n> cheerio mate\n\nlol what should I answer?",
        "lol why does this fail?\n```\nprint('cheerio mate')\n```",
        "lol my brother always says 'cheerio mate'",
        "lol can you shorten this letter?\n---\nDear Sam,\ncheerio mate and thanks for all.\nYours, Alex\n---",
        "lol what is this\n\n---------- Forwarded message ---------\nFrom: Al\nSubject: hi\n\ncheerio mate",
        "lol who is that\n[10:32] Al: cheerio mate\n[10:33] Bo: ok",
        "lol translate this to French: cheerio mate, see you soon",
        "lol my boss texted me: cheerio mate",
        "lol so he was like oh cheerio mate, and I left",
    ],
    ids=["quoted", "code", "brother", "letter", "forwarded", "chat", "translation", "texted", "was-like"],
)
def test_o08_words_of_others_are_not_the_owners_but_the_sentence_around_them_counts(
    as_owner: AsOwner, memory: StyleMemory, text: str
) -> None:
    ana, ben = as_owner("ana"), as_owner("ben")
    for number, context in enumerate(("casual_chat", "technical_chat", "casual_chat")):
        ana.call("observe_user_message", text=text, context=context, session_id=f"{number}")
        # The positive control: in the owner's own words it is found.
        ben.call("observe_user_message", text="cheerio mate, lol", context=context, session_id=f"{number}")
    assert "cheerio" not in str(memory.for_owner("ana").export())
    assert ana.habits()["lol"]["status"] == "active"
    assert ben.habits()["cheerio mate"]["status"] == "active"
