"""What Monte Carlo tree search calls proven is so: bounds are exact, premises are proved."""

from random import Random

import pytest

from tests.search.asp_games import tree_rules, written
from tests.search.trees import drawn
from zermelo.errors import PlayError
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Role, Trait
from zermelo.game.ground_game import GroundGame
from zermelo.game.tree_game import DrawnNode, TreeGame
from zermelo.search.algorithms.auto import Auto
from zermelo.search.algorithms.mcts import Mcts
from zermelo.search.base import Clock, Limits, Result, Search, last
from zermelo.search.parts.premises import constant_sum, discharged

ODD = (0, 5, 10, 30, 42, 58, 70, 90, 95, 100)
FLOATS = "roles: a b\n[[[(5,95)]],[[(90,10),(90,10)],[(95,5)]]]"
"""In floating point 1 - 0.9 is less than 0.1."""


def thought(search: Search, game: CompiledGame | TreeGame, nodes: int = 20_000) -> Result:
    """What a search comes to at the start, for the role that moves there."""
    limits = Limits(nodes=nodes)
    role = Role(1) if len(game.legal(game.initial, Role(1))) > 1 else Role(0)
    found = last(search.start(game, role, Clock(limits))(game.initial, Clock(limits)))
    assert found is not None
    return discharged(found, game, game.initial)


def random_tree(generator: Random, total: int | None) -> TreeGame:
    """A ragged tree of odd goals; both roles may move twice running."""
    nodes: list[DrawnNode] = []

    def grow(depth: int) -> int:
        number = len(nodes)
        nodes.append(DrawnNode("", Role(0)))
        mover = Role(generator.randrange(2))
        if depth == 0 or (depth < 4 and generator.random() < 0.25):
            first = generator.choice(ODD)
            second = generator.choice(ODD) if total is None else total - first
            nodes[number] = DrawnNode("", mover, values=(first, second))
            return number
        size = generator.randint(1, 3)
        children = tuple(grow(depth - 1) for _ in range(size))
        nodes[number] = DrawnNode("", mover, children, tuple(f"m{at}" for at in range(size)))
        return number

    grow(4)
    return TreeGame("drawn", ("a", "b"), tuple(nodes))


def values_of(game: TreeGame, number: int = 0) -> set[tuple[float, ...]]:
    """All vectors that best play can lead to, whatever is done among equals."""
    node = game.nodes[number]
    if not node.children:
        assert node.values is not None
        return {node.values}
    below = [values_of(game, child) for child in node.children]
    sure = max(min(vector[node.mover] for vector in vectors) for vectors in below)
    return {vector for vectors in below for vector in vectors if vector[node.mover] >= sure}


@pytest.mark.parametrize("search", [Mcts(), Auto()])
def test_bounds_are_exact(search: Search) -> None:
    found = thought(search, drawn(FLOATS))
    assert found.values == (90, 10)
    assert found.proven


@pytest.mark.parametrize("kernel", ["on", "off"])
@pytest.mark.parametrize("total", [100, None])
def test_what_is_proven_is_the_only_outcome_of_best_play(kernel: str, total: int | None) -> None:
    proven = 0
    for seed in range(12):
        tree = random_tree(Random(seed), total)
        game = written(tree_rules(tree)) if kernel == "on" else tree
        found = thought(Mcts(kernel=kernel), game, 3000)
        if found.proven:
            proven += 1
            assert {found.values} == values_of(tree)
    assert proven > 3


def test_goals_beyond_the_usual_scale_are_not_clipped() -> None:
    found = thought(Mcts(), drawn("roles: a b\n[[(0,150)],[(-20,30)]]"))
    assert found.values == (0, 150)
    assert found.proven


RARE = """
role(x). role(y). init(at(0)). number(1..3).
legal(x,go(N)) :- true(at(0)), number(N).
legal(x,noop) :- true(at(N)), number(N).
legal(y,noop).
next(at(N)) :- does(x,go(N)).
terminal :- true(at(N)), number(N).
goal(x,50) :- true(at(1)).  goal(y,50) :- true(at(1)).
goal(x,0) :- true(at(2)).  goal(y,100) :- true(at(2)).
goal(x,0) :- true(at(3)).  goal(y,50) :- true(at(3)).
"""


def test_a_sum_that_is_only_unrefuted_proves_nothing() -> None:
    """A search that never saw the one end with another sum must not claim a value."""
    game = written(RARE)
    result = Result(None, (50.0, 50.0), premise=Trait.CONSTANT_SUM)
    found = discharged(result, game, game.initial)
    assert not found.proven
    assert "not proved that all ends share out the same total" in found.note
    assert constant_sum(game, game.initial) is None


STUCK = """
role(x). role(y). init(at(0)). number(1..2).
legal(x,go(N)) :- true(at(0)), number(N).
legal(x,noop) :- true(at(N)), number(N).
legal(y,noop) :- true(at(0)).
next(at(N)) :- does(x,go(N)).
terminal :- true(at(2)).
goal(x,100) :- true(at(2)).
goal(y,0) :- true(at(2)).
"""
"""After (go 1), y has no move and the match is not over."""


@pytest.mark.parametrize("search", [Mcts(), Mcts(kernel="off"), Auto(), Auto(kernel="off")])
def test_a_line_in_which_a_role_gets_stuck_is_only_guessed_at(search: Search) -> None:
    game = written(STUCK)
    found = thought(search, game, 500)
    assert found.move == game.read(Role(0), "(go 2)")
    stuck = game.next(game.initial, (game.read(Role(0), "(go 1)"), game.read(Role(1), "noop")))
    thinker = search.start(game, Role(0), Clock(Limits(nodes=50)))
    with pytest.raises(PlayError, match="y has no legal move"):
        list(thinker(stuck, Clock(Limits(nodes=50))))


def test_an_end_without_a_goal_is_never_proved() -> None:
    """Its role gets nothing for sure, not a sure nothing."""
    game = written(STUCK.replace("goal(y,0) :- true(at(2)).", "goal(y,0) :- true(at(1))."))
    for kernel in ("on", "off"):
        assert not thought(Mcts(kernel=kernel), game, 500).proven


def test_rules_that_are_not_compiled_can_be_searched() -> None:
    """Nothing is known of their traits: no sample was taken, and nothing is refuted."""
    game = written(STUCK)
    assert game.program is not None
    plain = GroundGame("plain", game.program)
    found = last(
        Mcts(kernel="off").start(plain, Role(0), Clock())(plain.initial, Clock(Limits(nodes=50)))
    )
    assert found is not None
    assert found.move == plain.read(Role(0), "(go 2)")


BREAKS_OFF = """
role(x). role(y). init(at(0)). number(1..2).
legal(x,go(N)) :- true(at(0)), number(N). legal(y,noop) :- true(at(0)).
next(at(N)) :- does(x,go(N)).
terminal :- true(at(2)). goal(x,95) :- true(at(2)). goal(y,95) :- true(at(2)).
"""
"""After (go 1) nobody has a move, and nothing is shared out."""


@pytest.mark.parametrize("search", [Mcts(), Mcts(kernel="off"), Auto(), Auto(kernel="off")])
@pytest.mark.parametrize("few", [True, False])
def test_what_is_left_to_the_other_is_not_proved_if_matches_may_break_off(
    search: Search, few: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not few:  # then a solver is asked
        monkeypatch.setattr("zermelo.search.parts.premises.LITTLE", 0)
        monkeypatch.setattr("zermelo.search.parts.premises.MUCH", 0)
    game = written(BREAKS_OFF)
    result = thought(search, game, 500)
    found = discharged(result, game, game.initial)
    assert found.move == game.read(Role(0), "(go 2)")
    assert not found.proven
    assert "not proved that every role always has a move" in found.note


@pytest.mark.parametrize("few", [True, False])
def test_it_is_proved_if_no_match_breaks_off(few: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if not few:
        monkeypatch.setattr("zermelo.search.parts.premises.LITTLE", 0)
        monkeypatch.setattr("zermelo.search.parts.premises.MUCH", 0)
    game = written(BREAKS_OFF.replace("true(at(2))", "true(at(N)), number(N)"))
    found = discharged(thought(Mcts(), game, 500), game, game.initial)
    assert found.values == (95, 95)
    assert found.proof is not None
    told = "complete enumeration (3 positions)" if few else "a move for every role (proved)"
    assert told in found.proof.rests_on
