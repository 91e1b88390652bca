"""Matches by a fixed policy."""

from collections.abc import Callable

import pytest

from zermelo.errors import UsageError
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.trace import trace


def test_min_plays_the_smallest_move(tictactoe: CompiledGame) -> None:
    match = trace(tictactoe, "min")
    assert match.moves[:2] == (("(mark 1 1)", "noop"), ("noop", "(mark 1 2)"))
    assert match.legal_counts == ((9, 1), (1, 8), (7, 1), (1, 6), (5, 1), (1, 4), (3, 1))
    assert match.state_sizes == (10,) * 8
    assert (match.terminal, match.goals, match.stuck) == (True, (100, 0), ())


def test_mod_plays_by_its_formula(tictactoe: CompiledGame) -> None:
    match = trace(tictactoe, "mod")
    for step, (joint, counts) in enumerate(zip(match.moves, match.legal_counts, strict=True)):
        mover = max(range(2), key=counts.__getitem__)
        free = sorted(
            f"(mark {x} {y})"
            for x in "123"
            for y in "123"
            if not any(f"(mark {x} {y})" in before for before in match.moves[:step])
        )
        assert joint[mover] == free[(7 * step + 3 * mover + 1) % counts[mover]]


def test_it_is_cut(tictactoe: CompiledGame) -> None:
    match = trace(tictactoe, "min", steps=3)
    assert len(match.moves) == len(match.legal_counts) == 3
    assert len(match.state_sizes) == 4
    assert not match.terminal
    assert trace(tictactoe, "min", steps=0).moves == ()


def test_it_starts_anywhere(tictactoe: CompiledGame) -> None:
    start = tictactoe.start.play("(mark 1 1)").state
    assert trace(tictactoe, "min", start=start).moves[0] == ("noop", "(mark 1 2)")


def test_a_match_that_does_not_end(game_of: Callable[[str], CompiledGame]) -> None:
    assert len(trace(game_of("eight_puzzle"), "min").moves) == 500


def test_there_are_two_policies(tictactoe: CompiledGame) -> None:
    with pytest.raises(UsageError, match="no policy is called 'max'; there are min, mod"):
        trace(tictactoe, "max")
