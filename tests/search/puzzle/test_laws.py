"""Laws of searches of puzzles, on thousands of random graphs with circles and dead ends."""

from math import inf
from random import Random

import pytest

from tests.search.puzzle.graphs import ME, Truth, distances_to, quest_of, random_graph, truth
from zermelo.game.game import State
from zermelo.game.tree_game import TreeGame
from zermelo.search.algorithms.bfs import BreadthFirst, bfs
from zermelo.search.algorithms.dfs import dfs
from zermelo.search.algorithms.iddfs import iddfs
from zermelo.search.algorithms.ucs import ucs
from zermelo.search.base import Clock, Limits, Result, last
from zermelo.search.heuristics.none import none
from zermelo.search.one_role.best_first import best_first
from zermelo.search.one_role.depth_first import depth_first
from zermelo.search.one_role.goal_search import GoalSearch, SearchVerdict
from zermelo.search.one_role.limited import limited
from zermelo.search.puzzle.heuristic import Heuristic
from zermelo.search.spec import parse

SEEDS = range(1000)
SHORTEST = ["bfs", "ucs", "astar", "iddfs", "iddfs:table=true"]


def said(spec: str, game: TreeGame) -> Result:
    clock = Clock(Limits(nodes=20_000))
    result = last(parse(spec).start(game, ME, clock)(game.initial, clock))
    assert result is not None
    return result


def agrees(result: Result, true: Truth, game: TreeGame) -> bool:
    """Whether a result says what is true, by a line that leads there."""
    if true.worth is None:
        return result.note.startswith("unsolvable") and result.proven
    state = game.initial
    for joint in result.line:
        state = game.next(state, joint)
    there = game.terminal(state) and game.goals(state)[0] == true.worth
    return there and result.values == (true.worth,) and result.proven


def test_searches_for_shortest_ways_find_them() -> None:
    for seed in SEEDS:
        game = random_graph(seed)
        true = truth(game)
        for spec in SHORTEST:
            if game.terminal(game.initial) or (spec.startswith("iddfs") and true.states > 12):
                continue  # without an end, passes look at every path
            result = said(spec, game)
            assert agrees(result, true, game), (seed, spec, result, true)
            assert true.worth is None or len(result.line) == true.moves, (seed, spec)


def test_depth_first_finds_the_best_worth_or_proves_that_there_is_none() -> None:
    for seed in SEEDS:
        game = random_graph(seed)
        true = truth(game)
        goal_search = quest_of(game)
        finding = dfs(True, goal_search)
        if finding.verdict is SearchVerdict.SOLVED:
            assert true.worth == goal_search.target
        else:
            assert finding.verdict is SearchVerdict.FAILURE
            assert (goal_search.best.worth if goal_search.best else None) == true.worth


def test_depth_limited_is_cut_off_just_before_the_shortest_way() -> None:
    for seed in SEEDS:
        game = random_graph(seed)
        far = distances_to(game, quest_of(game).target).get(game.initial)
        if far is None or far == 0:
            continue
        for table in (False, True):
            before, there = quest_of(game), quest_of(game)
            assert depth_first(before, far - 1, {} if table else None) is SearchVerdict.CUTOFF
            assert depth_first(there, far, {} if table else None) is SearchVerdict.SOLVED
            assert there.best is not None
            assert len(there.best.line) == far


def test_failure_is_told_from_cutoff() -> None:
    for seed in SEEDS:
        game = random_graph(seed)
        if game.initial in distances_to(game, quest_of(game).target):
            continue
        # No simple line has more moves than there are nodes.
        assert depth_first(quest_of(game), len(game.nodes), {}) is SearchVerdict.FAILURE


def drawn_heuristic(game: TreeGame, goal_search: GoalSearch, seed: int) -> Heuristic:
    """Any numbers that are no larger than the truth: admissible, and hardly ever consistent."""
    far, draw = distances_to(game, goal_search.target), Random(seed)
    guess = {
        state: draw.choice([inf, 0]) if state not in far else draw.randint(0, far[state])
        for state in map(State, range(len(game.nodes)))
    }
    return Heuristic("drawn", guess.__getitem__, admissible=True)


def test_any_admissible_heuristic_leads_to_a_shortest_way() -> None:
    for seed in SEEDS:
        game = random_graph(seed)
        far = distances_to(game, quest_of(game).target).get(game.initial)
        for search in (best_first, limited):
            goal_search = quest_of(game, depth=None if search is best_first else far)
            if far is None and search is limited:
                continue  # it would go round and round
            ran = search(goal_search, drawn_heuristic(game, goal_search, seed))
            assert (ran.verdict is SearchVerdict.SOLVED) == (far is not None), (seed, search)
            if far is not None:
                assert goal_search.best is not None
                assert len(goal_search.best.line) == far, (seed, search)


def test_uniform_cost_takes_what_astar_takes_without_a_heuristic() -> None:
    for seed in SEEDS:
        game = random_graph(seed)
        one, other = quest_of(game), quest_of(game)
        ucs(one)
        best_first(other, none(other.puzzle, other.target, other.start))
        assert one.clock.count == other.clock.count
        assert one.best == other.best


def test_a_perfect_heuristic_takes_no_state_off_the_way() -> None:
    for seed in SEEDS:
        game = random_graph(seed)
        goal_search = quest_of(game)
        far = distances_to(game, goal_search.target)
        perfect = Heuristic("perfect", lambda state, far=far: far.get(state, inf), admissible=True)  # type: ignore[misc]
        if best_first(goal_search, perfect).verdict is SearchVerdict.SOLVED:
            assert goal_search.clock.count.nodes == far[game.initial] + 1


def test_breadth_first_sees_every_state_once() -> None:
    for seed in SEEDS:
        game = random_graph(seed)
        goal_search = quest_of(game)
        finding = bfs(BreadthFirst(), False, goal_search)
        true = truth(game)
        if finding.verdict is SearchVerdict.SOLVED:
            assert goal_search.clock.count.nodes <= true.states
        else:
            assert goal_search.clock.count.nodes == true.states


@pytest.mark.parametrize("table", [False, True])
def test_deepening_never_goes_deeper_than_the_shortest_way(table: bool) -> None:
    for seed in SEEDS:
        game = random_graph(seed)
        goal_search = quest_of(game, nodes=20_000)
        far = distances_to(game, goal_search.target).get(game.initial)
        if far is not None:
            assert iddfs(table, goal_search).verdict is SearchVerdict.SOLVED
            assert goal_search.best is not None
            assert len(goal_search.best.line) == far
