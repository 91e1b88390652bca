"""The search that picks: solved, proved, else grown."""

from collections.abc import Callable
from typing import cast

import pytest

from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Move, Role, State
from zermelo.search.algorithms import auto
from zermelo.search.algorithms.auto import Auto, duel, looked_up, proved
from zermelo.search.algorithms.minimax import Minimax
from zermelo.search.base import Bound, Clock, Limits, Result, last
from zermelo.search.parts.premises import discharged
from zermelo.search.solve.solution import Solution

Games = Callable[[str], CompiledGame]


def thought(search: Auto, game: CompiledGame, limits: Limits, state: State | None = None) -> Result:
    """What it comes to."""
    think = search.start(game, Role(0), Clock(limits))
    found = last(think(game.initial if state is None else state, Clock(limits)))
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("tictactoe", True),
        ("hanoi", True),
        ("rock_paper_scissors", False),
        ("tictactoe_3p", False),
        ("pig_race", False),
        ("prisoners_dilemma", False),
    ],
)
def test_what_can_be_proved(name: str, expected: bool, game_of: Games) -> None:
    assert duel(game_of(name)) is expected


def test_small_games_are_solved(game_of: Games) -> None:
    found = thought(Auto(), game_of("tictactoe"), Limits(seconds=600.0))
    assert found.proven
    assert found.values == (50.0, 50.0)
    assert len(found.line) == 9


def test_what_is_near_the_end_is_proved(game_of: Games) -> None:
    game = game_of("connect_four")
    state = game.initial
    for moves in (("(drop 4)", "noop"), ("noop", "(drop 1)")) * 3:
        joint = tuple(game.read(Role(role), move) for role, move in enumerate(moves))
        state = game.next(state, joint)
    found = discharged(thought(Auto(solve=False), game, Limits(nodes=5000), state), game, state)
    assert found.proven
    assert found.values == (100.0, 0.0)
    assert found.move == game.read(Role(0), "(drop 4)")


def test_where_all_is_lost_the_tree_has_the_say(
    game_of: Games, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = game_of("nim:pile1=1,pile2=1,pile3=0,pile4=0")
    asked: list[Result] = []

    def hopeless(found: Result, _: Role) -> bool:
        asked.append(found)
        return True

    monkeypatch.setattr(auto, "hopeless", hopeless)
    found = thought(Auto(solve=False), game, Limits(nodes=300))
    assert asked
    assert found.values == (0.0, 100.0)


@pytest.mark.parametrize("name", ["goofspiel:cards=3", "tictactoe_3p", "pig_race", "tron"])
def test_other_games_are_grown(name: str, game_of: Games) -> None:
    game = game_of(name)
    found = thought(Auto(), game, Limits(nodes=200))
    assert found.move in game.legal(game.initial, Role(0))


def test_the_solution_and_minimax_agree(game_of: Games) -> None:
    game = game_of("nim:pile1=1,pile2=2,pile3=2,pile4=0")
    found = thought(Auto(), game, Limits(seconds=600.0))
    plain = last(Minimax().start(game, Role(0), Clock())(game.initial, Clock()))
    assert plain is not None
    assert found.values == plain.values


@pytest.mark.parametrize(
    ("name", "cutoff"), [("nine_mens_morris", 30), ("connect_four", None), ("tictactoe_3p", None)]
)
def test_playouts_are_cut_where_pieces_foretell_the_end(
    name: str, cutoff: int | None, game_of: Games
) -> None:
    game = game_of(name)
    assert Auto().growing(game).cutoff == cutoff
    assert Auto(kernel="off").growing(game).cutoff is None
    found = thought(Auto(), game, Limits(nodes=200))
    assert found.move in game.legal(game.initial, Role(0))


@pytest.mark.parametrize(("name", "moves"), [("wolf_goat_cabbage", 7), ("hanoi:disks=4", 15)])
def test_a_single_role_follows_a_plan(name: str, moves: int, game_of: Games) -> None:
    game = game_of(name)
    think = Auto(solve=False).start(game, Role(0), Clock())
    state, made = game.initial, 0
    while not game.terminal(state):
        found = last(think(state, Clock(Limits(seconds=600.0))))
        assert found is not None
        assert found.move is not None
        state, made = game.next(state, (found.move,)), made + 1
    assert made == moves
    assert game.goals(state) == (100.0,)


def test_what_is_a_puzzle(game_of: Games) -> None:
    assert auto.puzzle(game_of("hanoi"))
    assert not auto.puzzle(game_of("tictactoe"))
    assert not auto.puzzle(game_of("pig_race"))


def test_what_deepening_finds_is_reported_while_it_goes_on(game_of: Games) -> None:
    game = game_of("tictactoe")
    told = [
        Result(Move(0), (50.0, 50.0), searched=False),
        Result(Move(1), (60.0, 40.0), depth=1),
        Result(Move(2), (70.0, 30.0), depth=2, bound=Bound.AT_LEAST),
        Result(Move(3), (55.0, 45.0), depth=3),
    ]
    clock = Clock(Limits(nodes=10))
    seen = list(proved(lambda state, clock: iter(told), game.initial, clock, 0.5))
    assert seen == [told[1], told[3]]


def test_a_solved_position_counts_as_one_node(tictactoe: CompiledGame) -> None:
    think = Auto().start(tictactoe, Role(0), Clock(Limits(seconds=1000)))
    clock = Clock(Limits())
    found = last(think(tictactoe.initial, clock))
    assert found is not None
    assert (found.proven, clock.count.nodes) == (True, 1)


class Nothing:
    """A solution that has no position."""

    positions = 0

    def worth(self, row: object) -> None:
        """None is there."""


def test_a_position_that_a_solution_does_not_have_is_not_looked_up(tictactoe: CompiledGame) -> None:
    solution = cast(Solution, Nothing())
    assert looked_up(tictactoe, Role(0), solution, tictactoe.initial) is None
