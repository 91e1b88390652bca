"""The minimiser: a game that fails is made smaller as long as it still fails."""

from collections.abc import Callable, Iterable
from typing import TypeVar

Thing = TypeVar("Thing")
MOST_TRIALS = 3000


def shrunk(
    thing: Thing,
    smaller: Callable[[Thing], Iterable[Thing]],
    fails: Callable[[Thing], bool],
    size: Callable[[Thing], tuple[int, ...]],
    trials: int = MOST_TRIALS,
) -> Thing:
    """Return a smallest thing that still fails, by single steps; greedy, so not the very smallest.

    >>> shrunk(10, lambda n: [n - 1], lambda n: n > 3, lambda n: (n,))
    4
    """
    going_on = True
    while going_on:
        going_on = False
        for other in smaller(thing):
            if size(other) >= size(thing):
                continue
            trials -= 1
            if trials < 0:
                return thing
            if fails(other):
                thing, going_on = other, True
                break
    return thing


def without_options(text: str, fails: Callable[[str], bool]) -> str:
    """Return a search with the options only that it needs in order to fail.

    >>> without_options("mcts:a=1,b=2", lambda text: "b=2" in text)
    'mcts:b=2'
    """
    search, _, limits = text.partition("@")
    name, _, pairs = search.partition(":")
    options = pairs.split(",") if pairs else []
    for option in list(options):
        rest = [one for one in options if one != option]
        if fails(spelled(name, rest, limits)):
            options = rest
    return spelled(name, options, limits)


def spelled(name: str, options: list[str], limits: str = "") -> str:
    """Return a search as text."""
    search = f"{name}:{','.join(options)}" if options else name
    return f"{search}@{limits}" if limits else search


def fewer(lines: list[str]) -> Iterable[list[str]]:
    """Yield a list without some of its items: halves first, then quarters, then single ones."""
    width = max(1, len(lines) // 2)
    while True:
        for at in range(0, len(lines), width):
            yield lines[:at] + lines[at + width :]
        if width == 1:
            return
        width //= 2
