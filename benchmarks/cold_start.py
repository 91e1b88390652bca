"""What first commands cost with an empty cache: `python -m benchmarks.cold_start`.

Each command runs with an empty cache, then with one in which `zermelo warm` and the command itself
have left what they keep. Printed are the CPU seconds of the command with all that it waits for.
With `--behind`, the process in the background that compiles what was missing is waited for, and its
seconds are printed too; otherwise it is ended, as it may take a minute for each command.
"""

import argparse
import ctypes
import json
import os
import re
import resource
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from contextlib import suppress
from pathlib import Path

COMMANDS = [
    "show tictactoe",
    "playouts connect_four --seconds 1",
    "perft connect_four --depth 4",
    "think tictactoe",
    "think tictactoe --search alphabeta",
    "think connect_four --seconds 1",
    "think connect_four --search mcts --seconds 1",
    "think connect_four --search alphabeta:depth=5",
    "think connect_four --search mcts --nodes 1000",
    "solve nim",
    "solve tictactoe",
    "match tictactoe auto random --seconds 0.2",
    "match tictactoe alphabeta mcts --seconds 0.2",
    "learn nim --output OUT",
    "learn tictactoe --output OUT",
    "web",
    "demo",
]
TOKEN = r'token" content="([^"]+)'
"""Where a page has the token without which nothing can be changed."""
BECOME_PARENT = 36
"""PR_SET_CHILD_SUBREAPER of Linux: processes that go on by themselves are ours to wait for."""


def main() -> None:
    """Print a line for each command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("commands", nargs="*", default=COMMANDS, help="commands in quotes")
    parser.add_argument("--behind", action="store_true", help="wait for what goes on behind")
    parser.add_argument("--cache", help="a cache that is warm already")
    given = parser.parse_args()
    ctypes.CDLL(None).prctl(BECOME_PARENT, 1)
    print(f"{'command':48} {'cold':>6} {'warm':>6} {'adds':>6} {'behind':>7}")
    with tempfile.TemporaryDirectory() as folder:
        warm = given.cache or folder
        spent("warm", warm)
        for command in given.commands:
            with tempfile.TemporaryDirectory() as cold:
                first, behind = spent(command, cold, wait=given.behind)
            spent(command, warm)
            later, _ = spent(command, warm)
            print(
                f"{command:48} {first:6.1f} {later:6.1f} {first - later:6.1f} {behind:7.1f}",
                flush=True,
            )


def spent(command: str, cache: str, *, wait: bool = True) -> tuple[float, float]:
    """Return the CPU seconds of a command, and of all that goes on when it has ended."""
    own = {"ZERMELO_CACHE": cache, "ZERMELO_WARM": "on"}
    words = command.replace("OUT", f"{cache}/strategy.lp").split()
    before = children()
    process = subprocess.Popen(
        [sys.executable, "-m", "zermelo", *words, *(["--port", "0"] if words == ["web"] else [])],
        env=os.environ | own,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    if words == ["web"]:
        reply_of(process)
        process.terminate()
    said, _ = process.communicate()
    if process.returncode not in (0, -15, 143):
        raise SystemExit(f"{command}: {said}")
    after = children()
    if not wait:
        for pid in orphans():
            os.kill(pid, signal.SIGKILL)
    with suppress(ChildProcessError):
        while True:
            os.waitpid(-1, 0)
    return after - before, children() - after


def orphans() -> list[int]:
    """Return the processes that have become ours."""
    text = Path(f"/proc/self/task/{os.getpid()}/children").read_text()
    return [int(pid) for pid in text.split()]


def reply_of(process: "subprocess.Popen[str]") -> None:
    """Wait for the address of a server, open a table, and wait for the first move of a search."""
    assert process.stdout is not None
    found = None
    while found is None:
        found = re.search(r"http://\S+(?=/)", process.stdout.readline())
    with urllib.request.urlopen(found[0]) as answer:
        token = re.search(TOKEN, answer.read().decode())
    assert token is not None
    table = {"game": "tictactoe", "seats": {"x": "auto", "o": "person"}, "seconds": 0.5}
    request = urllib.request.Request(
        f"{found[0]}/api/tables",
        json.dumps(table).encode(),
        {"content-type": "application/json", "x-zermelo-token": token[1]},
    )
    with urllib.request.urlopen(request) as answer:
        opened = json.loads(answer.read())
    asked: list[dict[str, str]] = []
    while [one["role"] for one in asked] != ["o"]:
        time.sleep(0.1)
        with urllib.request.urlopen(f"{found[0]}/api/tables/{opened['table']}") as answer:
            asked = json.loads(answer.read())["asked"]


def children() -> float:
    """Return the CPU seconds of all processes that have ended and were waited for."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    main()
