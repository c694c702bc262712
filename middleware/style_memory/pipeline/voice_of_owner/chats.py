"""Conversations that were exported or copied from a chat program."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from style_memory.pipeline.lazy_patterns import lazy_pattern
from style_memory.pipeline.voice_of_owner.spans import Line, Span, lines_of, runs
from style_memory.pipeline.voice_of_owner.vocabulary import words

_TIMED = lazy_pattern(r"\d[:：.]\d\d")
_CLOCK = r"(?:上午|下午|晚上|早上|午前|午後)?\s?\d{1,2}[:：.]\d{2}(?:[:：]\d{2})?\s?(?:[AaPp]\.?[Mm]\.?)?(?:\sUhr)?"
_DAY = (
    r"(?:\d{1,4}[-/.年]\d{1,2}[-/.月]\d{1,4}日?|\d{1,2}[-/.月]\d{1,2}日?"
    r"|[A-Z][a-z]{2,8} \d{1,2}(?:, \d{4})?|\d{1,2}\.? [A-Z][a-z]{2,8}(?: \d{4})?"
    r"|Today|Yesterday|Heute|Gestern|Hoy|Ayer|今天|昨天|今日|昨日|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|星期.|周.)"
)
_WHO = r"(?:<[^<>\n]{1,40}>|\* |[^\s:：][^:：\n]{0,40}[:：])"
_STAMPED = lazy_pattern(
    rf"[\[(【](?:{_DAY},?\s?(?:at )?)?{_CLOCK}(?:,?\s{_DAY})?[\])】]\s?[-–—]?\s{{0,3}}{_WHO}"
    rf"|{_DAY},?\s?(?:at |um )?{_CLOCK}\s?[-–—]?\s{{0,3}}{_WHO}"
    rf"|{_CLOCK}\s?[-–—]?\s{{0,3}}(?:<[^<>\n]{{1,40}}>|[^\s:：\d][^\s:：]{{0,30}}[:：]\s)"
)
_NAMED_STAMP = lazy_pattern(
    rf"\S[^\n]{{0,40}}?(?:\s?[—–\-·•|,])?\s{{1,4}}[\[(]?(?:{_DAY}(?: at| um)?,?\s{{1,2}}{_CLOCK}|{_CLOCK})[\])]?\s*\Z"
)
_STAMPED_NAME = lazy_pattern(
    rf"(?:[\[(](?:{_DAY},?\s)?{_CLOCK}[\])]|{_DAY},?\s{_CLOCK})\s{{1,4}}(?![\d\s])[^\n.!?。！？:：,，]{{1,24}}\Z"
)
_TABBED = lazy_pattern(rf"{_CLOCK}\t[^\t\n]{{1,40}}\t\S")
_NICK = lazy_pattern(r"<[@+%~&]?([\w\[\]\\|^{}`-]{1,30})>\s\S")
_BRACKETED = lazy_pattern(r"\s{0,3}[\[【<(]([^\[\]【】<>()\n\d]{1,24})[\]】>)]\s?(?:[:：]\s?\S|\d{1,2}:\d{2}\s*\Z)")
_POSTED = lazy_pattern(r"@[\w.]{2,30}[:：] ?\S")
_CLOCK_ALONE = lazy_pattern(rf"\s*(?:{_DAY},?\s)?{_CLOCK}\s*\Z")
_SPEAKER = lazy_pattern(
    r"\s{0,3}[*_]{0,2}([^\W\d_][\w.\-' ]{0,24}?)[*_]{0,2}(?:\s?\([^()\n]{1,30}\))?\s?[:：][*_]{0,2}\s?\S"
)
_ROLE = lazy_pattern(r"\s{0,3}([A-Z][A-Z.' ]{1,24}?)(?:\s?\([^()\n]{1,30}\))?\s?[:：]\s?\S")
_BEFORE_COLON = lazy_pattern(r"[ \t\-*]{0,4}([^:：\n]{1,20}?)\s?[:：]")
_NAME_IN_CAPITALS = lazy_pattern(r"\s*[A-Z][A-Z.' ]{1,24}(?:\s?\([^()\n]{1,30}\))?\s*\Z")
_COLUMNS = lazy_pattern(rf"{_CLOCK}\s(\S{{1,16}})\s\S")
_NAME_ALONE = lazy_pattern(
    r"\s{0,3}[*_]{0,2}([^\W\d_][\w.\-' ]{0,24}?)[*_]{0,2}(?:\s?\([^()\n]{1,30}\))?\s?[:：][*_]{0,2}\s*\Z"
)


def chats(text: str) -> Iterator[Span]:
    """Find lines of an exported conversation: with times, with nicknames in angle brackets, with names and colons."""
    lines = lines_of(text)
    if _TIMED.search(text):
        yield from (Span(line.start, line.end, "third_party") for line in lines if _STAMPED.match(line.text))
        yield from _stamped_paragraphs(lines)
        columns = [(line, found[1]) for line in lines if (found := _COLUMNS.match(line.text))]
        if len(columns) > 2 and len({name for _, name in columns}) < len(columns):
            yield from (Span(line.start, line.end, "third_party") for line, _ in columns)
        if "\t" in text:
            yield from (Span(line.start, line.end, "third_party") for line in lines if _TABBED.match(line.text))
    if len(lines) == 1:
        return
    nicked = [line for line in lines if line.text.startswith("<") and _NICK.match(line.text)]
    if len(nicked) > 1:
        yield from (Span(line.start, line.end, "third_party") for line in nicked)
    if ":" in text or "：" in text:
        yield from _with_colons(lines)
    yield from _acted(lines)


def labelled(text: str) -> Iterator[Span]:
    """Find lines that begin with somebody who is not there, such as `my boss: …`."""
    if ":" not in text and "：" not in text:
        return
    for line in lines_of(text):
        name = _BEFORE_COLON.match(line.text)
        if name and name[1].lower() in words("retelling", "speakers") and line.text[name.end() :].strip():
            yield Span(line.start + name.end(), line.end, "third_party")


def _acted(lines: list[Line]) -> Iterator[Span]:
    """Names in capitals above what is said, each after a blank line; two or more people, one of them twice."""
    heads = [
        place
        for place, line in enumerate(lines[:-1])
        if (place == 0 or not lines[place - 1].text.strip())
        and _NAME_IN_CAPITALS.match(line.text)
        and lines[place + 1].text.strip()
    ]
    if 1 < len({lines[place].text.strip() for place in heads}) < len(heads):
        yield from _blocks(lines, heads)


def _with_colons(lines: list[Line]) -> Iterator[Span]:
    named = [place for place, line in enumerate(lines) if _BRACKETED.match(line.text)]
    if len(named) > 1:
        yield from _blocks(lines, named)
    for run in runs(lines, lambda line: bool(_SPEAKER.match(line)), 2, over_blanks=True):
        if _are_speakers(run):
            yield Span(run[0].start, run[-1].end, "third_party")
    yield from _scripts(lines)
    yield from _names_above(lines)
    for above, line in pairwise(lines):
        if not above.text.strip() and _POSTED.match(line.text):
            yield Span(line.start, line.end, "third_party")


def _are_speakers(run: list[Line]) -> bool:
    """Somebody speaks twice, or all are named in capitals. Some words are no names."""
    names = [found[1].strip().lower() for line in run if (found := _SPEAKER.match(line.text))]
    if any(not words("speech", "field_labels").isdisjoint(name.split()) or name.count(" ") > 1 for name in names):
        return False
    return Counter(names).most_common(1)[0][1] > 1


def _scripts(lines: list[Line]) -> Iterator[Span]:
    """Lines that begin with a name in capitals, two at least, and the stage directions between them."""
    spoken = [
        place
        for place, line in enumerate(lines)
        if (found := _ROLE.match(line.text))
        and words("speech", "field_labels").isdisjoint(found[1].lower().split())
        and found[1].count(" ") < 2
    ]
    if len(spoken) > 1:
        yield from (Span(lines[place].start, lines[place].end, "third_party") for place in spoken)
        between = lines[spoken[0] : spoken[-1]]
        yield from (Span(line.start, line.end, "third_party") for line in between if line.text.startswith("("))


def _names_above(lines: list[Line]) -> Iterator[Span]:
    """Names that stand alone above what they said, one of them twice at least."""
    heads = [
        (place, found[1].lower())
        for place, line in enumerate(lines)
        if line.text and (found := _NAME_ALONE.match(line.text))
    ]
    names = [name for _, name in heads]
    if len(names) < 3 or Counter(names).most_common(1)[0][1] < 2:
        return
    if any(not words("speech", "field_labels").isdisjoint(name.split()) for name in names):
        return
    yield from _blocks(lines, [place for place, _ in heads])


def _stamped_paragraphs(lines: list[Line]) -> Iterator[Span]:
    """A name with a time, then what that person wrote, as chat programs copy it; two of them at least."""
    for head in (_NAMED_STAMP, _STAMPED_NAME):
        heads = [place for place, line in enumerate(lines) if 0 < len(line.text) < 90 and head.match(line.text)]
        taken = set(heads)
        # Somebody's own timetable has nothing below its lines.
        if len(heads) > 1 and any(place + 1 not in taken and _is_filled(lines, place + 1) for place in heads):
            yield from _blocks(lines, heads)
            return
    clocks = [place for place in range(1, len(lines)) if _CLOCK_ALONE.match(lines[place].text)]
    named = [place - 1 for place in clocks if 0 < len(lines[place - 1].text.strip()) < 40]
    if len(named) > 1:
        yield from _blocks(lines, named)


def _is_filled(lines: list[Line], place: int) -> bool:
    return place < len(lines) and bool(lines[place].text.strip())


def _blocks(lines: list[Line], heads: list[int]) -> Iterator[Span]:
    for head, following in zip(heads, [*heads[1:], len(lines)], strict=True):
        last = head
        while last + 1 < following and lines[last + 1].text.strip():
            last += 1
        yield Span(lines[head].start, lines[last].end, "third_party")
