"""Rules with a relation that may be huge: which way they are grounded is decided by counting."""

import time
from collections.abc import Callable
from itertools import count

import pytest

from tests.ground.sheets import sheet_of
from zermelo.errors import LimitError
from zermelo.ground import ground as grounding
from zermelo.ground.ground import ground
from zermelo.process.child import TimeOutError
from zermelo.process.frames import Message
from zermelo.process.limits import Allowance
from zermelo.rules import demand

SIZE = 30
CUBE = f"""
(role player) (init (at 0)) {" ".join(f"(n {number})" for number in range(SIZE))}
(<= (cube ?a ?b ?c) (n ?a) (n ?b) (n ?c))
(<= (legal player (go ?b)) (true (at ?a)) (cube ?a ?b ?a))
(<= (next (at 1)) (does player (go 1))) (<= terminal (true (at 1))) (goal player 100)
"""
"""All of the cube are SIZE**3 rules; from the two places that can be, SIZE lead each."""

CLOCKS: dict[str, Callable[[], float]] = {
    "that stands": lambda: 5.0,
    "that jumps": map(float, count(0, 10_000)).__next__,
}


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Thousands of instances are huge."""
    monkeypatch.setattr(grounding, "HUGE", 1000)
    monkeypatch.setattr(demand, "MANY_INSTANCES", 1000)


@pytest.mark.usefixtures("in_process")
@pytest.mark.parametrize("clock", CLOCKS)
@pytest.mark.parametrize(
    ("most", "all_of_it"), [(SIZE**3 // 2, False), (SIZE**3 - 1, False), (2 * SIZE**3, True)]
)
def test_rules_are_counted_whatever_the_clock_says(
    clock: str, most: int, all_of_it: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(grounding, "TRIAL_RULES", most)
    for name in ("monotonic", "process_time", "perf_counter"):
        monkeypatch.setattr(time, name, CLOCKS[clock])
    program = ground(sheet_of(CUBE))
    assert (len(program.heads) > SIZE**3) == all_of_it
    assert len(program.moves[0]) == SIZE


@pytest.mark.parametrize("most", [SIZE**3 // 2, 2 * SIZE**3])
def test_a_trial_that_takes_all_the_time_is_refused(
    most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(grounding, "TRIAL_RULES", most)
    asked: list[tuple[str, float]] = []

    def slow(function: str, _: Message, allowance: Allowance) -> Message:
        asked.append((function.partition(":")[2], allowance.seconds))
        raise TimeOutError("7 s of time were not enough")

    monkeypatch.setattr(grounding, "call", slow)
    with pytest.raises(LimitError, match=r"7 s of time were not enough \(--max-seconds"):
        ground(sheet_of(CUBE), Allowance(seconds=7))
    assert asked == [("ground", 7), ("blame", 3.5)]


def test_the_second_way_has_the_time_that_the_trial_left(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[float] = []

    def spent(_function: str, _message: Message, allowance: Allowance) -> Message:
        asked.append(allowance.seconds)
        if len(asked) == 1:
            return {"spent": 5.0}
        raise TimeOutError("2 s of time were not enough")

    monkeypatch.setattr(grounding, "call", spent)
    with pytest.raises(LimitError, match="7 s of time were not enough"):
        ground(sheet_of(CUBE), Allowance(seconds=7))
    assert asked[:2] == [7, 2]
