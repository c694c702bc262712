"""Which prompts of a transcript are turns that no hook has observed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from style_memory_hooks.sessions import KEPT_SECONDS, Reading, Session, Submitted
from style_memory_hooks.transcripts import Entry, What, entries, tail, words_of

# The next Stop goes on where this one ends: no single hook may take long.
_MOST_AT_ONCE = 400


@dataclass(frozen=True, kw_only=True, slots=True)
class Missed:
    """A turn that is perhaps not in the database yet."""

    turn: Submitted
    text: str


def missed_turns(state: Session, transcript: Path, session: str, now: float) -> list[Missed]:
    """The turns that the new part of a transcript adds, in order; `state` notes that they were found.

    A prompt that a hook saw is found again by its text. Where a text was shown to the hook in another form than it was
    written down, what is left over on both sides is paired in order: rather a turn is missed than counted twice.
    """
    if state.reading.offset and tail(transcript, state.reading.offset) != state.reading.tail:
        # The file was rewritten. Counted from its start, equal texts get equal numbers: the database knows them again.
        state.reading, state.times, state.submitted = Reading(), {}, []
    prompts = _prompts(state, entries(transcript, session, state.reading.offset), _earliest(state, now))
    state.reading.tail = tail(transcript, state.reading.offset)
    return _matched(state, prompts)


def _earliest(state: Session, now: float) -> float:
    """Older entries are not looked at: their keys may be gone from the database."""
    return max(state.since, now - KEPT_SECONDS)


def _prompts(state: Session, found: Iterable[Entry], earliest: float) -> list[str]:
    """The texts of the new prompts. One that was sent again because the first try got no reply is the same turn."""
    reading, texts = state.reading, []
    ids: set[str] = set()
    for entry in found:
        reading.offset = entry.end
        if entry.what is not What.PROMPT:
            reading.replied = entry.what is What.REPLY
            continue
        prompt = state.digest(words_of(entry.text))
        again = entry.id in ids or (prompt == reading.latest and not reading.replied)
        ids |= {entry.id} if entry.id else set()
        reading.latest, reading.replied = prompt, False
        if not again and (entry.at >= earliest or (not entry.at and not state.since)):
            texts.append(entry.text)
        if len(texts) == _MOST_AT_ONCE:
            break
    return texts


def _matched(state: Session, texts: list[str]) -> list[Missed]:
    """The turn of each text: one that a hook saw, or a new one. Turns that are in the database for certain go out."""
    found = _places(state, texts)
    missed = []
    for text, place in zip(texts, found, strict=True):
        turn = state.begin_turn(state.digest(words_of(text))) if place is None else state.submitted[place]
        # Of what is paired by order alone only the number is known for certain, not that both are the same words.
        if not turn.observed and (place is None or turn.prompt == state.digest(words_of(text))):
            missed.append(Missed(turn=turn, text=text))
    # What was submitted before the last one that was found has been dropped by the host; what came later may follow.
    last = max((place for place in found if place is not None), default=-1)
    state.submitted = state.submitted[last + 1 :]
    return missed


def _places(state: Session, texts: list[str]) -> list[int | None]:
    """Which of the submitted prompts each text is: by its words, and what is left over on both sides by its order."""
    free = dict(enumerate(each.prompt for each in state.submitted))
    found: list[int | None] = []
    for text in texts:
        prompt = state.digest(words_of(text))
        place = next((place for place, seen in free.items() if seen == prompt), None)
        found.append(place)
        free.pop(-1 if place is None else place, None)
    left = iter(sorted(free))
    return [next(left, None) if place is None else place for place in found]
