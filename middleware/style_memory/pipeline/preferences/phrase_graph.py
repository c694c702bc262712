"""Finds the phrases of the data files in a text: one walk from word to word, however many phrases there are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from style_memory.pipeline.lazy_patterns import lazy_pattern
from style_memory.pipeline.preferences.phrases import folded, tokens


@dataclass(frozen=True, kw_only=True, slots=True)
class Topic:
    """What a phrase names: a pole of an axis, and how much wording around it is needed to make it a wish."""

    axis: str
    pole: str
    #: `wishes`, `asks`, `things`, `acts` or `vague`; see the data file.
    need: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Mark:
    """One phrase found in a clause; `start` and `end` count tokens."""

    start: int
    end: int
    #: Names of frames and guards that the phrase stands for.
    roles: frozenset[str]
    topics: tuple[Topic, ...]


class PhraseGraph:
    """All phrases as one deterministic graph of words; where several fit, the longest wins."""

    def __init__(self, patterns: Iterable[tuple[str, str | Topic]], intensifiers: frozenset[str]) -> None:
        self._root = _merged([_spelled(_parsed(text), _State(meanings=(sense,))) for text, sense in patterns], {})
        self._intensifiers = intensifiers

    def marks(self, words: list[str]) -> list[Mark]:
        """The longest phrase at each place, from left to right, without overlaps."""
        found: list[Mark] = []
        first, at, end = self._root.following, 0, len(words)
        while at < end:
            mark = self._longest(words, at) if words[at] in first else None
            if mark is None:
                at += 1
            else:
                found.append(mark)
                at = mark.end
        return found

    def _longest(self, words: list[str], start: int) -> Mark | None:
        node, end = self._furthest(words, start + 1, self._root.following[words[start]], _MOST_PASSED_OVER)
        return Mark(start=start, end=end, roles=node.roles, topics=node.topics) if end else None

    def _furthest(self, words: list[str], at: int, node: _Node, may_pass: int) -> tuple[_Node, int]:
        """The last node with a meaning on the way, and the token after it; 0 if there is none."""
        best, best_end = node, at if node.roles or node.topics else 0
        while at < len(words):
            word = words[at]
            at += 1
            if may_pass and word in self._intensifiers:
                other, other_end = self._furthest(words, at, node, may_pass - 1)
                if other_end > max(best_end, at):
                    best, best_end = other, other_end
            following = node.following.get(word)
            if following is None:
                break
            node = following
            if (node.roles or node.topics) and at > best_end:
                best, best_end = node, at
        return best, best_end


def with_macros(pattern: str, macros: Mapping[str, str]) -> str:
    """The pattern with its {macros} spelled out."""
    return _MACRO.sub(lambda match: macros[match[1]], pattern)


def telling_words(patterns: Iterable[str]) -> frozenset[str]:
    """Words of which every text that fits one of the patterns has at least one; rare ones where there is a choice."""
    parsed = [_parsed(pattern) for pattern in patterns]
    uses = Counter(word for sequence in parsed for word in set(_all_words(sequence)))
    chosen = (_telling(sequence, uses) for sequence in parsed)
    return frozenset(variant for choice in chosen for word in choice for variant in (word, word.replace("'", "")))


@dataclass(frozen=True, slots=True)
class _Group:
    options: tuple[_Sequence, ...]
    optional: bool


_Sequence = tuple["str | _Group", ...]

_MACRO = lazy_pattern(r"\{(\w+)\}")
_PIECE = lazy_pattern(r"[()|?]|[^()|?]+")
# "I really, really just hate": more intensifiers in one phrase are passed over no longer.
_MOST_PASSED_OVER = 3
# Short words of spaced scripts are in nearly every text.
_SHORT, _SHORT_PENALTY = 4, 50


class _State:
    """A place in one pattern, before the patterns are merged."""

    __slots__ = ("edges", "meanings")

    def __init__(
        self, edges: Mapping[str, tuple[_State, ...]] | None = None, meanings: tuple[str | Topic, ...] = ()
    ) -> None:
        self.edges = edges or {}
        self.meanings = meanings


class _Node:
    __slots__ = ("following", "roles", "topics")

    def __init__(self, meanings: set[str | Topic]) -> None:
        self.following: dict[str, _Node] = {}
        self.roles = frozenset(meaning for meaning in meanings if isinstance(meaning, str))
        topics = (meaning for meaning in meanings if isinstance(meaning, Topic))
        self.topics = tuple(sorted(topics, key=lambda topic: (topic.axis, topic.pole, topic.need)))


def _parsed(pattern: str) -> _Sequence:
    pieces = iter(_PIECE.findall(folded(pattern)))
    return _options(pieces)[0]


def _options(pieces: Iterator[str]) -> list[_Sequence]:
    """Reads up to the closing bracket."""
    options: list[list[str | _Group]] = [[]]
    for piece in pieces:
        if piece == "(":
            options[-1].append(_Group(tuple(_options(pieces)), optional=False))
        elif piece == ")":
            break
        elif piece == "|":
            options.append([])
        elif piece == "?":
            options[-1][-1] = _made_optional(options[-1][-1])
        else:
            options[-1].extend(tokens(piece))
    return [tuple(option) for option in options]


def _made_optional(item: str | _Group) -> _Group:
    return _Group(item.options if isinstance(item, _Group) else ((item,),), optional=True)


def _spelled(sequence: _Sequence, then: _State) -> _State:
    for item in reversed(sequence):
        if isinstance(item, str):
            # People drop apostrophes: both spellings lead on.
            then = _State(edges=dict.fromkeys((item, item.replace("'", "")), (then,)))
        else:
            ways = [_spelled(option, then) for option in item.options]
            then = _union([*ways, then] if item.optional else ways)
    return then


def _union(states: list[_State]) -> _State:
    edges: dict[str, tuple[_State, ...]] = {}
    for state in states:
        for word, targets in state.edges.items():
            edges[word] = edges.get(word, ()) + targets
    return _State(edges=edges, meanings=tuple(meaning for state in states for meaning in state.meanings))


def _merged(states: Iterable[_State], known: dict[frozenset[_State], _Node]) -> _Node:
    """The deterministic node for a set of places that were reached by the same words."""
    key = frozenset(states)
    if key not in known:
        known[key] = node = _Node({meaning for state in key for meaning in state.meanings})
        for word, targets in _union(list(key)).edges.items():
            node.following[word] = _merged(targets, known)
    return known[key]


def _all_words(sequence: _Sequence) -> Iterator[str]:
    for item in sequence:
        if isinstance(item, str):
            yield item
        else:
            for option in item.options:
                yield from _all_words(option)


def _telling(sequence: _Sequence, uses: Counter[str]) -> frozenset[str]:
    choices = [_telling_item(item, uses) for item in sequence]
    return min((choice for choice in choices if choice), key=lambda choice: _commonness(choice, uses), default=_NOTHING)


def _telling_item(item: str | _Group, uses: Counter[str]) -> frozenset[str]:
    if isinstance(item, str):
        return frozenset({item})
    if item.optional:
        return _NOTHING
    choices = [_telling(option, uses) for option in item.options]
    return frozenset().union(*choices) if all(choices) else _NOTHING


_NOTHING: frozenset[str] = frozenset()


def _commonness(choice: frozenset[str], uses: Counter[str]) -> int:
    return sum(uses[word] + (_SHORT_PENALTY if len(word) < _SHORT and word.isascii() else 0) for word in choice)
