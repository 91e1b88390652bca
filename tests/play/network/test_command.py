"""`zermelo player`: what it refuses."""

import pytest

from tests.apps.conftest import Run
from tests.apps.conftest import run as run  # a fixture


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--name", "two words"], "--name 'two words': a name is one word of letters and digits"),
        (["--name", "zermelo)"], "--name 'zermelo)': a name is one word of letters and digits"),
        (["--search", "nosuch"], "no search is called 'nosuch'"),
        (["--search", "alphabeta:depth=x"], "alphabeta:depth takes"),
        (["--port", "70000"], "65535"),
        (["--host", "300.1.2.3", "--port", "0"], "cannot listen on 300.1.2.3:0: "),
    ],
)
def test_wrong_usage_is_said(run: Run, options: list[str], message: str) -> None:
    ran = run("player", *options)
    assert ran.code == 2
    assert message in ran.err
