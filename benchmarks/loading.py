"""How long rule sheets take to load, beside an earlier version: `python -m benchmarks.loading`.

Sheets are those that are named, in the folder ZERMELO_CORPUS, or those that used to take longest.
Each is read, grounded and built in a process of its own, and nothing is kept; seconds are those of
CPU, clingo's process included. `--before` names a checkout of another version with its own .venv;
both versions run in turn. Kernels are compiled first.
"""

import argparse
import os
import resource
import subprocess
import sys
from pathlib import Path

LONGEST = [
    "amazonsTorus",
    "chineseCheckers6",
    "gt_two_thirds_6p",
    "racer4_v1",
    "chineseCheckers3",
    "pancakes88",
]
HERE = Path(__file__).parents[1]
LOAD = """
import sys
from zermelo.game.load import read_rules
from zermelo.game.compile import compiled
from zermelo.process.limits import Allowance
found = compiled(read_rules(sys.argv[1]), Allowance(seconds=300, megabytes=6144), keep=False)
print(found.gate_count, found.gates.slots)
"""


def main() -> None:
    """Print a line for each sheet."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", default=LONGEST, help="sheets of ZERMELO_CORPUS")
    parser.add_argument("--before", type=Path, help="a checkout of another version")
    given = parser.parse_args()
    checkouts = [HERE, given.before] if given.before else [HERE]
    load(HERE, sheet(LONGEST[-1]))  # compiles kernels
    print(f"{'sheet':24} {'before':>8} {'now':>8} {'times':>6}   gates, slots")
    for name in given.names:
        (now, said), *others = [load(checkout, sheet(name)) for checkout in checkouts]
        before, times, note = "", "", ""
        for seconds, words in others:
            before, times = f"{seconds:.1f}", f"{seconds / now:.1f}"
            note = "" if words == said else f"  (before: {words})"
        print(f"{name:24} {before:>8} {now:8.1f} {times:>6}   {said}{note}", flush=True)


def sheet(name: str) -> Path:
    """Return where a sheet lies."""
    return Path(os.environ["ZERMELO_CORPUS"], f"{name}.kif")


def load(checkout: Path, path: Path) -> tuple[float, str]:
    """Return the CPU seconds that a version takes for a sheet, and the size of its circuit."""
    python = sys.executable if checkout == HERE else str(checkout / ".venv" / "bin" / "python")
    before = children()
    run = subprocess.run([python, "-c", LOAD, path], capture_output=True, text=True, check=True)
    return children() - before, run.stdout.strip()


def children() -> float:
    """Return the CPU seconds of all processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    main()
