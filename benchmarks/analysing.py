"""How long `zermelo analyse` takes on real rule sheets, and what it proves of them.

    ZERMELO_CORPUS=folder python -m benchmarks.analysing [--every N]

Every sheet is analysed by a process of its own, as a user does it, from nothing kept on disk.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

BOUND = 20.0
PATIENCE = 120.0


def main() -> None:
    """Analyse every sheet of the folder, or each n-th."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--every", type=int, default=1, metavar="N", help="each N-th sheet only")
    parser.add_argument("--first", type=int, default=0, metavar="K", help="begin with the K-th")
    chosen = parser.parse_args()
    folder = os.environ.get("ZERMELO_CORPUS")
    if not folder:
        sys.exit("ZERMELO_CORPUS names no folder of rule sheets")
    sheets = sorted(Path(folder).glob("*.kif"))[chosen.first :: chosen.every]
    within = done = 0
    for sheet in sheets:
        seconds, told = analysed(sheet)
        done += 1
        within += seconds <= BOUND and told is not None
        print(f"{sheet.stem:36} {seconds:6.1f} s  {summary(told)}", flush=True)
    print(f"{within} of {done} within {BOUND:g} s")


def analysed(sheet: Path) -> tuple[float, dict[str, Any] | None]:
    """Return the seconds that an analysis took, and its answer; None if there is none."""
    with tempfile.TemporaryDirectory() as place:
        # Kernels stay where they are: they are compiled once for all games.
        command = [sys.executable, "-m", "zermelo", "analyse", str(sheet), "--json", "--no-cache"]
        begin = time.perf_counter()
        try:
            ran = subprocess.run(
                command, capture_output=True, text=True, timeout=PATIENCE, cwd=place, check=False
            )
        except subprocess.TimeoutExpired:
            return time.perf_counter() - begin, None
        seconds = time.perf_counter() - begin
    return seconds, json.loads(ran.stdout) if ran.returncode == 0 else None


def summary(told: dict[str, Any] | None) -> str:
    """Return what an analysis found, in a line."""
    if told is None:
        return "no answer"
    latches, cut = told["latches"], told["cut"]
    numbers = [
        f"{len(latches['positive']) + len(latches['negative'])} latches",
        f"{len(told['invariants'])} invariants",
        f"{told['symmetries']['order']} symmetries",
    ]
    return ", ".join([*numbers, *([f"cut: {', '.join(cut)}"] if cut else [])])


if __name__ == "__main__":
    main()
