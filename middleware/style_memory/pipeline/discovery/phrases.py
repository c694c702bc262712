"""The phrases of a turn that could be somebody's own way of saying things: short, and of words that tell a style.

Names, numbers and topics are never among them, because only words of closed lists make up a phrase.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache

from style_memory.domain.items import straightened, unified
from style_memory.domain.kinds import HabitKind
from style_memory.pipeline.data_files import read_data
from style_memory.pipeline.lazy_patterns import lazy_pattern


@dataclass(frozen=True, slots=True)
class Phrase:
    """One place where a phrase stands in a turn."""

    #: Folded, as two places are compared; a mark that follows it without a space belongs to it.
    text: str
    #: Where it stands in the folded turn; in the written one, too, unless folding moved the characters.
    start: int
    end: int
    kind: HabitKind


def phrases(text: str) -> list[Phrase]:
    """The phrases of an admitted turn, each once, in the order of their first places."""
    folded = unified(text)
    found: dict[str, Phrase] = {}
    clauses: list[tuple[list[_Word], str]] = []
    words: list[_Word] = []
    # Chinese characters mean Japanese where there is kana beside them.
    japanese = not folded.isascii() and _KANA.search(folded) is not None
    names = _names(text, folded)
    for token in _TOKEN.finditer(folded):
        kind = token.lastgroup
        start, end = token.span()
        if kind == "word" and start not in names:
            if words and folded[words[-1][2] : start] != " ":
                clauses.append((words, ""))
                words = []
            words.append((token.group(), start, end))
            continue
        mark = token.group() if kind == "mark" else ""
        if words:
            clauses.append((words, mark if words[-1][2] == start else ""))
            words = []
        if kind == "unspaced":
            _read_unspaced(token.group(), start, _mark_behind(folded, end), found, japanese=japanese)
    if words:
        clauses.append((words, ""))
    languages = _languages(clauses)
    for clause, mark in clauses:
        _read_words(clause, mark, languages, found)
    return list(found.values())


def as_written(phrase: Phrase, text: str) -> str:
    """The phrase as the turn writes it, but for a capital that only begins a sentence.

    Where folding has moved the characters, it is the folded phrase.
    """
    written = straightened(text)[phrase.start : phrase.end]
    if unified(written) != phrase.text:
        return phrase.text
    first, rest = written[:1], written[1:]
    begins_alone = rest[:1] in (" ", "'", "")
    return written if begins_alone or rest != rest.lower() else first.lower() + rest


def plain(text: str) -> str:
    """A phrase without the mark at its end."""
    return text.rstrip(_MARKS)


def parts(text: str) -> Iterator[str]:
    """What lies within a phrase, and the phrase itself, each without the mark at its end: rows of words, or strings."""
    bare = plain(text)
    units, joint = (bare.split(" "), " ") if not _UNSPACED_RUN.search(bare) else (list(bare), "")
    for first in range(len(units)):
        for end in range(first + 1, len(units) + 1):
            yield joint.join(units[first:end])


# Words, strings and parts of an ending in one phrase at most.
_MOST_WORDS = 3
_MOST_STRINGS = 3
_MOST_ENDINGS = 4
# A particle is this short and follows something; anything else is called a phrase.
_LONGEST_PARTICLE, _LEAST_BEFORE_PARTICLE = 2, 2

# How far before a word the end of a sentence is looked for.
_NEAR = 8

_UNSPACED = "\u3040-\u309f\u30a0-\u30ff\u3400-\u9fff々〆"
# Letters with the signs that are put on them, as the vowels of Hindi and Arabic are.
_LETTERS = (
    rf"(?:[^\W\d_{_UNSPACED}]"
    "[\u0300-\u036f\u0610-\u061a\u064b-\u065f\u0670\u0900-\u0903\u093a-\u094f\u0951-\u0957\u0962\u0963]*)+"
)
# Placeholders, addresses, code and numbers come first, so that no word inside them is read; they are looked for where a
# word begins only, which keeps the time linear.
_TOKEN = lazy_pattern(
    r"(?P<other><[\w ]{1,30}>|[@#/\\]\w[\w./-]*|(?<!\w)(?:\w+[_@/\\]\S+|\w*\d\w*))"
    rf"|(?P<unspaced>[{_UNSPACED}]+)"
    rf"|(?P<word>'?{_LETTERS}(?:['’-]{_LETTERS})*)"
    r"|(?P<mark>\.{2,}|…+|[!?！？]{1,4}|[,、，~～〜。])"
    r"|(?P<sign>\S)"
)
_MARK_BEHIND = lazy_pattern(r"\.{2,}|…+|[!?！？]{1,4}|[,、，~～〜。]|\s*\Z|\s*\n|[^\w\s]")
_MARKS = ".…!?！？,、，~～〜。"
_UNSPACED_RUN = lazy_pattern(f"[{_UNSPACED}]")
_KANA = lazy_pattern("[\u3040-\u309f]")
_CAPITALISED = lazy_pattern(r"(?<![\w'’])[^\W\d_](?=[^\W\d_])[^\W\d_'’]*")
_SENTENCE_BEFORE = lazy_pattern(r"(?:\A|[.!?…:;\n\"“”(«»¿¡>*-])[\s'‘’]*\Z")

#: A word with where it begins and ends.
_Word = tuple[str, int, int]


@dataclass(kw_only=True)
class _Lists:
    """The lists of the data files, arranged for reading."""

    #: Words of spaced scripts, with one bit for each language in which they may be part of a phrase.
    words: dict[str, int] = field(default_factory=dict)
    #: The languages in which they may stand alone.
    alone: dict[str, int] = field(default_factory=dict)
    #: Strings by their first character, the longest first: of Chinese, and of Japanese, which has kana beside them.
    strings: dict[str, list[str]] = field(default_factory=dict)
    strings_beside_kana: dict[str, list[str]] = field(default_factory=dict)
    openers: dict[str, list[str]] = field(default_factory=dict)
    #: Parts of clause endings by their last character, the longest first.
    endings: dict[str, list[str]] = field(default_factory=dict)


@cache
def _lists() -> _Lists:
    data = read_data("discovery.toml")
    content = {word for words in data["content"].values() for word in words}
    joining = read_data("stylometry.toml")["words"]
    lists = _Lists()
    for bit, language in enumerate(sorted({*joining, *data["words"]})):
        for word in map(unified, data["words"].get(language, ())):
            lists.alone[word] = lists.alone.get(word, 0) | 1 << bit
            lists.words[word] = lists.words.get(word, 0) | 1 << bit
        for word in joining.get(language, ()):
            if word not in content:
                lists.words[word] = lists.words.get(word, 0) | 1 << bit
    chinese = {string for language in ("zh", "yue") for string in data["strings"][language]}
    _arrange(lists.strings, chinese, 0)
    _arrange(lists.strings_beside_kana, data["strings"]["ja"], 0)
    _arrange(lists.openers, data["openers"]["ja"], 0)
    _arrange(lists.endings, data["endings"]["ja"], -1)
    return lists


def _arrange(found: dict[str, list[str]], strings: Iterable[str], place: int) -> None:
    for string in sorted(strings, key=lambda string: (-len(string), string)):
        found.setdefault(string[place], []).append(string)


def _names(text: str, folded: str) -> frozenset[int]:
    """Where words begin that have a capital within a sentence, so that they may be names."""
    if text == folded or len(text) != len(folded):
        return frozenset()
    return frozenset(
        match.start()
        for match in _CAPITALISED.finditer(text)
        if match.group()[0].isupper()
        and match.group()[1:].islower()
        and _SENTENCE_BEFORE.search(text, max(0, match.start() - _NEAR), match.start()) is None
    )


def _languages(clauses: Sequence[tuple[list[_Word], str]]) -> int:
    """The languages to which the most words of a turn belong."""
    words = _lists().words
    counts: dict[int, int] = {}
    for clause, _ in clauses:
        for word, _, _ in clause:
            mask = words.get(word, 0)
            while mask:
                bit = mask & -mask
                counts[bit] = counts.get(bit, 0) + 1
                mask ^= bit
    most = max(counts.values(), default=0)
    return sum(bit for bit, count in counts.items() if count == most)


def _read_words(words: Sequence[_Word], mark: str, languages: int, found: dict[str, Phrase]) -> None:
    """Take up the phrases of a clause of spaced words that ends in `mark`: each of one of the turn's languages."""
    lists = _lists()
    last = len(words)
    for first in range(last):
        shared, own = languages, 0
        for end in range(first + 1, min(first + _MOST_WORDS, last) + 1):
            word = words[end - 1][0]
            shared &= lists.words.get(word, 0)
            if not shared:
                break
            own |= lists.alone.get(word, 0)
            # Words that only join others tell something where a clause begins or ends with them.
            if not own & shared and (end - first == 1 or (first and end < last)):
                continue
            text = words[first][0] if end - first == 1 else " ".join([word for word, _, _ in words[first:end]])
            kind = HabitKind.IDIOLECT if end - first == 1 else HabitKind.CATCHPHRASE
            start, stop = words[first][1], words[end - 1][2]
            if text not in found:
                found[text] = Phrase(text, start, stop, kind)
            if mark and end == last and text + mark not in found:
                found[text + mark] = Phrase(text + mark, start, stop + len(mark), kind)


def _read_unspaced(run: str, offset: int, mark: str | None, found: dict[str, Phrase], *, japanese: bool) -> None:
    """Take up the phrases of a run without spaces; `mark` is None where the clause goes on behind it."""
    for start, end in _string_phrases(run, japanese=japanese):
        behind = mark if end == len(run) else None
        _take_unspaced(run, start, end, offset, behind, found)
    if japanese and mark is not None:
        for start in _endings(run):
            _take_unspaced(run, start, len(run), offset, mark, found)


def _take_unspaced(run: str, start: int, end: int, offset: int, mark: str | None, found: dict[str, Phrase]) -> None:
    text = run[start:end]
    ends_clause = end == len(run) and mark is not None
    is_particle = ends_clause and start >= _LEAST_BEFORE_PARTICLE and end - start <= _LONGEST_PARTICLE
    kind = HabitKind.SENTENCE_FINAL_PARTICLE if is_particle else HabitKind.CATCHPHRASE
    if text not in found:
        found[text] = Phrase(text, offset + start, offset + end, kind)
    if mark and text + mark not in found:
        found[text + mark] = Phrase(text + mark, offset + start, offset + end + len(mark), kind)


def _string_phrases(run: str, *, japanese: bool) -> Iterator[tuple[int, int]]:
    """Places of one to three listed strings in a row."""
    lists = _lists()
    listed = lists.strings_beside_kana if japanese else lists.strings
    places: list[tuple[int, int]] = []
    start = 0
    while start < len(run):
        match = next((string for string in listed.get(run[start], ()) if run.startswith(string, start)), None)
        if match is None and japanese and not start:
            match = next((string for string in lists.openers.get(run[0], ()) if run.startswith(string)), None)
        if match is None:
            start += 1
            continue
        places.append((start, start + len(match)))
        start += len(match)
    for first, (begin, end) in enumerate(places):
        yield begin, end
        for following, end_of in places[first + 1 : first + _MOST_STRINGS]:
            if following != end:
                break
            end = end_of
            yield begin, end


def _endings(run: str) -> Iterator[int]:
    """Where the ends of a clause begin that are made of one to four listed parts."""
    lists, end = _lists(), len(run)
    for _ in range(_MOST_ENDINGS):
        if not end:
            return
        part = next((each for each in lists.endings.get(run[end - 1], ()) if run.endswith(each, 0, end)), None)
        if part is None:
            return
        end -= len(part)
        yield end


def _mark_behind(folded: str, end: int) -> str | None:
    """The mark behind a run, empty where the clause ends without one, None where it goes on."""
    match = _MARK_BEHIND.match(folded, end)
    if match is None:
        return None
    mark = match.group()
    return mark if mark[:1] in _MARKS else ""
