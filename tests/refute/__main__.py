"""`make refute`: games made at random, to refute every claim that the program makes of them."""

import argparse
import json
import signal
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from tests.refute.running import PARTS, all_tried, smallest
from tests.refute.tally import Fault, Tally

GAMES = {
    "trees": 2000,
    "rules": 200,
    "solving": 200,
    "tables": 200,
    "knowledge": 50,
    "learning": 50,
    "positions": 50,
    "mutants": 200,
    "commands": 50,
}
"""How many games each part takes, unless it is said; every seed is one game."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the adversary; return 1 if anything is wrong."""
    options = parsed(arguments)
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # what was found by then is told
    everything, interrupted = Tally(), False
    for part in options.part or list(PARTS):
        games = GAMES.get(part, 50) if options.games is None else options.games
        seeds = range(options.seed, options.seed + games)
        total = Tally()
        begin = time.monotonic()
        try:
            for tally in all_tried(part, seeds, options.jobs):
                total.add(tally)
                if options.verbose:
                    say("\n".join([f"{part}: {total.counts['games']:,}", *map(str, tally.faults)]))
        except KeyboardInterrupt:
            interrupted = True
            say("interrupted: what was found by then follows")
        shown(part, total, time.monotonic() - begin)
        everything.add(total)
        if interrupted:
            break
    report(everything.faults, options.keep, options.most)
    if interrupted:
        return 130
    return 1 if everything.faults else 0


def parsed(arguments: Sequence[str] | None) -> argparse.Namespace:
    """Return the options."""
    parser = argparse.ArgumentParser("python -m tests.refute", description=__doc__)
    add = parser.add_argument
    add("--part", action="append", choices=list(PARTS), help="only this part; may be repeated")
    add("--games", type=int, help="how many games each part takes")
    add("--seed", type=int, default=0, help="the first seed: go on where another run stopped")
    add("--jobs", type=int, default=2, help="processes")
    add("--keep", type=Path, help="minimise a game of each kind of fault and write it here")
    add("--most", type=int, default=20, help="how many faults are shown, or kept")
    add(
        "--verbose",
        action="store_true",
        help="print every fault when it is found, and how far it is",
    )
    return parser.parse_args(arguments)


def shown(part: str, tally: Tally, seconds: float) -> None:
    """Print what a part did."""
    counts = ", ".join(f"{name} {count:,}" for name, count in tally.rows())
    say(f"{part}: {counts}; {seconds:,.0f} s")


def report(faults: Sequence[Fault], folder: Path | None, most: int) -> None:
    """Print one fault of each kind, and keep it in a folder if there is one."""
    kinds: dict[tuple[str, str, str], list[Fault]] = {}
    for fault in faults:
        kinds.setdefault(fault.group, []).append(fault)
    for number, group in enumerate(list(kinds.values())[:most]):
        fault = min(group, key=lambda one: len(one.text))
        if folder is not None:
            fault = smallest(fault)
            folder.mkdir(parents=True, exist_ok=True)
            name = f"{fault.part}-{number}-{fault.search.split(':')[0] or fault.part}"
            (folder / f"{name}{fault.ending}").write_text(fault.text)
            told = {
                "what": fault.what,
                "search": fault.search,
                "role": fault.role,
                "seed": fault.seed,
            }
            (folder / f"{name}.told.json").write_text(json.dumps(told, indent=2) + "\n")
        say(f"\n{len(group)} x {fault}\n{fault.text[:1500]}")


def say(text: str) -> None:
    """Print a line at once."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
