"""Whether what stands after a telling word is a value, or only the next word of a sentence."""

from __future__ import annotations

import re

from style_memory.pipeline.lazy_patterns import lazy_pattern
from style_memory.pipeline.privacy.plain_words import plain_words

#: A capital right behind a small letter.
INNER_CAPITAL = lazy_pattern(r"[a-z][A-Z]")


def given(value: str, match: re.Match[str] | None = None) -> bool:
    """Tell whether something stands where a value belongs, and not a placeholder for one."""
    del match
    bare = value.strip("\"'`,;()[]{}")
    return bool(bare) and not _PLACEHOLDER.match(bare) and not _PLACEHOLDER.match(value.strip("\"'`"))


def assigned(value: str, match: re.Match[str]) -> bool:
    """Tell whether `name = value` gives a secret away: not a placeholder, a type, a reference or an ordinary word."""
    if not given(value) or _REFERENCE.match(value):
        return False
    bare = value.strip("\"'`,;()[]{}.!?")
    if bare.lower() in plain_words("not_a_password") or not bare:
        return False
    if bare.isdigit():
        return len(bare) > 2 and not re.match(r"(?i)tokens?\b|secrets|keys", match[0]) and not _is_count(match)
    quoted = value[0] in "\"'`"
    tight = "=" in match[0][: match.start("value") - match.start()]
    return quoted or tight or strong(value, match) or (len(bare) >= 5 and _ends_clause(match))


def said(value: str, match: re.Match[str]) -> bool:
    """Tell whether "my password is …" goes on with a password: it looks like one, or it ends the clause."""
    if not given(value):
        return False
    bare = value.strip("\"'`,;()[]{}.!?")
    if value[0] in '"`' or strong(bare, match) or re.fullmatch(r"\d{3,}|[零〇一二三四五六七八九十]{4,}", bare):
        return True
    if (
        bare.lower() in plain_words("not_a_password")
        or _DESCRIBES.search(bare.lower())
        or not _PASSWORD.match(match[0])
    ):
        return False
    if _CJK_WORD.match(match[0]) or INNER_CAPITAL.search(bare):
        return True
    return len(bare) >= 4 and _ends_clause(match)


def strong(value: str, match: re.Match[str] | None = None) -> bool:
    """Tell whether a value looks like a secret by itself: letters with digits or signs, in a length that fits."""
    del match
    bare = value.strip("\"'`,;:()[]{}<>")
    if not given(bare) or _REFERENCE.match(bare) or _NO_SECRET.fullmatch(bare.rstrip(".!?")):
        return False
    letters, digits = bool(re.search(r"[^\W\d_]", bare)), len(re.findall(r"\d", bare))
    if letters and digits:
        return len(bare) >= 5
    if digits:
        return digits >= 4
    inner = bare.rstrip(".!?")
    signs = len(re.findall(r"[@#$%^&*+=~|\\!?_]", inner))
    return len(inner) >= 6 and (signs > 0 or len(re.findall(r"(?<=[a-z])[A-Z]", inner)) >= 2)


_PLACEHOLDER = lazy_pattern(
    r"""(?ix)
    [*•●x._·…?-]{2,}$ | \*{3} | \ufffc | < | \[[A-Za-z_ -]+\]?$ | \{\{ | \{[A-Za-z_]
    | \$[{(] | \$[A-Z_]+$ | \$\w*(?:pass|pwd|token|secret|key) | %[({] | %[sd]$ | %[A-Z_]+%$
    | (?:your|my|the|insert|enter|change|replace|example|sample|dummy|redacted|hidden|placeholder|todo|xxx+)
      (?:$|[\W_]|me$)
    | (?:none|null|nil|undefined|true|false|empty|n/?a)$
    | (?:os|process|config|settings|self|this|request|args|params|data|secrets|vault|env)(?:\.|\[) | getenv\b
    """
)
# A call, a subscript or a dotted name is code that fetches the value.
_REFERENCE = lazy_pattern(r"[A-Za-z_][\w.]*(?:\(|\[(?:['\"]|\w{1,40}\]$))|[a-z_]+\.[a-z_.]+$|&[a-z_]+$|@[a-z_]+$")
# Versions, sizes, file names, addresses, times, ordinals and names in code hold digits or signs too.
_NO_SECRET = lazy_pattern(
    r"""(?ix)
      v?\d+(?:\.\d+){1,3}[a-z]? | \d+(?:st|nd|rd|th|s|x|k|m|g|kb|mb|gb|tb|ms|px|am|pm|mm|cm|km|hrs?|mins?|days?|%)
    | https?://\S* | www\.\S* | (?:~|\.{0,2})/[\w./-]*
    | [\w-]*[a-z][\w-]*\.(?:py|js|tsx?|json|toml|ya?ml|txt|md|html?|css|sh|conf|cfg|ini|log|env|pem|key|go|rs|c|h|cpp
      |java|rb|php|png|jpe?g|pdf|zip|gz)
    | \d{1,2}:\d{2}(?::\d{2})? | \d{4}-\d{2}-\d{2}\S* | (?:19|20)\d{2} | \d{1,2}[/.]\d{1,2}[/.]\d{2,4}
    | sha-?\d{1,3}\S* | md5 | utf-?\d+ | base\d+ | (?:rsa|aes|ed|hs|rs|es)-?\d{3,5}\w*
    | [a-z]+(?:_[a-z]+)+ | oauth-?2(?:\.0)? | [a-z]+
    | h[1-6] | f\d{1,2} | ctrl\+\S* | alt\+\S* | \w+['’]\w{1,3}
    """
)
_DESCRIBES = lazy_pattern(r"^(?:un|in|re|over)?[a-z]+(?:ed|ing|able|ible|less|ful|ly)$|n't$|^(?:un|re)[a-z]+n$")
_PASSWORD = lazy_pattern(
    r"(?i)pass|kenn|contra|senha|wacht|has[łl]o|[sş]ifre|parola|парол|heslo|lösen|jelsz|mot de|clave|pw|[^\x00-\x7f]"
)
_CJK_WORD = lazy_pattern(r"[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7a3\u0600-\u06ff\u0e00-\u0e7f]")


def _ends_clause(match: re.Match[str]) -> bool:
    """Tell whether nothing but punctuation, an interjection or a new clause follows the match."""
    after = match.string[match.end() : match.end() + 24]
    return bool(
        re.match(
            r"[\"'`)\]}]?\s*(?:$|[\n\ufffc.,;!?)]|[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7a3]|lol\b|haha|thanks|thx|pls|please|btw|ok\b|and\b|but\b|so\b)",
            after,
        )
    )


def _is_count(match: re.Match[str]) -> bool:
    """Tell whether a number after the match's word counts something, as in `max_token: 4096`."""
    before = match.string[max(0, match.start() - 12) : match.start()].lower()
    return bool(re.search(r"(?:max|min|num|total|count|limit|per|of)[_ .-]?\w{0,5}[_ .-]?$", before))
