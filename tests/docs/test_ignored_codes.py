"""The page of the codes in `ignored` lists all that the product can produce."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

from style_memory.operations.hints import HabitHint, PreferenceHint
from style_memory.pipeline.passed_over import meanings
from style_memory.pipeline.privacy import detection
from style_memory.pipeline.privacy.formats import Code
from style_memory.pipeline.privacy.refusals import RefusalEntry
from tests.docs.stubs import CODES_PAGE, ROOT, codes_page

_CORE = ROOT / "middleware" / "style_memory"
_ANSWERING = [
    *(_CORE / "operations").glob("*.py"),
    _CORE / "pipeline" / "reading.py",
    ROOT / "integrations" / "langchain_style_memory" / "tools.py",
]
_SIFTING = sorted((_CORE / "pipeline" / "voice_of_owner").glob("*.py"))
# Reasons in hints.py and fields.py, which become codes only behind `hint_`.
_REFUSING = sorted([_CORE / "operations" / "hints.py", *(_CORE / "pipeline" / "privacy").glob("*.py")])


def test_the_page_is_the_one_that_the_codes_give() -> None:
    assert CODES_PAGE.read_text(encoding="utf-8") == codes_page(), "run python -m tests.docs.stubs"


def test_every_code_that_the_source_can_produce_is_explained_and_no_other() -> None:
    assert set(meanings()) == _of_turns() | _of_words() | _of_privacy() | _of_hints()


def _of_turns() -> set[str]:
    """What is put into `ignored` by name."""
    found: set[str] = {detection.CONTROL}
    for node in _nodes(_ANSWERING):
        match node:
            case ast.Call(func=ast.Name(id="_not_observed"), args=[_, *codes]):
                found |= _texts(*codes)
            case ast.Call(func=ast.Attribute(value=held, attr="append" | "add"), args=codes) if _is_ignored(held):
                found |= _texts(*codes)
            case ast.keyword(arg="ignored", value=value) | ast.Assign(targets=[ast.Name(id="code")], value=value):
                found |= _texts(value)
    return found


def _of_words() -> set[str]:
    """What the rules of `voice_of_owner` call a stretch: in a span or shape, in a pair, or as a function's answer."""
    found: set[str] = set()
    for node in _nodes(_SIFTING):
        match node:
            case (
                ast.Call(func=ast.Name(id="Span"), args=[_, _, code])
                | ast.Call(func=ast.Name(id="Shape"), args=[code, _])
            ):
                found |= _texts(code)
            case ast.Yield(value=ast.Tuple(elts=[_, code])):
                found |= _texts(code)
            case ast.For(target=ast.Tuple(elts=[_, ast.Name(id="code")]), iter=ast.Tuple(elts=pairs)):
                found |= {text for pair in pairs if isinstance(pair, ast.Tuple) for text in _texts(pair.elts[1])}
            case ast.FunctionDef(name="_code_of"):
                answers = [each.value for each in ast.walk(node) if isinstance(each, ast.Return) and each.value]
                found |= {text for answer in answers for text in _answers(answer)}
    return found - {""}


def _of_privacy() -> set[str]:
    return {*get_args(Code)}


def _of_hints() -> set[str]:
    refused = {*get_args(Code), *get_args(RefusalEntry.model_fields["reason"].annotation)}
    for node in _nodes(_REFUSING):
        match node:
            case ast.Call(func=ast.Name(id="FieldRefused"), args=[ast.Constant(value=str(reason))]):
                refused.add(reason)
    fields = HabitHint.model_fields.keys() | PreferenceHint.model_fields.keys() | {"argument"}
    return {f"hint_{reason}" for reason in refused} | {f"hint_bad_{field}" for field in fields} | {"hint_too_many"}


def _nodes(files: list[Path]) -> Iterator[ast.AST]:
    for file in files:
        yield from ast.walk(ast.parse(file.read_text(encoding="utf-8")))


def _is_ignored(held: ast.expr) -> bool:
    return isinstance(held, ast.Name | ast.Attribute) and ast.unparse(held).split(".")[-1] == "ignored"


def _texts(*nodes: ast.expr) -> set[str]:
    inner = (each for node in nodes for each in ast.walk(node))
    return {each.value for each in inner if isinstance(each, ast.Constant) and isinstance(each.value, str)}


def _answers(answer: ast.expr) -> set[str]:
    """What an answer may be; the condition that decides is none."""
    return _texts(answer.body, answer.orelse) if isinstance(answer, ast.IfExp) else _texts(answer)
