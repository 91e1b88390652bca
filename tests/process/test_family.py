"""What a process has started: found, and ended with it."""

import os
import signal
import subprocess
import sys
import time

from zermelo.process.family import children_of, descendants, is_stopped, kill_each, kill_family

WAITS = "input()"
STARTS_ANOTHER = f"""
import subprocess, sys
subprocess.Popen([sys.executable, "-c", {WAITS!r}])
print("started", flush=True)
input()
"""


def test_descendants_are_found() -> None:
    with subprocess.Popen([sys.executable, "-c", WAITS], stdin=subprocess.PIPE) as process:
        assert process.pid in descendants(os.getpid())
        assert process.stdin is not None
        process.stdin.write(b"\n")


def test_a_process_that_runs_is_not_stopped() -> None:
    assert not is_stopped(os.getpid())
    assert not is_stopped(2**22 + 1)


def test_what_a_process_has_started_is_ended_with_it() -> None:
    command = [sys.executable, "-c", STARTS_ANOTHER]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"started\n"
        (started,) = children_of(process.pid)
        kill_family(process)
        assert process.wait() == -signal.SIGKILL
        for _ in range(600):
            if not is_alive(started):
                return
            time.sleep(0.1)
        raise AssertionError("it lives")


def is_alive(pid: int) -> bool:
    """Whether a process is there and not only waiting to be forgotten."""
    try:
        with open(f"/proc/{pid}/stat") as file:  # noqa: PTH123
            return file.read().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def test_a_child_that_ends_while_it_is_being_ended_is_no_error() -> None:
    process = subprocess.Popen([sys.executable, "-c", ""])
    os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
    kill_family(process)
    assert process.wait() == 0
    kill_each([process.pid])
