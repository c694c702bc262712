"""The scripts of the dictionary's Hindi, Arabic and Russian: the spellings that are one, and where a clause ends."""

from __future__ import annotations

import unicodedata
from typing import Any

import pytest

from style_memory.pipeline.signals.dictionary import Dictionary
from style_memory.pipeline.signals.dictionary_files import Entry

ALL = Dictionary.load()


def heard(text: str) -> list[str]:
    return [sighting.text for sighting in ALL.sightings(text)]


def hears(text: str, habit: str, **rules: Any) -> bool:
    entry = Entry.model_validate({"text": habit, "kind": "catchphrase", **rules})
    return bool(Dictionary([entry]).sightings(text))


@pytest.mark.parametrize(
    "text",
    [
        "والله تعبت",
        "واللهِ تعبت",
        "وَاللَّهِ تعبت",
        "واللـــه تعبت",
        "واااالله تعبت",
        "\ufeed\ufdf2 تعبت",
        "\u200fوالله\u200f تعبت",
    ],
    ids=[
        "plain",
        "case ending",
        "vowel signs",
        "stretching sign",
        "stretched",
        "presentation forms",
        "direction marks",
    ],
)
def test_arabic_is_the_same_with_vowel_signs_stretching_and_presentation_forms(text: str) -> None:
    assert hears(text, "والله", at_start=True)


@pytest.mark.parametrize("text", ["شكرا جزيلا", "شكراً جزيلاً", "شكرًا جزيلًا"])
def test_an_entry_with_vowel_signs_is_that_without_them(text: str) -> None:
    assert hears(text, "شكراً جزيلًا")


@pytest.mark.parametrize(
    ("text", "habit"),
    [
        ("ان شاء الله بكرة", "إن شاء الله"),
        ("إنشاء الله بكرة", "إن شاء الله"),
        ("اكيد", "أكيد"),
        ("ماشى", "ماشي"),
        ("يا جماعه الاجتماع الساعة كم", "يا جماعة"),
        ("بصراحه ما عجبني", "بصراحة"),
    ],
)
def test_forms_of_arabic_letters_are_variants(text: str, habit: str) -> None:
    assert habit in heard(text)


@pytest.mark.parametrize(
    "text", ["बहुत बढ़िया", "बहुत ब\u095dिया", "बहुत बढ़ि\u200dया", unicodedata.normalize("NFD", "बहुत बढ़िया")]
)
def test_devanagari_is_the_same_with_a_composed_or_a_separate_dot(text: str) -> None:
    assert hears(text, "बढ़िया")
    assert hears(text, "ब\u095dिया")


def test_devanagari_words_end_behind_their_vowel_signs() -> None:
    assert not hears("अरेबिक सीखो", "अरे")
    assert not hears("यारी बनी रहे", "यार")
    assert not hears("बस्ती में", "बस")
    assert hears("यारररर सुनो", "यार")


@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_cyrillic_letters_with_marks_are_the_same_composed_or_not(form: Any) -> None:
    assert hears(unicodedata.normalize(form, "Ой, ёлки-палки"), "ёлки-палки")
    assert hears(unicodedata.normalize(form, "окей, поехали"), "окей")
    assert not hears(unicodedata.normalize(form, "всё-таки да"), "таки")


@pytest.mark.parametrize(
    ("text", "habit"),
    [("خلصنا يلا؟", "يلا"), ("ठीक है यार। कल मिलते हैं", "यार"), ("اچھا یار۔ ٹھیک", "یار"), ("Listo, ¿dale?", "dale")],
)
def test_a_clause_ends_at_the_signs_of_its_script(text: str, habit: str) -> None:
    assert hears(text, habit, at_end=True)


@pytest.mark.parametrize(
    ("text", "habit"),
    [("طيب، يلا نبدأ", "يلا"), ("हो गया। यार चलो", "यार"), ("¡Venga, vamos!", "venga"), ("¿Vale? Bien", "vale")],
)
def test_a_clause_begins_at_the_signs_of_its_script(text: str, habit: str) -> None:
    assert hears(text, habit, at_start=True)


def test_an_example_is_shown_as_it_was_written() -> None:
    [sighting] = ALL.sightings("واللـــهِ تعبت اليوم، بكرة نكمل")
    assert "واللـــهِ" in (sighting.example or "")
