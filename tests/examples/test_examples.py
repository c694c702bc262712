"""Every example runs offline and shows what it promises."""

from __future__ import annotations

import ast
import runpy
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "examples"
NAMES = sorted(file.stem for file in FOLDER.glob("*.py") if file.stem != "offline_model")
# What one person's words must have led to, and what must not show.
SHOWN = {
    "agent_with_middleware": [
        "when Ana chats",
        "- emoji: “😂”",
        "Moment: medical.",
        "You are a helpful assistant.\n\n<",
    ],
    "custom_dictionary": ["'ducks in row' (catchphrase): seen 3 times", "'wibbly' (idiolect)", "Moment: planning."],
    "langgraph_node": ["Turns observed: 3", "['human', 'ai']", "- emoji: “😂”"],
    "lcel_chain": ["Model: Glad to hear it.", "You are good company.\n\n<style_memory_brief>", "- emoji: “🎉"],
    "web_handler": ["Round 3: 3 requests at the same time", "first answer: Got it."],
}
PUBLIC = {"style_memory", "langchain_style_memory"}


def shown_by(name: str, capsys: pytest.CaptureFixture[str]) -> str:
    runpy.run_module(f"examples.{name}", run_name="__main__")
    return capsys.readouterr().out


def test_every_example_has_its_expectations() -> None:
    assert sorted(SHOWN) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_an_example_shows_what_it_promises(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    shown = shown_by(name, capsys)
    assert [expected for expected in SHOWN[name] if expected not in shown] == []


def test_the_agent_does_not_play_where_it_is_serious_nor_with_another_persons_habits(
    capsys: pytest.CaptureFixture[str],
) -> None:
    casual, serious, other = shown_by("agent_with_middleware", capsys).split("\nWhat it is told ")
    assert "😂" in casual
    assert "😂" not in serious + other


def test_the_web_handler_keeps_its_users_apart(capsys: pytest.CaptureFixture[str]) -> None:
    lines = [line for line in shown_by("web_handler", capsys).splitlines() if line.startswith("Learned of ")]
    signs = {line.split(":")[0].split()[-1]: {sign for sign in "😂🎉🌻" if sign in line} for line in lines}
    assert signs == {"ana": {"😂"}, "bob": {"🎉"}, "cleo": {"🌻"}}


@pytest.mark.parametrize("name", NAMES)
def test_an_example_uses_public_names_only(name: str) -> None:
    tree = ast.parse((FOLDER / f"{name}.py").read_text(encoding="utf-8"))
    imported = [node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    ours = {module for module in imported if "style_memory" in module}
    assert ours
    assert ours <= PUBLIC
    private = [node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute) and node.attr.startswith("_")]
    assert set(private) <= {"_agent"}
