"""How smoothly a tree of 5,000 nodes moves in Chromium: `python -m benchmarks.web_frames`.

The whole tree, and then a part of it that can be read, is dragged, zoomed and walked through, once
a frame. For each the time from frame to frame is told (the median, and that of the slowest in
twenty), and the processor's time for one frame in the page's process, which other work on the
machine does not change. Frames are painted without a graphics card here.
"""

import argparse
import shutil
import time
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from tests.web.served import Served, served

FRAMES = """async ([what, count]) => {
  const stage = document.querySelector("svg.stage");
  const box = stage.getBoundingClientRect();
  const at = (x, y, more) =>
    ({ clientX: box.left + x, clientY: box.top + y, bubbles: true, cancelable: true, ...more });
  const drag = (kind, x, y) =>
    stage.dispatchEvent(new PointerEvent(kind, at(x, y, { pointerId: 1, button: 0 })));
  const turn = (deltaY) => stage.dispatchEvent(new WheelEvent("wheel", at(400, 200, { deltaY })));
  const click = (id) => document.getElementById(id).click();
  const slide = (step) => {
    document.getElementById("at").value = step;
    document.getElementById("at").dispatchEvent(new Event("input"));
  };
  const acts = {
    nothing: () => {},
    drag: (i) => drag("pointermove", 300 + (i % 2 ? 1 : -1) * i, 200 + i / 4),
    zoom: (i) => turn(i < count / 2 ? -25 : 25),
    step: () => click("step"),
    back: () => click("back"),
    slide: (i) => slide(2000 + 10 * i),
  };
  const painted = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  slide(2000);
  for (let i = 0; i < 3; i++) await painted();
  if (what === "drag") drag("pointerdown", 300, 200);
  const found = [];
  const before = await window.spent();
  for (let i = 0; i < count; i++) {
    const begun = performance.now();
    acts[what](i);
    await painted();
    found.push(performance.now() - begun);
  }
  const after = await window.spent();
  if (what === "drag") drag("pointerup", 300, 200);
  return [found, ((after - before) * 1000) / count];
}"""
ACTS = ("nothing", "drag", "zoom", "step", "back", "slide")


def main() -> None:
    """Measure, and print a line for each thing that is done."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--frames", type=int, default=80)
    parser.add_argument("--picture", type=Path, help="a folder for what was seen")
    given = parser.parse_args()
    from playwright.sync_api import sync_playwright

    with served() as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        page = unfolded(browser, server)
        load = Path("/proc/loadavg").read_text().split()[0]
        print(f"load {load}; {page.inner_text('.facts-so-far')}; milliseconds a frame")
        for place, larger in (("whole", 0), ("near", 14)):
            for _ in range(larger):
                page.click("[aria-label=Larger]")
            page.wait_for_timeout(500)
            if given.picture:
                page.screenshot(path=given.picture / f"{place}.png")
            for what in ACTS:
                seconds, busy = page.evaluate(FRAMES, [what, given.frames])
                seconds.sort()
                print(f"{place:6} {what:8} median {seconds[len(seconds) // 2]:5.1f}, "
                      f"slow {seconds[len(seconds) * 19 // 20]:5.1f}, "
                      f"processor {busy:5.1f}", flush=True)  # fmt: skip
        browser.close()


def unfolded(browser: Any, server: Served) -> Any:
    """Return a page with 5,000 nodes of a tree in sight."""
    page = browser.new_page(base_url=server.address, viewport={"width": 1280, "height": 860})
    page.set_default_timeout(240_000)
    tasks = browser.new_browser_cdp_session()

    def spent() -> float:
        found = tasks.send("SystemInfo.getProcessInfo")["processInfo"]
        return float(sum(one["cpuTime"] for one in found if one["type"] in ("renderer", "GPU")))

    page.expose_function("spent", spent)
    asked = {"game": "tictactoe", "search": "minimax", "depth": "none", "nodes": "5200"}
    page.goto(f"/tree?{urlencode(asked)}")
    page.wait_for_selector("#first:enabled")
    before = page.inner_text(".facts-so-far")
    page.click("[aria-label^=Unfold]")
    while page.inner_text(".facts-so-far") == before:
        time.sleep(0.1)
    page.wait_for_timeout(1500)
    return page


if __name__ == "__main__":
    main()
