"""What a search says of every move of the root is true of that move."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.search.trees import EVALUATOR, MAX, MIN, helped, methods, trees
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Game, Role, State
from zermelo.game.spelling import after, read_moves
from zermelo.game.tree_game import TreeGame
from zermelo.search.algorithms.alphabeta import Alphabeta
from zermelo.search.algorithms.iterative import Iterative
from zermelo.search.algorithms.maxn import Maxn
from zermelo.search.algorithms.minimax import Minimax
from zermelo.search.algorithms.negamax import Negamax
from zermelo.search.algorithms.paranoid import Paranoid
from zermelo.search.algorithms.scout import Scout
from zermelo.search.base import Bound, Clock, Limits, Result, Search, last

MINIMAX = Minimax(evaluator=EVALUATOR)
SILENT = ("mtd", "sss", "dual")
"""Searches whose last pass knows no more than whether a move passes a bound."""


def found(search: Search, game: Game, state: State, role: Role, depth: int | None) -> Result:
    """What a search finds, not watched."""
    clock = Clock(Limits(depth=depth))
    result = last(search.start(game, role, clock)(state, clock))
    assert result is not None
    return result


def worths(game: Game, state: State, role: Role, depth: int | None) -> dict[int, float]:
    """What every move of a role is worth, by a minimax of its own, where it alone decides."""
    below = None if depth is None else depth - 1
    other = game.legal(state, Role(1 - role))[0]
    values: dict[int, float] = {}
    for move in game.legal(state, role):
        child = game.next(state, (move, other) if role == 0 else (other, move))
        values[move] = found(MINIMAX, game, child, role, below).values[role]
    return values


def check(name: str, result: Result, role: Role, true: dict[int, float]) -> None:
    """Hold what was said of every move to what is true."""
    assert len({one.move for one in result.prospects}) == len(result.prospects), name
    for one in result.prospects:
        if one.bound is Bound.EXACT:
            assert one.worth == true[one.move], name
        else:
            assert one.bound is Bound.AT_MOST, name
            assert one.worth >= true[one.move], name
        assert one.expected is not None, name
        assert one.expected()[0][role] == one.move, name


@given(game=trees(), role=st.sampled_from([MAX, MIN]), depth=st.none() | st.integers(1, 5))
def test_what_is_said_of_every_move_is_true(game: TreeGame, role: Role, depth: int | None) -> None:
    true = worths(game, game.initial, role, depth)
    every: dict[str, Search] = {"minimax": MINIMAX, "paranoid": Paranoid(evaluator=EVALUATOR)}
    every |= methods() | helped()
    for name, search in every.items():
        result = found(search, game, game.initial, role, depth)
        if game.mover(game.initial) != role:
            assert len(result.prospects) <= 1, name  # it has one move, if anybody has
        elif not name.startswith(SILENT):
            check(name, result, role, true)
            # Every move was looked at, and the best is known exactly.
            assert {one.move for one in result.prospects} == set(true), name
            best = [one for one in result.prospects if one.move == result.move]
            assert [(one.worth, one.bound) for one in best] == [
                (result.values[role], Bound.EXACT)
            ], name


@given(game=trees(), depth=st.none() | st.integers(1, 4))
def test_max_n_tells_the_worth_of_every_move(game: TreeGame, depth: int | None) -> None:
    role = game.mover(game.initial)
    result = found(Maxn(evaluator=EVALUATOR), game, game.initial, role, depth)
    if len(game.legal(game.initial, role)) < 2:
        assert result.prospects == ()
        return
    for one in result.prospects:
        other = game.legal(game.initial, Role(1 - role))[0]
        joint = (one.move, other) if role == 0 else (other, one.move)
        below = None if depth is None else depth - 1
        child = game.next(game.initial, joint)
        after_it = found(Maxn(evaluator=EVALUATOR), game, child, role, below)
        assert one.worth == after_it.values[role]


MATCHES = [
    "",
    "(mark 2 2)",
    "(mark 1 1); (mark 1 2); (mark 2 2)",
    "(mark 1 1); (mark 1 2); (mark 2 2); (mark 2 1)",
]


@pytest.mark.parametrize("moves", MATCHES)
@pytest.mark.parametrize("depth", [1, 3, 4])
def test_kernels_say_the_same_of_every_move(
    tictactoe: CompiledGame, moves: str, depth: int
) -> None:
    state = after(tictactoe, tictactoe.initial, read_moves(moves)) if moves else tictactoe.initial
    role = Role(0 if len(tictactoe.legal(state, Role(0))) > 1 else 1)
    true = worths(tictactoe, state, role, depth)
    searches = [Alphabeta, Scout, Iterative, Negamax, Minimax]
    for search in searches:
        result = found(search(evaluator=EVALUATOR), tictactoe, state, role, depth)
        check(search.__name__, result, role, true)
        assert {one.move for one in result.prospects} == set(true), search.__name__
    for search in (Alphabeta, Scout, Iterative):
        kinds = [
            found(search(evaluator=EVALUATOR, kernel=kernel), tictactoe, state, role, depth)
            for kernel in ("on", "off")
        ]
        assert kinds[0].prospects == kinds[1].prospects, search.__name__
