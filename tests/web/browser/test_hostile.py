"""Words of strangers in a real browser: they stay words."""

from pathlib import Path
from typing import Any

HOSTILE = """
(role <img/src=x/onerror=alert>) (role "><script>alert</script>)
(init (cell 1 1 <svg/onload=alert>)) (init (cell 1 2 b)) (init (cell 2 1 b)) (init (cell 2 2 b))
(<= (legal ?r (mark ?x ?y)) (role ?r) (true (cell ?x ?y b)))
(<= (legal ?r javascript:alert) (role ?r))
(<= (next done) (does ?r ?m))
(<= terminal (true done))
(<= (goal ?r 100) (role ?r))
"""


def test_hostile_words_stay_words(page: Any, tmp_path: Path) -> None:
    file = tmp_path / "<img src=x onerror=alert(1)>.kif"
    name = file.name.replace("/", "")
    page.goto("/")
    page.set_input_files(
        "#file", {"name": name, "mimeType": "text/plain", "buffer": HOSTILE.encode()}
    )
    page.wait_for_selector("#moves button")
    assert page.locator("#title").inner_text() == name
    assert page.locator("#main img, #main script").count() == 0
    page.locator("#moves button").first.click()
