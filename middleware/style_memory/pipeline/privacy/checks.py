"""Further tests that a data file can ask for by name, where a regex alone would be wrong too often.

A check sees the value and the match that found it, and answers whether this really is one.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable

from style_memory.pipeline.lazy_patterns import lazy_pattern
from style_memory.pipeline.privacy.numbers import counts_something, digits_of, long_number, luhn, short_number
from style_memory.pipeline.privacy.plain_words import plain_words
from style_memory.pipeline.privacy.randomness import (
    fragment,
    mixed_segments,
    random_looking,
    unlike_words,
    within_named,
)
from style_memory.pipeline.privacy.values import INNER_CAPITAL, assigned, given, said, strong

Check = Callable[[str, "re.Match[str]"], bool]


def entropy(value: str) -> float:
    """Return the Shannon entropy of the value in bits per character."""
    total = len(value)
    return -sum(count / total * math.log2(count / total) for count in Counter(value).values()) if total else 0.0


def _card(value: str, match: re.Match[str]) -> bool:
    """The regex takes all digits there are; any leading run of a card's length may be the card."""
    del match
    digits = digits_of(value)
    return any(luhn(digits[:length]) for length in range(13, min(len(digits), 19) + 1))


def _iban(value: str, match: re.Match[str]) -> bool:
    """Checked by modulus 97; one in groups with spaces is believed, because it may have been cut off."""
    del match
    if re.fullmatch(r"[A-Za-z]{2}\d{2}(?:[ -][A-Za-z0-9]{4}){2,7}(?:[ -][A-Za-z0-9]{1,3})?", value):
        return sum(character.isdigit() for character in value) >= 6
    plain = re.sub(r"[ -]", "", value).upper()
    numeric = "".join(str(int(character, 36)) for character in plain[4:] + plain[:4])
    return len(plain) >= 15 and int(numeric) % 97 == 1


def _hong_kong(value: str, match: re.Match[str]) -> bool:
    """Weighted sum of letters and digits modulo 11; the brackets alone are proof enough."""
    del match
    if "(" in value:
        return True
    plain = value.rjust(9).upper()
    weights = [36 if character == " " else int(character, 36) for character in plain[:-1]]
    total = sum(number * weight for number, weight in zip(weights, range(9, 1, -1), strict=True))
    return "0A987654321"[total % 11] == plain[-1]


def _taiwan(value: str, match: re.Match[str]) -> bool:
    """The letter counts as two digits, then a weighted sum modulo 10."""
    del match
    region = "ABCDEFGHJKLMNPQRSTUVXYWZIO".index(value[0]) + 10
    digits = [region // 10, region % 10, *map(int, value[1:])]
    return (
        sum(digit * weight for digit, weight in zip(digits, (1, 9, 8, 7, 6, 5, 4, 3, 2, 1, 1), strict=True)) % 10 == 0
    )


def _national(value: str, match: re.Match[str]) -> bool:
    """The Spanish shape is also a part number, so its check letter must be right; the other shapes are rare."""
    del match
    spanish = re.fullmatch(r"([XYZ]?)(\d{7,8})-?([A-Z])", value)
    if not spanish:
        return True
    lead, number, letter = spanish.groups()
    return "TRWAGMYFPDXBNJZSQVHLCKE"[int(("XYZ".index(lead) if lead else 0) * 10**7 + int(number)) % 23] == letter


def _public_address(value: str, match: re.Match[str]) -> bool:
    """Only an address that others can reach says something about a person."""
    if match["value"] is None:
        return True
    parts = [int(part) for part in value.split(".")]
    private = parts[0] in (0, 10, 127) or parts[:2] in ([192, 168], [169, 254]) or parts[0] >= 224
    known = value in ("1.1.1.1", "1.0.0.1", "8.8.8.8", "8.8.4.4", "9.9.9.9")
    shared = parts[0] == 172 and 16 <= parts[1] < 32
    return max(parts) < 256 and not (private or known or shared)


def _street_name(value: str, match: re.Match[str]) -> bool:
    """Numbers stand before streets in prose too ("2 cars in the road"); a name holds no such small words."""
    words = value.lower().split()
    if any(word.strip(".,'") in plain_words("not_in_a_street_name") for word in words):
        return False
    short = match[0][match.end("value") - match.start() :][:3].lower().rstrip(". ,")
    return short not in {"st", "rd", "dr", "ln", "ave"} or any(
        word[:1].isupper() or _ORDINAL.match(word) for word in value.split()
    )


def _street_number(value: str, match: re.Match[str]) -> bool:
    """Outside English a name in capitals tells an address from a phrase such as "via 3"."""
    del match
    return any(word[:1].isupper() for word in re.findall(r"[^\W\d_]{2,}", value))


def _place_said(value: str, match: re.Match[str]) -> bool:
    """A memory or web address is no home."""
    del match
    return not re.match(r"\s?(?:0x|https?:|localhost|\d{1,3}\.\d)", value)


def _mail_domain(value: str, match: re.Match[str]) -> bool:
    """The last label must be able to be a top-level domain, and the user `git` is everybody."""
    return value.lower() not in plain_words("not_a_domain") and not (
        len(value) < 2 and "." not in match[0].split("@")[0]
    )


def _short_random(value: str, match: re.Match[str]) -> bool:
    """As random as ten signs can be; no part of an address, a UUID or a hash that says so, no romanised Chinese."""
    if mixed_segments(value) < _CHANGES_IN_KEY or _SYLLABLES_WITH_TONES.fullmatch(value):
        return False
    return not within_named(match.string, match.start())


def _spaced_out(value: str, match: re.Match[str]) -> bool:
    """Digits between letters, and few signs: no sum, no list of numbers and no word written large."""
    del match
    joined = value.replace(" ", "")
    return mixed_segments(joined) >= _CHANGES_WHEN_SPACED and sum(map(str.isalnum, joined)) * 5 >= len(joined) * 4


def _handle(value: str, match: re.Match[str]) -> bool:
    """A name that no word can be, or one that the owner calls their own."""
    if re.search(r"\d", value) or "_" in value or value.startswith("@"):
        return bool(re.search(r"[\d_]", value)) or len(value) > 4
    return bool(re.search(r"(?i)我的?|my |add me|find me|[号號]|\bid\b|handle|user", match[0][: -len(value)])) and bool(
        re.search(r"[:=是]|\bis\b", match[0][: -len(value)])
    )


_CHANGES_IN_KEY = 4
_CHANGES_WHEN_SPACED = 2
_SYLLABLES_WITH_TONES = lazy_pattern(r"(?:[a-z]{1,6}[1-6])+")
_ORDINAL = lazy_pattern(r"\d{1,3}(?:st|nd|rd|th)$")
_LONG_RUN = lazy_pattern(r"[A-Za-z0-9]{20,}")

CHECKS: dict[str, Check] = {
    "answer": lambda value, _: given(value) and value.lower() not in plain_words("not_a_password"),
    "assigned": assigned,
    "broken_up_key": lambda value, _: mixed_segments(value) >= _CHANGES_IN_KEY,
    "card_digits": lambda value, _: luhn(digits_of(value)),
    "coded": lambda value, _: bool(re.search(r"\d", value)) or unlike_words(max(re.findall(r"\w+", value), key=len)),
    "digit": lambda value, _: any(character.isdigit() for character in value),
    "given": given,
    "handle": _handle,
    "hong_kong_identity": _hong_kong,
    "iban": _iban,
    "long_number": long_number,
    "luhn": _card,
    "mail_domain": _mail_domain,
    "mixed": lambda value, _: bool(re.search(r"\d", value)) and bool(re.search(r"[A-Za-z]", value)),
    "named_number": lambda value, _: len(digits_of(value)) >= 4 and sum(map(str.isalnum, value)) >= 6,
    "national_number": _national,
    "not_a_date": lambda value, _: value[2] == ":" or any(map(str.isalpha, value)),
    "not_a_year": lambda value, _: not re.fullmatch(r"(?:19|20)\d\d|\d{1,2}-\d{1,2}-(?:19|20)\d\d", value),
    "not_counted": lambda _, match: not counts_something(match),
    "piece": lambda value, _: fragment(value) and bool(re.search(r"\d", value)),
    "place_said": _place_said,
    "public_address": _public_address,
    "random_start": lambda value, _: mixed_segments(value) >= 3 or any(map(unlike_words, _LONG_RUN.findall(value))),
    "said": said,
    "short_number": short_number,
    "short_random": _short_random,
    "spaced_out": _spaced_out,
    "street_name": _street_name,
    "street_number": _street_number,
    "strong": strong,
    "strong_or_unlike_words": lambda value, _: (
        strong(value) or (INNER_CAPITAL.search(value) is not None and unlike_words(value))
    ),
    "strong_random": lambda value, match: strong(value, match) and random_looking(value, least=8),
    "taiwan_identity": _taiwan,
    "unspoken": lambda value, _: unlike_words(value),
}
