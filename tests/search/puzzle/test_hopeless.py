"""A goal that is out of reach, and one that is not: with kernels and without, nothing is missed."""

from functools import cache

import pytest

from tests.proofs.knowing import sheet
from zermelo.engine.rails import Cases
from zermelo.errors import UsageError
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Role
from zermelo.game.load import compiled_game
from zermelo.game.tree_game import DrawnNode, TreeGame
from zermelo.search.base import Bound, Clock, Limits, Result, last
from zermelo.search.one_role.factored import factored
from zermelo.search.puzzle.variables import Variables, variables_of
from zermelo.search.spec import parse

ME = Role(0)
TRAP = """
(role me) (init (at door)) (init (item no))
(<= (legal me go) (true (at door)))
(<= (legal me fall) (true (at door)))
(<= (legal me pick) (true (at trap)))
(<= (legal me leave) (true (at trap)))
(<= (next (at home)) (does me go))
(<= (next (at trap)) (does me fall))
(<= (next (at trap)) (does me pick))
(<= (next (at road)) (does me leave))
(<= (next (item yes)) (does me pick))
(<= (next (item yes)) (true (item yes)))
(<= (next (item no)) (true (item no)) (not (does me pick)))
(<= terminal (true (at home)))
(<= terminal (true (at road)))
(<= (goal me 100) (true (at home)) (true (item yes)))
(<= (goal me 50) (true (at road)))
(<= (goal me 0) (true (at home)) (true (item no)))
(<= (goal me 0) (true (at door)))
(<= (goal me 0) (true (at trap)))
"""
"""What brings 100 is in a trap, from which there is no way home, only one to the road."""


@cache
def trap() -> CompiledGame:
    return compiled_game("trap", sheet(TRAP))


def said(spec: str, *held: str, limits: Limits | None = None) -> Result:
    game, clock = trap(), Clock(limits)
    state = game.state_of(list(held)) if held else game.initial
    result = last(parse(spec).start(game, ME, clock)(state, clock))
    assert result is not None
    return result


def spelled(result: Result) -> list[str]:
    return [trap().spell(ME, joint[0]) for joint in result.line]


def test_the_trap_is_made_up_of_variables() -> None:
    assert factored(variables_of(trap(), trap().initial)) is not None


@pytest.mark.parametrize("kernel", ["on", "off"])
@pytest.mark.parametrize("search", ["astar", "idastar"])
def test_what_turns_out_to_be_out_of_reach_is_given_up_for_less(search: str, kernel: str) -> None:
    result = said(f"{search}:heuristic=pattern,kernel={kernel}")
    assert (result.values, result.bound, result.proven) == ((50.0,), Bound.EXACT, True)
    assert spelled(result) == ["fall", "leave"]
    assert result.note.startswith("no end worth 100 can be reached: the best end is worth 50")


@pytest.mark.parametrize("kernel", ["on", "off"])
@pytest.mark.parametrize("search", ["astar", "idastar"])
def test_what_is_out_of_reach_from_the_start_is_given_up_for_less(search: str, kernel: str) -> None:
    result = said(f"{search}:heuristic=pattern,kernel={kernel}", "(at trap)", "(item no)")
    assert (result.values, result.proven, spelled(result)) == ((50.0,), True, ["leave"])


@pytest.mark.parametrize(
    "spec",
    ["astar:heuristic=none", "astar:heuristic=none,kernel=off", "bfs:kernel=on", "bfs:kernel=off"],
)
def test_ends_at_the_depth_limit_hide_nothing(spec: str) -> None:
    result = said(spec, "(at trap)", "(item yes)", limits=Limits(depth=1))
    assert (result.values, result.bound, spelled(result)) == ((50.0,), Bound.EXACT, ["leave"])
    cut = said(spec, limits=Limits(depth=1))
    assert (cut.bound, cut.proven) == (Bound.AT_LEAST, False)
    assert cut.note.startswith("cutoff: no end worth 100 was found within 1 moves")


@pytest.mark.parametrize(("kernel", "nodes"), [("on", 3), ("off", 4)])
@pytest.mark.parametrize("search", ["astar:heuristic=none,", "bfs:"])
def test_an_end_that_was_seen_before_time_was_up_is_kept(
    search: str, kernel: str, nodes: int
) -> None:
    result = said(f"{search}kernel={kernel}", limits=Limits(nodes=nodes))
    assert (result.bound, result.note) == (Bound.AT_LEAST, "time was up")
    assert spelled(result) == ["go"]


def test_an_end_that_is_worth_more_than_the_target_is_worth_enough() -> None:
    game = trap()
    rails, cases = game.engine.rails, Cases.unknown(game.dimensions.fluents, 1)
    state = game.state_of(["(at home)", "(item yes)"])
    for fluent in range(game.dimensions.fluents):
        cases.set(fluent, bool(state >> fluent & 1), 1)
    seen = rails.view(cases)
    assert [rails.reached(seen, target) for target in (50.0, 100.0, 101.0)] == [1, 1, 0]


def test_a_puzzle_without_an_end_is_worth_nothing_even_if_ends_are_worth_less() -> None:
    nodes = (
        DrawnNode("a", ME, (1,), ("x",)),
        DrawnNode("b", ME, (0,), ("y",)),
        DrawnNode("c", ME, values=(-20,)),
    )
    game = TreeGame("round", ("me",), nodes)
    first, result = parse("bfs").start(game, ME, Clock())(game.initial, Clock())
    assert (first.values, first.bound) == ((-20.0,), Bound.AT_LEAST)
    assert (result.values, result.bound, result.unsolvable) == ((0.0,), Bound.EXACT, True)


def test_more_moves_than_a_word_has_bits_are_not_put_into_tables(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("zermelo.search.one_role.factored.MOST_VARIABLES", 4)
    assert factored(Variables(trap(), trap().initial)) is not None
    monkeypatch.setattr("zermelo.search.one_role.factored.MOST_VARIABLES", 3)
    assert factored(Variables(trap(), trap().initial)) is None


@pytest.mark.parametrize("search", ["bfs", "astar", "idastar"])
def test_a_kernel_that_cannot_run_is_refused(search: str) -> None:
    game = TreeGame(
        "tree", ("me",), (DrawnNode("a", ME, (1,), ("x",)), DrawnNode("b", ME, values=(100,)))
    )
    with pytest.raises(UsageError, match="the kernel cannot run: tree is not compiled"):
        last(parse(f"{search}:kernel=on").start(game, ME, Clock())(game.initial, Clock()))
