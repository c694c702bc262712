"""Faces made of characters: western emoticons and bracketed kaomoji."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

import regex

from style_memory.domain.kinds import HabitKind
from style_memory.domain.sightings import HabitSighting
from style_memory.pipeline.data_files import read_data
from style_memory.pipeline.lazy_patterns import lazy_unicode_pattern
from style_memory.pipeline.signals.passage import Passage

#: More faces than this in one turn say nothing about any single one.
MOST_PER_TURN = 8


def emoticon_sightings(passage: Passage) -> list[HabitSighting]:
    """Each face once, longest reading first: the eyes of a kaomoji are no second face."""
    faces, prose = _faces(), passage.prose
    found: dict[str, tuple[int, int]] = {}
    for start, end in _kaomoji(faces, prose):
        found.setdefault(prose[start:end], (start, end))
        prose = prose[:start] + " " * (end - start) + prose[end:]
    if faces.tell.search(prose) or not faces.other_signs.isdisjoint(prose):
        for match in faces.simple.finditer(prose):
            if not _closes_bracket(prose, match.start(), match.end()):
                found.setdefault(_canonical(faces, match.group()), match.span())
    chosen = list(found.items())[:MOST_PER_TURN]
    return [passage.sighting(HabitKind.EMOJI, text, *span) for text, span in chosen]


@dataclass(frozen=True, kw_only=True, slots=True)
class _Faces:
    #: What an ASCII text with a simple face holds at least: two characters of one, or all where they are letters.
    tell: re.Pattern[str]
    #: Of these, every other simple face holds one.
    other_signs: frozenset[str]
    #: Of these, every kaomoji holds one.
    kaomoji_signs: frozenset[str]
    #: Every simple face.
    simple: re.Pattern[str]
    #: Each spelling and what it is learned as.
    names: dict[str, str]
    #: Brackets with nothing but face characters between them, or a bare face.
    kaomoji: regex.Pattern[str]
    #: An eye, a mouth and an eye.
    features: regex.Pattern[str]


# Faces of ASCII characters alone are narrow, because code and formulas use the same characters in brackets.
_ASCII_FACE = lazy_unicode_pattern(
    r"[*+]?(?:([\^T;@*o\-=O~.xu])_{1,3}\1|([\^\-])[.oOvw3]\2|>[.ow_]{1,3}<|[TQ][oOwA][TQ]|\^\^)[*+;]?"
)
_HEART = r"(?=<3)(?<!\S)<3+(?=\s*(?:$|[\n!~.,…<]|[^\x00-\x7f])|\s+(?:you|u|ya|and|so|it|this|from|to)\b)"
# Russian smiles have no eyes.
_EYELESS = r"(?<=[а-яёА-ЯЁ!?])\){2,}(?=[\s,.!?]|$)"
# What may stand right before and after a face. In code there would be an operator, a quote or a bracket.
_LOOSE_BEFORE = r"(?<![0-9_(\[{<=:;@#$%^&*+\-|/\\>)\]}\"'])"
_APART_BEFORE = r"(?:(?<![^\s.!?,~…])|(?<=[^\x00-\x7f]))(?<!\d\s)(?<!\b[a-hj-tv-z]\s)"
_MARK_AFTER = r"(?![A-Za-z0-9_/\\(\[{<=:;@#$%^&*+|>\"'`\-])"
_SURROUNDINGS = {
    "loose": (_LOOSE_BEFORE, _MARK_AFTER),
    "apart": (_APART_BEFORE, _MARK_AFTER),
    "words": (r"(?<![A-Za-z0-9_\\/.])", r"(?![A-Za-z0-9_])"),
    "symbols": (r"(?<!\u200D)", r"(?![\uFE0F\u200D])"),
}


@cache
def _faces() -> _Faces:
    data = read_data("emoticons.toml")
    homes = {face: home for home in _SURROUNDINGS for face in data[home]}
    names = {**{face: face for face in homes}, **data["same"], "<3": "<3", "))": ")))"}
    spelled: dict[str, list[str]] = {home: [] for home in _SURROUNDINGS}
    for face, name in names.items():
        if name in homes:
            spelled[homes[name]].append(face)
    starts = {face if face[:2].isalpha() else face[:2] for face in names if face.isascii()}
    return _Faces(
        tell=re.compile(rf"{_trie(starts)}|(?<=[а-яёА-ЯЁ!?])\)\)"),
        other_signs=frozenset(face[0] for face in names if not face.isascii()),
        kaomoji_signs=frozenset("(（ʕ") | {sign for sign in data["kaomoji"]["mouths"] if not sign.isascii()},
        simple=re.compile(
            "|".join([_HEART, _EYELESS, *(_any_of(spelled[home], *_SURROUNDINGS[home]) for home in spelled)])
        ),
        names=names,
        kaomoji=_bracketed(data["kaomoji"]),
        features=_features(data["kaomoji"]),
    )


def _any_of(faces: list[str], before: str, after: str) -> str:
    """The longest face that stands here; the first characters come first because they rule out most places."""
    firsts = _members(face[0] for face in faces)
    bodies = "|".join(_stretchable(face) for face in sorted(faces, key=len, reverse=True))
    return f"(?=[{firsts}]){before}(?:{bodies}){after}"


def _trie(starts: Iterable[str]) -> str:
    """The starts, grouped by their first character: a list of alternatives would be tried at every place."""
    rests: dict[str, list[str]] = {}
    for start in sorted(starts, key=len):
        rests.setdefault(start[0], []).append(start[1:])
    groups = (f"{re.escape(first)}(?:{'|'.join(map(re.escape, rest))})" for first, rest in rests.items())
    return f"(?=[{_members(rests)}])(?:{'|'.join(groups)})"


def _stretchable(face: str) -> str:
    """The face with its mouth drawn out; eyes at the end ("(:") are not."""
    return re.escape(face) + ("" if face[-1] in ":;" else re.escape(face[-1]) + "*+")


def _canonical(faces: _Faces, face: str) -> str:
    while face not in faces.names:
        face = face[:-1]
    return faces.names[face]


def _members(characters: Iterable[str]) -> str:
    return "".join(re.escape(character) for character in dict.fromkeys(characters))


def _bracketed(sets: dict[str, str]) -> regex.Pattern[str]:
    arms, eyes = _members(sets["arms"]), _members(sets["eyes"])
    inside = f"[{_members(''.join(sets.values()))}TQuxQA \\p{{Mn}}]"
    mouths = _members(character for character in sets["mouths"] if not character.isascii())
    tail = r"(?:\s?[︵彡⌒﹏]{1,3}\s?[┻┬─━ㅡ]{2,4}|[*:･ﾟ✧☆★｡]{2,8})?+"
    before = rf"(?:[{arms}]{{1,2}}|(?<![A-Za-z])[odm])?"
    after = rf"(?:[{arms}ゞ و♡♪]{{1,2}}(?<!\s)|[obdm](?![A-Za-z]))?+"
    return regex.compile(
        rf"{before}[(（ʕ](?P<inside>{inside}{{2,18}}+)[)）ʔ]{after}{tail}"
        rf"|(?<![\w(])(?P<bare>[{eyes}]{{1,2}}[{mouths}][{eyes}]{{1,2}})(?!\w)"
    )


def _features(sets: dict[str, str]) -> regex.Pattern[str]:
    eyes, mouths, between = _members(sets["eyes"]), _members(sets["mouths"]), r"\p{Mn}{0,3}\s?\p{Mn}{0,3}"
    return regex.compile(rf"[{eyes}]{between}[{mouths}]{{1,3}}{between}[{eyes}]")


def _kaomoji(faces: _Faces, prose: str) -> list[tuple[int, int]]:
    if faces.kaomoji_signs.isdisjoint(prose):
        return []
    return [match.span() for match in faces.kaomoji.finditer(prose) if _is_face(faces, match)]


def _is_face(faces: _Faces, match: regex.Match[str]) -> bool:
    inside = match["inside"] or match["bare"]
    if inside.isascii():
        return _ASCII_FACE.fullmatch(inside.strip()) is not None
    return faces.features.search(inside) is not None


def _closes_bracket(prose: str, start: int, end: int) -> bool:
    """Whether the mouth is the end of a bracket, as in "(see below:)"."""
    if prose[end - 1] not in ")）" or start == 0 or prose[start - 1].isspace():
        return False
    line = prose[prose.rfind("\n", 0, start) + 1 : start]
    return line.count("(") + line.count("（") > line.count(")") + line.count("）")
