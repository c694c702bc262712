"""Folds and cuts texts into tokens, so that the phrases of the data files and the texts of owners can meet."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from style_memory.domain.items import straightened, unified
from style_memory.pipeline.data_files import read_data
from style_memory.pipeline.lazy_patterns import lazy_pattern
from style_memory.pipeline.marks import MASK

#: Where a sentence ends, and where a clause does. Both are tokens of their own.
SENTENCE_ENDS = frozenset(f".!?;…。！？；\n{MASK}")
CLAUSE_ENDS = frozenset(",:，：、—–-()（）")


def tokens(text: str) -> list[str]:
    """The words, single characters of scripts without spaces, and clause ends of a folded text."""
    return _TOKEN.findall(text)


def spelled_out(found: list[str]) -> list[str]:
    """The tokens with chat spellings such as "u" and "pls" written out."""
    spellings = _spellings()
    return found if spellings.keys().isdisjoint(found) else [spellings.get(token, token) for token in found]


def token_spans(text: str) -> list[tuple[int, int]]:
    """Where each token of a folded text stands."""
    return [match.span() for match in _TOKEN.finditer(text)]


def folded(text: str) -> str:
    """Lower case, straight apostrophes and simplified characters, at the same places as in the text itself."""
    lower = text.lower()
    if len(lower) != len(text):
        lower = "".join(low if len(low := char.lower()) == 1 else char for char in text)
    lower = straightened(lower)
    return lower if lower.isascii() else lower.translate(_fold_table())


def compared(text: str) -> str:
    """The text as two wishes are compared: without case, script, width, spacing and punctuation."""
    plain = folded(unified(text))
    return " ".join(word for word in tokens(plain) if word not in SENTENCE_ENDS and word not in CLAUSE_ENDS)


def locale_of(span: str, clause: str) -> str:
    """The locale of a wish: the language of its own words, the script of the clause around them."""
    if not _UNSPACED.search(span):
        return "en"
    if _KANA.search(clause):
        return "ja"
    if not _cantonese_characters().isdisjoint(clause):
        return "yue"
    return "zh-Hant" if any(ord(char) in _fold_table() for char in clause) else "zh-Hans"


@cache
def words(name: str) -> frozenset[str]:
    """One word list of polarity.toml, folded as texts are."""
    listed = (folded(word) for word in read_data("polarity.toml")["words"][name].split())
    return frozenset(variant for word in listed for variant in (word, word.replace("'", "")))


_HAN_KANA = "\u3005\u3040-\u30ff\u3400-\u9fff"
_TOKEN = lazy_pattern(
    rf"tl;?dr|[^\W_{_HAN_KANA}]+(?:'[^\W_{_HAN_KANA}]+)*|[{_HAN_KANA}]"
    r"|\.(?!\w)|[!?;…。！？；\n\ufffc,:，：、—–()（）\"“”「」『』]|(?<=\s)-(?=\s)"
)
_UNSPACED = lazy_pattern(f"[{_HAN_KANA}]")
_KANA = lazy_pattern("[\u3041-\u30fa]")


@cache
def _fold_table() -> dict[int, str]:
    pairs = read_data("polarity.toml")["script"]["fold"].split()
    return {ord(pair[0]): pair[1] for pair in pairs}


@cache
def _spellings() -> Mapping[str, str]:
    spellings: Mapping[str, str] = read_data("polarity.toml")["script"]["spellings"]
    return spellings


@cache
def _cantonese_characters() -> frozenset[str]:
    return frozenset(read_data("polarity.toml")["script"]["cantonese"])
