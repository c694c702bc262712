"""What each kind of event does: observe, brief, remember."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from style_memory_hooks.catching_up import missed_turns
from style_memory_hooks.hosts import Event, Host, Kind
from style_memory_hooks.sessions import Session, Sessions, Submitted
from style_memory_hooks.transcripts import words_of

if TYPE_CHECKING:
    from style_memory import OwnerMemory, StyleMemory

TURNS_PER_BRIEF = 15
# More prompts than this are not waited for in the transcript: its Stop hook is not installed.
_MOST_SUBMITTED = 200


@dataclass(frozen=True, kw_only=True)
class Desk:
    """What handling an event takes."""

    host: Host
    owner: str
    sessions: Sessions
    #: Opens the style memory; only called for events that need it.
    open_memory: Callable[[], AbstractContextManager[StyleMemory]]
    now: Callable[[], float] = field(default=time.time)


def handle(event: Event, desk: Desk) -> str | None:
    """Do what the event asks for; returns the brief if the agent is to get it now."""
    return _HANDLERS[event.kind](event, desk)


def _start(event: Event, desk: Desk) -> str | None:
    desk.sessions.prune(desk.now())
    known = desk.sessions.load(event.session)
    state = known or Session()
    if event.source == "fork" or (event.source == "resume" and known is None):
        state.since = desk.now()  # what the transcript holds already was written in another conversation
    with desk.open_memory() as memory:
        moment = state.context if event.source == "compact" else None
        brief = memory.for_owner(desk.owner).get_style_brief_structured(context=moment)
    state.briefed(brief.context.label, brief.revision)
    desk.sessions.save(event.session, state)
    return brief.brief


def _prompt(event: Event, desk: Desk) -> str | None:
    words = words_of(event.prompt)
    if not words:
        return None
    state = desk.sessions.load(event.session) or Session()
    turn = _begun(state, state.digest(words), desk)
    state.turns += 1
    # Kept before it is observed: whatever happens next, a later turn never takes this one's number.
    desk.sessions.save(event.session, state)
    with desk.open_memory() as memory:
        owner = memory.for_owner(desk.owner)
        _observe(owner, event.session, event.prompt, turn)
        brief = _brief_by_drift(owner, event.prompt, state) if event.kind in desk.host.briefed else None
    desk.sessions.save(event.session, state)
    return brief


def _compact(event: Event, desk: Desk) -> None:
    state = desk.sessions.load(event.session) or Session()
    state.compacted = True
    desk.sessions.save(event.session, state)


def _stop(event: Event, desk: Desk) -> None:
    state = desk.sessions.load(event.session) or Session()
    state.unanswered = ""
    if event.transcript is not None and event.transcript.is_file():
        missed = missed_turns(state, event.transcript, event.session, desk.now())
        if missed:
            with desk.open_memory() as memory:
                owner = memory.for_owner(desk.owner)
                for each in missed:
                    _observe(owner, event.session, each.text, each.turn)
    desk.sessions.save(event.session, state)


_HANDLERS: dict[Kind, Callable[[Event, Desk], str | None]] = {
    Kind.START: _start,
    Kind.PROMPT: _prompt,
    Kind.COMPACT: _compact,
    Kind.STOP: _stop,
}


def _begun(state: Session, prompt: str, desk: Desk) -> Submitted:
    """The turn that a submitted prompt is: a new one, or the one before if that got no reply and is sent again."""
    if prompt == state.unanswered:
        sent = [each for each in state.submitted if each.prompt == prompt]
        return sent[-1] if sent else Submitted(prompt=prompt, time=state.times.get(prompt, 1))
    state.unanswered = prompt
    turn = state.begin_turn(prompt)
    if desk.host.keeps_transcript:
        state.submitted = [*state.submitted[1 - _MOST_SUBMITTED :], turn]
    return turn


def _observe(owner: OwnerMemory, session: str, text: str, turn: Submitted) -> None:
    """Observe a turn under a name that it has in every hook: its words, and which time they are said in the session.

    The core keeps a hash of that name, keyed for the owner, and nothing else of it.
    """
    name = f"{turn.time} {words_of(text)}"
    owner.observe_user_message(text=text, session_id=session, turn_id=name)
    turn.observed = True


def _brief_by_drift(owner: OwnerMemory, prompt: str, state: Session) -> str | None:
    """The brief, if the agent's is of another moment or revision, is too long ago, was compacted away, or feels off."""
    brief = owner.get_style_brief_structured(message=prompt)
    current = (brief.context.label, brief.revision)
    stale = current != (state.context, state.revision) or state.turns >= TURNS_PER_BRIEF or state.compacted
    if not stale and not _asks_realignment(prompt):
        return None
    state.briefed(*current)
    return brief.brief


def _asks_realignment(prompt: str) -> bool:
    from style_memory.pipeline.context.drift import asks_realignment

    return asks_realignment(prompt)
