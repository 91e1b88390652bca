"""A person who writes rules: an error and its repair, another syntax, a file, a game to play."""

from pathlib import Path
from typing import Any

RIGHT = "(<= (legal ?p noop) (role ?p) (not (true (control ?p))))"
WRONG = "(<= (legal ?p noop) (not (true (control ?p))))"


def opened(page: Any, address: str = "/write") -> None:
    """Open the page, and wait for the board and the first move."""
    page.goto(address)
    page.wait_for_selector("#played li")


def rewrite(page: Any, old: str, new: str) -> None:
    """Select some text in the editor, and type something else."""
    found = page.evaluate(
        """old => {
            const area = document.getElementById("text");
            const start = area.value.indexOf(old);
            area.focus();
            area.setSelectionRange(start, start + old.length);
            return start;
        }""",
        old,
    )
    assert found >= 0
    page.keyboard.insert_text(new)


def test_an_error_is_underlined_and_its_repair_brings_the_board_back(page: Any) -> None:
    opened(page)
    assert page.inner_text("#count") == "No problems."
    rewrite(page, RIGHT, WRONG)
    page.wait_for_selector(".paint .error")
    assert page.inner_text(".paint .error") == "?p"
    assert page.inner_text("#count") == "1 error."
    assert "?p is bound by no positive literal" in page.inner_text("#problems")
    assert page.locator("#scene.stale").count() == 1
    assert page.is_disabled("#play")
    page.keyboard.press("F8")
    chosen = "(area => area.value.slice(area.selectionStart, area.selectionEnd))"
    assert page.eval_on_selector("#text", chosen) == "?p"
    rewrite(page, WRONG, RIGHT)
    page.wait_for_selector("#scene:not(.stale)")
    page.wait_for_selector("#played li")
    assert page.inner_text("#count") == "No problems."
    assert page.locator(".paint .error").count() == 0


def test_the_board_follows_what_is_typed(page: Any) -> None:
    opened(page)
    page.click("#run")
    assert page.locator("#scene .place").count() == 9
    page.select_option("#syntax", "asp")  # the template is untouched: it comes in that syntax
    page.wait_for_selector(".paint .line:has-text('width = 3')")
    page.wait_for_selector("#played li")
    rewrite(page, "width = 3", "width = 4")
    page.wait_for_selector("#scene .place:nth-of-type(12)")
    page.click("#other")
    assert page.inner_text("#shown") == "Random match 1: the first position"
    page.click("#later")
    assert page.inner_text("#shown").startswith("Random match 1: after 1 of")
    page.click("#earlier")
    page.wait_for_selector("#earlier:disabled")


def test_a_text_is_converted_kept_and_gone_back_to(page: Any) -> None:
    opened(page, "/write?game=tictactoe")
    page.click("text=Convert to ASP")
    page.wait_for_selector(".paint .line:first-child:has-text('role(x).')")
    assert page.input_value("#syntax") == "asp"
    page.wait_for_selector("#played li")
    page.reload()
    page.wait_for_selector("#played li")
    assert page.input_value("#text").startswith("role(x).")
    page.click("#back")
    assert page.input_value("#text").startswith("; Tic-tac-toe.")
    assert page.input_value("#syntax") == "kif"


def test_a_text_is_saved_and_opened_again(page: Any, tmp_path: Path) -> None:
    opened(page)
    page.fill("#name", "my/<pawns>")
    with page.expect_download() as saved:
        page.click("#save")
    assert saved.value.suggested_filename == "mypawns.kif"
    file = tmp_path / "mypawns.kif"
    saved.value.save_as(file)
    assert file.read_text() == page.input_value("#text")
    file.write_text("(role solo)\n")
    page.set_input_files("#file", file)
    page.wait_for_selector(".count.error")
    assert page.input_value("#name") == "mypawns"
    assert page.input_value("#text") == "(role solo)\n"


def test_brackets_indents_and_the_way_out_of_the_editor(page: Any) -> None:
    opened(page)
    rewrite(page, page.input_value("#text"), "(role x)")
    assert page.locator(".paint .pair").all_inner_texts() == ["(", ")"]
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.insert_text("(goal")
    page.keyboard.press("Enter")
    page.keyboard.press("Shift+Tab")
    assert page.input_value("#text") == "(role x)\n    (goal\n"
    page.keyboard.press("Escape")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.id") != "text"


def test_what_was_written_is_played(page: Any) -> None:
    opened(page)
    page.click("#play")
    page.wait_for_url("**/play?game=file-*")
    page.wait_for_selector("#scene .place")
    assert page.inner_text("#title") == "hexapawn.kif"
