"""What each kind of event does: observe, brief, remember."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from style_memory_hooks.catching_up import missed_turns
from style_memory_hooks.hosts import Event, Host, Kind
from style_memory_hooks.sessions import Session, Sessions, Submitted
from style_memory_hooks.style import Style
from style_memory_hooks.transcripts import words_of

TURNS_PER_BRIEF = 15
# More prompts than this are not waited for in the transcript: its Stop hook is not installed.
_MOST_SUBMITTED = 200


@dataclass(frozen=True, kw_only=True)
class Desk:
    """What handling an event takes."""

    host: Host
    sessions: Sessions
    #: The owner's style; only asked where an event needs it.
    style: Style
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
    brief = desk.style.brief(context=state.context if event.source == "compact" else None)
    state.briefed(brief.moment, brief.revision)
    desk.sessions.save(event.session, state)
    return brief.text


def _prompt(event: Event, desk: Desk) -> str | None:
    words = words_of(event.prompt)
    if not words:
        return None
    state = desk.sessions.load(event.session) or Session()
    turn = _begun(state, state.digest(words), desk)
    state.turns += 1
    # Kept before it is observed: whatever happens next, a later turn never takes this one's number.
    desk.sessions.save(event.session, state)
    _observe(desk.style, event.session, event.prompt, turn)
    brief = _brief_by_drift(desk.style, event.prompt, state) if event.kind in desk.host.briefed else None
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
        for each in missed_turns(state, event.transcript, event.session, desk.now()):
            _observe(desk.style, event.session, each.text, each.turn)
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


def _observe(style: Style, session: str, text: str, turn: Submitted) -> None:
    """Observe a turn under a name that it has in every hook: its words, and which time they are said in the session.

    The core keeps a hash of that name, keyed for the owner, and nothing else of it.
    """
    style.observe(text=text, session=session, turn=f"{turn.time} {words_of(text)}")
    turn.observed = True


def _brief_by_drift(style: Style, prompt: str, state: Session) -> str | None:
    """The brief, if the agent's is of another moment or revision, is too long ago, was compacted away, or feels off."""
    brief = style.brief(message=prompt)
    current = (brief.moment, brief.revision)
    stale = current != (state.context, state.revision) or state.turns >= TURNS_PER_BRIEF or state.compacted
    if not stale and not style.asks_realignment(prompt):
        return None
    state.briefed(*current)
    return brief.text
