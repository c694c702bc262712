"""Changing one place of a configuration file: everything else stays, to the byte."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Literal

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from style_memory_cli.connect.command_lines import Shell, joined, split
from style_memory_cli.connect.editing import parsed, value_at, with_value, without
from style_memory_cli.connect.entries import SERVER, ServerPart, entry_fields
from style_memory_cli.connect.faults import Broken, Misshapen
from style_memory_cli.connect.hook_entries import HooksPart, hooks_part
from style_memory_cli.connect.hosts import Host, Surroundings, hosts
from style_memory_cli.connect.parts import Entry, removed

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


def with_server(text: str, host: Host, entry: Entry) -> str:
    return ServerPart(host=host).added(text, entry)


def without_server(text: str, host: Host, before: str | None) -> str | None:
    return removed(text, [ServerPart(host=host)], before)


def hooks_of(name: str) -> HooksPart:
    hooks = hosts()[name].hooks
    assert hooks
    return hooks_part(hooks, Surroundings(environment={}, platform="linux"))


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
    assert value_at(parsed(connected, form), ("mcpServers", SERVER)) == entry_fields(ENTRY, host)
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
@given(st.data(), st.sampled_from(["claude-code", "codex", "gemini-cli", "cursor"]))
def test_hooks_come_and_go_like_servers(data: st.DataObject, name: str) -> None:
    part = hooks_of(name)
    form, events = part.format, part.hooks.events
    assert form != "toml"
    text = data.draw(documents(form, key="hooks"))
    assume("version" not in parsed(text, form))
    other = {"command": "true"} if part.hooks.form == "commands" else {"hooks": [{"command": "true"}]}
    known = data.draw(st.lists(st.sampled_from(events), unique=True))
    for event in events:
        text = without(text, form, ("hooks", event)) if event in parsed(text, form).get("hooks", {}) else text
    for event in known:
        text = with_value(text, form, ("hooks", event, 0), other)
    connected = part.added(text, ENTRY)
    assert part.added(connected, ENTRY) == connected
    for event in events:
        *others, ours = parsed(connected, form)["hooks"][event]
        assert others == ([other] if event in known else [])
        fields = {**part.hooks.entry, "command": part.line(ENTRY, event)}
        assert ours == (fields if part.hooks.form == "commands" else {"hooks": [fields]})
    assert removed(connected, [part], text) == text
    if known and not part.hooks.constants:
        assert removed(connected, [part], None) == text


@patient
@given(documents("jsonc"))
def test_a_file_that_server_and_hooks_share_gives_up_either_and_both(text: str) -> None:
    server, hooks = ServerPart(host=hosts()["gemini-cli"]), hooks_of("gemini-cli")
    assume("hooks" not in parsed(text, "jsonc"))
    with_one = server.added(text, ENTRY)
    with_both = hooks.added(with_one, ENTRY)
    assert removed(with_both, [server, hooks], text) == text
    assert removed(with_both, [hooks], text) == with_one
    left = removed(with_both, [server], text)
    assert left is not None
    assert parsed(left, "jsonc") == parsed(hooks.added(text, ENTRY), "jsonc")


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
    assert value_at(parsed(connected, "toml"), ("mcp_servers", SERVER)) == entry_fields(ENTRY, host)
    assert rest(connected, host) == rest(text, host)
    assert with_server(connected, host, ENTRY) == connected
    assert without_server(connected, host, text) == text
    moved = Entry(command=ENTRY.command, owner='b"en', database_url=ENTRY.database_url, toolset=toolset)
    changed = with_server(connected, host, moved)
    assert value_at(parsed(changed, "toml"), ("mcp_servers", SERVER)) == entry_fields(moved, host)
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
    assert found == {**known, **entry_fields(ENTRY, host)}
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
    assert value_at(parsed(changed, "json"), ("mcpServers", SERVER)) == entry_fields(ENTRY, HOSTS["json"])


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
    part, place = hooks_of("claude-code"), ("hooks", "Stop", 0, "hooks")
    mixed = with_value(part.added("{}", ENTRY), "json", (*place, 1), {"type": "command", "command": "true"})
    left = removed(mixed, [part], "{}")
    assert left is not None
    assert parsed(left, "json") == {"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "true"}]}]}}


def test_a_version_that_was_needed_for_our_hooks_goes_with_the_last_hook() -> None:
    part, command = hooks_of("cursor"), {"command": "true"}
    connected = part.added("{}", ENTRY)
    assert parsed(connected, "jsonc")["version"] == 1
    later = with_value(connected, "jsonc", ("hooks", "stop", 1), command)
    assert parsed(removed(later, [part], "{}") or "", "jsonc") == {"version": 1, "hooks": {"stop": [command]}}
    assert removed(connected + "\n", [part], "{}") == "{}\n"


def test_a_file_of_a_version_that_is_not_known_is_left_alone() -> None:
    with pytest.raises(Misshapen, match="version is 2"):
        hooks_of("cursor").added('{"version": 2}', ENTRY)


def test_what_belongs_to_our_hook_is_brought_up_to_date_and_what_was_added_stays() -> None:
    part = hooks_of("gemini-cli")
    text = part.added("{}", ENTRY).replace('"name": "style-memory"', '"timeout": 9000')
    changed = part.added(text, Entry(command=ENTRY.command, owner="ben", database_url=ENTRY.database_url))
    (group,) = parsed(changed, "jsonc")["hooks"]["AfterAgent"]
    (hook,) = group["hooks"]
    assert (hook["name"], hook["timeout"]) == ("style-memory", 9000)
    assert "--owner ben" in hook["command"]


@pytest.mark.parametrize("shell", ["posix", "powershell"])
@patient
@given(words=st.lists(st.text(min_size=1) | st.sampled_from(["O'Brien", "O’Brien", "''", "a b", "$x;y"]), min_size=1))
def test_a_command_line_is_taken_apart_into_the_words_that_it_was_put_together_from(
    shell: Shell, words: list[str]
) -> None:
    words = ["/opt/style memory/bin/style-memory", *words]
    assert split(joined(words, shell), shell) == words


@pytest.mark.parametrize("line", ["'open", "a 'b"])
@pytest.mark.parametrize("shell", ["posix", "powershell"])
def test_a_line_with_an_open_quotation_is_none_of_ours(shell: Shell, line: str) -> None:
    with pytest.raises(ValueError, match="No closing quotation"):
        split(line, shell)


@pytest.mark.parametrize(
    ("shell", "program", "line"),
    [
        ("posix", r"C:\style memory\style-memory.exe", "'C:/style memory/style-memory.exe' hook Stop"),
        ("powershell", r"C:\style memory\style-memory.exe", r"& 'C:\style memory\style-memory.exe' hook Stop"),
        ("powershell", r"C:\env\style-memory.exe", r"C:\env\style-memory.exe hook Stop"),
    ],
)
def test_a_windows_path_is_written_as_the_shell_that_reads_it_wants_it(shell: Shell, program: str, line: str) -> None:
    assert joined([program, "hook", "Stop"], shell) == line
