"""Punctuation as a habit: repeated marks, ellipses, tildes and dashes in prose."""

from __future__ import annotations

import regex

from style_memory.domain.kinds import HabitKind
from style_memory.domain.sightings import HabitSighting
from style_memory.pipeline.lazy_patterns import lazy_unicode_pattern
from style_memory.pipeline.signals.passage import Passage


def punctuation_sightings(passage: Passage) -> list[HabitSighting]:
    """Each kind of mark once, under its canonical spelling."""
    prose = passage.prose
    found: dict[str, tuple[int, int]] = {}
    for match in _MARKS.finditer(prose) if _TELL.search(prose) else ():
        name = match.lastgroup or ""
        if name not in _REFUSED or not _REFUSED[name].search(prose):
            found.setdefault(_NAMES[name], match.span())
    return [passage.sighting(HabitKind.PUNCTUATION, text, *span) for text, span in found.items()]


_NAMES = {
    "both": "?!",
    "bang": "!!",
    "query": "??",
    "ellipsis": "...",
    "glued": "...",
    "pair": "..",
    "spaced": ". . .",
    "chinese": "……",
    "circles": "。。。",
    "commas": ",,",
    "pauses": "、、、",
    "tilde": "~",
    "softener": "~",
    "dash": "—",
    "longdash": "——",
}
# What makes a mark part of code wherever it stands in the turn.
_REFUSED = {
    "glued": lazy_unicode_pattern(r"(?i)\bgit\b|\bdiff\b|\brange\b"),
    "ellipsis": lazy_unicode_pattern(r">>> "),
    "tilde": lazy_unicode_pattern(r"~~\w"),
}
_TELL = lazy_unicode_pattern(r"[!?！？.,、，。]{2}|[~～〜…—]|\. \.")
_SPOKEN = r"(?<=[\p{L}\p{M}\d\)）'\"’”`♥_%+\#\p{Emoji_Presentation}\uFE0F~～])"
_AFTER = r"(?![A-Za-z0-9_=\[(.<>/$])"
_MARKS = lazy_unicode_pattern(
    rf"""
    (?=[!?！？.…,，、。｡~～〜—])(?:
      (?P<both>(?:{_SPOKEN}|(?<=\p{{L}}[ ])|^)(?=[!！]*+[?？]++[!！]|[?？]*+[!！]++[?？])[!?！？]++{_AFTER})
    | (?P<bang>(?:{_SPOKEN}|(?<=\p{{L}}[ ])(?=!++(?:\s|$)))[!！]{{2,}}+{_AFTER})
    | (?P<query>(?:{_SPOKEN}|(?<=\p{{L}}[ ])(?=\?++[ ]*+(?:\n|$))|^(?=[?？]++\s*+$))[?？]{{2,}}+{_AFTER})
    | (?P<ellipsis>(?:(?<=[\p{{L}}\p{{M}}\d]{{2}}|[\)!?'\"’”]|\p{{L}}[ ]|\p{{Han}})|\A(?=\.++(?:\s|$)))
        (?:\.{{3,}}+|…++(?<!……))(?=[\s)!?'\"’”,~]|$|[^\x00-\x7f]))
    | (?P<glued>(?<=\p{{L}}{{2}})\.{{3,5}}+(?=\p{{L}}{{2}})|(?<=\p{{Latin}}{{2}})…(?=\p{{Latin}}))
    | (?P<pair>(?:(?<=\p{{L}}{{2}}|\p{{Han}})\.\.(?=\s|$)|(?<=\p{{L}}[ ])\.\.(?=[ ]*+(?:\n|$))))
    | (?P<spaced>(?<=\w|\w[ ])\.[ ]\.(?:[ ]\.)++(?=\s|$))
    | (?P<chinese>……++|(?<=\p{{Han}})…)
    | (?P<circles>[。｡]{{2,}}+)
    | (?P<commas>(?<=\p{{L}}{{2}}),{{2,}}+(?=\s|$))
    | (?P<pauses>、{{2,}}+|，{{2,}}+)
    | (?P<tilde>(?<=\p{{L}}{{2}}|[\p{{Han}}\p{{Hiragana}}\p{{Katakana}}\p{{Hangul}}!！ー？?。])(?<![./]\w*+)
        [~～〜](?=\s|$|[!！?？。，)）\p{{Emoji_Presentation}}]))
    | (?P<softener>(?<=[的呢吧啦哦啊呀嘛哈么吗嗨噢喔耶哒捏嗯谢])[~～〜](?=\p{{Han}}))
    | (?P<longdash>(?<=\p{{L}}|[」”])——(?=\p{{L}}|[「“]))
    | (?P<dash>(?<=\p{{L}}|\p{{L}}[ ]|[)\"”’])—(?=[ ]?[\p{{L}}\"“‘]))
    )
    """,
    regex.VERBOSE,
)
