"""A person who practises alpha-beta: answers that are right and wrong, steps, and the keyboard."""

import re
from typing import Any

import pytest

from tests.web.browser.conftest import Trouble
from zermelo.exercises.grading import asked
from zermelo.pictures.trees.picture import short
from zermelo.web.practising.asking import drawn, key_in

EXERCISE = "/practise?kind=tree&seed=17&depth=3&branching=2&ask=windows"
THIS_SEED = re.compile(r"[?&]seed=17(&|$)")  # and not 179569, which is another exercise


def fill_in(page: Any, wrong: tuple[int, str] | None = None) -> None:
    """Enter what alpha-beta does, and mark what it leaves out; one entry may be wrong."""
    key = key_in(drawn(17, 3, 2))
    for node, entry in asked(key, "windows"):
        visit = key.visits[node]
        worth = {"alpha": visit.low, "beta": visit.high, "value": visit.value}[entry]
        text = "99" if (node, entry) == wrong else short(worth)
        page.fill(f'[data-entry="{node} {entry}"]', text)
    for node in key.branches:
        page.click(f'[data-node="{node}"]')


def test_an_exercise_answered_right(page: Any) -> None:
    page.goto(EXERCISE)
    page.wait_for_selector(".node")
    fill_in(page)
    page.click("#check")
    page.wait_for_selector(".verdict.all")
    assert "Plain minimax says the same" in page.locator("#verdict").inner_text()
    assert page.locator(".entry.wrong").count() == 0
    assert "1 of 1 exercise right" in page.locator("#score").inner_text()
    page.click("#fresh")
    page.wait_for_url(lambda url: not THIS_SEED.search(url))
    page.wait_for_selector("#check:enabled")
    page.go_back()
    page.wait_for_url(THIS_SEED)


def test_an_exercise_answered_wrong(page: Any) -> None:
    page.goto(EXERCISE)
    page.wait_for_selector(".node")
    fill_in(page, wrong=(1, "value"))
    page.click("#check")
    page.wait_for_selector("#remarks li")
    assert page.locator("#remarks li").count() == 1
    assert "not 99." in page.locator("#remarks li").inner_text()
    assert "takes the smallest of" in page.locator("#remarks .why").inner_text()
    page.click("#remarks button")
    assert page.evaluate("document.activeElement.dataset.entry") == "1 value"
    assert page.locator('.entry.wrong[aria-invalid="true"]').count() == 1
    assert "0 of 1 exercise right" in page.locator("#score").inner_text()


def test_the_solution_is_shown_step_by_step_and_all_by_keyboard(page: Any) -> None:
    page.goto(EXERCISE)
    page.wait_for_selector("#step:enabled")
    page.focus("#step")
    key = key_in(drawn(17, 3, 2))
    leaves = [number for number in key.visits if not key.game.nodes[number].children]
    for number in range(1, len(leaves) + 1):
        page.keyboard.press("Enter")
        page.wait_for_selector(f"#steps li:nth-child({number})")
    page.wait_for_selector("#step:disabled")
    page.click("#check")
    page.wait_for_selector(".verdict.all")
    assert page.locator("#score").inner_text() == ""
    page.click("#clear")
    page.focus('[data-node="1"]')
    page.keyboard.press("Enter")
    assert page.locator('[data-node="1"]').get_attribute("aria-pressed") == "true"
    assert page.locator('[data-entry="1 value"]').is_disabled()


def test_a_tree_of_your_own_and_one_that_is_none(page: Any, trouble: Trouble) -> None:
    page.goto("/practise?tree=[[3,12,8],[2,4,6],[14,5,2]]&ask=root")
    page.wait_for_selector(".node")
    assert page.locator(".entry").count() == 1
    page.fill("#own", "[[3,12")
    page.press("#own", "Enter")
    page.wait_for_selector("#problem:visible")
    assert "tree:1" in page.locator("#problem").inner_text()
    trouble.expect_refusals(page, 1)


def test_the_address_of_a_tree_of_your_own_has_the_tree(page: Any) -> None:
    page.goto("/practise?seed=2")
    page.wait_for_selector(".node")
    page.select_option("#kind", "own")
    page.wait_for_url("**/practise?*tree=*")
    drawn = page.locator("#own").input_value()
    page.reload()
    page.wait_for_selector(".node")
    assert (page.locator("#kind").input_value(), page.locator("#own").input_value()) == (
        "own",
        drawn,
    )


def test_a_position_of_a_game(page: Any) -> None:
    page.goto("/practise?kind=game&game=tictactoe&seed=3&depth=2&branching=2&ask=root")
    page.wait_for_selector(".node")
    assert page.locator(".look .board").count() == page.locator(".node").count()
    assert "max is" in page.locator("#about").inner_text()
    assert page.locator('#links a[href^="/play?game=tictactoe&moves="]').count() == 1


@pytest.mark.parametrize("kind", ["nonsense", "constructor"])
def test_a_kind_that_there_is_not_is_said(page: Any, kind: str) -> None:
    page.goto(f"/practise?kind={kind}&seed=17")
    page.wait_for_selector(".node")
    assert f"no kind of exercise called “{kind}”" in page.locator("#notes").inner_text()
    assert page.locator("#kind").input_value() == "tree"
    page.wait_for_url("**kind=tree*")
