"""Who is said to speak: whether the words before a colon or a quotation name somebody else as the speaker."""

from __future__ import annotations

import re
from functools import cache

from style_memory.pipeline.lazy_patterns import lazy_pattern
from style_memory.pipeline.voice_of_owner.vocabulary import any_of, may_hold, words

#: As long as a verb may be, with what belongs to it.
_VERB = 40
_MOST_WORDS, _MOST_AFTER_VERB = 14, 4
_CLAUSE = lazy_pattern(r"[.!?;。！？；，,\n]")
_WORD = lazy_pattern(r"[\w'’]+")
_TO_ME = lazy_pattern(r"[跟同对對和向给給畀]我")
_AND_SOMEBODY = lazy_pattern(
    r"(?:\A|\s)(?:and|then|but|so|y|et|und|e|luego|puis|dann)\s(?:then\s)?"
    r"(?:the|my|our|his|her|la|el|mi|le|ma|mon|die|der|meine?|il)\s\w{2,15}\Z",
    re.IGNORECASE,
)


def last_clause(before: str) -> str:
    """What stands after the last sign that ends a clause."""
    return _CLAUSE.split(before)[-1]


def says(before: str) -> bool:
    """Tell whether these words end in a verb of speech whose subject is somebody else."""
    found = _verb().search(before) if may_hold(before[-_VERB:], "reporting.verbs") else None
    if not found:
        return False
    subject = re.findall(r"[\w'’]+", last_clause(before[: found.start()]).lower())
    return bool(subject) and words("reporting", "not_others").isdisjoint(
        word.replace("’", "'") for word in subject[-3:]
    )


def says_cjk(before: str, *, needs_person: bool) -> bool:
    """The same for scripts without spaces, where without quotation marks a person must be named."""
    clause = last_clause(before.rstrip(" :：,，"))
    if not needs_person and _person_cjk().search(clause):
        return not _not_others_cjk().search(_TO_ME.sub("", clause))
    if not _verb_cjk().search(clause) or _not_others_cjk().search(_TO_ME.sub("", clause)):
        return False
    return not needs_person or bool(_person_cjk().search(clause))


def tells(before: str) -> bool:
    """Tell whether somebody else speaks, where a colon follows: the verb may stand a few words before it."""
    if not may_hold(before, "retelling.told"):
        return False
    spoken = [word.replace("’", "'").lower() for word in _WORD.findall(last_clause(before))][-_MOST_WORDS:]
    verbs = [place for place, word in enumerate(spoken) if word in words("retelling", "told")]
    if not verbs or len(spoken) - verbs[-1] > _MOST_AFTER_VERB:
        return False
    subject = spoken[: verbs[-1]]
    if subject[-2:] == ["used", "to"]:
        subject = subject[:-2]
    return bool(subject) and words("reporting", "not_others").isdisjoint(subject[-3:])


def announces(before: str) -> bool:
    """Tell whether a quotation after a colon is announced as somebody else's."""
    if before.isascii() or not _person_cjk().search(last_clause(before)):
        return tells(before) or bool(_AND_SOMEBODY.search(before))
    return not _not_others_cjk().search(_TO_ME.sub("", last_clause(before)))


@cache
def _verb() -> re.Pattern[str]:
    verb = rf"(?:\s|(?=['’])){any_of('reporting', 'verbs')}"
    thing = r"(?:\s(?:things|stuff|something|that|me|to me|to us|like))?"
    return re.compile(rf"{verb}{thing}\s{{0,3}}[:：,]?\s{{0,3}}\Z", re.IGNORECASE)


@cache
def _verb_cjk() -> re.Pattern[str]:
    return re.compile(rf"{any_of('reporting', 'verbs_cjk')}(?:一句|一声|一聲|了句|咗句|的|咗|：)?\Z")


@cache
def _not_others_cjk() -> re.Pattern[str]:
    adverbs = "(?:们|們|就|总|總|常|也|都|刚|剛|又|还|還|想|要|会|會|老|已经)*"
    to = "(?:(?:跟|对|對|和|向|给|給|回|畀)[^，。！？\\s我]{1,5}|同(?:佢|你|人|阿)[^，。！？\\s我]{0,3})?"
    own = rf"(?<![跟对對向同给給畀问問诉訴骂罵话話回])我{adverbs}{to}(?:说|說|讲|講|问|問|话|話)"
    return re.compile(rf"{any_of('reporting', 'not_others_cjk')}(?:过|過|了)?\Z|{own}")


@cache
def _person_cjk() -> re.Pattern[str]:
    return re.compile(any_of("reporting", "people_cjk"))
