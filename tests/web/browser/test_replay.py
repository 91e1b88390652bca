"""A person who replays a match: one just played, and one dropped in as a file."""

import json
from pathlib import Path
from typing import Any

from tests.web.browser.conftest import Trouble

MOVES = ["1 1", "1 2", "2 1", "2 2", "3 1"]


def play_to_the_end(page: Any) -> None:
    """Play tic-tac-toe for both sides."""
    page.goto("/play?game=tictactoe")
    page.wait_for_selector("#moves button")
    page.get_by_label("Who plays o").select_option("person")
    for number, place in enumerate(MOVES):
        page.wait_for_selector(f"#played li:nth-child({max(1, number)})")
        page.locator("#moves").get_by_text(f"mark {place}", exact=True).click()
        page.wait_for_selector(f"#played li:nth-child({number + 1}):not(.dim)")
    page.wait_for_selector(".status.over")


def turn(page: Any, number: int) -> None:
    """Wait until a turn is shown; the address leads to it."""
    page.wait_for_selector(f"#scene[data-turn='{number}']")
    assert page.url.endswith(f"&turn={number}")
    assert page.locator("#scene .piece").count() == number


def test_a_match_just_played_is_stepped_through(page: Any) -> None:
    play_to_the_end(page)
    with page.expect_download() as downloading:
        page.click("#download")
    content = Path(downloading.value.path()).read_text(encoding="utf-8")
    assert json.loads(content)["goalValues"] == [100, 0]
    page.click("#replay")
    turn(page, 0)
    page.click("#next")
    turn(page, 1)
    page.keyboard.press("ArrowRight")
    turn(page, 2)
    page.keyboard.press("ArrowLeft")
    turn(page, 1)
    page.keyboard.press("End")
    turn(page, 5)
    assert "x wins: x 100, o 0." in page.locator("#status").inner_text()
    page.locator("#played button").nth(2).click()
    turn(page, 3)
    assert page.locator("#links a[href^='/practise']").count() == 1
    page.reload()
    turn(page, 3)
    page.select_option("#speed", "300")
    page.click("#run")
    turn(page, 5)
    page.locator("#run").get_by_text("Play").wait_for()
    page.goto("/replay")
    page.wait_for_selector("#rows tr")
    page.fill("#words", "no such match")
    page.wait_for_selector("#nothing:visible")
    page.fill("#words", "tic 100 : 0")
    page.wait_for_selector("#rows tr")
    file = {"name": "match.json", "mimeType": "application/json", "buffer": content.encode()}
    page.set_input_files("#file", file)
    page.wait_for_url("**/replay?match=file-*")
    turn(page, 0)


def test_a_broken_file_is_told(page: Any, trouble: Trouble) -> None:
    page.goto("/replay")
    page.wait_for_selector("#rows tr, #nothing:visible")
    file = {"name": "cut.json", "mimeType": "application/json", "buffer": b'{"schema": '}
    page.set_input_files("#file", file)
    page.wait_for_selector(".note")
    assert "cut.json:1:12" in page.locator(".note").inner_text()
    page.goto("/replay?match=nothing")
    page.wait_for_selector("#problem:visible")
    assert "this match is not here" in page.locator("#problem").inner_text()
    trouble.expect_refusals(page, 1)
