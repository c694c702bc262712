"""What the pages say of desktop hosts is what the program does there."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest

from style_memory_cli.connect import connections, entries
from style_memory_cli.connect.hosts import hosts
from style_memory_cli.session import OWNER_VARIABLE, URL_VARIABLE
from tests.faces.cli_runner import Cli, runner
from tests.faces.desktop_home import new_home, recorded_file

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
CHINESE = (ROOT / "docs" / "integration.zh.md").read_text(encoding="utf-8")
HOSTS = (ROOT / "docs" / "hosts.md").read_text(encoding="utf-8")
INSTRUCTION = (ROOT / "examples" / "agent-instruction.md").read_text(encoding="utf-8")
WAYS = {"automatic": "automatic", "on request": "on request", "自动": "automatic", "按需": "on request"}
Row = tuple[str, str, str]


def rows(page: str) -> list[Row]:
    """The table of hosts: name, command, and who observes."""
    return re.findall(r"^\| ([^|]+) \| `style-memory (connect [^`]+)` \| ([^|]+) \|$", page, re.MULTILINE)


def commands(page: str) -> list[str]:
    """The commands of this program in the page's shell blocks."""
    blocks = re.findall(r"```sh\n(.*?)```", page, re.DOTALL)
    return [line for block in blocks for line in block.splitlines() if line.startswith("style-memory ")]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    return new_home(tmp_path / "home", monkeypatch)


@pytest.fixture
def cli(home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Cli:
    monkeypatch.chdir(tmp_path)
    return runner(monkeypatch, capsys, f"sqlite:///{tmp_path}/style.db")


@pytest.mark.parametrize("page", [README, CHINESE], ids=["README", "integration.zh"])
def test_the_table_names_every_host(page: str) -> None:
    assert [name for name, *_ in rows(page)] == [host.name for host in hosts().values()]


@pytest.mark.parametrize("row", [*rows(README), *rows(CHINESE)], ids=lambda row: row[1])
def test_each_command_connects_and_observing_is_then_as_the_table_says(cli: Cli, home: Path, row: Row) -> None:
    name, command, way = row
    key = next(host.key for host in hosts().values() if host.name == name)
    recorded_file(key, home)
    assert cli(*command.split(), "--owner", "ana", "--yes").code == 0
    findings = cli("doctor", "--json", "--owner", "ana").json["findings"]
    told = {finding["subject"]: finding for finding in findings}
    assert told["observing"]["detail"] == f"{WAYS[way]} in {key}"
    assert told[key]["state"] == "ok"


@pytest.mark.parametrize("command", [*commands(CHINESE), *commands(INSTRUCTION)])
def test_each_command_of_a_guide_runs(cli: Cli, command: str) -> None:
    for owner in ("ana", "xiaolin"):
        cli("observe-user-message", "haha ship it", "--owner", owner)
    words = shlex.split(command.removesuffix(" < /dev/null"))[1:]
    if words[0] == "mcp":
        return  # tests/faces starts it
    asks = words[0] == "connect" and not {"--dry-run", "--list"} & set(words)
    ran = cli(*words, *(["--yes"] if asks else []))
    assert (ran.code, ran.err) == (0, "")


def test_the_chinese_guide_s_configuration_is_one_that_this_program_would_know() -> None:
    (block,) = re.findall(r"```json\n(.*?)```", CHINESE, re.DOTALL)
    entry = json.loads(block)["mcpServers"][entries.SERVER]
    assert entry["args"] == ["mcp"]
    assert Path(entry["command"]).is_absolute()
    assert set(entry["env"]) == {OWNER_VARIABLE, URL_VARIABLE}
    assert entries.server_of(block, hosts()["claude-desktop"]) == entry


def test_what_the_chinese_guide_quotes_of_doctor_is_what_doctor_says() -> None:
    messages = re.findall(r"^\| (`.+?`) \| [^|]+ \| [^|]+ \|$", CHINESE, re.MULTILINE)
    quoted = {part for message in messages for part in parts(message)}
    assert len(quoted) > 8
    package = Path(connections.__file__).parents[1]
    source = "".join(file.read_text(encoding="utf-8") for file in package.rglob("*.py"))
    assert [part for part in quoted if part not in source] == []


def parts(quoted: str) -> list[str]:
    """The fixed words of quoted messages, without what stands for something else."""
    found = re.split(r"`* / `*|`{1,2}|…|\bA\b|\bB\b|\d+|JSON", quoted)
    return [part.strip(" ,") for part in found if len(part.strip(" ,")) > 4]


@pytest.mark.parametrize("page", ["docs/hosts.md", "docs/integration.zh.md", "examples/agent-instruction.md"])
def test_every_page_that_is_linked_is_there(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    links = [link for link in re.findall(r"\]\(([^)#\s]+)", text) if not link.startswith("https:")]
    assert [link for link in links if not (ROOT / page).parent.joinpath(link).exists()] == []


def test_hosts_without_hooks_are_told_where_the_instruction_goes() -> None:
    section = HOSTS.split("## The agent instruction")[1].split("\n## ")[0]
    assert all(host.name in section for host in hosts().values())
