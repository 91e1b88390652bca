"""A person who reads a strategy, and plays against it."""

from pathlib import Path
from typing import Any

import pytest

FILE = Path(__file__).parent / "strategies" / "tictactoe.lp"
"""What `zermelo learn tictactoe` has written."""
RULES = sum(line.startswith(("force(", "hold(")) for line in FILE.read_text().splitlines())


def play_to_the_end(page: Any, role: str) -> None:
    """Play against the strategy that the page shows, always on the first cell that is free."""
    page.click(f"#against button[data-role={role}]")
    page.wait_for_url("**/play?**")
    for _ in range(5):
        page.wait_for_selector(".status.over, #moves button")
        if page.locator(".status.over").count():
            break
        played = page.locator("#played li:not(.dim)").count()
        page.locator("#scene .place.open").first.click()
        page.wait_for_selector(f"#played li:nth-child({played + 1}):not(.dim)")
    page.wait_for_selector(".status.over")
    assert page.locator("#played li").count() >= 5
    # Whoever plays by proved rules does not lose.
    assert "You win" not in page.locator("#status").inner_text()


def test_a_strategy_is_read_verified_and_played_against(page: Any) -> None:
    page.goto("/strategy?game=tictactoe")
    page.wait_for_selector("#game option", state="attached")
    page.set_input_files("#file", FILE)
    page.wait_for_selector(".rule")
    assert page.locator(".rule").count() == RULES
    assert page.locator(".rule .badge.proved").count() == RULES
    page.fill("#words", "mark 3 3 wins")
    rule = page.locator(".rule").first
    assert "x plays mark 3 3 and wins" in rule.inner_text()
    rule.click()
    page.wait_for_selector(".firing .place.held")
    assert page.locator(".firing").first.locator(".place.hinted").count() == 1
    assert "wins at once" in page.locator(".firing figcaption").first.inner_text()
    page.click("#verify")
    page.wait_for_selector("#verified:has-text('no claim is wrong')")
    with page.expect_download() as download:
        page.click("#download")
    assert Path(download.value.path()).read_text() == FILE.read_text()
    play_to_the_end(page, "x")
    selected = page.locator("select[aria-label='Who plays o'] option:checked")
    assert selected.inner_text() == f"proved strategy, {RULES} rules"


def test_a_file_that_is_no_strategy(page: Any) -> None:
    page.goto("/strategy?game=nim")
    page.wait_for_selector("#game option", state="attached")
    page.set_input_files("#file", FILE)
    page.wait_for_selector("#problem:visible")
    assert "for other rules" in page.locator("#problem").inner_text()
    assert page.locator("#found").is_hidden()


@pytest.mark.slow
def test_proving_tictactoe_and_playing_against_it(page: Any) -> None:
    page.goto("/strategy?game=tictactoe")
    page.select_option("#seconds", "600")
    page.click("#start")
    page.wait_for_selector("#status:has-text('lemmas proved')", timeout=600_000)
    page.wait_for_selector(".rule", timeout=600_000)
    assert "x can force at least 50 (a draw)" in page.locator("#sentences").inner_text()
    assert page.locator(".rule .badge.proved").count() >= 40
    page.locator(".rule").first.click()
    page.wait_for_selector(".firing .place.held")
    play_to_the_end(page, "o")
    page.go_back()
    page.wait_for_selector(".rule")


@pytest.mark.slow
def test_what_is_proved_until_one_stops_it_is_kept(page: Any) -> None:
    page.goto("/strategy?game=nim_capped")
    page.select_option("#seconds", "600")
    page.click("#start")
    page.wait_for_selector("#status:text-matches('positions? opened')")
    page.click("#stop")
    page.wait_for_selector("#start:enabled")
    assert page.locator(".rule, #problem:visible").count() > 0
