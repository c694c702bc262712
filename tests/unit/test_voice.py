from __future__ import annotations

import json
import sqlite3
import tomllib
from importlib.resources import files
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from style_memory import OwnerMemory, StyleMemory
from style_memory.pipeline.context import context_named, known_labels
from style_memory.pipeline.stylometry import REGISTERS, Stylometry, counted, register_of, sides
from style_memory.pipeline.stylometry.judging import group_of
from style_memory.pipeline.stylometry.profile import FEWEST_TURNS
from style_memory.pipeline.voice import JUDGED_EVERY, WHOLE, Voice, is_current, is_due, voice_of

ORDINARY = (
    "Could you look at the second file and tell me what is wrong with it?",
    "I think that the test fails since we changed the parser",
    "it works now, and I like it a lot!",
    "Let's try the other one and see what it does then.",
    "so what do you think we should do about the tests",
)
LOWER = "ok so i think we do it now and then look at the rest"


class Owner:
    """Somebody whose voice is judged as turns come in."""

    def __init__(self) -> None:
        self.voice, self.stylometry = Voice.empty(), Stylometry()

    def say(self, *texts: str, times: int = 1, register: str | None = None) -> Owner:
        for text in texts * times:
            counts = counted(text)
            if counts:
                self.stylometry.add(counts, register)
                if is_due(self.stylometry):
                    self.voice = self.voice.judged(self.stylometry, [register] if register else [])
        return self

    def told(self, register: str | None = None) -> str:
        return " ".join(self.voice.lines(register))


def test_an_empty_voice_says_and_measures_nothing() -> None:
    assert Voice.empty().lines() == []
    assert Voice.empty().measures(Stylometry()) == []


def test_an_ordinary_voice_has_nothing_to_say() -> None:
    assert Owner().say(*ORDINARY, times=40).voice.lines() == []


def test_nothing_is_said_before_enough_turns() -> None:
    assert Owner().say("wow 😂", times=FEWEST_TURNS - 1).voice.lines() == []
    assert "emoji" in Owner().say("wow 😂", times=FEWEST_TURNS).told()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (LOWER, "usually writes all in lower case"),
        ("So i think it is fine. Then i go home. But i am late", "usually writes i in lower case"),
        ("then ask Bob about it. so we see. that is it.", "begins sentences in lower case"),
        ("do it, then do that, and this, and so on, for all", "uses many commas"),
        ("Wow! That is it", "often uses exclamation marks"),
        ("Wow!! That is it", "often doubles exclamation or question marks"),
        ("well... I think so", "often trails off with dots"),
        ("I think so — or not", "often uses dashes"),
        ("I think so 😂 ok", "often uses emoji"),
        ("I think so :) ok", "often uses emoticons"),
        ("That is sooo good", "stretches letters"),
        ("haha I think so", "often laughs out loud"),
        ("lol I think so", "laughs by an abbreviation"),
        ("Im sure you dont know it", "leaves the apostrophe out"),
        ("u think so, thx for it", "shortens words"),
        ("btw I think so too", "abbreviates phrases"),
        ("yeah I am gonna do it", "uses colloquial forms"),
        ("Please do it for me now", "often says please"),
        ("thanks for all of it", "often says thanks"),
        ("hello, can you do it", "often opens with a greeting"),
        ("maybe it is so, I guess", "hedges often"),
        ("that is really very good", "intensifies a lot"),
        ("I think so\nand so on", "several lines"),
        ("Do this:\n- one\n- two", "often writes in lists"),
        ("Ok.", "short messages (about 1 word)"),
        ("word " * 100, "long messages (about 100 words)"),
        ("我觉得可以吧", "softening particle"),
        ("我哋去食飯囉", "softening particle"),
        ("そうだと思うわ", "emphatic particle"),
        ("そうだと思う。俺も行く。", "plain Japanese"),
        ("我哋個 project 幾時 launch", "mixes in words of Latin script"),
        ("您觉得怎么样呢", "addresses people formally"),
        ("それはいいwww", "laughs in the Japanese way"),
        ("好的", "short messages (about 2 characters)"),
    ],
)
def test_a_habit_of_every_turn_is_told(text: str, said: str) -> None:
    told = Owner().say(text, times=160).voice.told[WHOLE]
    phrases = [line for each in told for line in Voice(group="", told={WHOLE: (each,)}).lines()]
    assert any(said.lower() in phrase.lower() for phrase in phrases), phrases


def test_at_most_six_sides_are_told_in_two_sentences() -> None:
    owner = Owner().say("ok so i do it now... 😂\nfix all of it!! lol thx :)", times=160)
    assert len(owner.voice.told[WHOLE]) > 6
    assert len(owner.voice.lines()) == 2
    assert all(line.count(";") <= 2 and line.endswith(".") for line in owner.voice.lines())


def test_without_play_nothing_playful_is_told() -> None:
    owner = Owner().say("omg 😂😂 nice!", times=60)
    assert "emoji" in owner.told()
    serious = " ".join(owner.voice.lines(playful=False)).lower()
    assert "emoji" not in serious
    assert "exclamation" not in serious
    assert "short messages" in serious


def test_what_goes_without_saying_is_not_told_beside() -> None:
    owner = Owner().say("ok so i do it now", times=160)
    assert {"+all_lower_case", "+lower_case_i"} <= set(owner.voice.told[WHOLE])
    assert "all in lower case" in owner.told()
    assert "writes i" not in owner.told()


def test_of_a_family_only_the_most_unusual_side_is_told() -> None:
    families = {name: side.family for name, side in sides().items() if side.family}
    for family in set(families.values()):
        told = tuple(f"+{name}" for name in sides() if families.get(name) == family and sides()[name].often)
        assert len(told) > 1, family
        for order in (told, told[::-1]):
            assert Voice(group="", told={WHOLE: order}).shown() == [order[0]], family


def test_a_side_begins_to_be_told_only_when_it_is_certain_and_stays_while_it_is_unusual() -> None:
    owner = Owner().say(*ORDINARY, times=10)
    seen = []
    for number in range(200):
        owner.say("I think so 😂 ok" if number % 4 == 0 else ORDINARY[number % 3], register=None)
        seen.append("emoji" in owner.told())
    assert seen[0] is False
    assert seen[-1] is True
    assert sum(one != other for one, other in pairwise(seen)) == 1


def test_a_change_of_habit_is_described_within_a_hundred_turns() -> None:
    owner = Owner().say(
        "wow that is sooo good!! i think we do it", "lol yes! we do", "so then we do it now!!", times=67
    )
    assert "+all_lower_case" in owner.voice.told[WHOLE]
    assert "abbreviation" in owner.told()
    assert "exclamation" in owner.told()
    owner.say("Please look at this for me. I would like to see the whole of it, then the rest of it.", times=100)
    assert not {"+all_lower_case", "+exclamation_marks", "+laughter_lol"} & set(owner.voice.told[WHOLE])
    assert "please" in owner.told()


def test_a_register_with_enough_turns_is_told_by_itself_and_others_as_the_whole() -> None:
    owner = Owner().say("haha nice 😂", times=60, register="casual")
    owner.say(*ORDINARY, times=30, register="work")
    assert "emoji" in owner.told("casual")
    assert "emoji" not in owner.told("work")
    assert owner.voice.register("work") == "work"
    assert owner.voice.register("formal") == WHOLE
    assert owner.voice.lines("formal") == owner.voice.lines()


def test_a_register_of_few_turns_has_no_voice_of_its_own() -> None:
    owner = Owner().say(*ORDINARY, times=20).say("haha nice 😂", times=24, register="casual")
    assert owner.voice.register("casual") == WHOLE


def test_moments_that_are_not_known_to_be_alike_belong_to_no_register() -> None:
    assert register_of(None) is None
    assert register_of(context_named("medical")) is None
    assert register_of(context_named("general")) is None
    assert register_of(context_named("joking")) == "casual"
    assert register_of(context_named("incident_response")) == "work"
    assert register_of(context_named("email")) == "formal"
    assert set(tomllib.loads(data("voice.toml"))["registers"]) == set(REGISTERS)
    labels = [label for each in tomllib.loads(data("voice.toml"))["registers"].values() for label in each]
    assert set(labels) <= set(known_labels())


def data(name: str) -> str:
    return files("style_memory.pipeline").joinpath("data", name).read_text("utf-8")


@pytest.mark.parametrize(
    ("text", "group"),
    [
        (ORDINARY[0], "en"),
        ("其实我觉得这个没有什么问题", "zh"),
        ("我哋唔係好清楚佢講乜嘢", "yue"),
        ("そうですね、私もそう思います。", "ja"),
        ("pero no sé qué es lo que tú quieres", "general"),
        ("", "general"),
    ],
)
def test_a_voice_is_compared_with_those_who_write_its_language(text: str, group: str) -> None:
    assert group_of(counted(text)) == group


# What somebody may write: any text, and what is told of.
TEXTS = st.lists(
    st.text(st.characters(codec="utf-8"), max_size=60)
    | st.sampled_from(
        [*ORDINARY, LOWER, "haha 😂!!", "xylophone zebra...", "我觉得可以吧", "そうです", "- a\n- b\n", "u"]
    ),
    max_size=60,
)
OWN_WORDS = frozenset(["xylophone", "zebra", "parser", "second"])
PHRASES = frozenset(phrase for side in sides().values() for phrase in (side.often, side.rarely) if phrase)


@settings(max_examples=60)
@given(TEXTS, st.sampled_from([None, *REGISTERS]))
def test_lines_are_made_of_known_phrases_only(texts: list[str], register: str | None) -> None:
    owner = Owner().say(*texts, times=3, register=register)
    for line in owner.voice.lines(register):
        for phrase in line.removesuffix(".").split("; "):
            known = phrase in PHRASES or phrase[0].lower() + phrase[1:] in PHRASES
            assert known or "messages (about " in phrase
        assert not OWN_WORDS & set(line.lower().split())


@settings(max_examples=60)
@given(TEXTS, st.sampled_from([None, *REGISTERS]))
def test_a_voice_comes_back_from_its_document(texts: list[str], register: str | None) -> None:
    voice = Owner().say(*texts, times=3, register=register).voice
    again = Voice.from_json(voice.to_json())
    assert again == voice
    assert again.to_json() == voice.to_json()


@pytest.mark.parametrize(
    "document",
    [
        "", "null", "[]", "{}", "not json", "[" * 100_000, '{"all": 7}', '{"all": [7, "", "x", "+", "-nothing"]}',
        '{"all": ["+emoji:1", "-emoji", "-words_per_message:x", "-words_per_message:99999999999"]}',
    ],
)  # fmt: skip
def test_a_damaged_document_tells_nothing(document: str) -> None:
    assert Voice.from_json(document).lines() == []


def test_what_the_first_version_counted_is_told_from_the_sums() -> None:
    owner = Owner().say("wow 😂", times=40)
    old = json.dumps([40, 3, ["emoji"], [1.0] * 17])
    assert voice_of(old, owner.stylometry.to_bytes()).lines() == owner.voice.lines()
    assert voice_of(old, b"").lines() == []
    assert voice_of("", owner.stylometry.to_bytes()).lines() == []


def test_only_a_document_of_the_present_form_is_current() -> None:
    assert is_current(Voice.empty().to_json())
    assert is_current(Owner().say("wow 😂", times=40).voice.to_json())
    assert not is_current("")
    assert not is_current(json.dumps([40, 3, ["emoji"], [1.0] * 17]))


def observe(owner: OwnerMemory, *texts: str, times: int = 1, context: str | None = None) -> None:
    for text in texts * times:
        owner.observe_user_message(text=text, session_id="s", context=context)


def test_the_revision_rises_with_what_is_told_and_not_otherwise(ana: OwnerMemory) -> None:
    def state() -> tuple[int, str]:
        answer = ana.get_style_brief_structured(context="casual_chat")
        return answer.revision, next((line for line in answer.brief.splitlines() if line.startswith("Voice")), "")

    seen = [state()]
    for number in range(160):
        observe(ana, "the report is on the desk" if number % 3 else "The report, and the desk.", context="medical")
        seen.append(state())
    changes = [(one, other) for one, other in pairwise(seen) if one != other]
    assert changes
    assert all(one[0] < other[0] and one[1] != other[1] for one, other in changes)
    assert len(changes) < 160 / JUDGED_EVERY / 2


def test_what_the_first_version_told_is_replaced_with_the_next_turn(tmp_path: Path) -> None:
    url, old = f"sqlite:///{tmp_path / 'style.db'}", json.dumps([20, 3, ["emoji"], [1.0] * 17])
    with StyleMemory.open(url) as memory:
        observe(memory.for_owner("ana"), "wow nice 😂", times=20)
    with sqlite3.connect(tmp_path / "style.db") as connection:
        connection.execute("UPDATE style_memory_owners SET voice = ?", [old])
    connection.close()
    with StyleMemory.open(url) as memory:
        ana = memory.for_owner("ana")
        before = ana.get_style_brief_structured(context="casual_chat")
        assert "Often uses emoji" in before.brief
        observe(ana, "I see.")
        after = ana.get_style_brief_structured(context="casual_chat")
        assert (before.brief == after.brief) == (before.revision == after.revision)
    with sqlite3.connect(tmp_path / "style.db") as connection:
        assert connection.execute("SELECT voice FROM style_memory_owners").fetchone()[0].startswith("{")
    connection.close()


def test_the_brief_of_a_moment_tells_the_voice_of_its_register(ana: OwnerMemory) -> None:
    observe(ana, "haha nice 😂", times=48, context="casual_chat")
    observe(ana, *ORDINARY, times=10, context="technical_chat")
    assert "emoji" in ana.get_style_brief(context="casual_chat")
    assert "emoji" in ana.get_style_brief(context="creative_writing")
    assert "emoji" not in ana.get_style_brief(context="technical_chat")


def test_moments_that_nobody_names_are_told_from_the_turns_themselves(ana: OwnerMemory) -> None:
    observe(ana, "haha lol you crack me up 😂 what are you up to this weekend?", times=8 * 40)
    assert ana.get_voice_profile(context="casual_chat").moments == "casual"
    assert ana.get_voice_profile(context="technical_chat").moments == WHOLE


def test_the_structured_brief_names_the_sides_that_are_told(ana: OwnerMemory) -> None:
    observe(ana, "omg nice 😂 do it", times=56)
    answer = ana.get_style_brief_structured(context="casual_chat")
    assert [measure.name for measure in answer.voice][:1] == ["emoji"]
    assert all(measure.turns == 56 for measure in answer.voice)
    serious = ana.get_style_brief_structured(context="medical")
    assert "emoji" not in [measure.name for measure in serious.voice]


def test_the_profile_of_a_context_is_that_of_its_register_once_there_is_enough(ana: OwnerMemory) -> None:
    observe(ana, "haha nice 😂", times=48, context="casual_chat")
    observe(ana, "Could you look at the second file?", times=20, context="technical_chat")
    casual = ana.get_voice_profile(context="joking")
    assert casual.moments == "casual"
    assert {rate.name: rate.value for rate in casual.voice}["emoji"] == 1
    assert ana.get_voice_profile(context="technical_chat").moments == WHOLE
    assert ana.get_voice_profile().moments == WHOLE
    assert ana.get_voice_profile(context="no such thing").moments == WHOLE
