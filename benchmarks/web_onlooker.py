"""One who asks for the first page and the library again and again, in a process of its own.

Run as `python -m benchmarks.web_onlooker ADDRESS`; ends when its standard input does, and prints
how many seconds every answer took.
"""

import json
import sys
import threading
import time
import urllib.request

PATHS = ("/", "/api/games")


def look(address: str) -> dict[str, list[float]]:
    """Ask until nobody wants to know any more."""
    ended = threading.Event()

    def await_end() -> None:
        sys.stdin.read()
        ended.set()

    threading.Thread(target=await_end, daemon=True).start()
    waits: dict[str, list[float]] = {path: [] for path in PATHS}
    while not ended.wait(0.1):
        for path, noted in waits.items():
            begun = time.monotonic()
            with urllib.request.urlopen(f"{address}{path}", timeout=300) as answer:
                answer.read()
            noted.append(time.monotonic() - begun)
    return waits


if __name__ == "__main__":
    print(json.dumps(look(sys.argv[1])))
