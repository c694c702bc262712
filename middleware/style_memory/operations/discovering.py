"""Keeping count of what recurs in an owner's turns, and settling which of it is told as theirs."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace

from style_memory.domain.items import Item, folded
from style_memory.domain.kinds import LITERAL_KINDS, Source, Status
from style_memory.domain.sightings import HabitSighting, Sighting
from style_memory.operations.work import Work
from style_memory.pipeline.context import Context
from style_memory.pipeline.discovery import (
    FEWEST_TURNS,
    Judged,
    Phrase,
    Prospects,
    Recurrence,
    Sketch,
    as_written,
    chosen,
    is_ordinary,
    is_worth_writing_down,
    may_be_ordinary,
    parts,
    plain,
    usual_rates,
)
from style_memory.pipeline.learning import is_established, shows_differently
from style_memory.pipeline.reading import Reading
from style_memory.pipeline.signals.clauses import clause_around

# Statuses of what recurs are settled each so many turns, so that a brief does not change with every one.
_SETTLED_EVERY = 10
_MOST_SETTLED = 60
# A discovered phrase is looked up among the items each time it is said at first, then every fourth time only.
_NOTED_EACH_TIME, _NOTED_EVERY = 8, 4
# As most entries of the dictionary.
_AVOID_WHEN = ("formal_writing", "serious_debugging", "incident_response", "high_stakes_advice", "user_upset")
_LOST = Recurrence(turns=0, stretches=0, sessions=0, of_turns=0)
_NONE = Prospects(persistence=0.0, lift=0.0, usual=None)


class Recurrences:
    """What of one turn recurs."""

    #: The turn's sightings, and those of phrases that no dictionary knows and that have recurred often enough.
    sightings: list[Sighting]

    def __init__(self, work: Work, reading: Reading, session_key: str, named: Context | None) -> None:
        """Count the literal habits and the phrases of the turn; phrases of a named serious moment are not counted."""
        self._work = work
        self._sketch = Sketch.of(work.profile.discovery, work.profile.key)
        self._has_counted = reading.admitted is not None
        self.sightings = list(reading.sightings)
        if not self._has_counted:
            return
        self._sketch.begin_turn(session_key)
        known: set[str] = set()
        self.sightings = [self._counted(sighting, known) for sighting in reading.sightings]
        if named is None or named.mood != "serious":
            self.sightings += self._discovered(reading, known)
        work.update_profile(discovery=self._sketch.to_bytes())

    def settle(self) -> list[Item]:
        """Every tenth turn, decide which recurring habits are active; returns those whose status changed."""
        sketch, work = self._sketch, self._work
        if not self._has_counted or sketch.turns % _SETTLED_EVERY or sketch.turns < FEWEST_TURNS:
            return []
        judged = list(self._judged())
        active = chosen(judged)
        moved = []
        for item in (each.item for each in judged):
            if item.is_active is not (item.id in active):
                after = item.evolved(status=Status.ACTIVE if item.id in active else Status.CANDIDATE)
                if shows_differently(item, after):
                    work.brief_changed()
                work.changed("promoted" if after.is_active else "settled", item.id)
                moved.append(after)
        work.unit.update_items(moved)
        return moved

    def _counted(self, sighting: Sighting, known: set[str]) -> Sighting:
        """The sighting of a turn, which promotes its habit only if that is more than what people generally say."""
        if not isinstance(sighting, HabitSighting) or sighting.kind not in LITERAL_KINDS:
            return sighting
        text = folded(sighting.shown)
        if text in known:
            return sighting
        known.add(text)
        recurrence = self._sketch.see(text)
        rates = usual_rates()
        # The prospects cost as much as counting, so they come last.
        if may_be_ordinary(recurrence, rates.rates.get(text)) and is_ordinary(
            recurrence, rates.prospects(text, recurrence)
        ):
            return replace(sighting, promotes=False)
        return sighting

    def _discovered(self, reading: Reading, known: set[str]) -> Iterator[HabitSighting]:
        settings = self._work.settings
        given_up = {folded(contrary.text) for contrary in reading.contraries}
        for phrase in reading.phrases:
            if known and _holds_any(phrase, known):
                continue
            if given_up and not given_up.isdisjoint(parts(phrase.text)):
                continue
            recurrence = self._sketch.see(phrase.text)
            if recurrence.turns > _NOTED_EACH_TIME and recurrence.turns % _NOTED_EVERY:
                continue
            if recurrence.of_turns < FEWEST_TURNS:
                continue
            if not is_established(recurrence.turns, recurrence.sessions, 0, settings):
                continue
            if is_worth_writing_down(usual_rates().prospects(phrase.text, recurrence)):
                yield self._sighting(phrase, recurrence, reading)

    def _sighting(self, phrase: Phrase, recurrence: Recurrence, reading: Reading) -> HabitSighting:
        text = reading.admitted.text if reading.admitted else ""
        limit = self._work.settings.max_example_len
        return HabitSighting(
            kind=phrase.kind,
            text=as_written(phrase, text),
            source=Source.DISCOVERED,
            example_of=lambda: _clause(phrase, text, limit),
            avoid_when=_AVOID_WHEN,
            promotes=False,
            times=1 if recurrence.turns <= _NOTED_EACH_TIME else _NOTED_EVERY,
            said_before=recurrence.turns,
            sessions_before=recurrence.sessions,
        )

    def _judged(self) -> Iterator[Judged]:
        """Established habits; of those that left the sketch only the discovered ones, which nothing speaks for then."""
        settings = self._work.settings
        for item in self._work.unit.recurring(settings.min_promote_count, _MOST_SETTLED):
            if not is_established(item.seen_count, item.session_count, len(item.contexts), settings):
                continue
            text = item.text_key
            recurrence = self._sketch.look_up(text)
            if recurrence is not None:
                prospects = usual_rates().prospects(text, recurrence)
                yield Judged(item=item, text=text, recurrence=recurrence, prospects=prospects)
            elif item.source is Source.DISCOVERED:
                yield Judged(item=item, text=text, recurrence=_LOST, prospects=_NONE)


def _holds_any(phrase: Phrase, known: Collection[str]) -> bool:
    """Whether a phrase is, but for its mark, a habit that was found otherwise, or holds one as a word."""
    words = f" {plain(phrase.text)} "
    return any(f" {text} " in words for text in known)


def _clause(phrase: Phrase, text: str, limit: int) -> str | None:
    """The clause around a phrase; None where folding moved the characters, so that its place is not known."""
    there = folded(text[phrase.start : phrase.end]) == phrase.text
    return clause_around(text, phrase.start, phrase.end, limit) if there else None
