"""Weighs what a message says about its kind of moment, before anybody decides."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from style_memory.pipeline.context.lexicon import found, read
from style_memory.pipeline.context.phrases import Entry, Phrases, lexicon_phrases
from style_memory.pipeline.data_files import read_data
from style_memory.pipeline.lazy_patterns import lazy_pattern

# As much as one telling phrase gives, and half of it.
STRONG, SOME = 1.0, 0.5


@dataclass(frozen=True, kw_only=True, slots=True)
class Scores:
    """The evidence in a message."""

    #: Evidence per topic of the lexicon; 1.0 is as much as one telling phrase gives.
    topics: Mapping[str, float]
    #: How long the message is, in words; scripts without spaces count two characters as a word.
    length: float
    #: The message's words and sentence ends, in order; scripts without spaces are not among them.
    words: Sequence[str] = ()
    #: Whether something is told with laughter that nothing shows to be light.
    told_with_laughter: bool = False
    #: Whether it reads like a document: long, impersonal and without a question.
    like_a_document: bool = False

    def of(self, topic: str) -> float:
        """Return the evidence for `topic`."""
        return self.topics.get(topic, 0.0)

    def total(self, topics: Iterable[str]) -> float:
        """Return the evidence for all of `topics` together."""
        amount = self.topics.get
        return sum([amount(topic, 0.0) for topic in topics])


def scores(message: str) -> Scores:
    """Weigh the phrases and shapes of `message` by topic."""
    reading = read(message)
    sums: dict[str, float] = {}
    hints: dict[str, float] = {}
    # Entries live as long as the lexicon, so that their identity stands for the phrase.
    seen: set[int] = set()
    matches = found(reading, _phrases())
    for entries, before, _ in matches:
        if id(entries) not in seen:
            seen.add(id(entries))
            _weigh(entries, before, sums, hints)
    _weigh_shapes(reading.text, sums)
    length = len(reading.words) + sum(map(len, reading.runs)) / 2
    told = False
    if ("laughter" in sums or "manner" in sums or "manner" in hints) and not _light_itself(sums):
        accompanying = sum(match.length for match in matches if match.entries[0].topic in _ACCOMPANYING)
        told = _drop_unbacked(sums, hints, length - accompanying)
    for topic, amount in hints.items():
        _add(sums, topic, min(amount, _MOST_FROM_HINTS))
    return Scores(
        topics=sums,
        length=length,
        words=reading.words,
        told_with_laughter=told,
        like_a_document=_reads_like_a_document(reading.words, sums),
    )


def words_of(topic: str) -> frozenset[str]:
    """Return the words of a topic that are looked up as they are."""
    return frozenset(word for rows in read_data(_LEXICON)[topic].values() for word in rows["strong"])


_LEXICON = "context_lexicon.toml"
_WEIGHTS = {"strong": STRONG, "some": SOME, "hint": 0.25}
_MOST_FROM_HINTS = 0.5
# Tables of words that are looked up as they are.
_WORDS_ONLY = frozenset({"negator", "personal", "linking"})
# Topics whose phrases never keep a serious one from being seen.
_YIELDING = frozenset(
    {"casual", "courtesy", "laughter", "manner", "smalltalk", "joking", "thanks", "cheer", "task", "opener"}
)
# What is light of itself, as against ways of speaking, which accompany anything.
_LIGHT_ITSELF = frozenset({"casual", "courtesy", "smalltalk", "joking", "thanks", "cheer"})
_ACCOMPANYING = frozenset({"laughter", "manner"})
# How many words may stand beside laughter for it to speak alone.
_LITTLE = 2

# What a document has: so many words, of so many letters on average, and hardly anything that asks for a deed.
_DOCUMENT_LENGTH, _LONG_WORDS, _MOST_OF_A_TASK = 20, 4.6, 1.5
# A quick look whether any of the shapes below can be there at all.
_ANY_SIGN = lazy_pattern(r"[$€£¥`{}\\/_^=<:;]|\(\)|--|\.\w|\b[a-z]\(")
_AMOUNT = lazy_pattern(r"[$€£¥]\s?\d|\d\s?[$€£]")
_EMOTICON = lazy_pattern(r"(?:^|\s)(?:[:;=]'?-?[)dp3]|<3|\^_*\^|:-?\()(?!\w)")
_FORMULA = lazy_pattern(r"\\[a-z]{2,}|\$[^$\n]{1,80}[\^_\\=][^$\n]{0,80}\$|\b[a-z]\([a-z]\)\s?=")
_CODE = lazy_pattern(
    r"```|`[^`\n]{1,80}`"  # marked as code
    r"|[a-z_]\w{0,40}\(\)|[a-z]\w{0,40}_\w|[{};]\s{0,8}\n"  # calls, names, ends of statements
    r"|(?:^|\s)(?:/[\w.-]{1,40}){2,}|--[a-z]{2,}"  # paths and flags
    r"|\.(?:py|js|ts|sh|conf|log|txt|json|deb|exe|cpp|tar|gz)\b"
)


def _weigh(entries: tuple[Entry, ...], before: Sequence[str], sums: dict[str, float], hints: dict[str, float]) -> None:
    for entry in entries:
        topic, weight = entry.topic, entry.weight
        if topic == "cheer" and before and not _negators().isdisjoint(before):
            topic, weight = "user_upset", weight / 2
        amounts = sums if weight >= SOME else hints
        amounts[topic] = amounts.get(topic, 0.0) + weight


def _light_itself(sums: Mapping[str, float]) -> bool:
    # No topic of a phrase or a sign has less than `SOME`.
    return not _LIGHT_ITSELF.isdisjoint(sums)


def _drop_unbacked(sums: dict[str, float], hints: dict[str, float], beside: float) -> bool:
    """Drop laughter and the like where something is told that nothing shows to be light; say whether laughter was."""
    told_with_laughter = "laughter" in sums and beside > _LITTLE
    if told_with_laughter:
        del sums["laughter"]
        # Everyday words show nothing either: people also laugh about what hurts.
        hints.pop("casual", None)
    if told_with_laughter or sums.get("manner", 0.0) + min(hints.get("manner", 0.0), _MOST_FROM_HINTS) < STRONG:
        sums.pop("manner", None)
        hints.pop("manner", None)
    return told_with_laughter


def _reads_like_a_document(words: Sequence[str], sums: Mapping[str, float]) -> bool:
    if len(words) < _DOCUMENT_LENGTH or sums.get("task", 0.0) > _MOST_OF_A_TASK or not _personal().isdisjoint(words):
        return False
    letters = [len(word) for word in words if word[0].isalpha()]
    return len(letters) >= _DOCUMENT_LENGTH and sum(letters) >= _LONG_WORDS * len(letters)


def _weigh_shapes(text: str, sums: dict[str, float]) -> None:
    if _ANY_SIGN.search(text) is None:
        return
    if _AMOUNT.search(text):
        _add(sums, "financial", SOME)
    emoticon = _EMOTICON.search(text)
    if emoticon:
        _add(sums, "user_upset" if emoticon.group().endswith("(") else "laughter", STRONG)
    if _CODE.search(text) or _FORMULA.search(text):
        _add(sums, "technical", STRONG)


def _add(sums: dict[str, float], topic: str, amount: float) -> None:
    sums[topic] = sums.get(topic, 0.0) + amount


@cache
def _phrases() -> Phrases:
    tables = {topic: rows for topic, rows in read_data(_LEXICON).items() if topic not in _WORDS_ONLY}
    return lexicon_phrases(tables, _WEIGHTS, _YIELDING)


@cache
def _negators() -> frozenset[str]:
    return words_of("negator")


@cache
def _personal() -> frozenset[str]:
    return words_of("personal") | {"?"}
