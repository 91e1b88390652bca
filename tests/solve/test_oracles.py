"""Values that are known from the literature, or were found by other programs."""

from collections.abc import Callable
from functools import reduce
from itertools import combinations_with_replacement
from operator import xor

import pytest

from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Role, State
from zermelo.game.perft import fast_perft
from zermelo.search.base import Clock
from zermelo.search.solve.position_report import choices
from zermelo.search.solve.prove import SEARCH, prove
from zermelo.search.solve.solution import Solution, Worth, solved

GameOf = Callable[[str], CompiledGame]
slow = pytest.mark.slow


def value(game: CompiledGame, solution: Solution) -> float:
    """What the first role gets."""
    worth = solution.worth(game.row(game.initial))
    assert worth is not None
    assert worth.values is not None
    return worth.values[0]


def winning(game: CompiledGame, solution: Solution) -> list[str]:
    """The moves of the first role, who begins, after which it wins."""

    def worth_of(state: State) -> Worth:
        worth = solution.worth(game.row(state))
        assert worth is not None
        return worth

    return [
        game.spell(Role(0), choice.joint[0])
        for choice in choices(game, worth_of, game.initial)
        if choice.worth.values == (100.0, 0.0)
    ]


def test_tictactoe(tictactoe: CompiledGame) -> None:
    solution = solved(tictactoe)
    assert solution.positions == 5_478
    assert value(tictactoe, solution) == 50
    assert sum(level.terminals for level in fast_perft(tictactoe, 9)) == 255_168


def heaps(text: str) -> tuple[int, ...]:
    """The sizes of the piles in a state of nim."""
    found = [fluent.strip("()").split() for fluent in text.split(";")]
    return tuple(int(words[2]) for words in sorted(found) if words[0] == "has")


@pytest.mark.parametrize("name", ["nim", "misere_nim"])
def test_nim_with_three_heaps_of_up_to_five(game_of: GameOf, name: str) -> None:
    # Positions of the largest game are the starts of all the smaller ones.
    game = game_of(f"{name}:pile1=5,pile2=5,pile3=5,pile4=0")
    solution = solved(game)
    seen = set()
    for number in range(solution.positions):
        state = game.state(solution.rows[:, number].copy())
        fluents = game.describe(state)
        piles = heaps(";".join(fluents))
        mover = 0 if "(control a)" in fluents else 1
        wins = reduce(xor, piles) != 0
        if name == "misere_nim" and max(piles) <= 1:
            wins = sum(piles) % 2 == 0
        mine = solution.values[number] if mover == 0 else 100 - solution.values[number]
        assert mine == (100 if wins else 0), fluents
        seen.add(tuple(sorted(piles[:3])))
    assert seen == set(combinations_with_replacement(range(6), 3))


@pytest.mark.parametrize(
    ("board", "wanted", "positions"),
    [
        ("width=3,height=3,line=3", 50, 694),
        ("width=4,height=3,line=3", 100, None),
        ("width=4,height=4,line=3", 100, None),
        ("width=4,height=4", 50, 161_029),
        ("width=4,height=5", 50, 1_706_255),
        pytest.param("width=5,height=4", 50, 3_945_711, marks=slow),
        pytest.param("width=6,height=4", 0, 94_910_577, marks=slow),
        pytest.param("width=5,height=5", 50, 69_763_700, marks=slow),
    ],
)
def test_connect_four(game_of: GameOf, board: str, wanted: int, positions: int | None) -> None:
    game = game_of(f"connect_four:{board}")
    solution = solved(game)
    assert value(game, solution) == wanted
    assert positions in (None, solution.positions)


@pytest.mark.parametrize(
    ("size", "openings"),
    [
        (1, "11"),
        (2, "12 21"),
        (3, "13 21 22 23 31"),
        pytest.param(4, "14 23 32 41", marks=slow),
    ],
)
def test_hex_is_won_by_exactly_these_openings(game_of: GameOf, size: int, openings: str) -> None:
    game = game_of(f"hex:size={size}")
    # The first role connects the first row with the last. Named as row and column.
    found = {
        text.strip("()").split()[2] + text.strip("()").split()[1]
        for text in winning(game, solved(game))
    }
    assert found == set(openings.split())


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("reversi:size=4", 0),
        ("reversi:size=4,margin=1", 50 - 8),
        ("breakthrough:width=2,height=4", 0),
        ("breakthrough:width=3,height=4", 0),
        ("breakthrough:width=2,height=5", 0),
        ("breakthrough:width=2,height=6", 100),
        pytest.param("breakthrough:width=4,height=4", 0, marks=slow),
        pytest.param("breakthrough:width=3,height=5", 0, marks=slow),
        pytest.param("breakthrough:width=3,height=6", 100, marks=slow),
        ("breakthrough:width=2,height=3,pawn_rows=1", 100),
        ("breakthrough:width=3,height=3,pawn_rows=1", 100),
        ("breakthrough:width=3,height=4,pawn_rows=1", 100),
        ("breakthrough:width=2,height=5,pawn_rows=1", 100),
        ("breakthrough:width=4,height=4,pawn_rows=1", 100),
        ("breakthrough:width=2,height=4,pawn_rows=1", 0),
        ("dots_and_boxes:rows=1,columns=1,margin=1", 50 - 1),
        ("dots_and_boxes:rows=1,columns=2,margin=1", 50),
        ("dots_and_boxes:rows=1,columns=3,margin=1", 50 - 1),
        ("dots_and_boxes:rows=1,columns=4,margin=1", 50),
        ("dots_and_boxes:rows=2,columns=2,margin=1", 50 + 2),
        ("domineering:rows=1,columns=1", 0),
        ("domineering:rows=2,columns=2", 100),
        ("domineering:rows=2,columns=3", 100),
        ("domineering:rows=3,columns=3", 100),
        ("domineering:rows=4,columns=4", 100),
        ("domineering:rows=2,columns=4", 0),
        ("domineering:rows=3,columns=4", 0),
        ("domineering:rows=3,columns=5", 0),
        ("domineering:rows=2,columns=5", 100),
        ("domineering:rows=5,columns=5", 0),
    ],
)
def test_the_first_role_gets(game_of: GameOf, name: str, wanted: int) -> None:
    game = game_of(name)
    assert value(game, solved(game)) == wanted


@pytest.mark.parametrize(
    ("rows", "columns", "move"),
    [
        (1, 4, "(eat 1 2)"),
        (3, 3, "(eat 2 2)"),
        (2, 5, "(eat 2 5)"),
        (3, 4, "(eat 2 3)"),
        (3, 5, "(eat 3 4)"),
        (3, 6, "(eat 2 4)"),
        (4, 5, "(eat 3 3)"),
        (4, 6, "(eat 2 3)"),
        (5, 6, "(eat 3 4)"),
    ],
)
def test_chomp_has_one_winning_first_move(
    game_of: GameOf, rows: int, columns: int, move: str
) -> None:
    game = game_of(f"chomp:rows={rows},columns={columns}")
    assert winning(game, solved(game)) == [move]


def test_a_search_proves_it_too_where_positions_do_not_fit(game_of: GameOf) -> None:
    game = game_of("connect_three:width=3,height=3")
    answer, solution = prove(game, game.initial, Clock(), megabytes=0)
    assert solution is None
    assert (answer.method, answer.values, answer.proven) == (SEARCH, (50.0, 50.0), True)
