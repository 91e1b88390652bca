"""A person who plays: by clicks, against searches, with hints, steps back and questions."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from tests.corpus import folder
from tests.web.browser.conftest import Trouble

PIECES = "quad_7x7"
"""A game of the corpus that the library does not have: pieces make a square."""


def start(page: Any, game: str, *, against: str = "random", more: str = "") -> None:
    """Open a game, and let somebody play the other roles who is quick."""
    page.goto(f"/play?game={game}{more}")
    settle(page, against)


def settle(page: Any, against: str) -> None:
    """Let all roles but the first be played by a search that thinks for a short time only."""
    page.wait_for_selector("#moves button")
    page.select_option("#seconds", "0.1")
    others = page.locator("#seats .seat select[aria-label]")
    for place in range(1, others.count()):
        others.nth(place).select_option(against)
    page.wait_for_selector("#moves button")


def turn(page: Any) -> int:
    """How many moves were made in what is drawn."""
    return int(page.get_attribute("#scene", "data-turn"))


def click_a_move(page: Any) -> None:
    """Click on places that are open until a move is made, and wait until it is one's turn again."""
    before = turn(page)
    for _ in range(6):
        page.locator("#scene .aim").first.click()
        buttons = page.locator("#choices button:visible")
        if buttons.count():
            buttons.first.click()
            break
        if not page.locator("#scene .picked").count():
            break  # it is made
    page.wait_for_selector(f"#scene:not([data-turn='{before}'])")
    page.wait_for_selector("#moves button, .status.over")
    assert turn(page) > before


def test_tictactoe_to_the_end_against_mcts(page: Any) -> None:
    start(page, "tictactoe", against="mcts")
    while not page.locator(".status.over").count():
        click_a_move(page)
    assert page.locator("#played li").count() >= 5
    page.wait_for_selector("#ending summary")
    assert "It is over" in page.locator("#ending").inner_text()
    assert page.locator("#ways a[href^='/practise']").count() == 0
    page.click("#again")
    page.wait_for_selector("#moves button")
    assert turn(page) == 0
    assert page.locator("#ending").is_hidden()


@pytest.mark.parametrize(
    "game", ["connect_four", "reversi", "checkers", "hex", "nim", "dots_and_boxes"]
)
def test_some_moves_by_clicks(page: Any, game: str) -> None:
    start(page, game)
    assert page.locator("#ways a[href^='/practise']").count() == 1
    for _ in range(3):
        click_a_move(page)
    assert page.locator("#undo").is_enabled()


@pytest.mark.parametrize("game", ["rock_paper_scissors", "tictactoe_3p", "eight_puzzle"])
def test_roles_at_once_three_roles_and_one_alone(page: Any, game: str) -> None:
    start(page, game)
    assert page.locator("#ways a[href^='/practise']").count() == 0
    before = turn(page)
    page.locator("#moves button").first.click()
    page.wait_for_selector(f"#scene:not([data-turn='{before}'])")
    page.wait_for_selector("#moves button, .status.over")


@pytest.mark.skipif(folder() is None, reason="ZERMELO_CORPUS names no folder of rule sheets")
def test_a_game_that_the_library_does_not_have(page: Any) -> None:
    place = folder()
    assert place is not None
    page.goto("/")
    page.set_input_files("#file", str(place / f"{PIECES}.kif"))
    settle(page, "random")
    for _ in range(3):
        click_a_move(page)


def test_hint_and_undo(page: Any) -> None:
    start(page, "tictactoe")
    page.select_option("#seconds", "30")  # to solve the game, however busy the machine is
    page.wait_for_selector("#moves button")
    page.click("#hint")
    page.wait_for_selector(".place.hinted")
    page.wait_for_selector("#bars li:nth-child(9)")
    page.locator(".place.hinted").click()
    page.wait_for_selector("#undo:enabled")
    page.wait_for_selector("#moves button")
    page.click("#undo")
    page.wait_for_selector("#undo:disabled")


def test_why_and_what_ended_it(page: Any) -> None:
    moves = "(mark 1 1) noop; noop (mark 1 2); (mark 2 2) noop; noop (mark 2 1)"
    start(page, "tictactoe", more=f"&moves={moves}")
    assert turn(page) == 4
    page.click("#hint")
    page.wait_for_selector(".place.hinted")
    page.click("#why")
    page.wait_for_selector("#explained-rule .said")
    assert "and wins" in page.locator("#explained-rule").inner_text()
    assert page.locator("#explained-scene .place.held").count() >= 2
    assert "would lose" in page.locator("#explained-moves").inner_text()
    page.click("#show-heat")
    assert page.locator("#explained-scene .place.held").count() == 0
    page.click("#explained-close")
    assert page.locator("#explained").is_hidden()
    page.locator("#scene [data-id='c:0:3:3']").click()
    page.wait_for_selector("#scene .place.reason")
    assert page.locator("#scene .place.reason").count() == 3


def test_an_address_that_leads_nowhere_says_so(page: Any, trouble: Trouble) -> None:
    page.goto("/play?game=tictactoe&moves=(mark 9 9)")
    page.wait_for_selector("#problem:visible")
    assert "never has a move" in page.locator("#problem").inner_text()
    trouble.expect_refusals(page, 1)


def changed(route: Any, change: Callable[[dict[str, Any]], None]) -> None:
    """Answer as a server of another version would."""
    found = route.fetch()
    content = found.json()
    change(content)
    route.fulfill(response=found, json=content)


def misfit(page: Any, trouble: Trouble) -> None:
    """The page must say that it cannot draw what came; the browser notes why."""
    page.wait_for_selector("#status:has-text('do not fit together')")
    assert page.locator("#problem").is_hidden()
    assert trouble
    trouble.clear()


@pytest.mark.parametrize(
    ("address", "part"),
    [("/board", "scene"), ("/players", "roles"), ("/api/tables", "course")],
)
def test_what_cannot_be_drawn_is_said(page: Any, trouble: Trouble, address: str, part: str) -> None:
    page.route(
        f"**{address}",
        lambda route: changed(route, lambda content: content.pop(part)),
    )
    page.goto("/play?game=tictactoe")
    misfit(page, trouble)


def test_a_later_position_that_cannot_be_drawn_is_said(page: Any, trouble: Trouble) -> None:
    start(page, "tictactoe")
    table = page.url.partition("table=")[2]
    spoilt = f"event: position\ndata: {json.dumps({'version': 1})}\n\n"
    page.route(
        f"**/api/tables/{table}/events",
        lambda route: route.fulfill(content_type="text/event-stream", body=spoilt),
    )
    page.reload()
    misfit(page, trouble)
