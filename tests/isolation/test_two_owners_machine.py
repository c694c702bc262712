"""Two owners with the same ids act at random: whatever one does, the other's export never changes."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from hypothesis import settings as profile
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule

from style_memory.operations.catalogue import catalogue
from style_memory.pipeline.turns import Conversation, Message
from tests.isolation.worlds import fresh_memory
from tests.people import hint, wish

OWNERS = st.sampled_from(["A", "B"])
WORDS = st.sampled_from(["lol", "ngl", "ship it", "😂", "tiny but mighty"])
WISHES = st.sampled_from(["short answers", "long detailed answers", "likes haiku", "dislikes haiku", "bullet lists"])


class TwoOwners(RuleBasedStateMachine):
    @initialize()
    def open(self) -> None:
        self.memory = fresh_memory()
        self.clock: Any = self.memory._around.clock
        self.exports = {owner: self.memory.for_owner(owner).export() for owner in "AB"}

    def teardown(self) -> None:
        self.memory.close()

    def act(self, owner: str, action: Any) -> None:
        action(self.memory.for_owner(owner))
        other = "B" if owner == "A" else "A"
        assert self.memory.for_owner(other).export() == self.exports[other]
        self.exports[owner] = self.memory.for_owner(owner).export()

    @rule(
        owner=OWNERS, words=st.lists(WORDS, max_size=3), wished=WISHES, session=st.sampled_from([None, "1", "2", "3"])
    )
    def say(self, owner: str, words: list[str], wished: str, session: str | None) -> None:
        self.act(
            owner,
            lambda memory: memory.observe_user_message(
                text=" ".join(words), session_id=session, hints=[hint("fine")], profile_hints=[wish(wished)]
            ),
        )

    @rule(owner=OWNERS, word=WORDS, wished=WISHES)
    def distill(self, owner: str, word: str, wished: str) -> None:
        self.act(owner, lambda memory: memory.distill_recent_style(habits=[hint(word)]))
        self.act(owner, lambda memory: memory.distill_interaction_profile(preferences=[wish(wished)]))

    @rule(owner=OWNERS, name=st.sampled_from(sorted(catalogue())))
    def run_an_example(self, owner: str, name: str) -> None:
        example = catalogue()[name].example.model_dump(exclude_unset=True)
        self.act(owner, lambda memory: memory.call(name, example))

    @rule(owner=OWNERS, data=st.data(), name=st.sampled_from(["forget_style_habit", "pin_style_habit"]))
    def use_an_id_of_either(self, owner: str, data: st.DataObject, name: str) -> None:
        ids = [item["id"] for export in self.exports.values() for item in export["items"]] or ["h-1"]
        chosen = data.draw(st.sampled_from(ids))
        self.act(owner, lambda memory: memory.call(name, {"id_or_text": chosen}))

    @rule(owner=OWNERS, words=st.lists(WORDS, min_size=1, max_size=3))
    def converse(self, owner: str, words: list[str]) -> None:
        conversation = Conversation(
            messages=[Message(by_owner=True, text=word) for word in words], session_id="talk", invocation="run"
        )
        self.act(owner, lambda memory: memory.observe_conversation(conversation))
        self.act(owner, lambda memory: memory.mark_answered(conversation))

    @rule(owner=OWNERS, enabled=st.booleans())
    def pause(self, owner: str, enabled: bool) -> None:
        self.act(owner, lambda memory: memory.set_learning_enabled(enabled=enabled))

    @rule(owner=OWNERS)
    def erase(self, owner: str) -> None:
        self.act(owner, lambda memory: memory.erase())

    @rule(days=st.sampled_from([0.1, 29, 31, 181, 361]))
    def time_passes(self, days: float) -> None:
        self.clock.pass_(timedelta(days=days))


TestTwoOwners = TwoOwners.TestCase
TestTwoOwners.settings = profile(max_examples=25, stateful_step_count=20, deadline=None)
