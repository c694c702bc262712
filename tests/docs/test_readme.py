"""What the README says runs."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from examples.offline_model import OfflineModel
from langchain_core.prompts import ChatPromptTemplate

from style_memory import StyleMemory
from tests.docs.stubs import PAGE, README, operations_page, with_table

_TEXT = README.read_text(encoding="utf-8")
_PYTHON = re.findall(r"```python\n(.*?)```", _TEXT, re.DOTALL)
_COMMANDS = re.findall(r"^style-memory .*$", _TEXT, re.MULTILINE)


@pytest.mark.parametrize("block", _PYTHON, ids=range(len(_PYTHON)))
def test_each_python_block_runs(block: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with StyleMemory.open("sqlite://") as memory:
        prompt = ChatPromptTemplate.from_messages([("user", "{question}")])
        names = {"model": OfflineModel(), "prompt": prompt, "memory": memory}
        exec(compile(block, "README.md", "exec"), names)  # noqa: S102 - our own page
        opened = names["memory"]
        assert isinstance(opened, StyleMemory)
        opened.close()


@pytest.mark.parametrize("command", _COMMANDS)
def test_each_command_runs(command: str, tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'style.db'}"
    with StyleMemory.open(url) as memory:
        memory.for_owner("ana").distill_recent_style(habits=[{"kind": "catchphrase", "text": "ship it"}])
    (tmp_path / "style-memory.json").write_text('{"version": 1, "habits": []}', encoding="utf-8")
    arguments = shlex.split(command.replace("bash|zsh|fish", "bash"))[1:]
    done = subprocess.run(
        [Path(sys.executable).with_name("style-memory"), *arguments],
        env={"STYLE_MEMORY_DATABASE_URL": url, "PATH": "/usr/bin:/bin", "HOME": str(tmp_path)},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout


def test_the_table_of_operations_is_as_the_catalogue_has_it() -> None:
    assert with_table(_TEXT) == _TEXT, "run python -m tests.docs.stubs"


def test_the_reference_of_operations_is_as_the_catalogue_has_it() -> None:
    assert PAGE.read_text(encoding="utf-8") == operations_page()


def test_every_page_that_the_readme_names_is_there() -> None:
    links = re.findall(r"\]\(([^)#:]+)\)", _TEXT)
    assert links
    assert [link for link in links if not (README.parent / link).exists()] == []
