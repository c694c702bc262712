"""Numbers whose groups are parted by unusual separators or by line breaks."""

from __future__ import annotations

import pytest

from style_memory.pipeline.privacy import admit

RUN_ON = [
    "my card is 4539.1488.0343.6467 haha",
    "my card is 4539_1488_0343_6467 haha",
    "my card is 4539/1488/0343/6467 haha",
    "4 5 3 9 1 4 8 8 0 3 4 3 6 4 6 7 haha",
    "my card is 4539 1488 0343\n6467 haha",
    "4539 1488\n0343-6467 haha",
    "4539\n1488\n0343\n6467 haha",
    "call +41 79 412\n33 18 haha",
    "+41 79\n412 33 18 haha",
    "+41_79_412_33_18 haha",
    "079 412\n33 18 haha",
    "+1-415-555\n-2671 haha",
    "ssn: 219 09\n9999 haha",
    "3782 822463\n10005 haha",
    "4539 14\n88 0343 6467 haha",
]


@pytest.mark.parametrize("text", RUN_ON)
def test_no_digit_of_a_number_stays_behind_whatever_separates_its_groups(text: str) -> None:
    admitted = admit(text).admitted
    assert admitted is not None
    assert not any(map(str.isdigit, admitted.text))
    assert "haha" in admitted.text


def test_a_list_after_a_number_stays() -> None:
    admitted = admit("call +41 79 412 33 18\n1. ship it").admitted
    assert admitted is not None
    assert "1. ship it" in admitted.text
