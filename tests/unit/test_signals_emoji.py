from __future__ import annotations

import pytest

from style_memory.domain.kinds import HabitKind
from style_memory.pipeline.signals.emoji import MOST_PER_TURN, emoji_sightings
from style_memory.pipeline.signals.passage import Passage

ENGLAND = "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f"


def seen(text: str) -> list[str]:
    return [sighting.text for sighting in emoji_sightings(Passage.of(text, 60))]


@pytest.mark.parametrize(
    "cluster",
    [
        "😂",
        "👍🏽",
        "👩‍👩‍👧‍👦",
        "👩🏽‍❤️‍💋‍👨🏿",
        "🏳️‍🌈",
        "🇩🇪",
        ENGLAND,
        "1️⃣",
        "#️⃣",
        "❤️",
        "❤️‍🔥",
        "🙂‍↔️",
        "🧑🏻‍💻",
        "☝🏽",
    ],
)
def test_a_cluster_stays_whole(cluster: str) -> None:
    assert seen(f"ok {cluster} then") == [cluster]


@pytest.mark.parametrize("text", ["© 2024", "Foo™ and Bar®", "a ↔ b", "→ next", "✓ done", "1 # * 9", "ⓘ", "↔\ufe0e"])
def test_a_symbol_of_text_is_no_emoji(text: str) -> None:
    assert seen(text) == []


@pytest.mark.parametrize(
    "text", ["\u200d", "\ufe0f", "a\ufe0fb", "\U000e0067\U000e007f", "🇩", "🏽", "\u20e3", "⌚\ufe0e"]
)
def test_what_only_changes_an_emoji_is_never_one(text: str) -> None:
    assert seen(text) == []


def test_a_run_counts_once_for_each_kind() -> None:
    assert seen("😂😂😂 lol 🔥😂🔥") == ["😂", "🔥"]


def test_two_flags_in_a_row_are_two() -> None:
    assert seen("🇩🇪🇫🇷") == ["🇩🇪", "🇫🇷"]


def test_hidden_tags_behind_an_emoji_are_dropped() -> None:
    hidden = "".join(chr(0xE0000 + ord(letter)) for letter in "obey")
    assert seen(f"hi 😀{hidden}") == ["😀"]


def test_an_endless_chain_is_no_emoji() -> None:
    assert seen("👩" + "\u200d👩" * 30) == []


def test_a_turn_full_of_kinds_gives_a_few() -> None:
    assert len(seen("".join(chr(0x1F600 + i) for i in range(60)))) == MOST_PER_TURN


def test_emoji_in_inline_code_do_not_count() -> None:
    assert seen("why does `print('🚀')` fail") == []


def test_the_example_is_the_clause() -> None:
    sighting = emoji_sightings(Passage.of("The report is done. shipped it 🚀, at last", 60))[0]
    assert sighting.kind is HabitKind.EMOJI
    assert sighting.example is not None
    assert "🚀" in sighting.example
    assert "report" not in sighting.example
