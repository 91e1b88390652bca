"""Asks a player INFO again and again: `python -m benchmarks.player_probe PORT`, until input ends.

A process of its own, so that what else is done to the player does not delay the question.
"""

import json
import select
import sys
import time

from benchmarks.player_processes import say
from zermelo.play.ggp.manager import Address

EVERY = 0.01


def main() -> None:
    """Ask until there is nothing more to read, then print what came of it."""
    address, seconds, wrong = Address(int(sys.argv[1])), list[float](), 0
    while not select.select([sys.stdin], [], [], EVERY)[0]:
        began = time.perf_counter()
        answer = say(address, "( INFO )")
        seconds.append(time.perf_counter() - began)
        wrong += not answer.startswith("( ( name Zermelo ) ( status ")
    print(json.dumps({"asked": len(seconds), "longest": max(seconds, default=0), "wrong": wrong}))


if __name__ == "__main__":
    main()
