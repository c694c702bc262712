"""Whatever the catalogue declares does the same through every face: methods, their twins, tools and commands."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from style_memory import StyleMemory
from style_memory.domain.errors import RequestInvalid
from style_memory.operations.catalogue import Operation, catalogue
from tests.faces.answers import OPERATIONS, arguments_of
from tests.faces.cli_runner import Cli, runner
from tests.faces.every_face import FACES, Refusal
from tests.faces.generated_requests import on_a_command_line, wrong_requests
from tests.isolation.worlds import fresh_memory, live

Done = Callable[[str, list[Operation], str], Any]
OTHERS = [name for name in FACES if name != "python"]
WRONG = [
    pytest.param(operation, wrong, id=f"{operation.name}: {name}")
    for operation in OPERATIONS
    for name, wrong in wrong_requests(operation).items()
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the databases lie, one after the other, so that even a path in an answer is the same."""
    return tmp_path_factory.mktemp("parity")


@pytest.fixture(scope="module")
def lived_in(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with something of everything of ana."""
    file = tmp_path_factory.mktemp("lived-in") / "style.db"
    with fresh_memory(f"sqlite:///{file}") as memory:
        live(memory.for_owner("ana"))
    return file


@pytest.fixture
def cli(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], folder: Path) -> Cli:
    """The command line in a world in which everything random is known."""
    monkeypatch.setattr(StyleMemory, "open", lambda url, **_: fresh_memory(url))
    return runner(monkeypatch, capsys, f"sqlite:///{folder}/style.db")


@pytest.fixture
def done(folder: Path, lived_in: Path, cli: Cli) -> Done:
    """What examples do through a face: their answers, and all that is stored of the owner afterwards."""

    def do(face: str, operations: list[Operation], store: str) -> Any:
        for file in folder.iterdir():
            file.unlink()
        if store == "lived-in":
            shutil.copy(lived_in, folder)
        with fresh_memory(f"sqlite:///{folder}/style.db") as memory:
            ana = FACES[face](memory, cli, "ana")
            return [ana.call(each.name, **arguments_of(each)) for each in operations], memory.for_owner("ana").export()

    return do


@pytest.fixture(scope="module")
def remembered() -> dict[tuple[str, str], Any]:
    """What was done in Python, by operation and store."""
    return {}


@pytest.mark.parametrize("face", OTHERS)
@pytest.mark.parametrize("store", ["fresh", "lived-in"])
@pytest.mark.parametrize("operation", OPERATIONS, ids=catalogue())
def test_an_operation_answers_and_stores_the_same_as_in_python(
    done: Done, remembered: dict[tuple[str, str], Any], operation: Operation, store: str, face: str
) -> None:
    key = operation.name, store
    if key not in remembered:
        remembered[key] = done("python", [operation], store)
    assert done(face, [operation], store) == remembered[key]


def test_all_operations_in_a_row_do_the_same_through_every_face(done: Done) -> None:
    expected = done("python", OPERATIONS, "fresh")
    for face in OTHERS:
        assert done(face, OPERATIONS, "fresh") == expected, face


@pytest.mark.parametrize(("operation", "wrong"), WRONG)
def test_a_wrong_request_is_refused_in_the_same_words_everywhere(
    cli: Cli, folder: Path, operation: Operation, wrong: dict[str, Any]
) -> None:
    with pytest.raises(RequestInvalid) as refused:
        operation.parsed(wrong)
    sentence = str(refused.value)
    assert sentence.startswith(f"{operation.name}: ")
    assert "private" not in sentence
    for file in folder.iterdir():
        file.unlink()
    with fresh_memory() as memory:
        for name, face in FACES.items():
            if name == "cli" and not on_a_command_line(operation, wrong):
                continue
            with pytest.raises(Refusal) as refusal:
                face(memory, cli, "ana").call(operation.name, **wrong)
            assert str(refusal.value) == sentence, name
        assert memory.owners() == []
    assert list(folder.iterdir()) == []
