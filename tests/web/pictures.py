"""Pictures of every page, taken in a browser that is driven as a person would.

`python -m tests.web.pictures` writes one of each for the docs; with a folder, every page in both
schemes and at a phone's width is written there, to be looked at.
"""

import shutil
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from tests.web.served import served
from zermelo.registry import modules_in

DOCS = Path(__file__).parents[2] / "docs" / "pictures"
PATIENCE = 300_000
STRATEGY = Path(__file__).parent / "browser" / "strategies" / "tictactoe.lp"


@dataclass(frozen=True, slots=True)
class Look:
    """How a page is looked at."""

    name: str
    scheme: str
    width: int
    height: int
    scale: float


LOOKS = [
    Look("light", "light", 1280, 900, 1),
    Look("dark", "dark", 1280, 900, 1),
    Look("phone", "light", 390, 844, 2),
    Look("phone-dark", "dark", 390, 844, 2),
]


def library(page: Any) -> None:
    """All games."""
    page.goto("/")
    page.wait_for_selector(".card .board")
    page.wait_for_selector(".card:nth-child(-n + 15) .dots", state="detached")


def play(page: Any) -> None:
    """A match with a hint."""
    page.goto("/play?game=connect_four")
    page.wait_for_selector("#moves button")
    for _ in range(3):
        page.locator("#moves button").nth(3).click()
        page.wait_for_selector("#moves button:not([disabled])")
        page.wait_for_selector("#hint:enabled")
    page.click("#hint")
    page.wait_for_selector("#scene .hinted")


def tree(page: Any) -> None:
    """A search, walked through to a cut."""
    moves = "(mark 1 1) noop; noop (mark 2 2); (mark 3 3) noop; noop (mark 3 1)"
    asked = {"game": "tictactoe", "moves": moves, "search": "alphabeta", "depth": "2"}
    page.goto(f"/tree?{urlencode(asked)}")
    page.wait_for_selector("#at:enabled")
    page.click("#first")
    for _ in range(3):
        page.click("#cut")


def practise(page: Any) -> None:
    """An exercise, after a few steps."""
    page.goto("/practise?seed=7")
    page.wait_for_selector("#step:enabled")
    for _ in range(3):
        page.click("#step")
    page.click("#check")
    page.wait_for_load_state("networkidle")


def analyse(page: Any) -> None:
    """All that is found out about a game."""
    page.goto("/analyse?game=tictactoe&matches=100000")
    page.wait_for_selector("#impact-part strong")
    page.wait_for_selector("#start:enabled")


def strategy(page: Any) -> None:
    """A strategy, and where one of its rules applies."""
    page.goto("/strategy?game=tictactoe")
    page.wait_for_selector("#game option", state="attached")
    page.set_input_files("#file", STRATEGY)
    page.wait_for_selector(".rule")
    page.locator(".rule").nth(3).click()
    page.wait_for_selector(".firing .place.held")


def write(page: Any) -> None:
    """Rules with a mistake."""
    page.goto("/write?game=tictactoe")
    page.wait_for_selector("#played li")
    page.click("#run")


def replay(page: Any) -> None:
    """A match that was played here."""
    play_out(page)
    page.goto("/replay")
    page.wait_for_selector("#rows a")
    page.locator("#rows a").first.click()
    page.wait_for_selector("#viewer .board")
    page.locator("#next").click()


def play_out(page: Any) -> None:
    """Let two searches play."""
    page.goto("/play?game=tictactoe")
    page.wait_for_selector("#moves button")
    page.select_option("#seconds", "0.1")
    page.wait_for_selector("#moves button")
    for _ in range(5):
        page.wait_for_selector(".status.over, #moves button")
        if page.locator(".status.over").count():
            return
        played = page.locator("#played li:not(.dim)").count()
        page.locator("#moves button").first.click()
        page.wait_for_selector(f"#played li:nth-child({played + 1}):not(.dim)")


SCENES: dict[str, Callable[[Any], None]] = {
    "library": library,
    "play": play,
    "tree": tree,
    "practise": practise,
    "analyse": analyse,
    "strategy": strategy,
    "write": write,
    "replay": replay,
}
"""What a person does on every page before its picture is taken."""


def pages() -> list[str]:
    """Return the names of all pages."""
    modules = [module for _, module in modules_in("zermelo.web.routes")]
    return [module.PAGE.name for module in modules if hasattr(module, "PAGE")]


def shoot(browser: Any, address: str, folder: Path, looks: list[Look], names: list[str]) -> None:
    """Write pictures of pages."""
    for look in looks:
        context = browser.new_context(
            color_scheme=look.scheme,
            base_url=address,
            viewport={"width": look.width, "height": look.height},
            device_scale_factor=look.scale,
        )
        context.set_default_timeout(PATIENCE)
        for name in names:
            page = context.new_page()
            SCENES[name](page)
            page.mouse.wheel(0, -5000)  # what was clicked may lie further down
            page.mouse.move(0, 0)  # nothing is pointed at
            page.wait_for_timeout(300)
            whole = look.name.startswith("phone") and name != "library"
            file = f"web-{name}.png" if looks == LOOKS[:1] else f"web-{name}-{look.name}.png"
            page.screenshot(path=str(folder / file), full_page=whole)
            page.close()
        context.close()


def main() -> None:
    """Write the pictures of the docs, or all to a folder; names after it choose pages."""
    from playwright.sync_api import sync_playwright

    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else DOCS
    looks = LOOKS if len(sys.argv) > 1 else LOOKS[:1]
    folder.mkdir(parents=True, exist_ok=True)
    with served() as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        shoot(browser, server.address, folder, looks, sys.argv[2:] or pages())
        browser.close()


if __name__ == "__main__":
    main()
