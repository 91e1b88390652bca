"""How long a reply takes beyond the time to think: `python -m benchmarks.web_latency`.

A click on a move, in Chromium, until the reply is drawn: what is left of that after the time
that the search thought for (its own clock, at most what it was allowed) is told in milliseconds.
Beside it, the processor's time of one move, which does not depend on what else the machine does: of
the server, and of the page's thread. And how often the bars were drawn anew while it thought.
"""

import argparse
import statistics
import time
from pathlib import Path
from typing import Any

from tests.web.served import Served, served

GAMES = ("tictactoe", "connect_four", "reversi", "hex", "checkers")
WATCH = """() => {
  const scene = document.getElementById("scene");
  const said = document.getElementById("thinking");
  window.seen = [];
  const note = (what, more) => window.seen.push([performance.now(), what, more]);
  new MutationObserver(() => requestAnimationFrame(() => setTimeout(() =>
    note("drawn", document.querySelectorAll("#moves button").length || scene.dataset.over)))
  ).observe(scene, { childList: true });
  new MutationObserver(() => note("said", said.textContent)).observe(said, { childList: true });
}"""
CLICK = """() => {
  window.seen = [];
  window.seen.push([performance.now(), "click", ""]);
  document.querySelector("#moves button").click();
}"""


def main() -> None:
    """Measure, and print a line for each game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--moves", type=int, default=8)
    parser.add_argument("--seconds", default="1")
    parser.add_argument("--player", default="mcts")
    given = parser.parse_args()
    from playwright.sync_api import sync_playwright

    with served() as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium", args=["--no-sandbox"]
        )
        print(f"load {Path('/proc/loadavg').read_text().split()[0]}, {given.player}, "
              f"{given.seconds} s a move")  # fmt: skip
        print(
            f"{'game':16} {'beyond: median':>15} {'longest':>8} {'server':>7} {'page':>6}  bars/s"
        )
        for game in given.games:
            measure(browser, server, game, given)
        browser.close()


def measure(browser: Any, server: Served, game: str, given: argparse.Namespace) -> None:
    """Play some moves, and print how long the replies took in milliseconds."""
    page = browser.new_page(base_url=server.address)
    page.set_default_timeout(240_000)
    metrics = page.context.new_cdp_session(page)
    metrics.send("Performance.enable", {"timeDomain": "threadTicks"})
    page.goto(f"/play?game={game}")
    page.wait_for_selector("#moves button")
    page.locator("#seats .seat select[aria-label]").nth(1).select_option(given.player)
    page.wait_for_selector("#moves button")
    page.select_option("#seconds", given.seconds)
    page.wait_for_selector("#moves button")
    page.evaluate(WATCH)
    beyond, servers, threads, rates = [], [], [], []
    for number in range(given.moves):
        if page.locator(".status.over").count():
            break
        begun = spent(server.pid), busy(metrics)
        page.evaluate(CLICK)
        seen = until_drawn(page)
        if seen is None:
            break  # the match is over
        thought = min(float(given.seconds), last_clock(seen))
        total = seen[-1][0] - seen[0][0]
        if number:  # the first move of a match has a search to start
            beyond.append(total - 1000 * thought)
            servers.append(1000 * (spent(server.pid) - begun[0]))
            threads.append(1000 * (busy(metrics) - begun[1]))
            said = [one for one in seen if one[1] == "said" and "worth" in one[2]]
            rates.append(len(said) / max(thought, 0.1))
    page.close()
    if beyond:
        figures = [statistics.median(each) for each in (beyond, servers, threads, rates)]
        print(f"{game:16} {figures[0]:12.0f} ms {max(beyond):5.0f} ms {figures[1]:4.0f} ms "
              f"{figures[2]:3.0f} ms  {figures[3]:.1f}", flush=True)  # fmt: skip


def until_drawn(page: Any) -> list[Any] | None:
    """Return what happened from the click until the reply was drawn; None if the match ended."""
    while True:
        seen = page.evaluate("() => window.seen")
        replies = [place for place, one in enumerate(seen) if one[1] == "drawn" and one[2]]
        if replies:
            return list(seen[: replies[0] + 1])
        if page.locator(".status.over").count():
            return None
        time.sleep(0.02)


def last_clock(seen: list[Any]) -> float:
    """Return how long the search thought by its own clock: the last number that it said."""
    said = [one[2] for one in seen if one[1] == "said" and one[2].endswith(" s)")]
    return float(said[-1].rsplit(" ", 2)[1]) if said else 0.0


def spent(pid: int) -> float:
    """Return the seconds of a processor that a process has had."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(") ", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / 100


def busy(metrics: Any) -> float:
    """Return the seconds of a processor that the thread of the page has had for its tasks."""
    found = metrics.send("Performance.getMetrics")["metrics"]
    return float(next(one["value"] for one in found if one["name"] == "TaskDuration"))


if __name__ == "__main__":
    main()
