"""What was acknowledged is there, once, whatever happens to the processes that wrote it."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import threading
from pathlib import Path

from style_memory import OwnerMemory, StyleMemory

_KILLS = 20
_PROCESSES, _TURNS = 4, 50
_THREADS = 8


def _observer(url: str, name: str, first: int, most: int) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "tests.endurance.observer", url, name, str(first), str(most)]
    root = Path(__file__).resolve().parents[2]
    return subprocess.Popen(command, cwd=root, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def _seen(owner: OwnerMemory) -> int:
    (habit,) = (each for each in owner.list_style_habits().habits if each.text == "tiny but mighty")
    return habit.seen_count


def test_nothing_acknowledged_is_lost_or_doubled_when_the_writer_is_killed(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'style.db'}"
    StyleMemory.open(url).close()
    chance = random.Random(7)
    acknowledged: set[int] = set()
    first = 0
    for _ in range(_KILLS):
        writer = _observer(url, "burst", first, 10_000)
        assert writer.stdout is not None
        for _ in range(chance.randint(1, 25)):
            acknowledged.add(int(writer.stdout.readline()))
        writer.send_signal(signal.SIGKILL)
        acknowledged.update(int(line) for line in writer.stdout.read().split("\n")[:-1])
        writer.communicate()
        # The next one repeats the last turns, as a client does that does not know how far it came.
        first = max(acknowledged) - 1
    with StyleMemory.open(url) as memory:
        repeated = memory.for_owner("ada").observe_user_message
        again = [repeated(text="Fine by me.", session_id="burst", turn_id=f"burst-{n}") for n in acknowledged]
        assert not any(answer.observed for answer in again)
        # A turn may have been written whose acknowledgement was cut off: one for each kill at most.
        assert len(acknowledged) <= _seen(memory.for_owner("ada")) <= len(acknowledged) + _KILLS


def test_several_processes_lose_nothing_on_one_file(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'style.db'}"
    writers = [_observer(url, f"p{number}", 0, _TURNS) for number in range(_PROCESSES)]
    for writer in writers:
        out, errors = writer.communicate(timeout=120)
        assert writer.returncode == 0, errors
        assert len(out.split()) == _TURNS
    with StyleMemory.open(url) as memory:
        assert _seen(memory.for_owner("ada")) == _PROCESSES * _TURNS
        assert memory.for_owner("ada").get_style_memory_status().turns == _PROCESSES * _TURNS


def test_several_threads_lose_nothing_on_one_memory(tmp_path: Path) -> None:
    with StyleMemory.open(f"sqlite:///{tmp_path / 'style.db'}") as memory:
        owner = memory.for_owner("ada")
        faults: list[BaseException] = []

        def observe(name: str) -> None:
            try:
                for number in range(_TURNS):
                    hints = [{"kind": "idiolect", "text": "tiny but mighty"}]
                    owner.observe_user_message(text="Fine.", session_id=name, turn_id=str(number), hints=hints)
            except BaseException as fault:
                faults.append(fault)

        threads = [threading.Thread(target=observe, args=(f"t{number}",)) for number in range(_THREADS)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert faults == []
        assert _seen(owner) == _THREADS * _TURNS
