"""Rule sheets of one role, solved by the clock: `python -m benchmarks.puzzle_corpus --seconds 60`.

The folder that ZERMELO_CORPUS names is searched for sheets with one role. Each is solved as does
`zermelo solve`, in a process of its own, two at a time. A sheet counts as solved if the best goal
is proved: no match brings more, be it because the rules know of no better goal or because there is
none. Seconds are those of the clock, reading and compiling the rules included, and hold for a
machine that does nothing else; on one that does, `--cpu` counts seconds of CPU instead, those of
the solver's process included.
"""

import argparse
import json
import os
import resource
import sys
import time
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path

from zermelo.errors import ZermeloError
from zermelo.game.load import load
from zermelo.process.limits import Allowance
from zermelo.search.base import Clock, Limits
from zermelo.search.solve.prove import prove
from zermelo.search.solve.solution import load_kernels


@dataclass(frozen=True, slots=True)
class Row:
    """What came of one sheet."""

    name: str
    highest: int | None = None  # goal that the rules know of
    goal: float | None = None
    moves: int | None = None
    proven: bool = False
    shortest: bool = False
    method: str = ""
    seconds: float = 0.0
    problem: str = ""

    def text(self) -> str:
        """Return one line of the table."""
        if self.problem:
            return f"{self.name:32} {self.problem}"
        goal = "none" if self.goal is None else f"{self.goal:.0f} of {self.highest}"
        length = ("=" if self.shortest else "<=") + f" {self.moves}"
        sure = "proven" if self.proven else "-"
        return f"{self.name:32} {goal:>10} {length:>7} {sure:>7} {self.seconds:6.1f}  {self.method}"


HEADING = f"{'sheet':32} {'goal':>10} {'moves':>7} {'':>7} {'s':>6}  method"


def main() -> None:
    """Print a line for each sheet as soon as it is done, and how many are solved."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="sheets; all of one role if none is named")
    parser.add_argument("--seconds", type=float, default=60.0, help="for each sheet")
    parser.add_argument("--megabytes", type=int, default=1500, help="for each method")
    parser.add_argument("--cpu", action="store_true", help="count seconds of CPU")
    parser.add_argument("--processes", type=int, default=2, help="at the same time")
    arguments = parser.parse_args()
    folder = os.environ.get("ZERMELO_CORPUS")
    if folder is None:
        sys.exit("ZERMELO_CORPUS names no folder of rule sheets")
    names = arguments.names or one_role(Path(folder))
    print(HEADING, flush=True)
    rows: list[Row] = []
    with ProcessPoolExecutor(
        arguments.processes, mp_context=get_context("spawn"), max_tasks_per_child=1
    ) as pool:
        tasks = [pool.submit(solved, folder, name, arguments) for name in names]
        for task in as_completed(tasks):
            rows.append(task.result())
            print(rows[-1].text(), flush=True)
    best = sum(row.proven for row in rows)
    short = sum(row.proven and row.shortest for row in rows)
    print(f"{best} of {len(rows)} solved to their best goal, {short} of them proved shortest")


def one_role(folder: Path) -> list[str]:
    """Return the sheets with one role, by what a reference says of each."""
    return [
        path.stem
        for path in sorted(folder.glob("*.json"))
        if len(json.loads(path.read_text()).get("roles", ())) == 1
    ]


class BusyClock(Clock):
    """Counts seconds of CPU, of this process and of its children."""

    def __init__(self, limits: Limits) -> None:
        """Start."""
        super().__init__(limits)
        self.begun = busy()

    @property
    def seconds(self) -> float:
        """How long there was work."""
        return busy() - self.begun


def busy() -> float:
    """Return the seconds of CPU that this process and its children have used."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    total = time.process_time() + used.ru_utime + used.ru_stime
    for path in Path("/proc/self/task").glob("*/children"):
        for child in told(path).split():
            fields = told(Path(f"/proc/{child}/stat")).rpartition(")")[2].split()
            if fields:
                total += (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return total


def told(path: Path) -> str:
    """Return what the system says of a process or a thread; nothing if it has ended meanwhile."""
    try:
        return path.read_text()
    except OSError:
        return ""


def solved(folder: str, name: str, arguments: argparse.Namespace) -> Row:
    """Return what comes of one sheet."""
    load_kernels(load("buttons_and_lights"))
    whole = Limits(seconds=arguments.seconds, memory=arguments.megabytes << 20)
    clock = BusyClock(whole) if arguments.cpu else Clock(whole)
    try:
        allowance = Allowance(seconds=arguments.seconds)
        game = load(str(Path(folder, f"{name}.kif")), allowance=allowance)
        answer, _ = prove(game, game.initial, clock, megabytes=arguments.megabytes)
    except ZermeloError as error:
        return Row(name, problem=" ".join(str(error).split())[:120])
    except Exception as error:  # noqa: BLE001  # a defect of one sheet, and the others are to go on
        return Row(name, problem=f"defect: {error!r}"[:120])
    return Row(
        name,
        int(game.dimensions.goal_values.max()),
        answer.values[0] if answer.values else None,
        answer.distance,
        answer.proven,
        bool(answer.shortest),
        answer.method,
        clock.seconds,
    )


if __name__ == "__main__":
    main()
