"""A person at the page, in a real browser; skipped with a reason where there is none."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from zermelo.sandbox import environment

api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
BROWSER = shutil.which("chromium") or shutil.which("chromium-browser")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(BROWSER is None, reason="there is no chromium on the PATH"),
]
PATIENCE = 120_000
"""Milliseconds; the first search on a machine compiles its kernels."""
PICTURES = os.environ.get("ZERMELO_PICTURES")
"""A folder that gets a picture of every page, for the docs."""
HOSTILE = """
(role <img/src=x/onerror=alert>) (role "><script>alert</script>)
(init (cell 1 1 <svg/onload=alert>)) (init (cell 1 2 b)) (init (cell 2 1 b)) (init (cell 2 2 b))
(<= (legal ?r (mark ?x ?y)) (role ?r) (true (cell ?x ?y b)))
(<= (legal ?r javascript:alert) (role ?r))
(<= (next done) (does ?r ?m))
(<= terminal (true done))
(<= (goal ?r 100) (role ?r))
"""


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """A server of its own, as the command starts it."""
    command = [sys.executable, "-m", "zermelo", "web", "--port", "0"]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment())
    assert server.stdout is not None
    found = re.search(r"http://\S+", server.stdout.readline())
    assert found is not None
    yield found[0]
    server.terminate()
    server.wait()


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with api.sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
        yield found
        found.close()


@pytest.fixture(params=["light", "dark"])
def page(browser: Any, address: str, request: pytest.FixtureRequest) -> Iterator[Any]:
    """A page that asks nobody but our server, and has nothing to complain of."""
    context = browser.new_context(color_scheme=request.param, base_url=address)
    context.set_default_timeout(PATIENCE)
    found = context.new_page()
    asked: list[str] = []
    trouble: list[str] = []
    found.on("request", lambda one: asked.append(one.url))
    found.on("pageerror", lambda error: trouble.append(str(error)))
    found.on("dialog", lambda dialog: trouble.append(dialog.message))
    found.on("console", lambda one: trouble.extend([one.text] if one.type == "error" else []))
    yield found
    if PICTURES:
        name = request.node.name.split("[")[0].removeprefix("test_")
        found.screenshot(path=str(Path(PICTURES) / f"web-{name}-{request.param}.png"))
    assert trouble == []
    assert [url for url in asked if not url.startswith(address)] == []
    context.close()


def start(page: Any, game: str, seconds: str = "0.1") -> None:
    """Open a game, and let the other side think for a short time only."""
    page.goto(f"/play?game={game}")
    page.wait_for_selector("#moves button")
    page.select_option("#seconds", seconds)
    page.wait_for_selector("#moves button")


def click_any(page: Any) -> None:
    """Click on places that are open until a move is made."""
    before = page.locator("#played li").count()
    for _ in range(6):
        page.locator("#scene .open").first.click()
        page.wait_for_timeout(100)
        buttons = page.locator("#choices button:visible")
        if buttons.count():
            buttons.first.click()
        if page.locator("#played li").count() != before or page.locator(".status.over").count():
            return


def test_the_library(page: Any) -> None:
    page.goto("/")
    page.wait_for_selector(".card .board")
    page.fill("#words", "four")
    assert page.locator(".card:visible").count() < 10
    page.fill("#words", "no such game at all")
    page.click("#clear")
    assert page.locator(".card:visible").count() > 50


def test_tictactoe_to_the_end(page: Any) -> None:
    start(page, "tictactoe")
    for _ in range(5):
        page.wait_for_selector(".status.over, #moves button")
        if page.locator(".status.over").count():
            break
        played = page.locator("#played li:not(.dim)").count()
        page.locator("#scene .place.open").first.click()
        page.wait_for_selector(f"#played li:nth-child({played + 1}):not(.dim)")
    page.wait_for_selector(".status.over")
    assert page.locator("#played li").count() >= 5
    page.click("#again")
    page.wait_for_selector("#moves button")


def test_hint_and_undo(page: Any) -> None:
    start(page, "tictactoe")
    page.click("#hint")
    page.wait_for_selector(".place.hinted")
    assert page.locator("#bars li").count() == 9
    page.locator(".place.hinted").click()
    page.wait_for_selector("#undo:enabled")
    page.wait_for_selector("#moves button")
    page.click("#undo")
    page.wait_for_selector("#undo:disabled")


@pytest.mark.parametrize("game", ["connect_four", "reversi", "checkers", "hex", "nim"])
def test_a_move_by_clicks(page: Any, game: str) -> None:
    start(page, game)
    click_any(page)
    page.wait_for_selector("#undo:enabled")


def test_hostile_words_stay_words(page: Any, tmp_path: Path) -> None:
    file = tmp_path / "<img src=x onerror=alert(1)>.kif"
    name = file.name.replace("/", "")
    page.goto("/")
    page.set_input_files(
        "#file", {"name": name, "mimeType": "text/plain", "buffer": HOSTILE.encode()}
    )
    page.wait_for_selector("#moves button")
    assert page.locator("#title").inner_text() == name
    assert page.locator("#main img, #main script").count() == 0
    page.locator("#moves button").first.click()
