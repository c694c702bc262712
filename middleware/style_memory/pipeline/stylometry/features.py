"""What is measured: the name of each rate, and what it is a share of. None tells what somebody writes about."""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

from style_memory.pipeline.data_files import read_data

#: What rates are shares of, or means over, by name; each is counted like a feature.
MESSAGES = "messages"
CHARACTERS = "characters"
#: Words of scripts with spaces, and messages that begin with one.
WORDS = "words"
WORDED = "messages with words"
#: Characters of scripts without spaces, kana among them, and messages that end with one but for marks.
UNSPACED = "unspaced characters"
KANA = "kana"
UNSPACED_ENDS = "unspaced endings"
#: Messages with, and sentences that begin with, a letter of a script that has capitals.
CASED = "cased messages"
CASED_STARTS = "cased sentences"
#: "I" and "i".
PRONOUNS = "pronouns"
#: Messages in which a character of a script without spaces occurs, and those of them in Japanese.
UNSPACED_MESSAGES = "messages in scripts without spaces"
JAPANESE = "messages in Japanese"

#: Lengths of messages in words, or half as many characters of a script without spaces: the longest of each class.
LENGTHS = (1, 2, 3, 4, 6, 8, 11, 16, 25, 40, 100_000)
#: Longer words count with words of so many letters.
LONGEST_WORD = 11


@dataclass(frozen=True, kw_only=True, slots=True)
class Feature:
    """One rate."""

    name: str
    per: str
    #: The languages of whose words it is one; it is told for those who write one of them.
    languages: frozenset[str] = frozenset()


@dataclass(kw_only=True)
class FeatureTable:
    """All features, arranged for counting. A feature's number is a hash of its name: their order means nothing."""

    features: dict[int, Feature] = field(default_factory=dict)
    words: dict[str, int] = field(default_factory=dict)
    #: What `parts_of` found for listed words so far; no other word is ever kept.
    parts: dict[str, Sequence[int]] = field(default_factory=dict)
    openers: dict[str, int] = field(default_factory=dict)
    suffixes: dict[str, int] = field(default_factory=dict)
    #: By their last character: suffixes, their numbers, and the letters of the shortest word that has one.
    suffixes_by_end: dict[str, list[tuple[str, int, int]]] = field(default_factory=dict)
    #: Strings of one to three characters.
    strings: dict[str, int] = field(default_factory=dict)
    #: With what the longest of them begin.
    pairs: frozenset[str] = frozenset()
    endings: dict[str, int] = field(default_factory=dict)
    marks: dict[str, int] = field(default_factory=dict)
    signs: frozenset[str] = frozenset()
    final_marks: dict[str, int] = field(default_factory=dict)
    lengths: tuple[int, ...] = ()
    #: By length; the first stands for none.
    word_lengths: tuple[int, ...] = ()
    #: What rules count, by name; the totals are among them.
    numbers: dict[str, int] = field(default_factory=dict)
    #: What rates are shares of, by name.
    totals: dict[str, int] = field(default_factory=dict)

    def parts_of(self, word: str) -> Sequence[int]:
        """The numbers of all that a word in lower case counts as: its length, its suffixes, itself if it is listed."""
        size = len(word)
        parts = [self.word_lengths[size if size < LONGEST_WORD else LONGEST_WORD]]
        suffixes = self.suffixes_by_end.get(word[-1])
        if suffixes is not None:
            for suffix, number, least in suffixes:
                if size >= least and word.endswith(suffix):
                    parts.append(number)
        if word in self.words:
            parts.append(self.words[word])
            self.parts[word] = parts
        return parts

    def add(self, name: str, per: str, languages: frozenset[str] = frozenset()) -> int:
        """Take a feature in; returns its number."""
        number = number_of(name)
        if self.features.setdefault(number, Feature(name=name, per=per, languages=languages)).name != name:
            raise ValueError(f"The features {self.features[number].name} and {name} have one number: rename one.")
        return number


@cache
def feature_table() -> FeatureTable:
    """The features of the data file, and those that rules count."""
    data, table = read_data("stylometry.toml"), FeatureTable()
    for word, languages in _with_languages(data["words"]).items():
        table.words[word] = table.add(f"word:{word}", WORDS, languages)
    for suffix, languages in _with_languages(data["suffixes"]).items():
        table.suffixes[suffix] = table.add(f"suffix:{suffix}", WORDS, languages)
    table.openers = {word: table.add(f"opener:{word}", WORDED) for word in data["openers"]["any"]}
    for string, languages in _with_languages(data["characters"]).items():
        table.strings[string] = table.add(f"string:{string}", UNSPACED, languages)
        if len(string) < _LONGEST_STRING:
            table.endings[string] = table.add(f"ending:{string}", UNSPACED_ENDS, languages)
    table.pairs = frozenset(string[:2] for string in table.strings if len(string) == _LONGEST_STRING)
    for mark in data["marks"]["any"]:
        table.marks[mark] = table.add(f"mark:{mark}", CHARACTERS)
        table.final_marks[mark] = table.add(f"end:{mark}", MESSAGES)
    table.signs = frozenset(table.marks)
    table.lengths = tuple(table.add(f"length:{longest}", MESSAGES) for longest in LENGTHS)
    table.word_lengths = (0, *(table.add(f"letters:{letters}", WORDS) for letters in range(1, LONGEST_WORD + 1)))
    for suffix, number in table.suffixes.items():
        least = len(suffix) if "'" in suffix else len(suffix) + 3
        table.suffixes_by_end.setdefault(suffix[-1], []).append((suffix, number, least))
    table.numbers = {name: table.add(name, per) for name, per in _BY_RULE.items()}
    table.totals = {name: number_of(name) for name in _TOTALS}
    if not table.features.keys().isdisjoint(table.totals.values()):
        raise ValueError("A total has the number of a feature: rename it.")
    table.numbers |= table.totals
    return table


def number_of(name: str) -> int:
    """The number of a feature or a sum of that name."""
    return zlib.crc32(name.encode())


def _with_languages(tables: Mapping[str, list[str]]) -> dict[str, frozenset[str]]:
    """Each string with all the languages under which it stands."""
    languages: dict[str, set[str]] = {}
    for language, strings in tables.items():
        for string in strings:
            languages.setdefault(string, set()).add(language)
    return {string: frozenset(under) for string, under in languages.items()}


_LONGEST_STRING = 3
_TOTALS = (
    MESSAGES, CHARACTERS, WORDS, WORDED, UNSPACED, KANA, UNSPACED_ENDS, CASED, CASED_STARTS, PRONOUNS,
    UNSPACED_MESSAGES, JAPANESE,
)  # fmt: skip
# What rules count, and what it is a share of.
_BY_RULE = {
    "log words": MESSAGES,
    "log words squared": MESSAGES,
    "log characters": MESSAGES,
    "sentences": MESSAGES,
    "line breaks": MESSAGES,
    "questions": MESSAGES,
    "exclamations": MESSAGES,
    "ends without mark": MESSAGES,
    "doubled final mark": MESSAGES,
    "repeated exclamation mark": MESSAGES,
    "repeated question mark": MESSAGES,
    "question and exclamation mark": MESSAGES,
    "two dots": MESSAGES,
    "three dots": MESSAGES,
    "more dots": MESSAGES,
    "space before mark": MESSAGES,
    "no space after mark": MESSAGES,
    "two spaces": MESSAGES,
    "stretched letter": MESSAGES,
    "emoticon with nose": MESSAGES,
    "emoticon without nose": MESSAGES,
    "emoticon of letters": MESSAGES,
    "emoji": MESSAGES,
    "messages with emoji": MESSAGES,
    "several lines": MESSAGES,
    "list": MESSAGES,
    "dash": MESSAGES,
    "laughter haha": MESSAGES,
    "laughter hehe": MESSAGES,
    "laughter kkk": MESSAGES,
    "laughter www": MESSAGES,
    "digits": CHARACTERS,
    "han": CHARACTERS,
    "letters": WORDS,
    "apostrophes": WORDS,
    "words in capitals": WORDS,
    "capitals within": WORDS,
    "all in lower case": CASED,
    "sentence begun with capital": CASED_STARTS,
    "pronoun in lower case": PRONOUNS,
    "unspaced to the end": UNSPACED_ENDS,
    "mixed scripts": UNSPACED_MESSAGES,
    "polite Japanese": JAPANESE,
}
