"""After learning from somebody, none of what they wrote about is anywhere in the database."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from style_memory import StyleMemory
from tests.quality.learning import say
from tests.quality.remains import remaining_runs

WORDS = {
    "en": (" ", "the our router garden invoice please really maybe broke fixed need look at why because so it is not"),
    "zh": ("", "数据库 我们 其实 就是 今天 花园 发票 为什么 然后 修好 了 吧 说实话 坏 的 路由器 可能"),
    "yue": ("", "數據庫 我哋 其實 即係 今日 花園 發票 點解 跟住 整好 咗 啩 老實講 壞 嘅 路由器 可能"),
    "ja": (
        "",
        "データ 私たち 実は つまり 今日 庭 請求書 なぜ それから 直しました か ですね 正直 壊れた の 経路 たぶん",
    ),
}
OPENERS = {"en": "ngl, ", "zh": "讲真，", "yue": "講真，", "ja": "なるほど、"}
MARKS = ("!", "...", "", " lol", " 😂", "?", "。")


def made_up(language: str, turns: int = 250) -> list[str]:
    chance = random.Random(5)
    space, words = WORDS[language]
    texts = []
    for turn in range(turns):
        sentence = space.join(chance.choices(words.split(), k=chance.randint(4, 16)))
        texts.append((OPENERS[language] if turn % 3 == 0 else "") + sentence + chance.choice(MARKS))
    return texts


@pytest.mark.parametrize("language", sorted(WORDS))
def test_no_run_of_five_words_remains_but_in_what_an_item_shows(language: str, tmp_path: Path) -> None:
    assert remaining_runs(made_up(language), tmp_path) == []


def test_a_text_that_remained_would_be_found(tmp_path: Path) -> None:
    (tmp_path / "log").write_text("why is the router not really broke", "utf-8")
    assert remaining_runs(["why is the router not"], tmp_path) == ["why is the router not"]


@pytest.mark.parametrize("language", sorted(WORDS))
def test_what_is_rewritten_with_each_turn_has_a_bounded_size(
    language: str, open_memory: Callable[..., StyleMemory], database_file: Path
) -> None:
    say(open_memory().for_owner("ana"), made_up(language, 400))
    with closing(sqlite3.connect(database_file)) as connection:
        [(voice, stylometry, discovery)] = connection.execute(
            "SELECT length(voice), length(stylometry), length(discovery) FROM style_memory_owners"
        ).fetchall()
    assert voice + stylometry + discovery <= 16 * 1024
