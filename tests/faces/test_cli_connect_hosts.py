"""The data file of hosts, and where it says that files lie on each system."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Literal

import pytest
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from style_memory_cli.connect.hosts import Host, Surroundings, file_of, hosts, is_installed

SYSTEMS = {"linux": "linux", "macos": "darwin", "windows": "win32"}
Text = Annotated[str, Field(min_length=1)]
Url = Annotated[str, Field(pattern="^https://")]
Place = Annotated[str, Field(pattern=r"^(~|\$[A-Z_]+)/[^\\]+$")]
Format = Literal["json", "jsonc", "toml"]


class Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class Places(Strict):
    linux: list[Place] = Field(min_length=1)
    macos: list[Place] = Field(min_length=1)
    windows: list[Place] = Field(min_length=1)


class Events(Strict):
    file: Places
    format: Literal["json", "jsonc"]  # lists are not changed in TOML
    key: Text
    form: Literal["groups", "commands"]
    events: list[Text] = Field(min_length=1)
    arguments: list[Text] = Field(min_length=1)
    entry: dict[str, Text] = {}
    constants: dict[str, int] = {}
    windows_shell: Literal["posix", "powershell"] = "posix"
    off: dict[Annotated[str, Field(pattern=r"^\w+(\.\w+)*$")], bool | Text] = {}
    advice: Annotated[str, Field(pattern=r"\.$")] = "."
    source: Url
    other_sources: list[Url] = []


class Described(Strict):
    name: Text
    format: Format
    servers: list[Text] = Field(min_length=1)
    entry: dict[str, Text] = {}
    source: Url
    other_sources: list[Url] = []
    restart: Annotated[str, Field(pattern=r"\.$")]
    folder: Annotated[str, Field(pattern="^~/")] = "~/"
    file: Places
    hooks: Events | None = None


SCHEMA = TypeAdapter(dict[Annotated[str, Field(pattern="^[a-z][a-z-]*$")], Described])
# What each host's documentation says, with a person's own folders unchanged.
DOCUMENTED = {
    "claude-desktop": {
        "linux": ".config/Claude/claude_desktop_config.json",
        "macos": "Library/Application Support/Claude/claude_desktop_config.json",
        "windows": "AppData/Roaming/Claude/claude_desktop_config.json",
    },
    "claude-code": dict.fromkeys(SYSTEMS, ".claude.json"),
    "cursor": dict.fromkeys(SYSTEMS, ".cursor/mcp.json"),
    "vscode": {
        "linux": ".config/Code/User/mcp.json",
        "macos": "Library/Application Support/Code/User/mcp.json",
        "windows": "AppData/Roaming/Code/User/mcp.json",
    },
    "windsurf": dict.fromkeys(SYSTEMS, ".codeium/windsurf/mcp_config.json"),
    "codex": dict.fromkeys(SYSTEMS, ".codex/config.toml"),
    "gemini-cli": dict.fromkeys(SYSTEMS, ".gemini/settings.json"),
    "zed": {
        "linux": ".config/zed/settings.json",
        "macos": ".config/zed/settings.json",
        "windows": "AppData/Roaming/Zed/settings.json",
    },
}


def on(system: str, home: Path, variables: Mapping[str, str] | None = None) -> Surroundings:
    return Surroundings(environment={"HOME": str(home), **(variables or {})}, platform=SYSTEMS[system])


def place(host: Host, surroundings: Surroundings) -> str:
    return file_of(host.file, surroundings).as_posix()


def touched(file: Path) -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.touch()
    return file


def test_the_data_file_keeps_to_its_schema() -> None:
    data = tomllib.loads(files("style_memory_cli").joinpath("data", "hosts.toml").read_text(encoding="utf-8"))
    assert set(SCHEMA.validate_python(data)) == set(DOCUMENTED)


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("name", DOCUMENTED)
def test_every_host_s_file_lies_where_it_is_documented(tmp_path: Path, name: str, system: str) -> None:
    assert place(hosts()[name], on(system, tmp_path)) == f"{tmp_path}/{DOCUMENTED[name][system]}"


@pytest.mark.parametrize(
    ("name", "system", "variable", "rest"),
    [
        ("claude-desktop", "linux", "XDG_CONFIG_HOME", "Claude/claude_desktop_config.json"),
        ("claude-desktop", "windows", "APPDATA", "Claude/claude_desktop_config.json"),
        ("claude-code", "macos", "CLAUDE_CONFIG_DIR", ".claude.json"),
        ("vscode", "windows", "APPDATA", "Code/User/mcp.json"),
        ("codex", "linux", "CODEX_HOME", "config.toml"),
        ("zed", "linux", "XDG_CONFIG_HOME", "zed/settings.json"),
    ],
)
def test_variables_move_the_files_of_hosts_that_heed_them(
    tmp_path: Path, name: str, system: str, variable: str, rest: str
) -> None:
    elsewhere = tmp_path / "elsewhere"
    assert place(hosts()[name], on(system, tmp_path, {variable: str(elsewhere)})) == f"{elsewhere}/{rest}"


def test_variables_that_a_host_does_not_heed_move_nothing(tmp_path: Path) -> None:
    moved = on("macos", tmp_path, {"XDG_CONFIG_HOME": str(tmp_path / "elsewhere")})
    assert place(hosts()["zed"], moved) == f"{tmp_path}/.config/zed/settings.json"


def test_a_host_s_own_variable_counts_even_if_the_usual_file_exists(tmp_path: Path) -> None:
    touched(tmp_path / ".codex" / "config.toml")
    moved = on("linux", tmp_path, {"CODEX_HOME": str(tmp_path / "elsewhere")})
    assert place(hosts()["codex"], moved) == f"{tmp_path}/elsewhere/config.toml"


def test_the_packaged_claude_desktop_of_windows_is_found_before_its_file_is_made(tmp_path: Path) -> None:
    folder = tmp_path / "AppData/Local/Packages/Claude_pzs8sxrjxfjjc/LocalCache/Roaming/Claude"
    folder.mkdir(parents=True)
    assert place(hosts()["claude-desktop"], on("windows", tmp_path)) == f"{folder}/claude_desktop_config.json"


def test_windows_names_the_home_folder_by_its_own_variable(tmp_path: Path) -> None:
    surroundings = on("windows", tmp_path / "posix", {"USERPROFILE": str(tmp_path / "ana")})
    assert place(hosts()["cursor"], surroundings) == f"{tmp_path}/ana/.cursor/mcp.json"


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("name", DOCUMENTED)
def test_a_host_is_there_if_its_file_or_folder_is(tmp_path: Path, name: str, system: str) -> None:
    host, surroundings = hosts()[name], on(system, tmp_path)
    assert not is_installed(host, surroundings)
    folder = tmp_path / ".claude" if name == "claude-code" else file_of(host.file, surroundings).parent
    folder.mkdir(parents=True)
    assert is_installed(host, surroundings)


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize(
    ("name", "place"),
    [
        ("claude-code", ".claude/settings.json"),
        ("cursor", ".cursor/hooks.json"),
        ("codex", ".codex/hooks.json"),
        ("gemini-cli", ".gemini/settings.json"),
    ],
)
def test_every_host_s_hooks_lie_where_they_are_documented(tmp_path: Path, name: str, place: str, system: str) -> None:
    hooks = hosts()[name].hooks
    assert hooks
    assert file_of(hooks.file, on(system, tmp_path)).as_posix() == f"{tmp_path}/{place}"


@pytest.mark.parametrize(
    ("name", "variable", "rest"),
    [("claude-code", "CLAUDE_CONFIG_DIR", "settings.json"), ("codex", "CODEX_HOME", "hooks.json")],
)
def test_a_host_s_variable_moves_its_hooks_too(tmp_path: Path, name: str, variable: str, rest: str) -> None:
    hooks, elsewhere = hosts()[name].hooks, tmp_path / "elsewhere"
    assert hooks
    assert file_of(hooks.file, on("windows", tmp_path, {variable: str(elsewhere)})) == elsewhere / rest


def page(name: str) -> str:
    return (Path(__file__).parents[2] / "docs" / name).read_text(encoding="utf-8")


def test_the_page_on_hosts_names_each_of_them() -> None:
    for host in hosts().values():
        assert f"| `{host.key}` | {host.name} |" in page("hosts.md")
        assert host.source in page("hosts.md")


def test_the_page_on_hooks_names_each_host_that_has_them_and_what_switches_them_off() -> None:
    for host in (host for host in hosts().values() if host.hooks):
        assert host.hooks
        events = " | ".join(f"`{event}`" for event in host.hooks.events)
        assert f"| `{host.key}` | {events} |" in page("hooks.md")
        assert host.hooks.source in page("hooks.md")
        assert [setting for setting in host.hooks.off if f"`{setting}`" not in page("hooks.md")] == []
