"""Changing one place of a configuration file: everything else stays, to the byte."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Literal

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from style_memory_cli.connect.editing import parsed, value_at, with_value, without
from style_memory_cli.connect.entries import SERVER, Entry, with_hooks, with_server, without_hooks, without_server
from style_memory_cli.connect.faults import Broken, Misshapen
from style_memory_cli.connect.hosts import Host, hosts

ENTRY = Entry(command="/opt/style memory/bin/style-memory", owner="ana", database_url="sqlite:////data/style.db")
HOSTS = {"json": hosts()["claude-code"], "jsonc": hosts()["cursor"], "toml": hosts()["codex"]}
Json = Literal["json", "jsonc"]
# A busy machine is no fault of the code.
patient = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])

keys = st.text(st.characters(exclude_categories=["Cs"]), max_size=8).filter(lambda key: key != SERVER)
scalars = st.none() | st.booleans() | st.integers(-(10**9), 10**9) | st.floats(allow_nan=False, allow_infinity=False)
strings = st.text(st.characters(exclude_categories=["Cs"]), max_size=12) | st.sampled_from(
    ["//", "/*", '"', ",}", "\\"]
)
values = st.recursive(
    scalars | strings,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys, inner, max_size=3),
    max_leaves=8,
)
spaces = st.sampled_from(["", "", " ", "\n", "\n  ", "\t", "\r\n    "])
remarks = st.sampled_from(["// {\n", "/* , */", '// "a": [\n', "/*\n} */", "//\r\n", '/* " */'])


@st.composite
def documents(draw: st.DrawFn, form: Json, *, key: str = "mcpServers") -> str:
    """A document that may hold servers already, laid out in any way that its format allows."""
    held = draw(st.dictionaries(keys, values, max_size=4))
    held.pop(key, None)
    if draw(st.booleans()):
        held[key] = draw(st.dictionaries(keys, values, max_size=3))
    items = draw(st.permutations(list(held.items())))

    def gap() -> str:
        return draw(spaces | remarks if form == "jsonc" else spaces)

    def laid_out(value: Any) -> str:
        if isinstance(value, dict):
            inner = [f"{quoted(each)}{gap()}:{gap()}{laid_out(held)}" for each, held in value.items()]
            return "{" + listed(inner) + "}"
        if isinstance(value, list):
            return "[" + listed([laid_out(each) for each in value]) + "]"
        return quoted(value)

    def quoted(value: Any) -> str:
        return json.dumps(value, ensure_ascii=draw(st.booleans()))

    def listed(inner: Sequence[str]) -> str:
        last = "," + gap() if form == "jsonc" and inner and draw(st.booleans()) else ""
        return gap() + ",".join(each + gap() for each in (gap() + each for each in inner)) + last

    return gap() + laid_out(dict(items)) + gap()


def rest(text: str, host: Host) -> Any:
    """All that a document holds but for the entry, and for tables that hold nothing else."""
    document = parsed(text, host.format)
    servers = document.get(host.servers[0])
    if isinstance(servers, dict):
        servers.pop(SERVER, None)
        if not servers:
            del document[host.servers[0]]
    return document


@patient
@given(st.data(), st.sampled_from(["json", "jsonc"]))
def test_connecting_changes_no_other_value_and_disconnecting_gives_the_same_bytes_back(
    data: st.DataObject, form: Json
) -> None:
    host, text = HOSTS[form], data.draw(documents(form))
    connected = with_server(text, host, ENTRY)
    assert value_at(parsed(connected, form), ("mcpServers", SERVER)) == ENTRY.fields(host)
    assert rest(connected, host) == rest(text, host)
    assert with_server(connected, host, ENTRY) == connected
    assert without_server(connected, host, text) == text


@patient
@given(st.data(), st.sampled_from(["json", "jsonc"]))
def test_disconnecting_needs_no_backup_to_give_back_a_table_that_holds_other_servers(
    data: st.DataObject, form: Json
) -> None:
    host, text = HOSTS[form], data.draw(documents(form))
    assume(parsed(text, form).get("mcpServers"))
    assert without_server(with_server(text, host, ENTRY), host, None) == text


@patient
@given(st.data(), st.sampled_from(["json", "jsonc"]))
def test_what_others_changed_since_stays_when_disconnecting(data: st.DataObject, form: Json) -> None:
    host, text = HOSTS[form], data.draw(documents(form))
    moved = Entry(command=ENTRY.command, owner="ben", database_url=ENTRY.database_url, toolset="runtime")
    connected = with_server(with_server(text, host, ENTRY), host, moved)
    connected = with_value(connected, form, ("mcpServers", SERVER, "disabled"), True)
    connected = with_value(connected, form, ("mcpServers", "later"), {"command": "x"})
    left = without_server(connected, host, text)
    assert left is not None
    expected = with_value(text, form, ("mcpServers", "later"), {"command": "x"})
    assert parsed(left, form) == parsed(expected, form)


@patient
@given(st.data(), st.sampled_from(["json", "jsonc"]))
def test_any_value_can_be_put_and_taken_where_others_are(data: st.DataObject, form: Json) -> None:
    text, value = data.draw(documents(form)), data.draw(values)
    assume(parsed(text, form))
    changed = with_value(text, form, ("the new one",), value)
    assert parsed(changed, form) == {**parsed(text, form), "the new one": value}
    assert without(changed, form, ("the new one",)) == text


@patient
@given(documents("json", key="hooks"), st.lists(st.sampled_from(["Stop", "PreCompact"]), unique=True))
def test_hooks_come_and_go_like_servers(text: str, known: list[str]) -> None:
    hooks = hosts()["claude-code"].hooks
    assert hooks
    for event in hooks.events:
        text = without(text, "json", ("hooks", event)) if event in parsed(text, "json").get("hooks", {}) else text
    for event in known:
        text = with_value(text, "json", ("hooks", event, 0), {"hooks": [{"type": "command", "command": "true"}]})
    connected = with_hooks(text, hooks, ENTRY)
    assert with_hooks(connected, hooks, ENTRY) == connected
    for event in hooks.events:
        groups = parsed(connected, "json")["hooks"][event]
        assert len(groups) == 1 + (event in known)
        assert groups[-1]["hooks"][0]["command"] == ENTRY.hook(hooks, event)
    assert without_hooks(connected, hooks, text) == text
    if known:
        assert without_hooks(connected, hooks, None) == text


statements = st.sampled_from(
    [
        ("a", 'a = 1 # "\n'),
        ("b", "b = [\n  [1, 2],\n  # ]\n]\n"),
        ("c", 'c = """\n[mcp_servers.style-memory]\ncommand = "x"\n"""\n'),
        ("d", "d = '''\n[x]'''\n"),
        ("e", 'e."f g".h = { i = "[j]", k = [1] }\r\n'),
        ("m", 'mcp_servers.dotted.command = "x"\n'),
    ]
)
tables = st.sampled_from(
    [
        ("t", "[t]\n"),
        ("u", '  [ u . "v.w" ] # [x]\ny = 2\n\n'),
        ("x", "[[x]]\n  z = 1\n[[x]]\n"),
        ("n", '[mcp_servers.none]\ncommand = "x"\n'),
        ("q", "[mcp_servers.'style-memory-2'.env]\nA = \"\\\\\"\n"),
        ("o", "# only a remark\n"),
        ("p", '\n\n[projects."/a b"]\ntrust = "[mcp_servers]"\n'),
    ]
)
tomls = st.tuples(
    st.lists(statements, unique_by=lambda each: each[0]),
    st.lists(tables, unique_by=lambda each: each[0]),
    st.sampled_from(["", "\n", "# end"]),
).map(lambda parts: "".join(text for _, text in parts[0] + parts[1]) + parts[2])


@patient
@given(tomls, st.sampled_from(["runtime", None]))
def test_toml_is_changed_with_the_same_care(text: str, toolset: str | None) -> None:
    host = HOSTS["toml"]
    connected = with_server(text, host, ENTRY)
    assert value_at(parsed(connected, "toml"), ("mcp_servers", SERVER)) == ENTRY.fields(host)
    assert rest(connected, host) == rest(text, host)
    assert with_server(connected, host, ENTRY) == connected
    assert without_server(connected, host, text) == text
    moved = Entry(command=ENTRY.command, owner='b"en', database_url=ENTRY.database_url, toolset=toolset)
    changed = with_server(connected, host, moved)
    assert value_at(parsed(changed, "toml"), ("mcp_servers", SERVER)) == moved.fields(host)
    assert rest(changed, host) == rest(text, host)
    left = without_server(changed + '\n[later]\nkey = "x"\n', host, text)
    assert left is not None
    assert left.startswith(text)
    assert parsed(left, "toml") == {**parsed(text, "toml"), "later": {"key": "x"}}


@pytest.mark.parametrize(
    "written",
    [
        '[mcp_servers]\nstyle-memory = { command = "style-memory", env = { STYLE_MEMORY_OWNER = "x" } }\n',
        '[mcp_servers.style-memory]\ncommand = "style-memory"\nenv = { STYLE_MEMORY_OWNER = "x" }\nenabled = false\n',
        '[mcp_servers.style-memory]\ncommand = "style-memory"\nenv.STYLE_MEMORY_OWNER = "x"\n# mine\n\n[tui]\na = 1\n',
        'mcp_servers."style-memory".command = "style-memory"\n',
    ],
)
def test_a_toml_entry_written_by_hand_is_brought_up_to_date_and_removed(written: str) -> None:
    host = HOSTS["toml"]
    changed = with_server(written, host, ENTRY)
    found, known = (value_at(parsed(text, "toml"), ("mcp_servers", SERVER)) for text in (changed, written))
    assert found == {**known, **ENTRY.fields(host)}
    left = without_server(changed, host, None)
    assert left is not None
    assert parsed(left, "toml") == {"tui": {"a": 1}} if "tui" in written else not parsed(left, "toml")
    assert ("# mine" in left) == ("# mine" in written)


def test_a_toml_table_in_one_line_is_refused() -> None:
    with pytest.raises(Misshapen, match="can't be added to"):
        with_server('mcp_servers = { gh = { command = "x" } }\n', HOSTS["toml"], ENTRY)


def test_keys_that_were_added_to_our_entry_survive_a_change_of_owner() -> None:
    text = with_value(with_server("", HOSTS["jsonc"], ENTRY), "jsonc", ("mcpServers", SERVER, "disabled"), True)
    moved = Entry(command=ENTRY.command, owner="ben", database_url=ENTRY.database_url)
    changed = with_server(text, HOSTS["jsonc"], moved)
    assert changed == text.replace('"ana"', '"ben"')


def test_another_server_of_the_same_name_is_left_alone() -> None:
    text = json.dumps({"mcpServers": {SERVER: {"command": "npx", "args": ["style-memory-mcp"]}}})
    with pytest.raises(Misshapen, match="another server"):
        with_server(text, HOSTS["json"], ENTRY)
    with pytest.raises(Misshapen, match="another server"):
        without_server(text, HOSTS["json"], None)


def test_a_name_that_is_there_twice_counts_as_hosts_count_it() -> None:
    text = '{"mcpServers": {"style-memory": {"command": "style-memory"}, "style-memory": {"command": "style-memory"}}}'
    assert without_server(text, HOSTS["json"], None) == "{}"
    changed = with_server(text, HOSTS["json"], ENTRY)
    assert value_at(parsed(changed, "json"), ("mcpServers", SERVER)) == ENTRY.fields(HOSTS["json"])


@pytest.mark.parametrize(
    ("form", "text", "line"),
    [
        ("json", '{\n  "a": 1,\n}', 3),
        ("json", '{\n  // remark\n  "a": 1\n}', 2),
        ("json", '{"a": NaN}', 1),
        ("jsonc", '{\n  "a": 1\n  "b": 2\n}', 3),
        ("jsonc", "{,}", 1),
        ("jsonc", '{"a": [1,,]}', 1),
        ("jsonc", '{\n/* never closed\n"a": 1}', 2),
        ("jsonc", "[" * 100_000, 1),
        ("json", '{"a": ' + "1" * 5000 + "}", 1),
        ("toml", 'a = 1\nb = "open\n', 2),
        ("toml", "a = 1\n\na = 2\n", 3),
    ],
)
def test_a_broken_text_is_told_with_its_line(form: Any, text: str, line: int) -> None:
    with pytest.raises(Broken) as connecting:
        with_server(text, HOSTS[form], ENTRY)
    with pytest.raises(Broken) as disconnecting:
        without_server(text, HOSTS[form], text)
    assert connecting.value.line == disconnecting.value.line == line


@pytest.mark.parametrize("text", ["[]", "1", '{"mcpServers": []}', '{"mcpServers": null}'])
def test_there_must_be_a_place_for_servers(text: str) -> None:
    with pytest.raises(Misshapen, match="is no table"):
        with_server(text, HOSTS["json"], ENTRY)


def test_a_byte_order_mark_stays_in_front() -> None:
    text = '\ufeff{\r\n  "a": 1\r\n}\r\n'
    connected = with_server(text, HOSTS["json"], ENTRY)
    assert connected.startswith("\ufeff{\r\n")
    assert "\n" not in connected.replace("\r\n", "")
    assert without_server(connected, HOSTS["json"], text) == text


def test_a_remark_stays_with_the_line_that_it_is_about() -> None:
    text = '{\n\t"mcpServers": {\n\t\t"a": {} // about a\n\t}\n}\n'
    lines = with_server(text, HOSTS["jsonc"], ENTRY).splitlines()
    assert lines[2:4] == ['\t\t"a": {}, // about a', '\t\t"style-memory": {']


def test_a_toml_file_needs_no_backup_to_be_given_back() -> None:
    text = '[mcp_servers.other]\ncommand = "x"\n'
    assert without_server(with_server(text, HOSTS["toml"], ENTRY), HOSTS["toml"], None) == text


def test_a_hook_that_somebody_put_beside_ours_stays() -> None:
    hooks = hosts()["claude-code"].hooks
    assert hooks
    place = ("hooks", "Stop", 0, "hooks")
    mixed = with_value(with_hooks("{}", hooks, ENTRY), "json", (*place, 1), {"type": "command", "command": "true"})
    left = without_hooks(mixed, hooks, "{}")
    assert left is not None
    assert parsed(left, "json") == {"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "true"}]}]}}
