"""Numbers that belong to a person: check digits of national numbers, and what tells a long number from a count."""

from __future__ import annotations

import re
from itertools import pairwise

from style_memory.pipeline.lazy_patterns import lazy_pattern
from style_memory.pipeline.privacy.plain_words import plain_words


def digits_of(value: str) -> str:
    """Return the digits of a value alone."""
    return "".join(character for character in value if character.isdigit())


def luhn(digits: str) -> bool:
    """Tell whether the last digit is the check digit of a card number."""
    doubled = "0246813579"
    reverse = digits[::-1]
    return (sum(map(int, reverse[::2])) + sum(int(doubled[int(digit)]) for digit in reverse[1::2])) % 10 == 0


def counts_something(match: re.Match[str]) -> bool:
    """Tell whether a unit follows, so that the number is a count, a size or a price."""
    return bool(_UNIT.match(match.string, match.end()))


def long_number(value: str, match: re.Match[str]) -> bool:
    """Tell whether nine and more digits may be somebody's number: no count, date, version, address or series."""
    digits = digits_of(value)
    if len(set(digits)) < _FEWEST_DIFFERENT or digits in plain_words("not_a_private_number"):
        return False
    if counts_something(match) or _NO_NUMBER.fullmatch(value):
        return False
    groups = re.findall(r"[0-9]+", value)
    if len(groups) == 1:
        return not digits.endswith("0000")
    return max(map(len, groups)) >= _LONGEST_GROUP and not _series(groups)


def short_number(value: str, match: re.Match[str]) -> bool:
    """Tell whether seven or eight digits may be a phone number: no years, dates, sizes, ranges, rounds or series."""
    groups = re.findall(r"[0-9]+", value)
    if counts_something(match) or len(set("".join(groups))) < _FEWEST_DIFFERENT or groups[-1].endswith("00"):
        return False
    if len(groups) == 1:
        return len(set(value)) > _FEWEST_DIFFERENT and not _NO_NUMBER.fullmatch(value)
    if any(group.endswith("00") for group in groups) or _series(groups):
        return False
    return not all(group.endswith("0") for group in groups)


_FEWEST_DIFFERENT = 3
_LONGEST_GROUP = 3
_UNIT = lazy_pattern(
    r" ?(?:rows?|lines?|bytes|bits?|[kmgt]i?b\b|ns|us|ms|sec|px|km|usd|eur|gbp|views|users|tokens|records|steps"
    r"|元|块|円|원|\$|€|£|%|次|条|個|个|人|行|字)"
)
_YEAR = lazy_pattern(r"(?:19|20)\d\d")
# Dates, times, versions, internet addresses, counts in thousands, ISBNs, seconds since 1970.
_NO_NUMBER = lazy_pattern(
    r"""(?x)
      (?:19|20)\d\d[-./ ]?(?:0[1-9]|1[0-2])[-./ ]?(?:0[1-9]|[12]\d|3[01])(?:[ -]?\d{2,6})?
    | (?:19|20)\d\d[-./]\d{1,2}[-./]\d{1,2}.* | \d{1,2}[-./]\d{1,2}[-./](?:19|20)\d\d.*
    | (?!\d(?:\.\d{3}){3}$)\d{1,5}(?:\.\d{1,5}){2,3} | \d+\.\d+ | \d{1,3}(?:[ .]\d{3})*[ .]000
    | 97[89](?:[ -]?\d){10} | 1[4-9]\d{8} | (?!1\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01]))1[4-9]\d{11}
    """
)


def _series(groups: list[str]) -> bool:
    """Tell whether groups of digits are numbers of their own: years, round ones, or ones at equal distances."""
    if all(map(_YEAR.fullmatch, groups)) or all(group.endswith("00") for group in groups):
        return True
    if len(groups) < 3 or len(set(map(len, groups))) > 1:
        return False
    return len({int(later) - int(one) for one, later in pairwise(groups)}) == 1
