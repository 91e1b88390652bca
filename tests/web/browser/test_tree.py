"""A person who walks through the tree of a search."""

from typing import Any
from urllib.parse import urlencode

from tests.web.browser.conftest import Trouble

LECTURE = {"tree": "A:[B:[3,12,8],C:[2,4,6],D:[14,5,2]]", "search": "alphabeta:table=false"}
POSITION = {
    "game": "tictactoe",
    "moves": "(mark 1 1) noop; noop (mark 2 2); (mark 3 3) noop",
    "search": "alphabeta",
    "depth": "2",
}


def opened(page: Any, step: str | None = None, **asked: str) -> None:
    """Open the page, and wait for its tree."""
    page.goto(f"/tree?{urlencode(asked | ({} if step is None else {'step': step}))}")
    page.wait_for_selector("#at:enabled")


def told(page: Any) -> str:
    """What happens in the step that is shown."""
    return str(page.inner_text("#story"))


def drawn(page: Any, kind: str, count: int) -> None:
    """Wait until the tree has `count` elements of a kind: they are drawn with the next frame."""
    if count:
        page.wait_for_selector(f".stage {kind} >> nth={count - 1}", state="attached")
    page.wait_for_selector(f".stage {kind} >> nth={count}", state="detached")


def counted(page: Any, step: int) -> None:
    """Wait until a step is reached."""
    page.wait_for_selector(f"#count:text-matches('^step {step} of ')")


def test_a_drawn_tree_is_walked_through(page: Any) -> None:
    opened(page, **LECTURE)
    assert "The search is done. max plays 1, value 3 for max" in told(page)
    drawn(page, ".node.pruned", 2)
    drawn(page, ".edge.best", 2)
    page.click("#first")
    assert "Before the first step." in told(page)
    drawn(page, ".node.later", 13)
    page.click("#step")
    page.click("#step")
    counted(page, 2)
    assert told(page) == "Come to B with the window [-∞, ∞]."
    page.click("#value")
    assert told(page) == "Child 1 of B is worth 3."
    page.click("#back")
    counted(page, 3)
    page.click("#cut")
    assert told(page).startswith("Cut at C: value 2 <= alpha 3, set at A.")
    page.wait_for_selector(".stage .node.now .reason:has-text('2 ≤')", state="attached")
    drawn(page, ".node.pruned:not(.later)", 2)
    page.keyboard.press("ArrowLeft")
    counted(page, 19)
    page.wait_for_url("**step=19*")
    page.keyboard.press("End")
    assert page.locator("#step").is_disabled()


def test_a_step_has_an_address_and_a_method_one_beside_it(page: Any) -> None:
    opened(page, step="20", beside="minimax", **LECTURE)
    counted(page, 20)
    captions = page.locator("figcaption")
    assert captions.all_inner_texts()[0].endswith("7 of 11 nodes")
    assert captions.all_inner_texts()[1].endswith("8 of 13 nodes")
    page.click("#last")
    assert captions.all_inner_texts()[1].endswith("13 of 13 nodes")


def test_a_position_is_folded_zoomed_and_walked_through(page: Any) -> None:
    opened(page, **POSITION)
    page.click("#first")
    page.click("#cut")
    assert told(page).startswith("Cut at the position after (mark 1 3): value 50 <= alpha 50")
    drawn(page, ".node.now", 1)
    page.click("[aria-label='Show all']")
    page.locator(".stage .node.now .shape").click()
    page.wait_for_selector("#about .large")
    page.click("#toggle")
    page.wait_for_selector(".stage .fold:not(.gone)")
    assert "5 folded away" in page.inner_text("figcaption")
    page.locator(".stage .fold:not(.gone)").click()
    page.wait_for_selector("figcaption:not(:has-text('folded'))")
    page.click("[aria-label='Show all']")
    for _ in range(9):
        page.click("[aria-label=Smaller]")
    page.wait_for_selector(".from-afar .far path")
    for _ in range(9):
        page.click("[aria-label=Larger]")
    page.wait_for_selector(".stage:not(.from-afar) .node")
    page.uncheck("#boards")
    page.wait_for_selector(".small-board", state="detached")


def test_another_tree_is_chosen_and_one_that_is_none_says_why(page: Any, trouble: Trouble) -> None:
    opened(page, **LECTURE)
    page.select_option("#source", label="Three players")
    page.wait_for_selector(".stage .node.role2")
    page.fill("#drawing", "[1,[2")
    page.locator("#drawing").blur()
    page.wait_for_selector("#problem:visible")
    assert "tree:1:" in page.inner_text("#problem")
    trouble.expect_refusals(page, 1)


def test_a_depth_that_was_typed_stays_when_something_else_is_chosen(page: Any) -> None:
    opened(page, **POSITION)
    page.fill("#depth", "1")
    page.select_option("#beside", "minimax")
    assert page.locator("#depth").input_value() == "1"


def test_the_legend_fits_the_number_of_roles(page: Any) -> None:
    opened(page, **LECTURE)
    assert "the line that is best for both" in page.inner_text("#legend")
    page.select_option("#source", label="Three players")
    page.wait_for_selector("#legend:has-text('each does what is best for it')")
    opened(page, game="eight_puzzle", search="astar", nodes="20")
    assert "both" not in page.inner_text("#legend")


def test_a_vector_stands_within_its_node_where_nobody_has_a_choice(page: Any) -> None:
    opened(page, game="nim_3p:pile1=0,pile2=0,pile3=1,pile4=1", search="maxn", depth="3")
    page.click("[aria-label='Show all']")
    page.wait_for_selector(".stage .node.none .value")
    for node in page.locator(".stage .node.none").all():
        shape = node.locator(".shape").bounding_box()
        value = node.locator(".value").bounding_box()
        assert shape["x"] <= value["x"]
        assert value["x"] + value["width"] <= shape["x"] + shape["width"]
