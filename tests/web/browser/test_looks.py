"""How every page looks: readable, no wider than a phone, reachable by keyboard, and calm."""

from typing import Any

import pytest

from tests.web.browser.conftest import Trouble
from tests.web.pictures import SCENES, pages
from tests.web.sheets import LONG_NAMES
from zermelo.registry import modules_in

PATHS = [
    module.PAGE.path for _, module in modules_in("zermelo.web.routes") if hasattr(module, "PAGE")
]
LABELS = """
(kind) => [...document.querySelectorAll(kind)].filter((one) => one.textContent).map((one) => {
  const { left, right, y } = one.getBoundingClientRect();
  return {
    text: one.firstChild.data,
    title: one.querySelector("title")?.textContent ?? "",
    left,
    right,
    y: Math.round(y),
  };
})
"""
PHONE = {"width": 390, "height": 844}
FAINT = """
() => {
  const numbers = (colour) => {
    const canvas = Object.assign(document.createElement("canvas"), { width: 1, height: 1 });
    const brush = canvas.getContext("2d");
    brush.fillStyle = colour;
    brush.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = brush.getImageData(0, 0, 1, 1).data;
    return [r, g, b, a / 255];
  };
  const over = (top, below) => [0, 1, 2].map((i) => top[i] * top[3] + below[i] * (1 - top[3]));
  const light = (colour) => {
    const part = (v) => (v / 255 <= 0.04045 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4);
    return 0.2126 * part(colour[0]) + 0.7152 * part(colour[1]) + 0.0722 * part(colour[2]);
  };
  const ground = (one) => {
    if (!one) return [255, 255, 255];
    const own = numbers(getComputedStyle(one).backgroundColor);
    return own[3] >= 1 ? own : over(own, ground(one.parentElement));
  };
  const own = (one) => [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
  const style = (one) => getComputedStyle(one);
  const clear = (one) => !one || (style(one).opacity === "1" && clear(one.parentElement));
  const unseen = ":disabled, .unseen, .skip, noscript, svg";
  const found = new Map();
  for (const one of document.querySelectorAll("body *")) {
    if (!own(one) || !one.checkVisibility() || one.closest(unseen) || !clear(one)) continue;
    if (numbers(style(one).webkitTextFillColor)[3] === 0) continue;
    const back = ground(one);
    const front = over(numbers(style(one).color), back);
    const [high, low] = [light(front), light(back)].sort((x, y) => y - x);
    const ratio = (high + 0.05) / (low + 0.05);
    const words = one.textContent.trim().slice(0, 40);
    if (ratio < 4.5) found.set(`${one.tagName}.${one.className}`, `${ratio.toFixed(2)} ${words}`);
  }
  return [...found].map(([name, words]) => `${name}: ${words}`);
}
"""
"""Texts whose contrast is below 4.5, which is what WCAG asks of small letters."""

SHIFTS = """
new PerformanceObserver((list) => {
  for (const one of list.getEntries()) {
    if (one.hadRecentInput) continue;
    const names = one.sources.map(({ node }) => node?.id || node?.className || node?.nodeName);
    (window.shifts ??= []).push([one.value, names.join(", ")]);
  }
}).observe({ type: "layout-shift", buffered: true });
"""
"""Notes what jumps, and how much of the window that is, unless a person has just done something."""
CALM = 0.05
OUTLINED = """
() => {
  const one = document.activeElement;
  if (!one || one === document.body) return null;
  const around = [one, one.closest(".button"), one.closest(".card"), one.closest(".editor")];
  const styles = around.filter(Boolean).map((each) => getComputedStyle(each));
  const wide = styles.filter((each) => parseFloat(each.outlineWidth) >= 2);
  const seen = wide.some((each) => each.outlineStyle !== "none");
  const cell = one.querySelector(".cell");
  if (seen || (cell && parseFloat(getComputedStyle(cell).strokeWidth) >= 3)) return "";
  return one.outerHTML.slice(0, 120);
}
"""
"""What has the focus and does not show it; empty if it does, nothing if the page is left."""


def jumped(page: Any) -> list[Any]:
    """What jumped since the last time that this was asked, if it was too much."""
    found: list[Any] = page.evaluate("() => (window.shifts ?? []).splice(0)")
    return found if sum(value for value, _ in found) > CALM else []


def test_every_page_has_its_picture() -> None:
    assert set(pages()) == SCENES.keys()


@pytest.mark.parametrize("path", PATHS)
def test_a_page_is_readable_and_fits_a_phone(page: Any, path: str) -> None:
    page.set_viewport_size(PHONE)
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        page.goto(path)
        page.wait_for_selector("h1:visible")
        page.wait_for_selector("main :is(button, select, input):visible")
        assert page.evaluate(FAINT) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


@pytest.mark.parametrize("path", PATHS)
def test_the_first_tab_skips_to_the_content(page: Any, path: str) -> None:
    page.goto(path)
    page.wait_for_selector("main :is(button, select, input):visible:enabled")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to the content"
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('main') !== null")


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("path", [*PATHS, "/practise?kind=game", "/play?game=rock_paper_scissors"])
def test_nothing_jumps_while_a_page_loads(page: Any, path: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 844})
    page.add_init_script(SHIFTS)
    page.goto(path)
    page.wait_for_selector("h1:visible")
    page.wait_for_selector(".waiting", state="detached")
    page.wait_for_timeout(500)
    assert jumped(page) == []


def test_nothing_jumps_in_a_match_and_its_course_can_be_read(page: Any) -> None:
    page.set_viewport_size(PHONE)
    page.add_init_script(SHIFTS)
    page.goto("/play?game=tictactoe")
    page.wait_for_selector("#moves button")
    page.select_option("#seconds", "0.1")
    for played in (2, 4):
        page.locator("#moves button").first.click()
        page.wait_for_selector(f"#played li:nth-child({played})")
        page.wait_for_selector("#moves button")
    assert jumped(page) == []
    page.wait_for_selector("#read-out:has-text('After move 3:')")
    page.focus("#course")
    page.keyboard.press("ArrowLeft")
    assert page.locator("#read-out").inner_text().startswith("After move 1:")
    assert "x 50" in page.get_attribute("#course", "aria-valuetext")
    page.locator("#course").hover(position={"x": 300, "y": 30})
    assert page.locator("#read-out").inner_text().startswith("After move 3:")


def test_the_last_move_is_marked_where_there_is_no_board(page: Any) -> None:
    page.goto("/play?game=kayles&moves=(two 2) noop; noop (two 5)")
    page.wait_for_selector("#moves button")
    assert page.locator("#scene .chip.gone").all_inner_texts() == ["5", "6"]
    page.goto("/play?game=nim&moves=(remove 4 3) noop; noop (remove 3 2)")
    page.wait_for_selector("#moves button")
    assert page.locator("#scene .counter.gone").count() == 2


@pytest.mark.parametrize("path", PATHS)
def test_what_has_the_focus_is_outlined(page: Any, path: str) -> None:
    page.goto(path)
    page.wait_for_selector("main :is(button, select, input):visible")
    page.wait_for_selector(".waiting", state="detached")
    for _ in range(30):
        page.keyboard.press("Escape")  # leaves the editor, where Tab indents
        page.keyboard.press("Tab")
        unseen = page.evaluate(OUTLINED)
        if unseen is None:
            return
        assert unseen == ""


def test_a_wrong_address_and_a_wrong_file_are_told_in_words(page: Any, trouble: Trouble) -> None:
    page.goto("/nowhere")
    assert page.locator("h1").inner_text() == "There is no such page"
    page.click("main a")
    page.wait_for_selector(".card")
    wrong = {"name": "wrong.kif", "mimeType": "text/plain", "buffer": b"(role x)"}
    page.set_input_files("#file", wrong)
    page.wait_for_selector(".note:has-text('no rule for')")
    assert page.locator(".note").count() == 1
    page.click(".note button")
    assert page.locator(".note").count() == 0
    trouble.expect_refusals(page, 2)


def test_long_names_have_room_in_drawn_trees(page: Any) -> None:
    page.set_viewport_size({"width": 1280, "height": 900})
    page.goto("/")
    file = {"name": "long.kif", "mimeType": "text/plain", "buffer": LONG_NAMES.encode()}
    page.set_input_files("#file", file)
    page.wait_for_url("**/play?game=*")
    game = page.url.partition("game=")[2].partition("&")[0]
    for address, label in (
        ("practise?kind=game&seed=3&depth=2&branching=2", ".edges text"),
        ("tree?search=alphabeta&depth=2", ".stage text.move"),
    ):
        page.goto(f"/{address}&game={game}")
        page.wait_for_selector(label, state="attached")
        assert page.evaluate("document.documentElement.scrollWidth") <= 1280
        shown = page.evaluate(LABELS, label)
        assert any("…" in one["text"] for one in shown)
        for number, one in enumerate(shown):
            assert len(one["text"]) <= 24
            assert "…" not in one["text"] or "wide_and_dangerous" in one["title"]
            for other in shown[number + 1 :]:
                level = one["y"] == other["y"]
                assert not level or one["right"] <= other["left"] or other["right"] <= one["left"]
