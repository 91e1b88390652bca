"""The root of every search: depth and its limits, forced moves, games that do not end."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from tests.proofs.knowing import sheet
from tests.search.trees import MAX, MIN, Branch, built, chain, circle, drawn, lecture, methods, run
from zermelo.errors import LimitError, UnsuitedError, UsageError
from zermelo.evaluate.evaluators.goal import Goal
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Move, Role, State, Trait
from zermelo.game.load import compiled_game
from zermelo.game.proof import by_rules
from zermelo.game.tree_game import DrawnNode, TreeGame
from zermelo.search.algorithms.alphabeta import Alphabeta
from zermelo.search.algorithms.iterative import Iterative
from zermelo.search.algorithms.minimax import Minimax
from zermelo.search.algorithms.zerowindow import Zerowindow
from zermelo.search.base import Bound, Clock, Limits, Result, last
from zermelo.search.endless import endless_values
from zermelo.search.parts.root import deep_calls, depth_limit, total_of_an_end
from zermelo.search.repetition import comes_back
from zermelo.search.spec import parse


def test_depth_nought_has_the_guess_and_a_legal_move() -> None:
    game = built(Branch(MAX, 40, (10, 20)))
    for name, search in methods().items():
        result = run(search, game, depth=0).result
        assert result.values == (40, 60), name
        assert result.move == game.legal(game.initial, MAX)[0], name
        assert not result.proven, name


def test_the_smaller_depth_wins() -> None:
    clock = Clock(Limits(depth=3))
    assert depth_limit(lecture(), 5, clock) == 3
    assert depth_limit(lecture(), 2, clock) == 2
    assert depth_limit(lecture(), None, Clock()) is None


def test_a_depth_below_nought_is_refused() -> None:
    with pytest.raises(UsageError, match="a depth of -1 makes no sense; 0 looks at nothing"):
        depth_limit(lecture(), -1, Clock())


def test_a_game_with_cycles_is_not_searched_to_the_end() -> None:
    game = circle()
    with pytest.raises(UnsuitedError) as raised:
        run(Alphabeta(), game)
    assert str(raised.value) == (
        "circle is not known to end, so it cannot be searched to the end "
        "(a path comes back to where it was): give a depth"
    )
    assert run(Alphabeta(), game, depth=4).result.move is not None


def test_a_game_whose_playouts_do_not_end_is_not_searched_to_the_end(
    game_of: Callable[[str], CompiledGame],
) -> None:
    game = game_of("fifteen_puzzle")
    results = Minimax().start(game, MAX, Clock())(game.initial, Clock())
    assert next(results).move is not None
    with pytest.raises(UnsuitedError, match=r"not known to end.*give a depth"):
        next(results)


def test_deepening_on_a_game_with_cycles_needs_any_limit() -> None:
    game = circle()
    with pytest.raises(UnsuitedError, match="give a depth, nodes or seconds"):
        run(Iterative(), game)
    clock = Clock(Limits(nodes=50))
    result = last(Iterative().start(game, MAX, clock)(game.initial, clock))
    assert result is not None
    assert result.depth > 3


STOPPING = """
(role a) (role b) (init (turn a))
(<= (legal a stop) (true (turn a))) (<= (legal ?p wait) (true (turn ?p)))
(<= (legal a noop) (true (turn b))) (<= (legal b noop) (true (turn a)))
(<= (next (turn b)) (true (turn a)) (not (does a stop))) (<= (next (turn a)) (true (turn b)))
(<= (next over) (does a stop)) (<= terminal (true over))
(<= (goal a 20) (true over)) (<= (goal b 80) (true over))
"""


@pytest.mark.parametrize("spec", ["iterative", "paranoid", "offensive", "mpmix", "brs"])
def test_deepening_needs_a_limit_where_random_matches_end_but_need_not(spec: str) -> None:
    game, search = compiled_game("stopping", sheet(STOPPING)), parse(spec)
    clock = Clock()
    results = search.start(game, MAX, clock)(game.initial, clock)
    assert next(results).move is not None
    with pytest.raises(UnsuitedError) as raised:
        list(results)
    assert str(raised.value) == (
        "stopping: a match can come back to a position it has been in, so it need never end: "
        "give a depth, nodes or seconds"
    )
    clock = Clock(Limits(depth=6))
    assert last(search.start(game, MAX, clock)(game.initial, clock)) is not None


def test_lines_that_meet_again_do_not_come_back() -> None:
    meeting = (
        DrawnNode("top", MAX, (1, 2), ("l", "r")),
        DrawnNode("left", MIN, (2,), ("x",)),
        DrawnNode("both", MAX, (3,), ("y",)),
        DrawnNode("end", MAX, values=(1, 99)),
    )
    assert not comes_back(TreeGame("meeting", ("max", "min"), meeting), State(0))
    assert comes_back(circle(), circle().initial)


def test_of_more_positions_than_are_looked_at_nothing_is_said(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("zermelo.search.repetition.LOOKED_AT", 1)
    assert not comes_back(circle(), circle().initial)


def test_long_lines_are_followed() -> None:
    game = chain(3000)
    for name, search in methods().items():
        assert run(search, game).result.values[MAX] == 7, name


def test_a_line_that_is_too_long_is_an_error_with_a_hint() -> None:
    with (
        pytest.raises(LimitError, match=r"too long to be followed .*; give a depth"),
        deep_calls(lecture(), None),
    ):
        raise RecursionError


def test_forced_moves_count_as_depth() -> None:
    game = built(Branch(MAX, 1, (Branch(MIN, 2, (Branch(MAX, 3, (8, 9)),)),)))
    search = Minimax(evaluator=Goal())
    assert [run(search, game, depth=depth).result.values[0] for depth in range(4)] == [1, 2, 3, 9]


def test_one_role_only_maximises() -> None:
    game = drawn("roles: me\n[[(1),(7)],(3),[(2),[(6),(9)]]]")
    for name, search in methods().items():
        assert run(search, game).result.values == (9,), name


def test_one_role_of_the_library_is_searched(game_of: Callable[[str], CompiledGame]) -> None:
    game = game_of("lights_out")
    for name, search in methods().items():
        clock = Clock(Limits(depth=1))
        result = last(search.start(game, Role(0), clock)(game.initial, clock))
        assert result is not None, name
        assert len(result.values) == 1, name


def test_deepening_yields_a_result_for_every_depth_and_stops_when_it_is_proven() -> None:
    results = run(Iterative(), drawn("[[[3,1],[2]],[[0,5]]]")).results
    assert [result.depth for result in results] == [0, 1, 2, 3]
    assert [result.proven for result in results] == [False, False, False, True]


def test_deepening_keeps_a_better_move_when_it_is_broken_off() -> None:
    # At depth 1 the first move looks best, at depth 2 the second is.
    top = Branch(MAX, 0, (Branch(MIN, 9, (1, 1)), Branch(MIN, 5, (5, 6)), Branch(MIN, 4, (4, 4))))
    game = built(top)
    seen = {}
    for nodes in range(1, 20):
        clock = Clock(Limits(nodes=nodes))
        result = last(Iterative(evaluator=Goal()).start(game, MAX, clock)(game.initial, clock))
        assert result is not None
        seen[nodes] = (result.move, result.depth, result.bound)
    first, second = game.legal(game.initial, MAX)[:2]
    assert (first, 1, Bound.EXACT) in seen.values()
    assert (second, 2, Bound.AT_LEAST) in seen.values()
    assert seen[19] == (second, 2, Bound.EXACT)


def test_a_zero_window_says_which_side_it_found() -> None:
    above, below = (
        run(Zerowindow(threshold=threshold), lecture()).result for threshold in (3.0, 4.0)
    )
    assert (above.bound, above.values[0]) == (Bound.AT_LEAST, 3)
    assert (below.bound, below.values[0]) == (Bound.AT_MOST, 3)
    assert not above.proven
    assert not below.proven


def test_a_total_other_than_a_hundred_is_kept() -> None:
    game = drawn("roles: max min\n[(3,-3),(5,-5)]")
    assert run(Alphabeta(), game).result.values == (5, -5)


def test_a_guess_is_shared_out_as_the_evaluator_has_it() -> None:
    nodes = (
        DrawnNode("top", MAX, (1, 2), ("l", "r"), (4.0, 3.0)),
        DrawnNode("left", MAX, values=(2.0, 5.0)),
        DrawnNode("right", MAX, values=(7.0, 0.0)),
    )
    game = TreeGame("seven", ("max", "min"), nodes)
    for search in (Alphabeta(evaluator=Goal()), Minimax(evaluator=Goal())):
        assert run(search, game, depth=0).result.values == (4, 3)
        assert run(search, game, role=MIN, depth=0).result.values == (4, 3)


MOSTLY_STUCK = """
(role a) (role b) (init start) (wrong 1) (wrong 2) (wrong 3) (wrong 4)
(<= (legal a stop) (true start)) (<= (legal a (go ?n)) (true start) (wrong ?n))
(<= (legal b noop) (true start))
(<= (next over) (does a stop)) (<= (next (at ?n)) (does a (go ?n)))
(<= terminal (true over)) (<= (goal a 20) (true over)) (<= (goal b 60) (true over))
"""
"""Four moves of five leave everybody without a move."""


def test_an_end_is_looked_for_again_where_a_random_match_is_stuck(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("zermelo.search.parts.root.MOST_WALKED", 1000)
    game = compiled_game("stuck", sheet(MOSTLY_STUCK))
    assert total_of_an_end(game, game.initial) == 80


def test_an_end_that_is_not_come_to_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zermelo.search.parts.root.MOST_WALKED", 1000)
    game = compiled_game("stuck", sheet(MOSTLY_STUCK))
    with pytest.raises(UnsuitedError, match="come to no end from here within 1,000 moves"):
        total_of_an_end(game, game.state_of(["(at 1)"]))


def test_nothing_is_said_of_endless_matches_where_a_role_has_no_goals() -> None:
    assert endless_values([[0, 100], []]) == ()
    assert endless_values([[], [0, 100]]) == ()


def test_a_result_that_lacks_only_its_premise_has_nothing_left_to_look_at() -> None:
    found = Result(Move(0), (50.0, 50.0))
    assert not found.settled
    assert replace(found, premise=Trait.CONSTANT_SUM).settled
    assert replace(found, proof=by_rules()).settled
