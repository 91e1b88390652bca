"""How every page looks: readable in both schemes, no wider than a phone, reachable by keyboard."""

from typing import Any

import pytest

from tests.web.pictures import SCENES, pages
from zermelo.folder import modules_in

PATHS = [
    module.PAGE.path for _, module in modules_in("zermelo.web.routes") if hasattr(module, "PAGE")
]
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


def test_every_page_has_its_picture() -> None:
    assert set(pages()) == SCENES.keys()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("path", PATHS)
def test_a_page_is_readable_and_fits_a_phone(page: Any, path: str, scheme: str) -> None:
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size(PHONE)
    page.goto(path)
    page.wait_for_selector("h1:visible")
    page.wait_for_selector("main :is(button, select, input):visible")
    assert page.evaluate(FAINT) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


@pytest.mark.parametrize("path", PATHS)
def test_the_first_tab_skips_to_the_content(page: Any, path: str) -> None:
    page.goto(path)
    page.wait_for_selector("h1:visible")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to the content"
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('main') !== null")
