"""What can be expected of a phrase, and which phrases are told as somebody's."""

from __future__ import annotations

import json
import math
from importlib.resources import files
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from style_memory.domain.items import Item, folded
from style_memory.domain.kinds import ItemType, Source, Status
from style_memory.pipeline.data_files import read_json
from style_memory.pipeline.discovery import (
    FEWEST_TURNS,
    Judged,
    Prospects,
    Recurrence,
    UsualRates,
    chosen,
    is_ordinary,
    prospects,
    usual_rates,
)
from tests.people import START

RARE = UsualRates(rates={"common": 0.2}, unknown=0.0003, persistence=usual_rates().persistence, lift=usual_rates().lift)


def recurrence(turns: int, of_turns: int = 100, stretches: int | None = None) -> Recurrence:
    return Recurrence(turns, stretches or min(turns, of_turns // 5), 3, of_turns)


def judged(text: str, *, turns: int = 10, source: Source = Source.DISCOVERED, **more: Any) -> Judged:
    status = more.pop("status", Status.CANDIDATE)
    prospects = Prospects(**{"persistence": 0.9, "lift": 3.0, "usual": 0.1} | more)
    item = Item(
        id=text,
        type=ItemType.HABIT,
        kind="catchphrase",
        text=text,
        status=status,
        source=source,
        first_seen_at=START,
        last_seen_at=START,
    )
    return Judged(item=item, text=item.text_key, recurrence=recurrence(turns), prospects=prospects)


def test_the_data_file_has_the_documented_form() -> None:
    document = json.loads(files("style_memory.pipeline").joinpath("data/usual_phrases.json").read_text("utf-8"))
    assert set(document) == {"format", "version", "unknown", "persistence", "lift", "rates"}
    assert (document["format"], document["version"]) == ("style-memory-usual-phrases", 1)
    assert len(document["persistence"]) == len(document["lift"]) == 5
    assert 0 < document["unknown"] < 0.01
    assert len(document["rates"]) > 1000
    for phrase, share in document["rates"].items():
        assert phrase == folded(phrase)
        assert 0 < share <= 100_000


@pytest.mark.parametrize("changes", [{"format": "other"}, {"version": 2}])
def test_usual_rates_of_another_format_or_version_are_refused(
    changes: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(prospects, "read_json", lambda file: {**read_json(file), **changes})
    with pytest.raises(ValueError, match="format or version"):
        usual_rates.__wrapped__()


def test_the_usual_rates_cover_the_commonest_words_of_each_language() -> None:
    rates = usual_rates().rates
    for word in ("really", "haha", "ですね", "啊", "谢谢", "pues", "voilà", "genau", "네"):
        assert rates[folded(word)] > 0.001, word


@given(st.integers(3, 60), st.floats(0.0003, 0.3))
def test_what_is_said_oftener_comes_back_more_surely_and_is_more_one_s_own(turns: int, usual: float) -> None:
    rates = UsualRates(rates={"it": usual}, unknown=0.0003, persistence=RARE.persistence, lift=RARE.lift)
    at_least_as_usual = max(turns, math.ceil(usual * 200))
    few, many = (rates.prospects("it", recurrence(at_least_as_usual + more, 200)) for more in (0, 20))
    assert few.persistence <= many.persistence <= 1
    assert few.lift <= many.lift


def test_what_others_say_as_often_is_not_one_s_own() -> None:
    assert RARE.prospects("common", recurrence(20)).lift < 1.5
    assert RARE.prospects("own", recurrence(20)).lift > 5


def test_a_known_habit_is_ordinary_only_against_known_rates_and_over_enough_turns() -> None:
    usual = recurrence(20)
    assert is_ordinary(usual, RARE.prospects("common", usual))
    assert not is_ordinary(usual, RARE.prospects("unknown", usual))
    early = recurrence(6, FEWEST_TURNS - 1)
    assert not is_ordinary(early, RARE.prospects("common", early))


def test_what_is_active_stays_until_it_falls_clearly_below_what_made_it_so() -> None:
    edge = Prospects(persistence=0.9, lift=1.7, usual=0.1)
    assert is_ordinary(recurrence(9), edge)
    assert not is_ordinary(recurrence(9), edge, was_active=True)


def test_what_is_said_plainly_oftener_is_not_ordinary_even_if_in_few_turns_yet() -> None:
    few = Prospects(persistence=0.5, lift=1.0, usual=0.007)
    assert not is_ordinary(recurrence(3), few)
    assert is_ordinary(recurrence(3, 200), few)


def test_active_phrases_need_less_to_stay() -> None:
    assert chosen([judged(text, lift=1.6) for text in "abcd"]) == {"a", "b", "c"}
    assert chosen([judged(text, lift=1.6, status=Status.ACTIVE) for text in "abcd"]) == {"a", "b", "c", "d"}


def test_the_most_particular_of_many_are_chosen() -> None:
    many = [judged(f"{number}!", lift=2.0 + number) for number in range(12)]
    assert chosen(many) == {f"{number}!" for number in range(4, 12)}


def test_of_phrases_within_one_another_that_go_together_one_is_chosen() -> None:
    assert chosen([judged("what about", lift=3.0), judged("what about you", turns=9, lift=4.0)]) == {"what about you"}
    apart = [judged("haha", turns=30, lift=3.0), judged("haha so", turns=5, lift=4.0)]
    assert chosen(apart) == {"haha", "haha so"}


def test_whoever_says_nothing_particular_gets_the_three_that_surely_come_back() -> None:
    plain = [judged(text, lift=1.1 + number / 10) for number, text in enumerate("abcde")]
    assert chosen(plain) == {"c", "d", "e"}
    assert chosen([judged("a", lift=1.1, persistence=0.7)]) == set()
    assert chosen([*plain, judged("known", source=Source.DICTIONARY, usual=None)]) == {"known", "d", "e"}


@pytest.mark.parametrize("source", [Source.DICTIONARY, Source.PATTERN])
def test_known_habits_are_all_kept_but_for_ordinary_ones(source: Source) -> None:
    own = [judged(f"{number}.", source=source) for number in range(12)]
    assert chosen([*own, judged("ordinary", source=source, lift=1.0, usual=0.2)]) == {each.item.id for each in own}
