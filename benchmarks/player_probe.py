"""Asks a player INFO again and again until input ends: `... benchmarks.player_probe PORT [EVERY]`.

A process of its own, so that what else is done to the player does not delay the question.
"""

import json
import select
import sys
import time

from benchmarks.player_processes import say
from zermelo.play.network.manager import Address

EVERY = 0.01


def main() -> None:
    """Ask until there is nothing more to read, then print what came of it."""
    address, seconds, wrong = Address(int(sys.argv[1])), list[float](), 0
    every = float(sys.argv[2]) if len(sys.argv) > 2 else EVERY
    while not select.select([sys.stdin], [], [], every)[0]:
        began = time.perf_counter()
        answer = say(address, "( INFO )")
        seconds.append(time.perf_counter() - began)
        wrong += not answer.startswith("( ( name Zermelo ) ( status ")
    found = {"asked": len(seconds), "longest": max(seconds, default=0), "wrong": wrong}
    print(json.dumps(found | {"seconds": [round(each, 4) for each in seconds]}))


if __name__ == "__main__":
    main()
