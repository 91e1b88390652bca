"""A person at the library."""

from typing import Any

from tests.web.browser.conftest import Trouble


def test_games_are_found_by_words(page: Any) -> None:
    page.goto("/")
    page.wait_for_selector(".card .board")
    page.fill("#words", "connect four")
    assert page.locator(".card:visible h2").first.inner_text() == "Connect Four"
    assert page.locator(".card:visible").count() < 10
    page.fill("#words", "no such game at all")
    page.click("#clear")
    assert page.locator(".card:visible").count() > 50


def test_the_first_card_is_a_game_that_people_know_and_leads_on(page: Any) -> None:
    page.goto("/")
    card = page.locator(".card:not(:has-text('your file'))").first  # files come before all games
    card.locator("h2 a").wait_for()
    assert card.locator("h2").inner_text() == "Tic-tac-toe"
    links = {link.inner_text(): link.get_attribute("href") for link in card.locator("a").all()}
    assert links["Tic-tac-toe"] == "/play?game=tictactoe"
    assert links["Analyse"] == "/analyse?game=tictactoe"
    card.locator("text=Rules").click()
    page.wait_for_url("**/write**")


def test_a_kind_is_chosen(page: Any) -> None:
    page.goto("/")
    page.click("#kinds button:has-text('puzzle')")
    assert "puzzle" in page.locator(".card:visible p").first.inner_text()
    assert " of " in page.locator("#count").inner_text()


def test_a_file_that_is_wrong_or_too_large_is_told(page: Any, trouble: Trouble) -> None:
    page.goto("/")
    page.wait_for_selector(".card")
    big = {"name": "a.kif", "mimeType": "text/plain", "buffer": b"x" * 600_000}
    page.set_input_files("#file", big)
    page.wait_for_selector(".note:has-text('larger than 500 KB')")
    wrong = {"name": "a.kif", "mimeType": "text/plain", "buffer": b"(role x"}
    page.set_input_files("#file", wrong)
    page.wait_for_selector(".note:has-text('a.kif:1:1')")
    trouble.expect_refusals(page, 1)


def test_a_file_is_dropped_on_the_page(page: Any) -> None:
    page.goto("/")
    page.wait_for_selector(".card")
    rules = "(role x) (init a) (<= (legal x go) (true a)) (<= (legal x stay) (true a)) "
    rules += "(<= (next b) (does x go)) (<= terminal (true b)) (<= (goal x 100) (true b))"
    held = page.evaluate_handle(
        """(text) => {
          const held = new DataTransfer();
          held.items.add(new File([text], "dropped.kif"));
          return held;
        }""",
        rules,
    )
    page.dispatch_event("body", "dragenter", {"dataTransfer": held})
    page.wait_for_selector("#drop:visible")
    page.dispatch_event("body", "drop", {"dataTransfer": held})
    page.wait_for_selector("#moves button")
    assert page.locator("#title").inner_text() == "dropped.kif"
