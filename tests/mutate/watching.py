"""Processes with a limit of CPU time: how busy the machine is decides nothing."""

import os
import signal
import subprocess
import threading
import time
from pathlib import Path

IDLE = 60.0
"""Seconds without any CPU time after which processes wait for each other forever."""
TICK = os.sysconf("SC_CLK_TCK")
stopping = threading.Event()
"""Set when the command is interrupted: what is watched is ended."""


def watched(process: subprocess.Popen[bytes], limit: float) -> tuple[float, int | None]:
    """Wait for a process; return the CPU seconds of its session, and its exit code.

    None: it was killed because it took more than the limit, or waited for nothing.
    """
    cpu, moved = 0.0, time.monotonic()
    try:
        while cpu <= limit and time.monotonic() - moved <= IDLE:
            try:
                return cpu, process.wait(0.5)
            except subprocess.TimeoutExpired:
                used = session_cpu(process.pid)
            if stopping.is_set():
                raise KeyboardInterrupt
            if used > cpu:
                cpu, moved = used, time.monotonic()
        return cpu, None
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def session_cpu(session: int) -> float:
    """Return the CPU seconds of a session, with those of children that it has waited for."""
    total = 0
    for place in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = place.read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
        except OSError:  # it has ended meanwhile
            continue
        if int(fields[3]) == session:
            total += sum(map(int, fields[11:15]))
    return total / TICK
