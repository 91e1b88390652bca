"""Kill `zermelo match` at random moments: `python -m benchmarks.kill_matches [--kills N]`.

The same command is started again and again with one store, and killed with SIGKILL after a random
time, while it starts, plays or writes. After every kill the file must be intact, every match that
was reported must be in it with the goals that were reported, and the next run must go on where the
last one stopped. When a series is done, another begins in the same store. At the end, every series
is played to its end, and must be, move for move, the one that is played without a store.
"""

import argparse
import json
import re
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from zermelo.play.store import MatchStore

MATCH = ("tictactoe", "random", "flat:passes=4", "--nodes", "40")
REPORTED = re.compile(r"^\d+ of \d+: (\S+): (.*?); \d+ moves", re.MULTILINE)
RESUMED = re.compile(r"^(?:all )?(\d+)(?: of \d+)? matches are in", re.MULTILINE)
FROM_THE_START = 5
"""Of so many kills, one comes some time after the start; the others when a match was reported."""
OFTEN = 0.002
"""How long to wait until the next look at what was said."""


@dataclass(slots=True)
class Found:
    """What was seen until now, of matches like these."""

    match: tuple[str, ...]
    kills: int = 0
    reported: dict[str, str] = field(default_factory=dict)  # matches, with their goals in words
    by_series: Counter[int] = field(default_factory=Counter)  # reported matches of each seed
    resumed: int = 0  # runs that said that they go on
    idle: int = 0  # kills before the first match of a run was reported
    unfinished: int = 0  # kills that cut off a match
    problems: list[str] = field(default_factory=list)


def main() -> None:
    """Print what was found; exit with 1 if anything was lost."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--games", type=int, default=500, help="matches of each series")
    parser.add_argument("--longest", type=float, default=2.0, help="seconds until a kill, at most")
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    answer(command(MATCH, None, 0, 2))  # so that nothing has to be compiled later
    with tempfile.TemporaryDirectory() as folder:
        found = kill_often(
            Path(folder) / "matches.db",
            MATCH,
            kills=arguments.kills,
            games=arguments.games,
            longest=arguments.longest,
            seed=arguments.seed,
        )
    print(f"kills: {found.kills}, {found.idle} of them before a match of that run was reported")
    print(f"matches that were reported: {len(found.reported)}, in {len(found.by_series)} series")
    print(f"runs that went on where the last one stopped: {found.resumed}")
    print(f"kills that cut off a match: {found.unfinished}")
    print(f"problems: {len(found.problems)}")
    for problem in found.problems:
        print(f"  {problem}")
    sys.exit(bool(found.problems))


def kill_often(
    place: Path, match: tuple[str, ...], *, kills: int, games: int, longest: float, seed: int
) -> Found:
    """Return what came of so many kills; the matches are kept in `place`."""
    found, generator, series = Found(match), Random(seed), 0
    while found.kills < kills:
        arguments = command(match, place, series, games)
        playing = found.kills % FROM_THE_START > 0
        killed, said = run(arguments, generator.uniform(0, longest), playing=playing)
        found.kills += killed
        check(found, place, note(found, said, series, killed=killed))
        series += not killed  # that one is done
        print(f"{found.kills} kills, {len(found.reported)} matches", file=sys.stderr)
    for each in sorted({*found.by_series, series}):
        killed, said = run(command(match, place, each, games), None)
        note(found, said, each, killed=killed)
        compare(found, place, each, games)
    check(found, place, found.reported)
    return found


def command(match: tuple[str, ...], place: Path | None, series: int, games: int) -> list[str]:
    """Return the command of a series."""
    kept = [] if place is None else ["--store", str(place)]
    numbers = ["--games", str(games), "--seed", str(series)]
    return [sys.executable, "-m", "zermelo", "match", *match, "--json", *numbers, *kept]


def run(arguments: list[str], seconds: float | None, *, playing: bool = False) -> tuple[bool, str]:
    """Run the command, and kill it after so many seconds; of its start, or of its first match.

    Returns:
        whether it was killed, and what it had said.
    """
    with tempfile.NamedTemporaryFile("ab") as said:
        process = subprocess.Popen(arguments, stdout=subprocess.DEVNULL, stderr=said)
        text = Path(said.name).read_text  # of its own: the place where it writes is not moved
        while playing and process.poll() is None and not REPORTED.search(text()):
            time.sleep(OFTEN)
        try:
            process.wait(seconds)
            killed = False
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
            killed = process.wait() == -signal.SIGKILL
        if not killed and process.returncode != 0:
            raise RuntimeError(f"the command ended with {process.returncode}: {text()}")
        return killed, text()


def note(found: Found, said: str, series: int, *, killed: bool) -> list[str]:
    """Take down what a run reported, and whether it went on where the last one stopped.

    Returns:
        the matches that it reported.
    """
    whole = said[: said.rfind("\n") + 1]
    going_on = RESUMED.search(whole)
    if going_on is not None:
        found.resumed += 1
        if int(going_on[1]) < found.by_series[series]:
            found.problems.append(
                f"series {series} went on from {going_on[1]}, but {found.by_series[series]} "
                "matches had been reported"
            )
    now = REPORTED.findall(whole)
    found.idle += killed and not now
    for name, goals in now:
        if name in found.reported:
            found.problems.append(f"{name} was played again")
        found.reported[name] = goals
        found.by_series[series] += 1
    return [name for name, _ in now]


def check(found: Found, place: Path, new: Iterable[str]) -> None:
    """Hold the file to what was reported; of what is new, every turn."""
    if not place.exists():
        if found.reported:
            found.problems.append("the file is gone")
        return
    connection = sqlite3.connect(place)
    (verdict,) = connection.execute("PRAGMA integrity_check").fetchone()
    connection.close()
    if verdict != "ok":
        found.problems.append(f"after kill {found.kills}: integrity_check says {verdict}")
    if not place.stat().st_size:
        return  # killed before it was made
    with MatchStore(place) as store:
        entries = {entry.id: entry for entry in store.entries()}
        found.unfinished += any(entry.outcome == "unfinished" for entry in entries.values())
        for name, goals in found.reported.items():
            entry = entries.get(name)
            if entry is None or entry.outcome != "finished":
                found.problems.append(f"after kill {found.kills}: {name} is lost")
                continue
            seated = zip(entry.roles, entry.players, entry.goals, strict=True)
            kept = ", ".join(
                f"{role} {name} {goal:g}" for role, name, goal in seated if goal is not None
            )
            if kept != goals:
                found.problems.append(f"{name} is {kept}, not {goals}")
        for name in entries.keys() & {*new}:
            moves = len(store.record(name)["moves"])
            if moves != entries[name].turns:
                found.problems.append(f"{name} has {moves} moves, not {entries[name].turns}")


def compare(found: Found, place: Path, series: int, games: int) -> None:
    """Hold a series that was cut off again and again to one that was not."""
    both = [answer(command(found.match, where, series, games)) for where in (place, None)]
    if both[0] != both[1]:
        found.problems.append(f"series {series} is not the one that is played at a stretch")


def answer(arguments: list[str]) -> list[object]:
    """Return the moves and goals of all matches."""
    done = subprocess.run(arguments, capture_output=True, text=True, check=True)
    results = json.loads(done.stdout)["results"]
    return [(each["roles"], each["goals"], each["moves"], each["errors"]) for each in results]


if __name__ == "__main__":
    main()
