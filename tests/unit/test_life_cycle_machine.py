"""One owner's life at random: whatever happens in whatever order, what was promised holds."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta

from hypothesis import HealthCheck
from hypothesis import settings as profile
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from style_memory import Settings, StyleMemory
from style_memory.domain.items import folded
from style_memory.operations.models import ItemRecord
from style_memory.pipeline.context import known_labels
from tests.people import Clock, habits, hint, preferences, wish

WORDS = st.sampled_from(["lol", "ngl", "ship it", "唔該", "😂", "tiny but mighty"])
WISHES = st.sampled_from(["short answers", "long detailed answers", "likes haiku", "dislikes haiku", "no bullet lists"])
CONTEXTS = st.sampled_from([None, "casual_chat", "technical_chat", "nonsense"])
SESSIONS = st.sampled_from([None, "1", "2", "3"])


class LifeCycle(RuleBasedStateMachine):
    @initialize()
    def open(self) -> None:
        self.clock = Clock()
        self.memory = StyleMemory.open("sqlite://", clock=self.clock, settings=Settings(max_brief_items=3))
        self.ana = self.memory.for_owner("ana")
        self.forgotten: set[str] = set()
        self.pinned: set[str] = set()
        self.revision = 0
        self.briefs = self.every_brief()

    def teardown(self) -> None:
        self.memory.close()

    def every_brief(self) -> list[str]:
        return [self.ana.get_style_brief(context=label) for label in ("unknown", *known_labels())]

    def items(self) -> dict[str, ItemRecord]:
        return {item.id: item for item in (*habits(self.ana).values(), *preferences(self.ana).values())}

    @rule(words=st.lists(WORDS, max_size=3), context=CONTEXTS, session=SESSIONS)
    def say(self, words: list[str], context: str | None, session: str | None) -> None:
        self.ana.observe_user_message(text=", ".join(words), context=context, session_id=session)

    @rule(word=WORDS, wished=WISHES, session=SESSIONS, confidence=st.floats(0, 1))
    def report(self, word: str, wished: str, session: str | None, confidence: float) -> None:
        self.ana.observe_user_message(
            text="", session_id=session, hints=[hint(word, confidence=confidence)], profile_hints=[wish(wished)]
        )

    @rule(words=st.lists(WORDS, min_size=1, max_size=3), wishes=st.lists(WISHES, min_size=1, max_size=2))
    def distill(self, words: list[str], wishes: list[str]) -> None:
        self.ana.distill_recent_style(habits=[hint(word) for word in words])
        self.ana.distill_interaction_profile(preferences=[wish(text) for text in wishes])

    @rule(word=st.sampled_from(["lol", "ship it", "emojis"]))
    def object_to(self, word: str) -> None:
        self.ana.observe_user_message(text=f"stop using {word}")

    @rule(word=WORDS, pinned=st.booleans())
    def pin(self, word: str, pinned: bool) -> None:
        before = {item.id: item.status for item in self.items().values()}
        if self.ana.pin_style_habit(id_or_text=word, pinned=pinned).updated:
            (self.pinned.add if pinned else self.pinned.discard)(habits(self.ana)[word].id)
        tidied = {item.id: item.status for item in self.items().values()}
        assert all(before[id_] == status or status == "archived" for id_, status in tidied.items())

    @rule(word=WORDS)
    def forget(self, word: str) -> None:
        if self.ana.forget_style_habit(id_or_text=word).removed:
            self.forgotten.add(folded(word))
            self.pinned &= set(self.items())

    @rule(days=st.sampled_from([0.1, 1, 29, 31, 100, 181, 361]))
    def time_passes(self, days: float) -> None:
        self.clock.pass_(timedelta(days=days))

    @rule()
    def open_again(self) -> None:
        self.memory.tidy()

    @invariant()
    def forgotten_never_returns(self) -> None:
        assert self.forgotten.isdisjoint(map(folded, habits(self.ana)))

    @invariant()
    def pinned_stays(self) -> None:
        items = self.items()
        assert all(id_ in items and items[id_].pinned for id_ in self.pinned)

    @invariant()
    def figures_are_sound(self) -> None:
        for item in self.items().values():
            assert 0 <= item.confidence < 1
            assert 1 <= item.session_count <= item.seen_count
            assert item.first_seen_at <= item.last_seen_at <= self.clock.now
            assert (item.replaced_by is None) or item.status == "archived"

    @invariant()
    def counts_equal_the_lists(self) -> None:
        status = self.ana.get_style_memory_status()
        listed = Counter((type(item).__name__.lower(), item.status) for item in self.items().values())
        for name in ("habit", "preference"):
            for state in ("active", "candidate", "archived"):
                assert getattr(status, f"{state}_{name}s") == listed[name, state]
        assert status.habits + status.preferences == len(self.items())
        assert status.pinned == sum(item.pinned for item in self.items().values())
        with self.memory._store.reading("ana") as unit:
            held = unit.profile()
        assert (held.items if held else 0) == len(self.items())

    @invariant()
    def opposite_wishes_are_never_both_active(self) -> None:
        active = {text for text, found in preferences(self.ana).items() if found.status == "active"}
        assert not {"short answers", "long detailed answers"} <= active
        assert not {"likes haiku", "dislikes haiku"} <= active

    @invariant()
    def the_revision_rises_if_a_brief_changes(self) -> None:
        revision, briefs = self.ana.get_style_memory_status().revision, self.every_brief()
        assert revision >= self.revision
        if briefs != self.briefs:
            assert revision > self.revision
        self.revision, self.briefs = revision, briefs


TestLifeCycle = LifeCycle.TestCase
TestLifeCycle.settings = profile(
    max_examples=25, stateful_step_count=25, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
