"""The warm process that answers hooks, asked within one process."""

from __future__ import annotations

import os
import socket
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from style_memory_hooks import standby as reaching
from style_memory_hooks.faults import HookFailed, HookMisused
from style_memory_hooks.serving import Service
from style_memory_hooks.standby import Reply, Request, Standby, standby_for, starting

ASKED = ("ana", "get_style_brief", {"message": "hi \ud83d"})


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder that only this user may enter; its path is short, since the addresses of sockets are."""
    with tempfile.TemporaryDirectory(dir="/tmp") as folder:
        yield Path(folder)


@pytest.fixture
def standby(folder: Path) -> Standby:
    """One that perhaps doesn't run."""
    return Standby(address=folder / "a.sock", command=["false"])


def saying(**answer: Any) -> Callable[[Request], Any]:
    """What answers every request the same."""
    return lambda _: answer


@contextmanager
def serving(standby: Standby, answer: Callable[[Request], Any], **options: Any) -> Iterator[threading.Thread]:
    """Let a service answer at the standby's address; it has ended afterwards."""
    options = {"look_seconds": 0.05, **options}
    thread = threading.Thread(target=Service(address=standby.address, answer=answer, **options).run)
    thread.start()
    while not standby.address.exists():
        assert thread.is_alive()
        time.sleep(0.01)
    yield thread
    standby.address.unlink(missing_ok=True)
    thread.join(10)
    assert not thread.is_alive()


def test_a_call_arrives_and_its_answer_comes_back(standby: Standby) -> None:
    requests: list[Any] = []

    def answer(request: Request) -> Any:
        requests.append((request.owner, request.name, request.arguments))
        return {"number": len(requests), "text": "好" * 100_000}

    with serving(standby, answer):
        answers = [standby.ask(*ASKED), standby.ask(*ASKED)]
    assert answers == [Reply(value={"number": number, "text": "好" * 100_000}) for number in (1, 2)]
    assert requests == [ASKED, ASKED]


def test_a_fault_is_told_as_the_log_will_tell_it(standby: Standby) -> None:
    def fail(request: Request) -> Any:
        raise HookMisused("No owner.") if request.owner else ValueError("what somebody wrote")

    with serving(standby, fail):
        with pytest.raises(HookFailed, match="No owner"):
            standby.ask(*ASKED)
        with pytest.raises(HookFailed) as caught:
            standby.ask("", "get_style_brief", {})
    assert "somebody" not in str(caught.value)


def test_where_none_runs_there_is_no_answer(standby: Standby) -> None:
    assert standby.ask(*ASKED) is None


def test_one_that_was_killed_is_not_asked_again(standby: Standby) -> None:
    with socket.socket(socket.AF_UNIX) as left:
        left.bind(str(standby.address))
    assert standby.ask(*ASKED) is None
    assert not standby.address.exists()


def test_one_that_hangs_is_not_asked_again(standby: Standby, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reaching, "PATIENCE_SECONDS", 0.1)
    woken = threading.Event()
    with serving(standby, lambda _: {"late": woken.wait(10)}):
        assert standby.ask(*ASKED) is None
        assert not standby.address.exists()
        woken.set()


def test_what_nobody_waits_for_any_more_is_not_done(standby: Standby, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reaching, "PATIENCE_SECONDS", 0.2)
    asked: list[str] = []
    woken = threading.Event()

    def answer(request: Request) -> Any:
        asked.append(request.name)
        woken.wait(10)

    with serving(standby, answer):
        queue = [threading.Thread(target=standby.ask, args=("ana", name, {})) for name in ("first", "second")]
        for each in queue:
            each.start()
            time.sleep(0.05)
        for each in queue:
            each.join()
        woken.set()
    assert asked == ["first"]


def test_one_that_took_the_place_of_one_that_hangs_keeps_it(standby: Standby, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reaching, "PATIENCE_SECONDS", 0.5)
    woken = threading.Event()
    with serving(standby, lambda _: {"late": woken.wait(10)}):
        asking = threading.Thread(target=standby.ask, args=ASKED)
        asking.start()
        time.sleep(0.1)
        newer = standby.address.with_suffix(".newer")
        with socket.socket(socket.AF_UNIX) as door:
            door.bind(str(newer))
            newer.replace(standby.address)
        asking.join()
        assert standby.address.exists()
        woken.set()


def test_a_socket_that_somebody_else_may_have_put_there_is_not_asked(standby: Standby, folder: Path) -> None:
    with serving(standby, saying(seen=True)):
        folder.chmod(0o755)
        assert standby.ask(*ASKED) is None
        folder.chmod(0o700)
        assert standby.ask(*ASKED) is not None


def test_others_may_not_use_the_socket(standby: Standby) -> None:
    with serving(standby, saying()):
        assert standby.address.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("said", [b"", b"nonsense", b"[]", b'{"event": 1}', b'"\xff"', b"{" * 100_000])
def test_a_caller_that_makes_no_sense_disturbs_nobody(standby: Standby, said: bytes) -> None:
    with serving(standby, saying(fine=True)):
        with socket.socket(socket.AF_UNIX) as line:
            line.connect(str(standby.address))
            line.sendall(said)
            line.shutdown(socket.SHUT_WR)
            assert line.recv(10) == b""
        assert standby.ask(*ASKED) == Reply(value={"fine": True})


def test_it_ends_when_nobody_asks(standby: Standby) -> None:
    with serving(standby, saying(), idle_seconds=0.1) as thread:
        thread.join(5)
        assert not thread.is_alive()
    assert not standby.address.exists()


def test_it_ends_when_another_took_its_address(standby: Standby) -> None:
    with serving(standby, saying(by="first")) as first:
        second = Service(address=standby.address, answer=saying(by="second"), look_seconds=0.05)
        other = threading.Thread(target=second.run)
        other.start()
        first.join(5)
        assert not first.is_alive()
        assert standby.ask(*ASKED) == Reply(value={"by": "second"})
        standby.address.unlink()
        other.join(5)


def test_it_gives_no_answer_from_what_has_changed_on_the_disk(standby: Standby, tmp_path: Path) -> None:
    dictionary = tmp_path / "dictionary.json"
    dictionary.write_text("[]")
    with serving(standby, saying(), watched=(dictionary,)) as thread:
        assert standby.ask(*ASKED) == Reply(value={})
        os.utime(dictionary, ns=(0, 0))
        assert standby.ask(*ASKED) is None
        thread.join(5)
        assert not thread.is_alive()


def test_of_many_hooks_one_starts_it(standby: Standby, monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[Any] = []
    monkeypatch.setattr("subprocess.Popen", lambda command, **_: started.append(command))
    for _ in range(5):
        standby.start()
    assert started == [["false"]]
    os.utime(starting(standby.address), (0, 0))  # what was started has not come up
    standby.start()
    assert len(started) == 2


def test_the_mark_of_the_start_goes_once_it_listens(standby: Standby) -> None:
    starting(standby.address).touch()
    with serving(standby, saying()):
        assert not starting(standby.address).exists()


def test_none_is_started_where_others_may_enter(
    standby: Standby, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("subprocess.Popen", lambda *_, **__: pytest.fail("started"))
    folder.chmod(0o777)
    standby.start()


HOME = {"HOME": "/home/ana"}


def test_each_database_and_environment_has_its_own(folder: Path) -> None:
    environments: list[dict[str, str]] = [
        {}, HOME, {**HOME, "STYLE_MEMORY_LEARNING": "off"}, {**HOME, "XDG_STATE_HOME": "/var"},
    ]  # fmt: skip
    found = {
        standby.address
        for environment in environments
        for url in (None, "sqlite:////a.db", "sqlite:////b.db")
        if (standby := standby_for(folder, url, environment))
    }
    assert len(found) == 12
    same = [standby_for(folder, None, {**HOME, "TERM": term}) for term in ("dumb", "xterm")]
    assert same[0] == same[1]


@pytest.mark.parametrize("url", ["sqlite://", "sqlite:///style.db", "sqlite:///:memory:", "sqlite+pysqlite:///a/b.db"])
def test_a_database_that_depends_on_the_folder_or_the_process_has_none(folder: Path, url: str) -> None:
    assert standby_for(folder, url, HOME) is None
    assert standby_for(folder, None, {**HOME, "STYLE_MEMORY_DATABASE_URL": url}) is None


def test_a_dictionary_that_depends_on_the_folder_has_none(folder: Path) -> None:
    for path, there in (("words.json", False), ("/home/ana/words.json", True)):
        found = standby_for(folder, None, {**HOME, "STYLE_MEMORY_DICTIONARY_PATH": path})
        assert (found is not None) is there


@pytest.mark.parametrize("url", ["sqlite:////home/ana/style.db", "sqlite:///C:/style.db", "postgresql://host/style"])
def test_a_database_that_is_the_same_from_everywhere_has_one(folder: Path, url: str) -> None:
    assert standby_for(folder, url, HOME) is not None


@pytest.mark.parametrize("value", ["off", " OFF ", "0", "no", "False"])
def test_it_can_be_switched_off(folder: Path, value: str) -> None:
    assert standby_for(folder, None, {**HOME, reaching.VARIABLE: value}) is None


def test_where_the_address_would_be_too_long_there_is_none(tmp_path: Path) -> None:
    assert standby_for(tmp_path / ("x" * 100), None, HOME) is None
