"""A person who plays."""

from typing import Any

import pytest


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
