"""Phrases that no dictionary knows, from the first time they are said to the brief."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from style_memory import OwnerMemory, StyleMemory
from tests.people import DAY, Clock, habits

TURNS_PER_SESSION = 20
# Of words that are in none of the lists, so that only the marker recurs.
TOPICS = {
    "en": "router firmware invoice garden ticket holiday bicycle recipe museum sensor cable harbour teacher lamp",
    "zh": "数据库 路由器 发票 花园 车票 假期 自行车 菜谱 博物馆 传感器 电缆 港口 老师 窗户 台灯",
    "yue": "數據庫 路由器 發票 花園 車飛 假期 單車 菜譜 博物館 感應器 電纜 碼頭 老師 窗戶 枱燈",
    "ja": "倉庫へ 経路へ 請求書へ 庭園へ 切符へ 休暇へ 自転車へ 料理へ 博物館へ 電線へ 港町へ 教師へ 窓辺へ 照明へ",
}


def turns(language: str, say: Callable[[str, int], str], number: int = 60) -> Iterator[str]:
    """Made-up turns about this and that, each as `say` puts its topic."""
    chance = random.Random(7)
    for turn in range(number):
        words = chance.sample(TOPICS[language].split(), 3)
        yield say((" " if language == "en" else "").join(words), turn)


def observe(owner: OwnerMemory, texts: Iterator[str], *, tag: str = "") -> None:
    for number, text in enumerate(texts):
        owner.observe_user_message(text=text, session_id=f"{tag}{number // TURNS_PER_SESSION}")


def active(owner: OwnerMemory) -> set[str]:
    return {text for text, habit in habits(owner).items() if habit.status == "active"}


def now_and_then(marker: str, every: int = 4) -> Callable[[str, int], str]:
    return lambda topic, turn: marker.format(topic) if turn % every == 0 else topic


@pytest.mark.parametrize(
    ("language", "marker", "phrase"),
    [
        ("en", "{}, i reckon", "reckon"),
        ("en", "ooh, {}", "ooh,"),
        ("en", "{} whatnot", "whatnot"),
        ("zh", "老实说{}", "老实说"),
        ("zh", "{}罢了", "罢了"),
        ("yue", "話時話，{}", "話時話"),
        ("yue", "{}啩", "啩"),
        ("ja", "{}かもですね", "かもですね"),
        ("ja", "正直、{}", "正直"),
    ],
)
def test_a_phrase_that_recurs_is_discovered(ana: OwnerMemory, language: str, marker: str, phrase: str) -> None:
    observe(ana, turns(language, now_and_then(marker)))
    assert phrase in active(ana)
    assert phrase in ana.get_style_brief(context="casual_chat")
    assert phrase not in ana.get_style_brief(context="medical")


def test_nothing_is_written_in_clear_before_it_recurred_in_three_sessions(
    open_memory: Callable[..., StyleMemory], database_file: Path
) -> None:
    memory = open_memory()
    owner = memory.for_owner("ana")
    observe(owner, turns("en", now_and_then("{} whatnot"), 40))
    assert b"whatnot" not in everything(database_file)
    observe(owner, turns("en", now_and_then("{} whatnot"), 40), tag="more")
    assert b"whatnot" in everything(database_file)


def everything(database_file: Path) -> bytes:
    """All that the database's files hold."""
    return b"".join(file.read_bytes() for file in database_file.parent.glob(f"{database_file.name}*"))


@pytest.mark.parametrize(
    ("language", "marker"),
    [
        ("en", "{} Peter Novak"),
        ("en", "kubernetes cluster: {}"),
        ("en", "{} <name>, @user"),
        ("en", "4711 {}"),
        ("zh", "{}张伟"),
        ("zh", "上海，{}"),
        ("yue", "{}陳大文"),
        ("ja", "{}田中"),
    ],
)
def test_names_topics_numbers_and_placeholders_are_never_discovered(
    ana: OwnerMemory, language: str, marker: str
) -> None:
    observe(ana, turns(language, now_and_then(marker, every=2)))
    assert habits(ana) == {}


def test_what_people_generally_say_as_often_is_no_habit(
    ana: OwnerMemory, open_memory: Callable[..., StyleMemory]
) -> None:
    bob = open_memory().for_owner("bob")
    observe(ana, turns("yue", now_and_then("{}啊", every=6)))
    observe(bob, turns("yue", now_and_then("{}啊", every=1)))
    assert "啊" not in active(ana)
    assert "啊" in active(bob)


def test_a_habit_that_became_ordinary_is_a_candidate_again(ana: OwnerMemory) -> None:
    observe(ana, turns("yue", now_and_then("{}啊", every=1), 60))
    assert "啊" in active(ana)
    observe(ana, turns("yue", now_and_then("{}啊", every=20), 500), tag="later")
    assert habits(ana)["啊"].status == "candidate"


def test_a_new_habit_of_somebody_long_known_is_found_and_an_old_one_given_up(ana: OwnerMemory) -> None:
    observe(ana, turns("en", now_and_then("ooh, {}"), 400))
    assert "ooh," in active(ana)
    observe(ana, turns("en", now_and_then("{} whatnot"), 700), tag="later")
    assert "whatnot" in active(ana)
    assert "ooh," not in active(ana)


def test_what_is_forgotten_is_not_discovered_again(ana: OwnerMemory, clock: Clock) -> None:
    observe(ana, turns("en", now_and_then("{} whatnot")))
    assert ana.forget_style_habit(id_or_text="whatnot").removed == 1
    clock.pass_(400 * DAY)
    observe(ana, turns("en", now_and_then("{} whatnot")), tag="later")
    assert "whatnot" not in habits(ana)


@pytest.mark.parametrize(
    ("language", "marker", "forgotten", "around"),
    [
        ("en", "lol, {}", "lol", {"lol,", "lol"}),
        ("en", "ooh, {}", "ooh,", {"ooh,", "ooh"}),
        ("en", "ooh, {}", "ooh", {"ooh,", "ooh"}),
        ("en", "well whatnot, {}", "whatnot", {"whatnot", "well whatnot", "well whatnot,", "whatnot,"}),
        ("ja", "{}かもですね。", "かもですね", {"かもですね", "かもですね。"}),
    ],
)
def test_forgetting_covers_every_phrase_that_holds_what_is_forgotten(
    ana: OwnerMemory, language: str, marker: str, forgotten: str, around: set[str]
) -> None:
    observe(ana, turns(language, now_and_then(marker)))
    assert ana.forget_style_habit(id_or_text=forgotten).removed >= 1
    assert not habits(ana).keys() & around
    observe(ana, turns(language, now_and_then(marker), 80), tag="later")
    assert not habits(ana).keys() & around


def test_what_is_spoken_against_is_told_in_no_form(ana: OwnerMemory) -> None:
    observe(ana, turns("en", now_and_then("ooh, {}")))
    assert "ooh" in ana.get_style_brief(context="casual_chat")
    ana.observe_user_message(text="stop saying ooh", session_id="enough")
    observe(ana, turns("en", lambda topic, _: topic, 30), tag="later")
    assert "ooh" not in ana.get_style_brief(context="casual_chat")


@pytest.mark.parametrize("marker", ["lol, {}", "{} thanks lol"])
def test_what_the_dictionary_knows_is_not_discovered_again_with_a_mark_or_a_neighbour(
    ana: OwnerMemory, marker: str
) -> None:
    observe(ana, turns("en", now_and_then(marker)))
    assert not [text for text in habits(ana) if text not in {"lol", "thanks"} and "lol" in text]


def test_a_habit_that_is_seen_and_settled_in_one_turn_is_answered_once(ana: OwnerMemory) -> None:
    answers = [
        ana.observe_user_message(text=text, session_id=f"{number // TURNS_PER_SESSION}", verbose=True)
        for number, text in enumerate(turns("en", lambda topic, turn: f"{topic} whatnot" if turn % 7 == 4 else topic))
    ]
    for answer in answers:
        ids = [item.id for item in answer.items or []]
        assert len(set(ids)) == len(ids) == answer.learned + answer.updated
    assert "whatnot" in active(ana)


def test_a_discovered_phrase_stays_out_of_moments_that_most_of_the_dictionary_stays_out_of(ana: OwnerMemory) -> None:
    observe(ana, turns("en", now_and_then("ooh, {}")))
    for context in ("formal_writing", "serious_debugging", "incident_response", "user_upset", "legal"):
        assert "ooh" not in ana.get_style_brief(context=context)


def test_a_pinned_phrase_stays(ana: OwnerMemory) -> None:
    observe(ana, turns("en", now_and_then("ooh, {}")))
    ana.pin_style_habit(id_or_text="ooh,")
    observe(ana, turns("en", lambda topic, _: topic, 500), tag="later")
    assert "ooh," in active(ana)


def test_a_discovered_phrase_says_so_and_has_an_example(ana: OwnerMemory) -> None:
    observe(ana, turns("en", now_and_then("well ooh, {}")))
    habit = habits(ana)["ooh,"]
    assert (habit.source, habit.session_count) == ("discovered", 3)
    assert habit.seen_count == 12  # of fifteen: noted every fourth time from the ninth on
    assert habit.example
    assert "ooh" in habit.example
    [entry] = [entry for entry in ana.review_style_habits(limit=50).habits if entry.text == "ooh,"]
    assert "discovered because you repeat it" in entry.reason


def test_learning_that_is_paused_counts_nothing(ana: OwnerMemory) -> None:
    ana.set_learning_enabled(enabled=False)
    observe(ana, turns("en", now_and_then("{} whatnot")))
    ana.set_learning_enabled(enabled=True)
    observe(ana, turns("en", now_and_then("{} whatnot"), 12), tag="later")
    assert habits(ana) == {}


def test_two_owners_sketches_have_nothing_in_common(
    open_memory: Callable[..., StyleMemory],
) -> None:
    memory = open_memory()
    ana, bob = memory.for_owner("ana"), memory.for_owner("bob")
    observe(ana, turns("en", now_and_then("{} whatnot")))
    observe(bob, turns("en", lambda topic, _: topic))
    assert "whatnot" in active(ana)
    assert habits(bob) == {}


@pytest.mark.parametrize("named", [None, "crisis"])
def test_words_of_serious_moments_are_never_discovered(ana: OwnerMemory, named: str | None) -> None:
    for number, topic in enumerate(turns("en", lambda topic, _: topic, 80)):
        serious = number % 4 == 0
        answer = ana.observe_user_message(
            text="honestly i just want to die" if serious else topic,
            context=named if serious else None,
            session_id=f"{number // TURNS_PER_SESSION}",
        )
        assert "forgotten" not in answer.ignored
    assert not [text for text in habits(ana) if "want" in text or "die" in text]


def test_where_folding_moves_characters_no_other_text_is_taken_for_the_phrase(ana: OwnerMemory) -> None:
    marker = "{} ok… … … … … … ™ kind of like Laura Palmer is sick, " + "ｶﾞ" * 13
    observe(ana, turns("en", now_and_then(marker, every=3)))
    assert not [text for text in habits(ana) if set("LPp") & set(text) or "me" in text]


@pytest.mark.parametrize("marker", ["is Ben coming to {}", "{} and then Mira called", "we asked Dale about {}"])
def test_a_word_with_a_capital_within_a_sentence_is_taken_for_a_name(ana: OwnerMemory, marker: str) -> None:
    observe(ana, turns("en", now_and_then(marker, every=2)))
    assert not [text for text in habits(ana) if {"ben", "mira", "dale"} & set(text.lower().split())]


def test_a_phrase_belongs_to_one_language(ana: OwnerMemory) -> None:
    observe(ana, turns("en", now_and_then("i say mira about {}", every=2)))
    assert not [text for text in habits(ana) if "mira" in text]


def test_a_candidate_that_is_spoken_against_does_not_become_active(ana: OwnerMemory) -> None:
    observe(ana, turns("en", lambda topic, turn: f"{topic} whatnot" if turn % 3 == 0 else topic, 45))
    ana.observe_user_message(text="stop saying whatnot", session_id="enough")
    observe(ana, turns("en", lambda topic, _: topic, 20), tag="later")
    assert "whatnot" not in active(ana)
