"""A person who looks into a game."""

from typing import Any

import pytest

from tests.web.browser.conftest import Trouble


def test_analysing_tictactoe(page: Any) -> None:
    page.goto("/analyse?game=tictactoe&playouts=10000&seconds=60")
    page.wait_for_selector("#matches-part .plot svg rect")
    page.wait_for_selector("#latches-part .example .pair")
    first = page.locator("#latches-part .example").first
    assert "does not stay" in first.locator("summary").inner_text()
    assert first.locator(".pair svg.board").count() == 2
    assert first.locator(".pair .changed").count() == 1
    page.wait_for_selector("#symmetries-part .content > p")
    page.locator("#matches-part details summary").first.click()
    assert "%" in page.locator("#matches-part .numbers:visible").first.inner_text()
    page.wait_for_selector("#impact-part strong")
    page.wait_for_selector("#start:enabled")
    assert page.locator("#traits-part .badge").count() == 5
    assert page.locator("#problem").is_hidden()
    assert "symmetr" in page.locator("#symmetries-part .content").inner_text()
    assert page.locator("#symmetries-part .pair svg.board").count() >= 2
    page.fill("#fluent", "(cell 2 2 b)")
    page.click("#latch button")
    page.wait_for_selector("#latched .pair svg.board")
    assert "(cell 2 2 b) does not stay true" in page.locator("#latched").inner_text()


def test_analysing_is_stopped(page: Any) -> None:
    page.goto("/analyse?game=connect_four")
    page.wait_for_selector("#matches-part .plot")
    page.click("#stop")
    page.wait_for_selector("#start:enabled")
    assert "found until then" in page.locator("#status").inner_text()
    page.select_option("#game", "nim")
    page.wait_for_selector("h1:has-text('Nim')")
    page.click("#stop")
    page.wait_for_selector("#start:enabled")


def test_a_game_that_is_not_there(page: Any, trouble: Trouble) -> None:
    page.goto("/analyse?game=no_such_game")
    page.wait_for_selector("#problem:visible")
    assert "no such game" in page.locator("#problem").inner_text()
    trouble.expect_refusals(page, 1)


@pytest.mark.parametrize("where", ["analyse", "strategy"])
@pytest.mark.parametrize(
    ("moves", "said"),
    [("(mark 1 1) noop", "after 1 move"), ("(mark 1 1) noop; noop (mark 1 2)", "after 2 moves")],
)
def test_where_it_begins_is_counted(page: Any, where: str, moves: str, said: str) -> None:
    page.goto(f"/{where}?game=tictactoe&moves={moves}")
    page.wait_for_selector("#where a")
    assert page.locator("#where a").inner_text().endswith(said)
