"""Reads dictionary files: the built-in ones (TOML, one per locale) and an installation's own (JSON)."""

from __future__ import annotations

import json
import tomllib
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from importlib import resources
from pathlib import Path
from typing import Annotated, Any, Literal, Self

import regex
from pydantic import (
    AfterValidator,
    AliasChoices,
    AliasGenerator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationError,
    model_validator,
)
from pydantic.alias_generators import to_camel

from style_memory.domain.errors import DictionaryInvalid
from style_memory.domain.kinds import HabitKind
from style_memory.pipeline.context import context_named
from style_memory.pipeline.lazy_patterns import lazy_unicode_pattern

#: The peer's confidence delta that stands for an ordinary sighting.
ORDINARY_DELTA = 0.14


def fold(text: str) -> str:
    """What is compared: NFKC, case folded, one sort of apostrophe, nothing invisible."""
    if text.isascii():
        return text.lower().replace("`", "'")
    plain = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    return _INVISIBLE.sub("", plain).translate(_APOSTROPHES)


def _clean(text: str) -> str:
    if not text.strip():
        raise ValueError("must not be empty")
    if _UNPRINTABLE.search(text):
        raise ValueError("must not hold control, invisible or unpaired characters")
    if _PLACEHOLDER.search(text):
        raise ValueError("must not hold a placeholder such as <name> or @user")
    if len(_CLUSTER.findall(text)) > _MAX_TEXT:
        raise ValueError(f"must have at most {_MAX_TEXT} characters")
    return " ".join(text.split())


def _label(label: str) -> str:
    label = regex.sub(r"[\s-]+", "_", label.strip().lower())
    if not regex.fullmatch(r"[a-z][a-z0-9_]{0,39}", label):
        raise ValueError("must be a context label such as casual_chat")
    known = context_named(label)
    return known.label if known else label


def _mode(match: object) -> object:
    return "text" if match in ("substring", "contains", "includes") else match


_MAX_TEXT = 40
_MAX_BYTES = 4 * 1024 * 1024
_INVISIBLE = lazy_unicode_pattern(r"[\p{Cf}\p{Default_Ignorable_Code_Point}]")
_APOSTROPHES = str.maketrans(dict.fromkeys("‘’ʼ`´", "'"))
_UNPRINTABLE = lazy_unicode_pattern(r"[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\uFFFC]")
_PLACEHOLDER = lazy_unicode_pattern(r"<[^<>\s]+>|^@user$", regex.IGNORECASE)
_CLUSTER = lazy_unicode_pattern(r"\X")
_UNSPACED = lazy_unicode_pattern(r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Bopomofo}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}]")

_Text = Annotated[str, AfterValidator(_clean)]
_Label = Annotated[str, AfterValidator(_label)]
_Texts = Annotated[tuple[_Text, ...], Field(max_length=200)]
_Neighbours = Annotated[tuple[Annotated[_Text, AfterValidator(fold)], ...], Field(max_length=200)]
# The fields of that type.
_FOLDED = frozenset({"not_before", "not_after", "only_before", "only_after"})


class Entry(BaseModel):
    """One habit that the dictionary knows, with the rules that tell it from ordinary words."""

    model_config = ConfigDict(
        frozen=True,
        extra="forbid",
        alias_generator=AliasGenerator(validation_alias=lambda name: AliasChoices(name, to_camel(name))),
    )

    #: The canonical spelling, as it is shown to the owner and the model.
    text: _Text
    kind: HabitKind
    #: Language or variety, such as `zh-CN-sichuan`.
    locale: Annotated[str, Field(pattern=r"^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,10}){0,3}$")] | None = None
    #: Other spellings that count as the same habit.
    variants: _Texts = ()
    #: `word` compares whole words, `text` any stretch of characters (for scripts without spaces).
    match: Annotated[Literal["word", "text"], BeforeValidator(_mode)] | None = None
    #: How much one sighting proves, 1.0 being an ordinary one.
    weight: Annotated[float, Field(ge=0.05, le=3, allow_inf_nan=False)] | None = None
    #: The peer's name for the weight: 0.14 is 1.0.
    confidence_delta: Annotated[float, Field(gt=0, le=1, allow_inf_nan=False)] | None = None
    use_when: tuple[_Label, ...] = ()
    avoid_when: tuple[_Label, ...] = ()
    #: Words (for `text`: characters) of which none may follow; `#` stands for a number.
    not_before: _Neighbours = ()
    #: Words or characters of which none may stand in front.
    not_after: _Neighbours = ()
    #: Words or characters of which one must follow.
    only_before: _Neighbours = ()
    #: Words or characters of which one must stand in front.
    only_after: _Neighbours = ()
    #: Longer ordinary words or phrases that hold the text by chance.
    not_inside: _Texts = ()
    #: Only when the message says nothing else.
    whole_message: bool = False
    #: Only at the start of a clause.
    at_start: bool = False
    #: Only at the end of a clause.
    at_end: bool = False
    #: Only in small letters, because in capitals it is a name or an abbreviation.
    lowercase_only: bool = False

    @model_validator(mode="after")
    def _one_weight(self) -> Self:
        if self.weight is not None and self.confidence_delta is not None:
            raise ValueError("weight and confidenceDelta say the same, give one of them")
        return self

    @property
    def forms(self) -> tuple[str, ...]:
        """Every spelling of the habit, the canonical one first."""
        return (self.text, *self.variants)

    @property
    def by_word(self) -> bool:
        """Whether whole words are compared; without `match` the script decides."""
        return self.match == "word" if self.match else _UNSPACED.search(self.text) is None

    @property
    def proof(self) -> float:
        """How much one sighting proves, from whichever of the two scales the file uses."""
        if self.confidence_delta is not None:
            return min(3.0, round(self.confidence_delta / ORDINARY_DELTA, 4))
        return 1.0 if self.weight is None else self.weight


def built_in() -> list[Entry]:
    """Every entry that ships with the product, in the order of the files' names.

    A test has validated them: doing it again takes most of the time in which a process gets its first turn read.
    """
    contents = map(tomllib.loads, built_in_documents().values())
    return [_trusted(row) for content in contents for row in _rows(content, content.pop("group"))]


def built_in_documents() -> dict[str, str]:
    """The TOML files that ship with the product, by name."""
    folder = resources.files("style_memory") / "pipeline" / "data" / "dictionary"
    files = sorted((file for file in folder.iterdir() if file.name.endswith(".toml")), key=lambda file: file.name)
    return {file.name: file.read_text(encoding="utf-8") for file in files}


def from_toml(document: str, name: str) -> list[Entry]:
    """The entries of one TOML document; `name` is what errors call it."""
    try:
        content = tomllib.loads(document)
    except tomllib.TOMLDecodeError as fault:
        raise DictionaryInvalid(f"Dictionary file {name} is not valid TOML ({fault}): correct that place.") from None
    groups = content.pop("group", [])
    if not isinstance(groups, list) or not all(isinstance(group, dict) for group in groups):
        raise DictionaryInvalid(f"Dictionary file {name} needs its entries in [[group]] tables: add them.")
    return _entries(_rows(content, groups), name)


def from_json(path: Path) -> list[Entry]:
    """The entries of an installation's own file: an array, or an object whose `habits` is one."""
    try:
        if path.stat().st_size > _MAX_BYTES:
            raise DictionaryInvalid(f"Dictionary file {path.name} is larger than 4 MiB: split off what is not needed.")
        content = json.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as fault:
        reason = fault.strerror or type(fault).__name__
        raise DictionaryInvalid(f"Dictionary file {path} can't be read ({reason}): check the path.") from None
    except (ValueError, RecursionError) as fault:
        place = f" at line {fault.lineno}" if isinstance(fault, json.JSONDecodeError) else ""
        raise DictionaryInvalid(f"Dictionary file {path.name} is not valid JSON{place}: correct it.") from None
    rows = content.get("habits") if isinstance(content, dict) else content
    if not isinstance(rows, list):
        raise DictionaryInvalid(f'Dictionary file {path.name} must hold an array or {{"habits": [...]}}: wrap it so.')
    return _entries(rows, path.name)


def _rows(defaults: Mapping[str, Any], groups: Iterable[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    """Entries with the defaults of their file and group filled in; a bare string is an entry of its own."""
    for group in groups:
        shared = {**defaults, **group}
        for row in shared.pop("habits", []):
            yield {**shared, **(row if isinstance(row, dict) else {"text": row})}


def _trusted(row: Mapping[str, Any]) -> Entry:
    """The entry that validating a row would give, for a row that is known to be valid and in canonical form."""
    values: dict[str, Any] = {name: tuple(value) if type(value) is list else value for name, value in row.items()}
    for name in _FOLDED & values.keys():
        values[name] = tuple(map(fold, values[name]))
    values["kind"] = HabitKind(values["kind"])
    return Entry.model_construct(**values)


def _entries(rows: Iterable[object], name: str) -> list[Entry]:
    entries = []
    for number, row in enumerate(rows, start=1):
        try:
            entries.append(Entry.model_validate(row))
        except ValidationError as fault:
            raise DictionaryInvalid(f"Dictionary file {name}, entry {number}: {_reason(fault)}.") from None
    return entries


def _reason(fault: ValidationError) -> str:
    """The first fault as words that name the field and what to do, without the value."""
    first = fault.errors(include_url=False, include_input=False)[0]
    field = ".".join(str(part) for part in first["loc"][:1])
    if first["type"] == "extra_forbidden":
        return f"the field {field!r} is unknown, remove it or correct its name"
    said = first["msg"].removeprefix("Value error, ")
    return f"correct {field!r} ({said[:1].lower()}{said[1:]})" if field else f"correct it ({said})"
