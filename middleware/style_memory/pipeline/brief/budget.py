"""How large a text is for a model, estimated without a tokenizer."""

from __future__ import annotations

import math

from style_memory.pipeline.lazy_patterns import lazy_unicode_pattern

# Rules of thumb: a token holds about four Latin characters, one character of Chinese, Japanese or Korean, and an emoji
# takes about three tokens.
_LATIN_PER_TOKEN = 4
_TOKENS_PER_EMOJI = 3

_CJK = lazy_unicode_pattern(r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}\u3000-\u303F\uFF00-\uFFEF]")
_EMOJI = lazy_unicode_pattern(r"\p{Extended_Pictographic}|\p{Regional_Indicator}{2}")


def estimated_tokens(text: str) -> int:
    """The estimated number of tokens of `text`."""
    if text.isascii():
        return math.ceil(len(text) / _LATIN_PER_TOKEN)
    cjk = len(_CJK.findall(text))
    emoji = len(_EMOJI.findall(text))
    others = max(0, len(text) - cjk - emoji)
    return math.ceil(others / _LATIN_PER_TOKEN) + cjk + _TOKENS_PER_EMOJI * emoji
