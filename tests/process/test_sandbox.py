"""The child process: what goes in and comes out, its limits, and that nothing of it stays."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from zermelo.errors import ZermeloError
from zermelo.process.answering import COMMAND, first_question
from zermelo.process.child import ChildError, MemoryOutError, TimeOutError, environment
from zermelo.process.frames import Frames, framed, pack, unpack
from zermelo.process.limits import Allowance
from zermelo.process.sandbox import call

ROOM = Allowance(seconds=20, megabytes=2048)
DTYPES = ("<i4", "<i8", "<u8", "|i1", "|u1", "<u2")


@st.composite
def arrays(draw: st.DrawFn) -> Any:
    dtype = np.dtype(draw(st.sampled_from(DTYPES)))
    return np.frombuffer(draw(st.binary(max_size=64)).ljust(64, b"\0"), dtype)[draw(cuts) :]


cuts = st.integers(0, 70)
keys = st.text(max_size=5).filter(lambda key: key != "array")
leaves = st.none() | st.booleans() | st.integers() | st.text(max_size=8) | arrays()
messages = st.recursive(
    leaves,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(keys, inner, max_size=4),
    max_leaves=8,
)


def same(one: Any, other: Any) -> bool:
    """Whether two messages are equal, arrays with their types."""
    if isinstance(one, np.ndarray):
        return bool(one.dtype == other.dtype and one.tolist() == other.tolist())
    if isinstance(one, list):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, dict):
        return list(one) == list(other) and all(map(same, one.values(), other.values()))
    return type(one) is type(other) and bool(one == other)


def children() -> set[int]:
    """The processes that this one started and that are still there, even as zombies."""
    found = set()
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == os.getpid():
            found.add(int(path.parent.name))
    return found


def is_running(process: int) -> bool:
    """Whether a process is there and not only waiting to be forgotten."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def wait_for(condition: Callable[[], bool]) -> None:
    """Wait until something holds; a minute is for ever."""
    for _ in range(600):
        if condition():
            return
        time.sleep(0.1)
    raise AssertionError("waited a minute in vain")


@pytest.fixture(autouse=True)
def _nothing_left_behind() -> Iterator[None]:
    """After every test: no child process, and no thread that watches one."""
    before = children(), threading.active_count()
    yield
    wait_for(lambda: (children(), threading.active_count()) == before)


@given(messages)
def test_unpacking_gives_what_was_packed(message: Any) -> None:
    assert same(unpack(pack({"message": message})), {"message": message})


def test_what_is_no_message_cannot_be_packed() -> None:
    with pytest.raises(TypeError, match="cannot be sent"):
        pack({"message": object()})


def test_a_call_answers_with_arrays_and_any_text() -> None:
    message = {
        "text": "NUL \0, quotes \"', \N{SNOWMAN}, \u202e and a line\nbreak",
        "arrays": [np.arange(5, dtype=np.int32), np.zeros(0, np.uint64), np.arange(100_000)],
    }
    assert same(call("tests.ground.tasks:echo", message, ROOM), {"echo": message})


def test_a_child_has_the_limits_that_it_was_given() -> None:
    answer = call("tests.ground.tasks:limits", {}, Allowance(seconds=7, megabytes=999))
    assert answer["limits"] == [8, 999 << 20, 0]


def test_a_child_of_a_confined_process_keeps_to_what_that_has() -> None:
    code = (
        "from zermelo.process.limits import Allowance, confine; "
        "from zermelo.process.sandbox import call; confine(1000, 1500); "
        "print(call('tests.ground.tasks:limits', {}, Allowance(20, 6144)))"
    )
    command = [sys.executable, "-c", code]
    answer = subprocess.run(command, capture_output=True, text=True, check=False)
    assert str(1500 << 20) in answer.stdout, answer.stderr


def test_a_child_that_spins_is_stopped() -> None:
    with pytest.raises(TimeOutError, match=r"0\.1 s of time were not enough"):
        call("tests.ground.tasks:spin", {}, Allowance(seconds=0.1, megabytes=2048))


def test_a_child_that_sleeps_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zermelo.process.activity.LOOK_INTERVAL", 0.1)
    monkeypatch.setattr("zermelo.process.activity.LONGEST_STILLNESS", 0.5)
    with pytest.raises(TimeOutError, match="the child process did nothing for"):
        call("tests.ground.tasks:sleep", {}, Allowance(seconds=4))


def test_a_child_may_take_any_time_by_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine, 0.2 s of CPU time may take an hour. (Half a second stands for it.)"""
    clocks: list[float] = []
    timer = threading.Timer

    def at_once(seconds: float, act: Callable[[], None]) -> threading.Timer:
        clocks.append(seconds)
        return timer(0.1, act)

    monkeypatch.setattr(threading, "Timer", at_once)
    answer = call("tests.ground.tasks:nap", {"seconds": 0.5}, Allowance(seconds=0.2))
    assert answer == {"slept": 0.5}
    assert clocks == []


def test_ctrl_c_at_a_terminal_is_for_the_parent() -> None:
    """The terminal sends it to both; a child that dies of it would be taken for one that failed."""
    assert call("tests.ground.tasks:interrupt", {}, ROOM) == {"survived": True}


def test_a_child_that_hoards_runs_out_of_memory() -> None:
    task, little = "tests.ground.tasks:hoard", Allowance(seconds=20, megabytes=600)
    assert call(task, {"megabytes": 100}, little) == {"size": 100 << 20}
    with pytest.raises(MemoryOutError, match="600 MB of memory were not enough"):
        call(task, {"megabytes": 600}, little)


def test_a_child_that_cannot_even_start_in_its_memory_says_so() -> None:
    with pytest.raises(MemoryOutError):
        call("zermelo.ground.clingo:ground", {"program": "a.", "names": {}}, Allowance(20, 24))


@pytest.mark.parametrize(
    ("kind", "text", "error", "says"),
    [
        ("runtime", "no such program", ChildError, "^no such program$"),
        ("runtime", "", ChildError, "clingo failed"),
        ("runtime", "std::bad_alloc", MemoryOutError, "2048 MB"),
        ("memory", "", MemoryOutError, "2048 MB"),
        ("value", "the value is odd", ChildError, "ValueError: the value is odd"),
    ],
)
def test_an_error_in_the_child_is_told(
    kind: str, text: str, error: type[ZermeloError], says: str
) -> None:
    with pytest.raises(error, match=says):
        call("tests.ground.tasks:fail", {"kind": kind, "text": text}, ROOM)


@pytest.mark.parametrize(
    ("name", "error", "says"),
    [
        ("SIGSEGV", ChildError, r"^the child process crashed: Segmentation fault \(SIGSEGV\)$"),
        ("SIGABRT", ChildError, r"^the child process crashed: Aborted \(SIGABRT\)$"),
        ("SIGTERM", ChildError, r"^the child process crashed: Terminated \(SIGTERM\)$"),
        ("SIGKILL", MemoryOutError, "killed, as happens when the machine runs out of memory"),
        ("SIGXCPU", TimeOutError, "20 s of time were not enough"),
    ],
)
def test_a_child_that_died_in_its_answer_is_told_by_what_killed_it(
    name: str, error: type[ZermeloError], says: str
) -> None:
    with pytest.raises(error, match=says):
        call("tests.ground.tasks:die", {"signal": name, "log": ""}, ROOM)


@pytest.mark.parametrize(
    "log",
    [
        "terminate called after throwing an instance of 'std::bad_alloc'",
        "MemoryError",
        "cannot allocate memory for thread-local data: ABORT",
        "ImportError: array.so: failed to map segment from shared object",
    ],
)
def test_a_child_whose_last_words_are_of_memory_ran_out_of_it(log: str) -> None:
    with pytest.raises(MemoryOutError, match="2048 MB of memory were not enough"):
        call("tests.ground.tasks:die", {"signal": "SIGABRT", "log": log}, ROOM)


def test_the_last_words_of_a_child_that_crashed_are_told() -> None:
    with pytest.raises(ChildError, match=r"crashed: Aborted \(SIGABRT\): a stack was smashed"):
        call("tests.ground.tasks:die", {"signal": "SIGABRT", "log": "a stack was smashed\n"}, ROOM)


def test_what_was_printed_is_no_answer() -> None:
    with pytest.raises(ChildError, match="expected a message, got b'hello, world"):
        call("tests.ground.tasks:babble", {}, ROOM)


@pytest.mark.parametrize("task", ["leave", "no_such_task"])
def test_no_answer_is_an_error(task: str) -> None:
    with pytest.raises(ChildError, match="the child process failed"):
        call(f"tests.ground.tasks:{task}", {}, ROOM)


def started(file: Path) -> tuple[subprocess.Popen[str], int]:
    """A parent that waits for its child, and the process number of that child."""
    code = (
        "from zermelo.process.sandbox import *\n"
        f"call('tests.ground.tasks:sleep', {{'file': {str(file)!r}}}, Allowance())"
    )
    path = os.pathsep.join(sys.path)
    parent = subprocess.Popen(
        [sys.executable, "-c", code],
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONPATH": path},
        start_new_session=True,
    )
    wait_for(file.exists)
    return parent, int(file.read_text())


def test_a_parent_that_is_interrupted_leaves_no_child(tmp_path: Path) -> None:
    parent, child = started(tmp_path / "child")
    assert is_running(child)
    parent.send_signal(signal.SIGINT)
    _, log = parent.communicate(timeout=120)
    assert log.rstrip().endswith("KeyboardInterrupt")
    assert not is_running(child)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells children of a death")
def test_a_parent_that_is_killed_leaves_no_child(tmp_path: Path) -> None:
    parent, child = started(tmp_path / "child")
    assert is_running(child)
    parent.kill()
    parent.communicate(timeout=120)
    wait_for(lambda: not is_running(child))


def test_a_child_whose_parent_died_while_it_started_does_nothing() -> None:
    own = first_question("tests.ground.tasks:echo", {}, ROOM)
    (request,) = Frames().feed(own)
    for content, answers in ((own, True), (framed(request | {"parent": 0}), False)):
        done = subprocess.run(COMMAND, input=content, capture_output=True, env=environment())
        assert (done.returncode, bool(done.stdout)) == (0, answers)
