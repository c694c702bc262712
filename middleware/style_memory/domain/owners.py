"""Which owner ids are accepted."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from style_memory.domain.errors import OwnerInvalid, OwnerMissing

MAX_OWNER_LENGTH = 200
_REFUSED_CATEGORIES = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})


def accepted_owner(owner: object) -> str:
    """Return `owner` unchanged if it is an acceptable id.

    Ids are compared exactly: two accepted ids that differ are two owners. Nothing is normalised, because folding two
    spellings into one would let one person read another's style.

    Raises:
        OwnerMissing: `owner` is None or empty.
        OwnerInvalid: It is no string, too long, not in NFC form, or holds control, format or surrounding space
            characters.
    """
    if owner is None or owner == "":
        raise OwnerMissing
    if not isinstance(owner, str) or len(owner) > MAX_OWNER_LENGTH or not _is_acceptable(owner):
        raise OwnerInvalid
    return owner


@lru_cache(maxsize=4096)
def _is_acceptable(owner: str) -> bool:
    return (
        owner == owner.strip()
        and not any(unicodedata.category(character) in _REFUSED_CATEGORIES for character in owner)
        and unicodedata.is_normalized("NFC", owner)
    )
