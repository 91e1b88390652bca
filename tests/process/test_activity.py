"""A process that works is told from one that does nothing, whatever the clock says."""

import os
import subprocess
import sys
import time

from zermelo.process.activity import Stillness, cpu_seconds

SPIN = """
import subprocess, sys
work = "total = sum(range(3_000_000)); print('done', flush=True); input()"
child = subprocess.Popen([sys.executable, "-c", work], stdin=sys.stdin)
child.wait()
"""


def test_what_children_do_counts() -> None:
    started = subprocess.Popen(
        [sys.executable, "-c", SPIN], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert started.stdin is not None
    assert started.stdout is not None
    with started:
        assert started.stdout.readline() == "done\n"
        family = cpu_seconds(started.pid)
        own = sum(map(int, open_stat(started.pid)[11:15])) / os.sysconf("SC_CLK_TCK")
        started.stdin.write("\n")
    assert family is not None
    assert family > own


def open_stat(process: int) -> list[str]:
    with open(f"/proc/{process}/stat") as file:  # noqa: PTH123
        return file.read().rpartition(")")[2].split()


def test_a_process_that_is_gone_has_no_time() -> None:
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    assert cpu_seconds(ended.pid) is None


def test_own_time_grows_with_work() -> None:
    before = cpu_seconds(os.getpid())
    begin = time.process_time()
    while time.process_time() - begin < 0.05:
        pass
    after = cpu_seconds(os.getpid())
    assert before is not None
    assert after is not None
    assert after > before


def test_where_the_system_does_not_tell_nothing_is_stuck() -> None:
    still = Stillness(most=1.0)
    assert not any(still.looked(None, 10.0) for _ in range(10))
