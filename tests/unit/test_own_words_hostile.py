"""Whose words: no pattern takes more than linear time, and the second data file follows its schema."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

import style_memory.pipeline.voice_of_owner as voice_of_owner
from style_memory.pipeline.voice_of_owner import own_words
from style_memory.pipeline.voice_of_owner.vocabulary import may_hold
from tests.linear_time import assert_grows_linearly

DATA = Path(voice_of_owner.__file__).parent.parent / "data"
SEEDS = [
    "Context: a\n", "Question: ", "use the following documents ", "[1] ", "On 4 wrote ", "From: a\nSent: b\n",
    "Fw: ", "[bot] ", "> ", "| a\n", "$ a\n", "$ a\nb\n", ">>> a\n", "she was like omg ", "he said, ",
    "kept saying a ", "母が", "母がaって言", "他说，a ", "him: a\n", "A: b\n", "Bea:\n", "10:32\n",
    "[10:32] Bea\na\n", "Bea 10:32\na\n", "[Bea]: a\n", "00:01.000 --> 1\n", "[00:12.30] a\n", "[verse]\na\n",
    "By Ola Brandt\n", "u/lampfan\n", "BEGIN:VEVENT\n", "commit abcdef1\nAuthor: a\n", "abcdef1 a\n", "fix(a): b\n",
    "12 likes ", "AB, CD ", "[quote]", "{code}", "<pre>", '"""', "'''", "a=b\n", "[a]\n", "  - a\n", "a: b\n",
    "translate this\n\n", "can you fix this text?\n\n", "ABCD", "is this polite ", "his text: ", "it says: ",
    "這段", "to english ", "a.rb:1:in ", "____ a ", "a at a.pl ", "下面的", "请根据以下", "Sent from my ",
    "<image>", "(a)\n", "\n\n", "a\n\n", "今天 10:32 ", "记者 ", "【a讯】", "@a · ", "a @b\n", "\n\n@a: b", "--\n",
    "__\n", "Cheers\n", "Dear a,\n\n", "translate ", "帮我翻译", "で訳して", "she said :", "and the a: ",
    "the reply from my a: ", "from my a a ", "got a text from a ", "the sign says ",
    "a sent this ", "^ this is what a\n", "a,b\n",
    "AB-1\na: b\n", "# a\n\n", "what?\n\nhi a,\n", "what?\n\nA: b\n",
    "reply from a:\n- a\n\n", "a this a: // b\n", "来自", "からの返信",
]  # fmt: skip
TABLES = {"retrieval", "forwarding", "footers", "published", "machines", "retelling", "passing_on", "handed_over"}


@pytest.mark.parametrize("seed", SEEDS)
def test_hostile_text_takes_linear_time(seed: str) -> None:
    assert_grows_linearly(own_words, seed)


def lists() -> dict[str, list[str]]:
    data: dict[str, Any] = tomllib.loads((DATA / "words_of_others.toml").read_text("utf-8"))
    assert set(data) == TABLES
    return {f"{table}.{name}": entries for table, part in data.items() for name, entries in part.items()}


def test_the_data_file_follows_its_schema() -> None:
    for name, entries in lists().items():
        assert all(entry.strip() and entry == entry.lower() for entry in entries), name
        assert len(entries) == len(set(entries)), name


def test_no_table_stands_in_both_data_files() -> None:
    assert TABLES.isdisjoint(tomllib.loads((DATA / "scaffolding.toml").read_text("utf-8")))


@pytest.mark.parametrize("name", sorted(lists()))
def test_the_quick_look_sees_every_phrase(name: str) -> None:
    assert all(may_hold(f"well, {phrase} you", name) for phrase in lists()[name])
    assert not may_hold("zzz", name)
