from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from importlib.resources import files

from style_memory.pipeline.context.lexicon import found, read
from style_memory.pipeline.context.phrases import STEM_LENGTH, Entry, Phrases

TOPICS = {
    *("crisis", "medical", "legal", "financial", "security", "privacy", "user_upset"),
    *("technical", "debugging", "incident", "formal", "creative", "planning", "brainstorming", "task"),
    *("courtesy", "laughter", "manner"),
    *("casual", "smalltalk", "joking", "thanks", "cheer", "negator", "personal", "linking", "opener", "sense"),
}


def lexicon() -> dict[str, dict[str, dict[str, list[str]]]]:
    return tomllib.loads(files("style_memory.pipeline").joinpath("data/context_lexicon.toml").read_text("utf-8"))


def lists() -> Iterator[tuple[str, str, list[str]]]:
    for topic, languages in lexicon().items():
        for language, strengths in languages.items():
            for strength, entries in strengths.items():
                yield f"{topic}.{language}", strength, entries


def topics(message: str, *phrases: str) -> list[str]:
    """Return the phrases that were found, each entered under its own text as topic."""
    arranged = Phrases()
    for phrase in phrases:
        arranged.add(phrase, "en", Entry(topic=phrase, weight=1.0))
    return [entry.topic for entries, *_ in found(read(message), arranged) for entry in entries]


def test_every_topic_and_strength_is_a_known_one() -> None:
    assert set(lexicon()) == TOPICS
    assert {strength for _, strength, _ in lists()} == {"strong", "some", "hint"}


def test_entries_are_lower_case_and_their_signs_are_balanced() -> None:
    wrong = [entry for _, _, entries in lists() for entry in entries if entry != entry.lower() or not balanced(entry)]
    assert wrong == []


def balanced(entry: str) -> bool:
    return entry.count("{") == entry.count("}") and re.search(r"\{[^{}]*\{", entry) is None and entry == entry.strip()


def test_stems_are_long_enough_to_be_found() -> None:
    stems = [stem for _, _, entries in lists() for entry in entries for stem in re.findall(r"([^\s{}|^*]*)\*", entry)]
    assert [stem for stem in stems if len(stem) < STEM_LENGTH] == []


def test_no_entry_stands_twice_in_one_topic_and_language() -> None:
    seen: set[tuple[str, str]] = set()
    twice = []
    for section, _, entries in lists():
        for entry in entries:
            twice += [(section, entry)] if (section, entry) in seen else []
            seen.add((section, entry))
    assert twice == []


def test_the_longest_phrase_takes_its_words_from_shorter_ones() -> None:
    assert topics("a legal move in chess", "legal", "legal move*") == ["legal move*"]


def test_the_longer_stem_is_kept() -> None:
    assert topics("alcoholics", "alco*", "alcoholic*") == ["alcoholic*"]


def test_a_node_that_two_threads_open_is_whole_after_both() -> None:
    arranged = Phrases()
    arranged.add("take {care|heart}", "en", Entry(topic="wish", weight=1.0))
    for _ in range(2):
        arranged.anywhere.open()
        arranged.anywhere.following["take"].open()
    assert [match.length for match in found(read("take heart"), arranged)] == [2]


def test_words_are_matched_whole() -> None:
    assert topics("sickle billing", "sick", "bill") == []


def test_choices_stand_for_each_other() -> None:
    phrase = "{my|our} {big|} cat"
    assert [topics(said, phrase) for said in ("our cat", "my big cat", "his cat")] == [[phrase], [phrase], []]


def test_a_gap_spans_up_to_three_words_of_one_sentence() -> None:
    phrase = "kill ~ process"
    assert topics("kill process", phrase) == topics("kill that old slow process", phrase) == [phrase]
    assert topics("kill that old and slow process", phrase) == topics("kill it. the process", phrase) == []


def test_an_anchored_phrase_needs_the_beginning_of_a_sentence() -> None:
    assert topics("ok. write it", "^write") == ["^write"]
    assert topics("i write", "^write") == []


def test_an_opener_keeps_the_beginning_open() -> None:
    arranged = Phrases()
    arranged.add("please", "en", Entry(topic="opener", weight=1.0))
    arranged.add("^write", "en", Entry(topic="task", weight=1.0))
    matches = found(read("please write"), arranged)
    assert [entry.topic for entries, *_ in matches for entry in entries] == ["opener", "task"]


def test_chinese_and_signs_match_inside_a_run() -> None:
    assert topics("今天好開心😂", "開心", "😂") == ["開心", "😂"]


def test_a_phrase_that_yields_lets_others_begin_inside_it_but_none_that_yield() -> None:
    arranged = Phrases()
    arranged.add("i want to", "en", Entry(topic="weak", weight=1.0, yields=True))
    arranged.add("want", "en", Entry(topic="weaker", weight=1.0, yields=True))
    arranged.add("want to die", "en", Entry(topic="strong", weight=1.0))
    matches = found(read("i want to die"), arranged)
    assert [entry.topic for entries, *_ in matches for entry in entries] == ["weak", "strong"]
    matches = found(read("i want to"), arranged)
    assert [entry.topic for entries, *_ in matches for entry in entries] == ["weak"]


def test_a_match_says_how_long_it_is() -> None:
    arranged = Phrases()
    for phrase in ("take care", "哈哈"):
        arranged.add(phrase, "en", Entry(topic=phrase, weight=1.0))
    assert [match.length for match in found(read("take care 哈哈"), arranged)] == [2, 1]


def test_an_apostrophe_that_makes_another_word_is_kept() -> None:
    assert topics("he od'd", "od'd") == ["od'd"]
    assert topics("how odd", "od'd") == []


def test_full_width_letters_are_read_like_ordinary_ones() -> None:
    assert topics("ＬＯＬ", "lol") == ["lol"]
