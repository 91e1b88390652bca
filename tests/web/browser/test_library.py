"""A person at the library."""

from typing import Any


def test_games_are_found_by_words(page: Any) -> None:
    page.goto("/")
    page.wait_for_selector(".card .board")
    page.fill("#words", "connect four")
    assert page.locator(".card:visible h2").first.inner_text() == "Connect Four"
    assert page.locator(".card:visible").count() < 10
    page.fill("#words", "no such game at all")
    page.click("#clear")
    assert page.locator(".card:visible").count() > 50
