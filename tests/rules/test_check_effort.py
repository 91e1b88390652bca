"""Checking takes work in proportion to the text, counted in calls: never in seconds."""

import sys
from collections.abc import Callable
from types import FrameType

import pytest

from zermelo.rules.check import check
from zermelo.text.read import read_text
from zermelo.text.source import Source

GAME = """role(x). init(p(1)). legal(x, a). next(p(1)) :- does(x, a). goal(x, 100).
terminal :- true(p(1)). terminal :- q.
"""


def calls(work: Callable[[], object]) -> int:
    """How many functions are called, ours and built-in ones."""
    count = 0

    def note(frame: FrameType, event: str, argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(before)
    return count


def effort(literals: list[str]) -> int:
    """How many calls it takes to check a rule with such a body."""
    sheet = read_text(Source("long.lp", f"{GAME}q :- {', '.join(literals)}.\n"), "asp")
    return calls(lambda: check(sheet))


@pytest.mark.parametrize(
    "body",
    [
        lambda size: [f"true(p({number}))" for number in range(size)],
        lambda size: [f"not true(p({number}))" for number in range(size)],
        lambda size: [f"true(p(X{number})), X{number} < {number}" for number in range(size)],
        lambda size: [*(f"X{n} = X{n - 1} + 1" for n in range(size, 0, -1)), "X0 = 1"],
    ],
    ids=["atoms", "negations", "comparisons", "sums in the wrong order"],
)
def test_a_body_twice_as_long_takes_twice_the_work(body: Callable[[int], list[str]]) -> None:
    effort(body(10))  # whatever is done once only
    once, twice = effort(body(200)), effort(body(400))
    assert twice <= 2.2 * once
