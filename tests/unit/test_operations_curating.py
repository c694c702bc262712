from __future__ import annotations

import pytest
from hypothesis import HealthCheck, example, given
from hypothesis import settings as profile
from hypothesis import strategies as st

from style_memory import OwnerMemory, StyleMemory
from style_memory.domain.errors import RequestInvalid
from style_memory.operations.catalogue import catalogue
from tests.people import habits, hint, preferences, wish


def test_nothing_found_is_no_error(ana: OwnerMemory) -> None:
    for text in ("never said", "h-000000000000000000000000", "%", "_", "' OR 1=1 --", "\x00", "\ud800", " "):
        assert ana.forget_style_habit(id_or_text=text).removed == 0
        assert ana.forget_interaction_preference(id_or_text=text).removed == 0
        assert ana.pin_style_habit(id_or_text=text).updated == 0
        assert ana.pin_interaction_preference(id_or_text=text).updated == 0


@pytest.mark.parametrize("name", ["ship it", "SHIP IT", "  ship   it ", "ｓｈｉｐ　ｉｔ", "Ship It"])
def test_text_matches_whatever_its_case_and_width(ana: OwnerMemory, name: str) -> None:
    ana.distill_recent_style(habits=[hint("Ship it")])
    assert ana.pin_style_habit(id_or_text=name).updated == 1
    assert ana.forget_style_habit(id_or_text=name).removed == 1
    assert habits(ana) == {}


def test_a_part_of_a_text_matches_nothing(ana: OwnerMemory) -> None:
    ana.distill_recent_style(habits=[hint("Ship it")])
    for part in ("Ship", "ship it!", "hip i", "%ship%"):
        assert ana.forget_style_habit(id_or_text=part).removed == 0


def test_all_items_of_a_text_match(ana: OwnerMemory) -> None:
    for polarity in ("likes", "dislikes"):
        ana.observe_user_message(text="", profile_hints=[wish(f"{polarity} haiku")])
    assert len(preferences(ana)) == 2
    assert ana.forget_interaction_preference(id_or_text="LIKES haiku").removed == 1


def test_habits_and_preferences_are_not_mistaken_for_each_other(ana: OwnerMemory) -> None:
    ana.distill_recent_style(habits=[hint("likes haiku")])
    ana.distill_interaction_profile(preferences=[wish("likes haiku")])
    assert ana.forget_style_habit(id_or_text=preferences(ana)["likes haiku"].id).removed == 0
    assert ana.forget_style_habit(id_or_text="likes haiku").removed == 1
    assert "likes haiku" in preferences(ana)


def test_pinning_again_changes_nothing_more_and_unpinning_takes_it_back(ana: OwnerMemory) -> None:
    ana.distill_recent_style(habits=[hint("ship it")])
    first = ana.pin_style_habit(id_or_text="ship it")
    again = ana.pin_style_habit(id_or_text="ship it")
    assert (first.updated, again.updated, again.revision) == (1, 1, first.revision)
    assert ana.pin_style_habit(id_or_text="ship it", pinned=False).revision == first.revision + 1
    assert not habits(ana)["ship it"].pinned


def test_pinning_does_not_activate(ana: OwnerMemory) -> None:
    ana.observe_user_message(text="lol")
    ana.pin_style_habit(id_or_text="lol")
    assert (habits(ana)["lol"].status, habits(ana)["lol"].pinned) == ("candidate", True)


def test_the_change_log_names_ids_and_never_texts(ana: OwnerMemory) -> None:
    ana.distill_recent_style(habits=[hint("ship it", notes="a note")])
    ana.pin_style_habit(id_or_text="ship it")
    ana.forget_style_habit(id_or_text="ship it")
    ana.set_learning_enabled(enabled=False)
    changes = [change["change"] for change in reversed(ana.export()["changes"])]
    assert changes == ["learned", "promoted", "pinned", "forgotten", "learning_paused"]
    assert "ship" not in str(ana.export()["changes"])


def test_erasing_takes_everything_of_one_owner_and_says_how_much(memory: StyleMemory) -> None:
    ana, ben = memory.for_owner("ana"), memory.for_owner("ben")
    for owner in (ana, ben):
        owner.observe_user_message(text="lol", session_id="1")
        owner.distill_recent_style(habits=[hint("ship it")])
    before = ben.export()
    erased = ana.erase()
    assert (erased["owners"], erased["items"], erased["turns"]) == (1, len(before["items"]), 1)
    assert ben.export() == before
    assert memory.owners() == ["ben"]
    assert ana.export()["profile"] is None
    assert ana.erase() == dict.fromkeys(erased, 0)


def test_an_erased_owner_starts_anew_with_another_key(ana: OwnerMemory) -> None:
    ana.observe_user_message(text="lol")
    before = habits(ana)["lol"].id
    ana.erase()
    ana.observe_user_message(text="lol")
    assert habits(ana)["lol"].id != before
    assert ana.get_style_memory_status().turns == 1


def test_an_export_is_readable_and_holds_no_key(ana: OwnerMemory, memory: StyleMemory) -> None:
    ana.observe_user_message(text="lol", session_id="my session", turn_id="my turn")
    document = ana.export()
    with memory._store.reading("ana") as unit:
        held = unit.profile()
    assert held is not None
    assert document["items"][0]["text"] in ("lol", "writes in lower case")
    assert document["profile"]["turns"] == 1
    assert held.key.hex() not in str(document)
    assert "my session" not in str(document)
    assert "my turn" not in str(document)


texts = st.text(max_size=60) | st.text(st.characters(codec=None), max_size=60) | st.just("é\ud83d\ude00" * 3000)
optional = st.none() | texts


@profile(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(texts, optional, optional, optional, st.integers() | st.none())
@example("\ud83d", "\udc00", "\ud800\ud800", "\x00", 2**70)
@example("a" * 5000, "b" * 5000, "c" * 5000, "d" * 5000, -1)
@example("", "", "", "", 0)
def test_any_text_is_accepted_in_every_argument(
    memory: StyleMemory, text: str, context: str | None, session: str | None, turn: str | None, revision: int | None
) -> None:
    owner = memory.for_owner("ana")
    owner.observe_user_message(
        text=text,
        context=context,
        session_id=session,
        turn_id=turn,
        hints=[hint(text, example=context, notes=session, locale=turn, use_when=[text])],
        profile_hints=[wish(text, example=context, notes=session)],
    )
    owner.distill_recent_style(habits=[hint(text)])
    brief = owner.get_style_brief(context=context, message=text, known_revision=revision, known_context=session)
    brief.encode()
    for name in ("forget_style_habit", "pin_interaction_preference"):
        try:
            owner.call(name, {"id_or_text": text})
        except RequestInvalid:
            assert text == ""
    str(owner.export()).encode()


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "nothing_to_learn"),
        (" \n\u3000", "nothing_to_learn"),
        ("\u200b", "nothing_to_learn"),
        ("lol " * 1001, "text_cut"),
        ("lol \x07", "control_characters"),
        ("lol \ud800", "control_characters"),
        ("lol \u202e", "control_characters"),
    ],
)
def test_an_odd_turn_is_accepted_and_the_acknowledgement_says_what_was_done(
    ana: OwnerMemory, text: str, code: str
) -> None:
    answer = ana.observe_user_message(text=text)
    assert answer.observed
    assert code in answer.ignored
    assert ana.get_style_memory_status().turns == 1


def test_only_the_first_four_thousand_characters_are_looked_at(ana: OwnerMemory) -> None:
    ana.observe_user_message(text="a " * 1998 + " lol")
    assert "lol" in habits(ana)
    ana.observe_user_message(text="a " * 2000 + " ngl")
    assert "ngl" not in habits(ana)


def test_a_surrogate_pair_is_the_character_that_it_spells(ana: OwnerMemory) -> None:
    answer = ana.observe_user_message(text="\ud83d\ude02 nice")
    assert "control_characters" not in answer.ignored
    assert "😂" in habits(ana)


def test_refusals_are_counted_in_the_status(ana: OwnerMemory) -> None:
    for _ in range(2):
        with pytest.raises(RequestInvalid):
            ana.call("get_style_brief", {"colour": "red"})
    assert ana.get_style_memory_status().faults == {"RequestInvalid": 2}


def test_the_status_tells_place_schema_and_how_turns_are_observed(ana: OwnerMemory, memory: StyleMemory) -> None:
    status = ana.get_style_memory_status()
    assert status.database is not None
    assert status.database.endswith("style.db")
    assert status.observing == "on request"
    assert status.schema_version
    assert isinstance(status.habits, int)
    memory.observes_automatically()
    assert ana.get_style_memory_status().observing == "automatic"


def test_every_request_refuses_positional_guesses_of_its_type(ana: OwnerMemory) -> None:
    for name in catalogue():
        with pytest.raises(TypeError):
            getattr(ana, name)("text")
