"""Which turns the messages of a conversation are, and whether they were counted before.

Frameworks show the same turn again and again: in tool loops, on retries and resumes, to several observers, and clients
resend whole histories, with or without message ids. A turn is recognised by its id, or else by its *chain*: a hash of
everything that the owner has written in the session up to and including it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from style_memory.domain.profile import KnownTurn, Profile

# More unanswered messages in a row than this are no conversation; the latest ones are looked at.
_MOST_LATEST = 20


@dataclass(frozen=True, kw_only=True, slots=True)
class Message:
    """One message of a conversation, as far as turns are concerned."""

    #: Whether the owner wrote it; everything else only separates turns.
    by_owner: bool
    #: What the owner wrote; empty for others.
    text: str = ""
    #: The framework's id, or None.
    id: str | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Conversation:
    """The messages that a pipeline shows an observer, with what is known about them."""

    messages: Sequence[Message]
    #: The conversation's id; None means today's.
    session_id: str | None = None
    #: What one run of the pipeline has in common, however many models it calls; None where unknown.
    invocation: str | None = None
    #: The kind of moment that the caller named.
    context: str | None = None

    @property
    def awaits_reply(self) -> bool:
        """Whether the last word is the owner's; only then is there a turn to observe."""
        return bool(self.messages) and self.messages[-1].by_owner

    @property
    def may_be_sent_again(self) -> bool:
        """Whether the owner may send the very same conversation again as a new turn: only where it has no history."""
        return self.awaits_reply and all(message.by_owner for message in self.messages)


@dataclass(frozen=True, kw_only=True, slots=True)
class RecognisedTurn:
    """One of the owner's messages that no reply has followed yet, and the turn that it is."""

    message: Message
    turn: KnownTurn
    #: Whether it was not counted before.
    is_new: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class KnownTurns:
    """Looks up the turns of one session that were counted before."""

    #: The turn with a turn key, or None.
    with_key: Callable[[str], KnownTurn | None]
    #: All turns with a chain key.
    in_chain: Callable[[str], Sequence[KnownTurn]]


def recognised_turns(
    conversation: Sequence[Message],
    *,
    profile: Profile,
    session_key: str,
    invocation: str | None,
    known: KnownTurns,
) -> list[RecognisedTurn]:
    """The turns that the owner's messages after the last reply are, each once.

    Args:
        conversation: The messages in order. Those before the last reply only tell where in the session we are.
        profile: Whose key the hashes take.
        session_key: The session that the conversation belongs to.
        invocation: What one run of the pipeline has in common, however many models it calls; None where unknown.
        known: The turns of the session.
    """
    earlier, latest = _split(conversation)
    run = profile.digest("invocation", invocation) if invocation else None
    chain = _chain(profile, session_key, earlier)
    found: list[RecognisedTurn] = []
    before = earlier[-1] if earlier else None
    for position, message in enumerate(latest):
        chain = profile.digest("chain", chain, message.text)
        last = position == len(latest) - 1
        turn, is_new = _identified(profile, message, chain, run, known, may_repeat=last)
        repeats = before is not None and before.by_owner and before.text == message.text
        before = message
        if is_new and repeats and not (last and found and found[-1].turn.answered):
            continue  # sent again because the first try failed
        found.append(RecognisedTurn(message=message, turn=turn, is_new=is_new))
    return found


def _identified(
    profile: Profile,
    message: Message,
    chain: str,
    run: str | None,
    known: KnownTurns,
    *,
    may_repeat: bool,
) -> tuple[KnownTurn, bool]:
    """The turn that a message is, and whether it is a new one.

    A known chain whose turn was answered in another run means that the owner wrote the same again in a conversation
    without history; but only the last message can be that, since a client that resends a history without the replies
    shows all earlier ones again.
    """
    by_id = profile.digest("turn", message.id) if message.id else None
    if by_id and (same := known.with_key(by_id)):
        return same, False
    same_chain = known.in_chain(chain)
    for row in same_chain:
        if not may_repeat or not row.answered or (run is not None and row.invocation == run):
            return row, False
    turn_key = by_id or profile.digest("turn", chain, str(len(same_chain)))
    return KnownTurn(turn_key=turn_key, chain_key=chain, invocation=run), True


def _split(conversation: Sequence[Message]) -> tuple[list[Message], list[Message]]:
    """The messages up to the last reply, and the owner's unanswered ones after it."""
    border = max((index for index, message in enumerate(conversation) if not message.by_owner), default=-1) + 1
    border = max(border, len(conversation) - _MOST_LATEST)
    return list(conversation[:border]), list(conversation[border:])


def _chain(profile: Profile, session_key: str, earlier: Sequence[Message]) -> str:
    chain = profile.digest("chain", session_key)
    for message in earlier:
        if message.by_owner:
            chain = profile.digest("chain", chain, message.text)
    return chain
