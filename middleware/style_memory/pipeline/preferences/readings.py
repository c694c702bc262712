"""Reads one clause: which topics it names, framed by which liking or dislike, and what stands around them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache

from style_memory.pipeline.preferences.framing import (
    UNFRAMED,
    Force,
    Frame,
    around,
    attached,
    directly,
    frame_after,
    frame_of,
    is_attached,
    joined,
    shared,
)
from style_memory.pipeline.preferences.phrase_graph import Mark, Topic
from style_memory.pipeline.preferences.phrases import CLAUSE_ENDS, words
from style_memory.pipeline.preferences.series import Joint, series_in


@dataclass(frozen=True, kw_only=True, slots=True)
class Named:
    """One topic that a clause names, with its frame."""

    topic: Topic
    #: False where a dislike stands around the topic.
    wanted: bool
    force: Force
    #: Tokens from the frame to the end of the topic.
    start: int
    end: int
    #: Nothing but openers or another wish stands before.
    opens: bool
    #: What follows lets the topic be the whole thing: "bullet lists", but not "bullet lists of friends".
    closes: bool


def named_topics(tokens: list[str], marks: list[Mark]) -> list[Named]:
    """The topics of one clause with their frames; what may be wanted or unwanted is left out."""
    return _Reader(tokens, marks).named()


def judged_again(tokens: list[str], mark: Mark) -> bool | None:
    """Whether a phrase is for or against what was said before ("I hate them", "stop that"); None if neither."""
    frame = frame_of(mark)
    if frame is None or mark.end >= len(tokens) or tokens[mark.end] not in words("pronouns"):
        return None
    return frame.wanted if mark.end + 1 >= len(tokens) or tokens[mark.end + 1] in CLAUSE_ENDS else None


_BORDERS = frozenset({"border", "others", "concession", "task"})
_PASSED_OVER = frozenset({"polite", "lasting", "onward", "border"})
_MAY_FOLLOW = _PASSED_OVER | {"after_like", "after_dislike", "along", "instead", "concession"}


class _Reader:
    """Walks over the marks of one clause and keeps the frame that still reaches."""

    def __init__(self, tokens: list[str], marks: list[Mark]) -> None:
        self._tokens, self._marks = tokens, marks
        self._series = series_in(tokens, marks)
        self._passed = {
            at
            for index, mark in enumerate(marks)
            if mark.roles & _PASSED_OVER or self._ends_wish(index)
            for at in range(mark.start, mark.end)
        }
        #: The last mark that takes back what is wanted (True) or unwanted (False): "short answers, I hate them".
        self._taken_back = {True: -1, False: -1}
        for index, mark in enumerate(marks):
            judged = judged_again(tokens, mark)
            if judged is not None:
                self._taken_back[not judged] = index
        #: For the token after each topic so far: the frame of the topic, and whether that opens the clause.
        self._before: dict[int, tuple[Frame, bool]] = {}

    def named(self) -> list[Named]:
        found: list[Named] = []
        frame: Frame | None = None
        for index, mark in enumerate(self._marks):
            frame = self._reaching(frame, index)
            for topic in self._topics(index):
                framed = self._framed(frame, topic, index)
                start = mark.start if framed.start is None else framed.start
                opens = self._opens(start, framed)
                self._before[mark.end] = framed, opens
                if framed.clear and index > self._taken_back[framed.wanted]:
                    found.append(self._named(topic, index, framed, opens))
        return found

    def _topics(self, index: int) -> tuple[Topic, ...]:
        """The topics of a mark; "tables" beside bullet points is no furniture."""
        topics, series = self._marks[index].topics, self._series.get(index)
        if series is None or not series.plain or topics[0].need != "vague":
            return topics
        return (replace(topics[0], need="things"),)

    def _named(self, topic: Topic, index: int, framed: Frame, opens: bool) -> Named:
        mark = self._marks[index]
        return Named(
            topic=topic,
            wanted=framed.wanted,
            force=framed.force,
            start=mark.start if framed.start is None else framed.start,
            end=mark.end,
            opens=opens,
            closes=self._closes(index, framed),
        )

    def _reaching(self, frame: Frame | None, index: int) -> Frame | None:
        """The frame that reaches this mark, or that it opens."""
        mark = self._marks[index]
        if frame is not None and not self._reaches(index):
            frame = self._cut_off(frame, index)
        if mark.roles & _BORDERS:
            frame = None
        inner = frame_of(mark)
        if inner is None:
            return frame
        if self._follows_topic(index):
            return attached(frame, inner) if frame is not None and is_attached(mark) else self._trusted(inner)
        return self._trusted(inner) if frame is None else joined(frame, inner, mark)

    def _reaches(self, index: int) -> bool:
        """Whether the frame of the mark before this one goes on."""
        if index in self._series and index > self._series[index].first:
            return True
        before, mark = self._marks[index - 1], self._marks[index]
        between = self._tokens[before.end : mark.start]
        if before.topics and not is_attached(mark):
            return False
        return all(token in words("fillers") or token in words("colons") for token in between)

    def _cut_off(self, frame: Frame, index: int) -> Frame | None:
        """What is left of a frame that does not reach this mark: a doubt in "never, ever use emoji", else nothing."""
        before, mark = self._marks[index - 1], self._marks[index]
        own = frame_of(mark)
        if frame.wanted or frame.of_thing or before.topics or (own is not None and not own.wanted):
            return None
        near = _near().issuperset(self._tokens[before.end : mark.start])
        return replace(frame, clear=False) if near else None

    def _ends_wish(self, index: int) -> bool:
        """Whether a wish ends with what is said after its thing, as やめて in 箇条書きをやめて短く答えて."""
        return self._follows_topic(index) and frame_after(self._marks[index]) is not None

    def _follows_topic(self, index: int) -> bool:
        return index > 0 and bool(self._marks[index - 1].topics)

    def _trusted(self, frame: Frame) -> Frame:
        """The frame, unless "not true that", "never said" or the like stands before it."""
        start = frame.start or 0
        if frame.force < Force.TASTE:
            return frame
        for at in range(start - 1, -1, -1):
            if self._tokens[at] in CLAUSE_ENDS or at + 1 in self._before:
                break
            if at not in self._passed and self._tokens[at] in words("doubts"):
                return Frame(wanted=frame.wanted, force=frame.force, start=frame.start, clear=False)
        return frame

    def _framed(self, frame: Frame | None, topic: Topic, index: int) -> Frame:
        series = self._series.get(index)
        if frame is None:
            before = UNFRAMED
        elif series is not None and index > series.first:
            before = shared(frame, series, topic, complete=self._ends(series.last))
        else:
            before = directly(frame, topic)
        return around(before, self._said_after(topic, index))

    def _said_after(self, topic: Topic, index: int) -> Frame | None:
        """What is said after the thing, or after the series that it belongs to."""
        series = self._series.get(index)
        last = series.last if series else index
        after = self._frame_after(last)
        if after is None:
            return None
        if series is None or index == last:
            return directly(after, topic)
        if series.joint == Joint.COMMA and topic.need == "asks":
            return None
        return shared(after, series, topic, complete=True)

    def _frame_after(self, index: int) -> Frame | None:
        mark = self._marks[index]
        for at in range(index + 1, len(self._marks)):
            later = self._marks[at]
            if not self._only_particles(mark.end, later.start) or self._leads_on(at):
                return None
            after = frame_after(later)
            if after is not None:
                twice = at + 1 < len(self._marks) and self._is_unsure(after, later, self._marks[at + 1])
                return replace(after, clear=not twice)
            if later.topics or not later.roles & _PASSED_OVER or "border" in later.roles:
                return None
            mark = later
        return None

    def _leads_on(self, index: int) -> bool:
        """Whether the frame is about what follows, as 不要 in 简短回答不要列表."""
        if frame_of(self._marks[index]) is None or index + 1 >= len(self._marks):
            return False
        mark, following = self._marks[index], self._marks[index + 1]
        return bool(following.topics) and words("fillers").issuperset(self._tokens[mark.end : following.start])

    def _is_unsure(self, after: Frame, mark: Mark, following: Mark) -> bool:
        """Whether a second dislike follows at once: 絵文字なしは嫌."""
        second = frame_after(following)
        touches = mark.end == following.start
        return touches and second is not None and not second.wanted and not after.wanted

    def _only_particles(self, start: int, end: int) -> bool:
        between = self._tokens[start:end]
        if not words("commas").isdisjoint(between) and between[0] not in words("particles"):
            return False
        return all(token in words("fillers") or token in words("commas") for token in between)

    def _opens(self, start: int, frame: Frame) -> bool:
        for at in range(start - 1, -1, -1):
            if at + 1 in self._before:
                return self._continues(frame, *self._before[at + 1])
            token = self._tokens[at]
            if token in CLAUSE_ENDS:
                if not frame.bare:
                    return True
            elif frame.bare and token in words("first_person"):
                return True
            elif at not in self._passed and token not in _openers():
                return False
        return True

    def _continues(self, frame: Frame, before: Frame, opened: bool) -> bool:
        """Whether a wish may follow the one before: "I hate lists and use tables" is about the owner."""
        if before.force == Force.OWN or before.bare:
            may_share = frame.bare or frame.force == Force.NONE or (frame.of_thing and before.wanted)
            return may_share and (opened or not before.bare)
        return opened

    def _closes(self, index: int, frame: Frame) -> bool:
        # "Short answers and tables are overrated" has no frame that ends earlier.
        series = self._series.get(index) if frame.force == Force.NONE else None
        last = series.last if series else index
        end = self._marks[last].end
        if end >= len(self._tokens) or self._tokens[end] in CLAUSE_ENDS or self._tokens[end] in words("followers"):
            return True
        return self._goes_on(last + 1, end)

    def _goes_on(self, index: int, end: int) -> bool:
        """Whether the next phrase begins here and leaves the thing whole."""
        if index >= len(self._marks) or self._marks[index].start != end:
            return False
        mark = self._marks[index]
        if mark.topics or (mark.roles & _MAY_FOLLOW and (frame_of(mark) is None or is_attached(mark))):
            return True
        if frame_of(mark) is None:
            return False
        if mark.end >= len(self._tokens) or self._tokens[mark.end] in CLAUSE_ENDS:
            return "lasting" in mark.roles
        return self._leads_on(index)

    def _ends(self, index: int) -> bool:
        """Whether the clause ends with this thing: not in "no emoji, tables and lists are fine"."""
        end = self._marks[index].end
        if end >= len(self._tokens) or self._tokens[end] in CLAUSE_ENDS or self._tokens[end] in words("enders"):
            return True
        following = self._marks[index + 1] if index + 1 < len(self._marks) else None
        return following is not None and following.start == end and bool(following.roles & _PASSED_OVER)


@cache
def _near() -> frozenset[str]:
    return words("fillers") | words("intensifiers") | words("commas") | words("ands")


@cache
def _openers() -> frozenset[str]:
    return words("openers") | words("intensifiers")
