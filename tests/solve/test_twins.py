"""The fast solver and the plain one agree on every position, with cycles and without."""

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.search.trees import drawn
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import State
from zermelo.game.library import entries
from zermelo.search.solve.graph import PositionGraph
from zermelo.search.solve.reference import PlainSolver, distances_of, solved_plainly, values_of
from zermelo.search.solve.retrograde import worths
from zermelo.search.solve.solution import solved

QUICK = {
    "atari_go": "size=2",
    "blocks_world": "",
    "buttons_and_lights": "",
    "chomp": "rows=2,columns=3",
    "connect_three": "width=3,height=3",
    "domineering": "rows=3,columns=4",
    "dots_and_boxes": "rows=1,columns=2,margin=1",
    "hackenbush_stalks": "",
    "hanoi": "disks=2",
    "hex": "size=2",
    "kayles": "pins=5",
    "knights_tour": "width=4,height=3",
    "lights_out": "width=3,height=2",
    "maze": "limit=38",
    "misere_nim": "pile1=0,pile2=1,pile3=2,pile4=3",
    "missionaries_and_cannibals": "",
    "nim": "pile1=0,pile2=1,pile3=2,pile4=3",
    "nim_capped": "pile1=0,pile2=1,pile3=2,pile4=3,cap=2",
    "queens": "size=5",
    "sokoban": "limit=10",
    "subtraction": "heap=9",
    "sum_game": "numbers=5,target=9",
    "toads_and_frogs": "toads=2,frogs=2,gap=2",
    "wolf_goat_cabbage": "",
}
LONG = (
    "achi atari_go breakthrough col dodgem hex kalah misere_tictactoe number_scrabble pawn_race "
    "reversi snort three_mens_morris tictactoe"
).split()


def require_agreement(game: CompiledGame) -> None:
    fast, plain = solved(game), solved_plainly(game)
    assert fast.positions == len(plain)
    assert {state: fast.worth(game.row(state)) for state in plain} == plain


@pytest.mark.parametrize("name", [f"{name}:{rest}".rstrip(":") for name, rest in QUICK.items()])
def test_they_agree_on_small_games(game_of: Callable[[str], CompiledGame], name: str) -> None:
    require_agreement(game_of(name))


@pytest.mark.slow
@pytest.mark.parametrize("name", LONG)
def test_they_agree_on_larger_games(game_of: Callable[[str], CompiledGame], name: str) -> None:
    small = ",".join(f"{key}={value}" for key, value in entries()[name].small.items())
    require_agreement(game_of(f"{name}:{small}" if small else name))


@st.composite
def graphs(draw: st.DrawFn, roles: int, rising: bool) -> PlainSolver:
    """A random graph with a few ends; most have moves that lead to the same place.

    Most have cycles, too, unless they are `rising`: every move leads to a higher number.
    """
    size = draw(st.integers(1, 12))
    plain = PlainSolver(total=None if roles == 1 else draw(st.sampled_from([100, 7])))
    for number in map(State, range(size)):
        following = range(number + 1 if rising else 0, size)
        targets = draw(st.lists(st.sampled_from(following), max_size=4)) if following else []
        plain.children[number] = list(map(State, targets))
        if targets:
            plain.movers[number] = draw(st.integers(0, roles - 1)) if len(targets) > 1 else 0
        else:
            plain.goals[number] = draw(st.sampled_from([0, 3, 3.5, 4, 50, 100]))
    return plain


def as_graph(plain: PlainSolver) -> PositionGraph:
    sizes = [len(targets) for targets in plain.children.values()]
    children = [child for targets in plain.children.values() for child in targets]
    return PositionGraph(
        np.zeros((len(sizes), 1), np.uint64),
        np.array([plain.movers.get(state, -1) for state in plain.children], np.int8),
        np.array(sizes, np.uint16),
        np.array(children, np.int32),
        np.array([2 * goal for _, goal in sorted(plain.goals.items())], np.int16),
        None if plain.total is None else int(2 * plain.total),
        [len(sizes)],
        len(sizes),
        all(child > state for state, found in plain.children.items() for child in found),
    )


@given(st.tuples(st.sampled_from([1, 2]), st.booleans()).flatmap(lambda how: graphs(*how)))
def test_they_agree_on_graphs_with_cycles_and_without(plain: PlainSolver) -> None:
    even = -np.inf if plain.total is None else plain.total / 2
    value = values_of(plain, even)
    distance = distances_of(plain, even, value)
    # Goals are doubled, so that halves are whole numbers, as goals of rules are.
    values, distances = worths(as_graph(plain))
    found = [-np.inf if np.isnan(one) else one / 2 for one in values.tolist()]
    assert found == list(value.values())
    assert distances.tolist() == [distance.get(state, -1) for state in value]


def test_goals_that_are_no_whole_numbers_add_up_exactly() -> None:
    """In floats 0.1 and 0.2 are more than 0.3, and 0.3 without 0.1 is less than 0.2."""
    game = drawn("roles: a b\n[(0.1,0.2),(0.15,0.15)]")
    worths = solved_plainly(game)
    assert [worths[State(number)].values for number in (1, 2)] == [(0.1, 0.2), (0.15, 0.15)]
    assert worths[game.initial].values == (0.15, 0.15)
