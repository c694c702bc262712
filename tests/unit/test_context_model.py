from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from style_memory.pipeline.context import detect
from style_memory.pipeline.context import model as context_model
from style_memory.pipeline.context.evidence import scores
from style_memory.pipeline.context.model import CLASSES, FILE, Model, linking_words, plain_words, shipped_model
from tests.quality import population, train_contexts, usual_phrases
from tests.quality.contexts import FOLDS, Example, examples, folds, without
from tests.quality.train_contexts import trained, using, written

_MOST_BYTES = 3_000_000
_SERIOUS_TEXTS = ("the tumour grew {}", "my doctor saw the tumour {}", "a tumour needs surgery {}")
_LIGHT_TEXTS = ("the picnic was sunny {}", "my friends love a picnic {}", "a picnic with cake {}")
_WORK_TEXTS = ("sort the spreadsheet {}", "make a spreadsheet {}", "the spreadsheet needs rows {}")


def shipped() -> dict[str, Any]:
    content: dict[str, Any] = json.loads(files("style_memory.pipeline").joinpath("data", FILE).read_text("utf-8"))
    return content


def corpora(folder: Path, order: int = 1) -> Path:
    """Write made-up corpora, in either order of rows."""
    rows = [
        {"text": text.format(f"{source} {place}"), "context": context, "source": source, "lang": "en"}
        for context, texts in (("medical", _SERIOUS_TEXTS), ("casual", _LIGHT_TEXTS), ("technical", _WORK_TEXTS))
        for source in ("north", "south")
        for place, text in enumerate(texts)
    ]
    folder.mkdir(exist_ok=True)
    (folder / "contexts.jsonl").write_text("\n".join(map(json.dumps, rows[::order])), "utf-8")
    chat = [{"text": "a picnic by the lake", "source": "east", "author": "a"}, {"text": "今天去野餐", "source": "east"}]
    (folder / "chat.jsonl").write_text("\n".join(map(json.dumps, chat)), "utf-8")
    return folder


def sources(learned: Sequence[Example]) -> set[str]:
    return {example.source for example in learned}


def test_the_shipped_model_has_the_documented_form() -> None:
    content = shipped()
    assert set(content) == {"about", "classes", "unit", "start", "length", "topics", "words"}
    assert content["classes"] == list(CLASSES)
    pairs = [content["start"], content["length"], *content["topics"].values(), *content["words"].values()]
    assert all(len(pair) == len(CLASSES) and all(type(weight) is int for weight in pair) for pair in pairs)


@pytest.mark.parametrize("classes", [["light", "serious"], ["serious"], ["serious", "light", "work"]])
def test_a_model_of_other_classes_is_refused(classes: list[str]) -> None:
    with pytest.raises(ValueError, match="serious"):
        context_model.model_from({**shipped(), "classes": classes})


def test_the_shipped_model_is_small_and_is_as_it_is_written() -> None:
    text = files("style_memory.pipeline").joinpath("data", FILE).read_text("utf-8")
    assert len(text.encode()) < _MOST_BYTES
    assert written(json.loads(text)) == text


def test_the_shipped_model_holds_telling_words_only() -> None:
    told = [set(feature.split()) for feature in shipped()["words"]]
    assert [words for words in told if words <= linking_words()] == []
    assert [words for words in told if any(word.isdigit() and word != "0" for word in words)] == []
    assert [words for words in told if any(len(word) > 30 or not word.isascii() for word in words - {"fiancé"})] == []


def test_every_topic_of_the_shipped_model_is_one_of_the_lexicon() -> None:
    lexicon = (Path(context_model.__file__).parents[1] / "data" / "context_lexicon.toml").read_text("utf-8")
    assert [topic for topic in shipped()["topics"] if f"[{topic}." not in lexicon] == []


def test_training_tells_the_kinds_apart(tmp_path: Path) -> None:
    model = context_model.model_from(trained(examples(corpora(tmp_path))))
    tumour, picnic, spreadsheet = (
        model.judged(text.split(), {}, 3.0)
        for text in ("a tumour surgery", "a picnic with friends", "spreadsheet rows")
    )
    assert tumour.serious > max(tumour.light, picnic.serious, spreadsheet.serious)
    assert picnic.light > max(picnic.serious, tumour.light, spreadsheet.light)


def test_the_same_texts_give_the_same_model_in_any_order(tmp_path: Path) -> None:
    one, other = examples(corpora(tmp_path / "one")), examples(corpora(tmp_path / "other", order=-1))
    assert written(trained(one)) == written(trained(other))


def test_only_words_of_several_texts_and_corpora_are_kept(tmp_path: Path) -> None:
    words = trained(examples(corpora(tmp_path)))["words"]
    assert "picnic" in words
    assert not {"north", "south", "lake", "the", "0"} & set(words)


def test_scripts_without_spaces_are_left_to_the_lexicon(tmp_path: Path) -> None:
    assert [example.kind for example in examples(corpora(tmp_path)) if example.source == "east"] == ["light"]


def test_a_source_lies_in_one_fold_and_is_left_out_whole(tmp_path: Path) -> None:
    learned = examples(corpora(tmp_path))
    parts = folds([{"source": example.source} for example in learned])
    assert len(parts) <= FOLDS
    assert sorted(source for part in parts for source in part) == ["east", "north", "south"]
    assert [sources(without(learned, part)) & part for part in parts] == [set()] * len(parts)


def test_a_long_serious_text_is_learned_by_sentences_too(tmp_path: Path) -> None:
    row = {"text": "He left me in May. I cannot sleep at all.", "context": "upset", "source": "a"}
    (tmp_path / "contexts.jsonl").write_text(json.dumps(row), "utf-8")
    assert len(examples(tmp_path)) == 3


def test_nothing_to_learn_from_gives_a_model_that_says_nothing() -> None:
    content = trained([])
    assert (content["topics"], content["words"]) == ({}, {})
    assert json.loads(written(content)) == content


def test_the_command_writes_the_file_of_the_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / FILE
    monkeypatch.setattr(train_contexts, "_MODEL", target)
    assert train_contexts.main([str(corpora(tmp_path / "corpora"))]) == 0
    assert written(json.loads(target.read_text("utf-8"))) == target.read_text("utf-8")
    (tmp_path / "empty").mkdir()
    assert train_contexts.main([str(tmp_path / "empty")]) == 1
    assert "no texts" in capsys.readouterr().err


@pytest.mark.parametrize("command", [population.main, train_contexts.main, usual_phrases.main])
def test_a_command_that_is_not_told_the_corpora_says_how_it_is_used(
    command: Callable[[Sequence[str]], int], capsys: pytest.CaptureFixture[str]
) -> None:
    assert command([]) == 2
    assert "DATA" in capsys.readouterr().err


@pytest.mark.parametrize(
    "message", ["wir haben gestern einen Ausflug gemacht", "ayer fuimos a la montaña", "我昨天去了", ""]
)
def test_the_model_knows_few_words_of_other_languages(message: str) -> None:
    evidence = scores(message)
    assert shipped_model().judged(evidence.words, evidence.topics, evidence.length).known < 0.5


def test_numbers_are_all_the_same_and_ends_of_sentences_are_nothing() -> None:
    assert plain_words(["at", "7", ".", "or", "19", "!"]) == ["at", "0", "or", "0"]


def test_a_serious_phrase_is_not_overruled_by_the_model() -> None:
    light = {
        "classes": CLASSES,
        "unit": 1.0,
        "start": [-50, 50],
        "length": [0, 0],
        "topics": {},
        "words": {"picnic": [0, 9]},
    }
    with using(light):
        assert detect("i got sued at the picnic").context.label == "legal"
        assert detect("my picnic picnic picnic picnic").context.mood == "light"


def test_the_model_takes_play_from_what_looks_serious() -> None:
    serious = {
        "classes": CLASSES,
        "unit": 1.0,
        "start": [50, -50],
        "length": [0, 0],
        "topics": {},
        "words": {"pizza": [9, 0]},
    }
    with using(serious):
        assert detect("pizza is pizza").context.mood == "unsure"


@given(st.lists(st.text(max_size=8), max_size=30), st.floats(0, 100))
def test_what_is_judged_are_probabilities(words: list[str], length: float) -> None:
    model: Model = shipped_model()
    serious, light, _ = model.judged(words, {"casual": length}, len(words) + length)
    assert 0 <= serious <= 1
    assert 0 <= light <= 1
    assert serious + light <= 1 + 1e-9
