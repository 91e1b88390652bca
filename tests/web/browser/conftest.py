"""A person's browser, for all tests of pages; they are skipped, and say so, where there is none.

A test asks for `page`: a fresh one, at the one server of a test process. Afterwards it must have
asked nobody else for anything, and have nothing to complain of. A test that provokes an error asks
for `trouble` too, and takes out what it expected.
"""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.web.served import Served, served

CHROMIUMS = "chromium-headless-shell", "chromium", "chromium-browser"
"""The first that is there is used; the headless shell draws the same pages in half the CPU time."""
BROWSER = next(filter(None, map(shutil.which, CHROMIUMS)), None)
PATIENCE = 240_000
"""Milliseconds; the first search on a machine compiles its kernels."""
PICTURES = os.environ.get("ZERMELO_PICTURES")
"""A folder that gets a picture of how every test ended, in both schemes."""
SCHEMES = ["light", "dark"] if PICTURES else ["light"]


@pytest.fixture(scope="package")
def browser() -> Iterator[Any]:
    """Debian's Chromium; it ends with the last of these tests: it keeps an event loop running."""
    api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    if BROWSER is None:
        pytest.skip("there is no chromium on the PATH: pages were not tried in a browser")
    with api.sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
        yield found
        found.close()


@pytest.fixture(scope="package")
def server(browser: Any) -> Iterator[Served]:
    """The server of all these tests; none is started without a browser."""
    with served() as found:
        yield found


class Trouble(list[str]):
    """What a page has complained of. That the server said no, the console may hear of late."""

    refusals = False  # whether the server was expected to say no

    def expect_refusals(self, page: Any, count: int = 0) -> None:
        """Wait until so many were heard of; then forget these, and those that are still to come."""
        self.refusals = True
        for _ in range(PATIENCE // 20):
            if sum(map(is_refusal, self)) >= count:
                break
            page.wait_for_timeout(20)
        self[:] = self.unexpected()

    def unexpected(self) -> list[str]:
        """Return what nobody had expected."""
        return [text for text in self if not (self.refusals and is_refusal(text))]


def is_refusal(text: str) -> bool:
    """Tell whether a complaint is only that the server said no."""
    return "Failed to load resource" in text and "status of 4" in text


@pytest.fixture
def trouble() -> Trouble:
    """What a page has complained of."""
    return Trouble()


@pytest.fixture(params=SCHEMES)
def page(
    browser: Any, server: Served, trouble: Trouble, request: pytest.FixtureRequest
) -> Iterator[Any]:
    """A page that asks nobody but our server, and has nothing to complain of."""
    context = browser.new_context(color_scheme=request.param, base_url=server.address)
    context.set_default_timeout(PATIENCE)
    found = context.new_page()
    asked: list[str] = []
    listen(found, asked, trouble)
    yield found
    if PICTURES:
        name = request.node.name.split("[")[0].removeprefix("test_")
        found.screenshot(path=str(Path(PICTURES) / f"web-{name}-{request.param}.png"))
    context.close()
    assert trouble.unexpected() == []
    assert [url for url in asked if not is_ours(url, server.address)] == []


def listen(page: Any, asked: list[str], trouble: list[str]) -> None:
    """Note what a page asks for, and what it complains of: errors, and dialogs that pop up."""

    def dismissed(dialog: Any) -> None:
        trouble.append(f"dialog: {dialog.message}")
        dialog.dismiss()

    def said(message: Any) -> None:
        if message.type == "error":
            trouble.append(message.text)

    page.on("request", lambda one: asked.append(one.url))
    page.on("pageerror", lambda error: trouble.append(str(error)))
    page.on("dialog", dismissed)
    page.on("console", said)


def is_ours(url: str, address: str) -> bool:
    """Tell whether an address is on our server, or made by a page of it for a download."""
    return url.startswith((f"{address}/", f"blob:{address}/"))
