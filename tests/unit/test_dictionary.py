from __future__ import annotations

import ast
import json
import sysconfig
from collections import Counter
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from style_memory.domain.errors import DictionaryInvalid
from style_memory.domain.kinds import HabitKind, Source
from style_memory.domain.settings import MAX_HABIT_LENGTH
from style_memory.pipeline.context.vocabulary import known_labels
from style_memory.pipeline.signals.dictionary import Dictionary, _Node, _units
from style_memory.pipeline.signals.dictionary_files import Entry, built_in, fold, from_json, from_toml

BUILT_IN = built_in()
DICTIONARY = Dictionary(BUILT_IN)


def entry(text: str, **fields: Any) -> Entry:
    return Entry.model_validate({"text": text, "kind": "catchphrase", **fields})


def found(text: str, *entries: Entry) -> list[str]:
    dictionary = Dictionary(entries) if entries else DICTIONARY
    return [sighting.text for sighting in dictionary.sightings(text)]


def written(folder: Path, content: object) -> Path:
    path = folder / "own.json"
    path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    return path


# Matching


def test_words_count_only_as_whole_words() -> None:
    assert found("a lollipop", entry("lol")) == []
    assert found("lol, a lollipop", entry("lol")) == ["lol"]


def test_text_counts_inside_a_run_of_characters() -> None:
    assert found("这个绝绝子啊", entry("绝绝子")) == ["绝绝子"]


def test_capitals_curly_apostrophes_and_stretched_letters_are_the_same_habit() -> None:
    habits = entry("lol"), entry("y'all")
    assert found("LOL", *habits) == ["lol"]
    assert found("lolllll", *habits) == ["lol"]
    assert found("hey y’all", *habits) == ["y'all"]


def test_a_variant_is_seen_as_the_habit_itself() -> None:
    assert found("plz help", entry("pls", variants=["plz"])) == ["pls"]


def test_the_longest_habit_at_a_place_wins() -> None:
    assert found("fr fr that works", entry("fr"), entry("fr fr")) == ["fr fr"]


def test_a_habit_is_seen_once_in_a_turn_and_in_the_order_of_first_places() -> None:
    assert found("omg lol omg lol", entry("lol"), entry("omg")) == ["omg", "lol"]


def test_a_sighting_carries_what_the_entry_says() -> None:
    habit = entry("lol", kind="tone", locale="en", weight=0.5, use_when=["casual_chat"], avoid_when=["formal_writing"])
    (sighting,) = Dictionary([habit]).sightings("that is fun lol, see you tomorrow")
    assert (sighting.kind, sighting.locale, sighting.weight) == (HabitKind.TONE, "en", 0.5)
    assert (sighting.use_when, sighting.avoid_when) == (("casual_chat",), ("formal_writing",))
    assert sighting.source is Source.DICTIONARY
    assert sighting.example is not None
    assert "lol" in sighting.example


def test_a_habit_in_quotes_is_only_mentioned() -> None:
    assert found('stop writing "lol" please', entry("lol")) == []


@pytest.mark.parametrize("text", ["lol_count = 3", "cd /srv/lol/", "lol.py", "--lol", "<lol>", "obj.lol", "lol(1)"])
def test_identifiers_paths_and_flags_are_no_habits(text: str) -> None:
    assert found(text, entry("lol")) == []


# Sense rules


@pytest.mark.parametrize(
    ("rules", "heard", "silent"),
    [
        ({"not_before": ["on", "#"]}, "no cap this is good", "no cap on it"),
        ({"not_before": ["#"]}, "no cap dude", "no cap 5"),
        ({"not_after": ["is"]}, "honestly no cap", "there is no cap"),
        ({"only_before": [","]}, "no cap, it works", "no cap it works"),
        ({"only_after": ["so"]}, "so no cap", "too no cap"),
        ({"not_inside": ["no cap table"]}, "no cap for me", "the no cap table here"),
        ({"whole_message": True}, "No cap!", "no cap at all"),
        ({"at_start": True}, "well, no cap it works", "this no cap works"),
        ({"at_end": True}, "it works no cap lol", "a no cap policy"),
        ({"lowercase_only": True}, "it works no cap", "it works NO CAP"),
    ],
)
def test_a_sense_rule_tells_the_habit_from_ordinary_words(rules: dict[str, Any], heard: str, silent: str) -> None:
    assert found(heard, entry("no cap", **rules)) == ["no cap"]
    assert found(silent, entry("no cap", **rules)) == []


# Cost


class _Counted(dict[str, "_Node"]):
    """Children of a trie node that count how often one is asked for."""

    def __init__(self, children: dict[str, _Node], visits: Counter[str]) -> None:
        super().__init__(children)
        self._visits = visits

    def get(self, unit: str, default: Any = None, /) -> Any:
        self._visits["nodes"] += 1
        return super().get(unit, default)


def _count_visits(node: _Node, visits: Counter[str]) -> None:
    for child in node.after.values():
        _count_visits(child, visits)
    node.after = _Counted(node.after, visits)


def _visits(entries: list[Entry], turns: list[str]) -> int:
    dictionary = Dictionary(entries)
    visits: Counter[str] = Counter()
    _count_visits(dictionary._words, visits)
    _count_visits(dictionary._characters, visits)
    for turn in turns:
        dictionary.sightings(turn)
    return visits["nodes"]


def test_ten_times_the_entries_visit_at_most_three_tenths_more_places_per_turn() -> None:
    turns = [
        "could you look at the failing test again? to be honest i think it's the fixture, not the code lol",
        "ok so i mean, it works on my machine but the pipeline is red and i have no idea why it would be",
        "no worries, ship it and we see what happens at the end of the day",
        "这个接口又挂了，你帮我看看是不是超时设置的问题，真的绝了",
    ]
    # Words of the entries in new orders, so that many of the new ones begin like ordinary English.
    words = [unit for known in BUILT_IN if known.by_word for unit in _units(known, known.text)]
    chance = Random(5)
    recombined = (" ".join(chance.choices(words, k=3))[:40].strip() for _ in range(12 * len(BUILT_IN)))
    more = [entry(text) for text in {*recombined}]
    assert len(Dictionary([*BUILT_IN, *more]).entries) >= 9.9 * len(DICTIONARY.entries)
    before = _visits(BUILT_IN, turns)
    assert before >= sum(len(turn.split()) for turn in turns)
    assert before < _visits([*BUILT_IN, *more], turns) <= 1.3 * before


@given(st.text(max_size=300))
def test_any_text_gives_known_habits_with_short_examples(text: str) -> None:
    sightings = DICTIONARY.sightings(text, example_limit=20)
    assert {sighting.text for sighting in sightings} <= {known.text for known in DICTIONARY.entries}
    assert all(len(regex.findall(r"\X", sighting.example or "")) <= 20 for sighting in sightings)


# Files of one's own


PEER_FORM = {
    "habits": [
        {
            "kind": "catchphrase",
            "text": "make it so",
            "locale": "en",
            "confidenceDelta": 0.28,
            "useWhen": ["casual_chat"],
            "avoidWhen": ["formal_writing"],
            "match": "word",
        }
    ]
}


def test_the_peers_format_is_read_as_it_stands(tmp_path: Path) -> None:
    (habit,) = from_json(written(tmp_path, PEER_FORM))
    assert (habit.text, habit.proof, habit.use_when, habit.by_word) == ("make it so", 2.0, ("casual_chat",), True)


def test_a_bare_array_is_read_too(tmp_path: Path) -> None:
    assert from_json(written(tmp_path, PEER_FORM["habits"])) == from_json(written(tmp_path, PEER_FORM))


def test_own_entries_add_to_the_built_in_ones(tmp_path: Path) -> None:
    texts = [s.text for s in Dictionary.load(written(tmp_path, PEER_FORM)).sightings("make it so lol")]
    assert texts == ["make it so", "lol"]


def test_an_own_entry_replaces_the_built_in_one_of_the_same_text(tmp_path: Path) -> None:
    path = written(tmp_path, [{"kind": "tone", "text": "LOL", "weight": 2.5}])
    (sighting,) = Dictionary.load(path).sightings("lol")
    assert (sighting.kind, sighting.weight) == (HabitKind.TONE, 2.5)


@pytest.mark.parametrize(
    ("content", "names"),
    [
        ("{", "not valid JSON"),
        ("[" * 100_000, "not valid JSON"),
        ({"words": []}, "habits"),
        ([{"text": "x"}], "'kind'"),
        ([{"kind": "catchphrase"}], "'text'"),
        ([{"kind": "catchphrase", "text": "  "}], "'text'"),
        ([{"kind": "catchphrase", "text": "x" * 41}], "40"),
        ([{"kind": "catchphrase", "text": "a\u202eb"}], "'text'"),
        ([{"kind": "catchphrase", "text": "<name>"}], "placeholder"),
        ([{"kind": "slogan", "text": "x"}], "'kind'"),
        ([{"kind": "catchphrase", "text": "x", "colour": "red"}], "'colour'"),
        ([{"kind": "catchphrase", "text": "x", "confidenceDelta": 7}], "confidenceDelta"),
        ([{"kind": "catchphrase", "text": "x", "confidenceDelta": 0.1, "weight": 1}], "one of them"),
        ([{"kind": "catchphrase", "text": "x", "useWhen": ["!!"]}], "useWhen"),
        ([{"kind": "catchphrase", "text": "x"}, "y"], "entry 2"),
    ],
)
def test_a_bad_file_is_refused_with_one_clear_sentence(tmp_path: Path, content: object, names: str) -> None:
    path = written(tmp_path, content)
    with pytest.raises(DictionaryInvalid) as refusal:
        from_json(path)
    said = str(refusal.value)
    assert path.name in said
    assert names in said
    assert said.endswith(".")
    assert "\n" not in said
    assert len(said) < 240


@pytest.mark.parametrize("make", [lambda folder: folder / "none.json", lambda folder: folder])
def test_a_file_that_cannot_be_read_is_named(tmp_path: Path, make: Any) -> None:
    with pytest.raises(DictionaryInvalid, match=r"can't be read .* check the path\.$"):
        from_json(make(tmp_path))


def test_an_enormous_file_is_refused_unread(tmp_path: Path) -> None:
    with pytest.raises(DictionaryInvalid, match="4 MiB"):
        from_json(written(tmp_path, " " * (4 * 1024 * 1024 + 1)))


@pytest.mark.parametrize(
    ("document", "names"),
    [("locale = ", "not valid TOML"), ("group = 3", "[[group]]"), ("[[group]]\nhabits = [{ texts = 'x' }]", "entry 1")],
)
def test_a_bad_built_in_file_is_named_too(document: str, names: str) -> None:
    with pytest.raises(DictionaryInvalid) as refusal:
        from_toml(document, "xx.toml")
    assert "xx.toml" in str(refusal.value)
    assert names in str(refusal.value)


def test_groups_override_the_defaults_of_their_file_and_entries_those_of_their_group() -> None:
    document = """
        locale = "en"
        kind = "tone"
        [[group]]
        kind = "catchphrase"
        habits = ["plain", { text = "own", locale = "en-GB" }]
    """
    plain, own = from_toml(document, "xx.toml")
    assert (plain.text, plain.kind, plain.locale) == ("plain", HabitKind.CATCHPHRASE, "en")
    assert (own.kind, own.locale) == (HabitKind.CATCHPHRASE, "en-GB")


# The built-in entries


def _neighbours(words: tuple[str, ...]) -> list[str]:
    return [word for word in words if word != "#"] or ["3" if words else ""]


def _sentences(habit: Entry, form: str) -> list[str]:
    """The spelling alone, with the neighbours that it must have."""
    gap = " " if habit.by_word else ""
    edges = product(_neighbours(habit.only_after), _neighbours(habit.only_before))
    return [f"{before}{gap}{form}{gap}{after}".strip() for before, after in edges]


@pytest.mark.parametrize("habit", BUILT_IN, ids=lambda habit: f"{habit.locale}:{habit.text}")
def test_every_spelling_of_every_entry_is_found_in_a_sentence_of_itself(habit: Entry) -> None:
    for form in habit.forms:
        assert any(habit.text in found(sentence) for sentence in _sentences(habit, form)), form


def test_no_spelling_belongs_to_two_entries() -> None:
    spellings = Counter((one.by_word, *_units(one, form)) for one in BUILT_IN for form in {*map(fold, one.forms)})
    assert [spelling for spelling, times in spellings.items() if times > 1] == []


def test_every_entry_has_a_locale_a_sane_length_and_labels_of_the_vocabulary() -> None:
    labels = set(known_labels())
    for one in BUILT_IN:
        assert one.locale, one.text
        assert one.avoid_when, one.text
        assert all(len(regex.findall(r"\X", form)) <= MAX_HABIT_LENGTH for form in one.forms)
        assert {*one.use_when, *one.avoid_when} <= labels, one.text


def test_no_entry_may_be_used_where_it_must_be_avoided() -> None:
    assert [one.text for one in BUILT_IN if {*one.use_when} & {*one.avoid_when}] == []


@pytest.mark.parametrize(
    ("text", "habit"),
    [
        ("lol that works", "lol"),
        ("LOL", "lol"),
        ("thanks y'all", "y'all"),
        ("omg it compiles", "omg"),
        ("btw the tests are green", "btw"),
        ("it’s giving main character energy", "it's giving"),
        ("ngl that is neat", "ngl"),
        ("tbh i would drop it", "tbh"),
        ("idk why", "idk"),
        ("ok ship it", "ship it"),
        ("no worries at all", "no worries"),
        ("honestly so mid", "mid"),
        ("this looks kinda sus", "sus"),
        ("Bet, I'll do it tonight", "bet"),
        ("that was hilarious fr", "fr"),
        ("fr fr that was hilarious", "fr fr"),
        ("no cap, this one is better", "no cap"),
        ("imo we keep it", "imo"),
        ("cheers mate", "cheers"),
        ("that's great, ta", "ta"),
        ("i'm fixin' to rewrite it", "fixin' to"),
        ("this arvo works for me", "arvo"),
        ("ok lah", "lah"),
        ("like that can or not?", "can or not"),
        ("vale, lo hacemos así", "vale"),
        ("que onda, ya jala?", "qué onda"),
        ("blz, pode mandar", "blz"),
        ("du coup on garde la v2", "du coup"),
        ("Moin, der Build ist rot", "moin"),
        ("boh, proviamo", "boh"),
    ],
)
def test_a_habit_is_heard(text: str, habit: str) -> None:
    assert habit in found(text)


@pytest.mark.parametrize(
    "text",
    [
        "I bet the database is on the mid tier",
        "that ate 3 GB of memory",
        "the deadline is no joke",
        "set the locale to fr",
        "int mid = lo + (hi - lo) / 2;",
        "no cap on the number of retries",
        "there is no cap",
        "IMO is the International Maritime Organization",
        "SUS operating system",
        "memory",
        "a remote demo",
        "it's giving me an error",
        "ship it to my home address, please",
        "import numpy as np",
        "nvm use 18",
        "train yolo on our images",
        "pass props to the child component",
        "a distribution is said to be fair when all outcomes are alike",
        "sus amigos no saben nada",
        "the heaps in this process",
        "my soul mate",
        "two mates in three moves",
        "the class grid is sm, md, lg",
        "a JSP page, a DSL and an STP loop",
        "fra oggi e domani",
        "wait for the bus, he sat in the van",
    ],
)
def test_ordinary_words_are_no_habits(text: str) -> None:
    assert found(text) == []


def _docstring_paragraphs(files: int) -> list[str]:
    folder = Path(sysconfig.get_paths()["stdlib"])
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*.py"))[:files]]
    texts = [ast.get_docstring(node) for tree in trees for node in ast.walk(tree) if isinstance(node, documented)]
    return [paragraph for text in texts if text for paragraph in text.split("\n\n") if paragraph.strip()]


def test_plain_technical_prose_teaches_next_to_nothing() -> None:
    paragraphs = _docstring_paragraphs(60)
    assert len(paragraphs) > 1000
    assert sum(bool(found(paragraph)) for paragraph in paragraphs) < 0.005 * len(paragraphs)
