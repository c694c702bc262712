"""Phone numbers of all countries and territories, as the phone-number library writes them."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import phonenumbers
import pytest
from phonenumbers import PhoneNumber, PhoneNumberFormat, PhoneNumberType

from style_memory.pipeline.privacy import admit

FRAMES = ("my details: {} thanks", "填一下 {} 谢谢", "{} is my one")
REGIONS = sorted(phonenumbers.SUPPORTED_REGIONS)
# Islands whose whole numbers have four digits.
TOO_SHORT = {"NU", "TA", "TK"}
# Where most of the people who write to agents live; there every example has to go.
LARGE = [
    "AE",
    "AR",
    "AT",
    "AU",
    "BE",
    "BR",
    "CA",
    "CH",
    "CL",
    "CN",
    "CO",
    "CZ",
    "DE",
    "EG",
    "ES",
    "FI",
    "FR",
    "GB",
    "GR",
    "HK",
    "HU",
    "ID",
    "IE",
    "IL",
    "IN",
    "IR",
    "IT",
    "JP",
    "KE",
    "KR",
    "MA",
    "MX",
    "MY",
    "NG",
    "NL",
    "NZ",
    "PE",
    "PH",
    "PK",
    "PL",
    "PT",
    "RO",
    "RU",
    "SA",
    "SG",
    "TH",
    "TR",
    "TW",
    "UA",
    "US",
    "VN",
    "ZA",
]


def numbers_of(region: str) -> Iterator[PhoneNumber]:
    """Mobile and fixed numbers of a region: the library's example with other last digits."""
    random = Random(region)
    for kind in (PhoneNumberType.MOBILE, PhoneNumberType.FIXED_LINE):
        example = phonenumbers.example_number_for_type(region, kind)
        if example:
            start = str(example.national_number)[:-4]
            for _ in range(4):
                yield PhoneNumber(
                    country_code=example.country_code,
                    national_number=int(f"{start}{random.randrange(10**4):04}"),
                    italian_leading_zero=example.italian_leading_zero,
                )


def kept(region: str, form: int) -> list[str]:
    """The numbers of a region of which six digits are still there."""
    found = []
    for number in numbers_of(region):
        written = phonenumbers.format_number(number, form)
        for frame in FRAMES:
            admitted = admit(frame.format(written)).admitted
            if admitted and sum(map(str.isdigit, admitted.text)) >= 6:
                found.append(written)
    return found


@pytest.mark.parametrize("region", [region for region in REGIONS if region not in TOO_SHORT])
def test_a_number_with_its_country_code_is_taken_out(region: str) -> None:
    assert kept(region, PhoneNumberFormat.INTERNATIONAL) == []
    assert kept(region, PhoneNumberFormat.E164) == []


@pytest.mark.parametrize("region", LARGE)
def test_a_number_as_people_of_a_large_country_write_it_is_taken_out(region: str) -> None:
    assert kept(region, PhoneNumberFormat.NATIONAL) == []


def test_four_of_five_national_numbers_of_the_world_are_taken_out() -> None:
    written = [number for region in REGIONS for number in numbers_of(region)] * len(FRAMES)
    left = sum(len(kept(region, PhoneNumberFormat.NATIONAL)) for region in REGIONS)
    assert left < len(written) / 5
