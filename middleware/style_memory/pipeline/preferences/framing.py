"""Tells how a thing is framed: wanted, unwanted, or unclear, which is left alone."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import IntEnum

from style_memory.pipeline.preferences.axes import axes
from style_memory.pipeline.preferences.phrase_graph import Mark, Topic
from style_memory.pipeline.preferences.series import Joint, Series


class Force(IntEnum):
    """How much a frame says about lasting."""

    #: The thing alone.
    NONE = 0
    #: An instruction that may be for this task only.
    INSTRUCTION = 1
    #: An instruction that lasts by its own wording.
    STANDING = 2
    #: The owner says what they like, perhaps in themselves.
    TASTE = 3
    #: The owner says what they want.
    OWN = 4


@dataclass(frozen=True, kw_only=True, slots=True)
class Frame:
    """What the words around a thing say about it."""

    wanted: bool
    force: Force
    #: First token of the frame; None for one that follows its thing, or for none at all.
    start: int | None = None
    #: A liking or dislike without its subject: "can't stand", 喜欢.
    bare: bool = False
    #: Takes only a thing, so that it may share the "I like" before it.
    of_thing: bool = False
    #: False where two readings are possible, as after two negations.
    clear: bool = True


#: A thing that nothing is said about.
UNFRAMED = Frame(wanted=True, force=Force.NONE)


def frame_of(mark: Mark) -> Frame | None:
    """The frame that a phrase opens for what follows."""
    for role, (wanted, force) in _BEFORE.items():
        if role in mark.roles:
            # "Without headings I get lost" is no wish.
            clear = role != "lack"
            return Frame(
                wanted=wanted, force=force, start=mark.start, bare=role in _BARE, of_thing=role == "none", clear=clear
            )
    return None


def frame_after(mark: Mark) -> Frame | None:
    """The frame that a phrase puts around the thing before it."""
    for role, (wanted, force) in _AFTER.items():
        if role in mark.roles:
            return Frame(wanted=wanted, force=force)
    return None


def is_attached(mark: Mark) -> bool:
    """Whether the frame belongs to the thing before: "tables with headings", "prose instead of lists"."""
    return not mark.roles.isdisjoint(_ATTACHED)


def joined(frame: Frame, inner: Frame, mark: Mark) -> Frame:
    """Two frames in a row act together: "i prefer" + "no" is a dislike, "don't" + "stop" is anybody's guess."""
    doubtful = not frame.wanted and not inner.wanted and "excess" not in mark.roles
    return replace(
        frame,
        wanted=frame.wanted and inner.wanted,
        force=max(frame.force, inner.force),
        clear=frame.clear and not doubtful and (inner.clear or frame.wanted),
    )


def attached(frame: Frame, inner: Frame) -> Frame:
    """What "with", "without" and "instead of" make of the next thing; after a negation they may mean anything."""
    if not frame.wanted:
        return replace(frame, clear=False)
    return replace(frame, wanted=inner.wanted, force=max(frame.force, inner.force))


def directly(frame: Frame, topic: Topic) -> Frame:
    """The frame around the thing right after it; negated orders and "no" of an absence are left alone."""
    if frame.wanted:
        return frame
    absence = not axes()[topic.axis].poles[topic.pole].text and frame.force != Force.OWN
    return replace(frame, clear=False) if absence or topic.need in _ORDERS else frame


def shared(frame: Frame, series: Series, topic: Topic, *, complete: bool) -> Frame:
    """The frame as it reaches a further member of a series.

    A negation reaches across "or", and across "and" if the thing is of the sort that people want less of; otherwise
    "no emoji and concrete examples" has two readings. `complete`: the series ends where its clause does.
    """
    if frame.wanted:
        return frame if complete and series.joint > Joint.COMMA else UNFRAMED
    if series.joint == Joint.COMMA:
        fresh = frame.force != Force.OWN and topic.need == "asks" and not _is_burden(topic)
        return UNFRAMED if fresh else replace(frame, clear=False)
    reaches = series.joint == Joint.OR or _is_burden(topic)
    return replace(directly(frame, topic), clear=frame.clear and complete and reaches and topic.need not in _ORDERS)


def around(before: Frame, after: Frame | None) -> Frame:
    """What is said after the thing has the last word, unless both speak against it: 今後は (always) + 使わないで."""
    if after is None or (after.wanted and before is not UNFRAMED):
        return before
    doubtful = not after.wanted and (not before.wanted or before.force >= Force.TASTE)
    start, force = before.start, max(before.force, after.force)
    return replace(after, start=start, force=force, clear=before.clear and after.clear and not doubtful)


_BEFORE: dict[str, tuple[bool, Force]] = {
    "like": (True, Force.OWN),
    "taste": (True, Force.TASTE),
    "dislike": (False, Force.OWN),
    "bare_like": (True, Force.STANDING),
    "bare_dislike": (False, Force.STANDING),
    "always": (True, Force.STANDING),
    "never": (False, Force.STANDING),
    "along": (True, Force.INSTRUCTION),
    "use": (True, Force.INSTRUCTION),
    "avoid": (False, Force.INSTRUCTION),
    "none": (False, Force.INSTRUCTION),
    "answers_without": (False, Force.INSTRUCTION),
    "excess": (False, Force.INSTRUCTION),
    "instead": (False, Force.INSTRUCTION),
    "lack": (False, Force.INSTRUCTION),
}
_AFTER: dict[str, tuple[bool, Force]] = {
    "after_like": (True, Force.STANDING),
    "after_dislike": (False, Force.INSTRUCTION),
}
#: What the data file may call a frame.
FRAME_ROLES = frozenset({*_BEFORE, *_AFTER})
_BARE = frozenset({"bare_like", "bare_dislike"})
_ATTACHED = frozenset({"along", "instead", "lack"})
_ORDERS = frozenset({"wishes", "asks"})


def _is_burden(topic: Topic) -> bool:
    return axes()[topic.axis].poles[topic.pole].burden
