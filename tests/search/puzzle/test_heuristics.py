"""Heuristics from rules: what is claimed of them holds, and so do the variables they rest on."""

from collections.abc import Callable
from math import inf
from random import Random

import pytest

from tests.proofs.knowing import sheet
from zermelo.engine.plain import Loop
from zermelo.engine.rails import Cases
from zermelo.errors import UsageError
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Role, State
from zermelo.game.load import compiled_game
from zermelo.search.base import Clock, last
from zermelo.search.one_role import factored
from zermelo.search.one_role.factored import covers
from zermelo.search.puzzle.catalogue import chosen
from zermelo.search.puzzle.heuristic import Heuristic
from zermelo.search.puzzle.puzzle import Puzzle
from zermelo.search.puzzle.variables import Variable, Variables, variables_of
from zermelo.search.spec import parse

Games = Callable[[str], CompiledGame]
ME = Role(0)
SMALL = [
    "hanoi:disks=2",
    "lights_out:width=3,height=2",
    "wolf_goat_cabbage",
    "missionaries_and_cannibals",
    "blocks_world",
    "buttons_and_lights",
    "knights_tour:width=4,height=3",
    "queens:size=4",
]


WIRED = """
(role me) (init (wire b c)) (init (wire c b))
(pair a b) (pair b a) (pair b c) (pair c b) (pair c d) (pair d c)
(<= (legal me (join ?x ?y)) (pair ?x ?y) (not (true (wire ?x ?y))))
(<= (next (wire ?x ?y)) (does me (join ?x ?y)))
(<= (next (wire ?x ?y)) (true (wire ?x ?y)))
(live a)
(<= (live ?y) (live ?x) (true (wire ?x ?y)))
(<= terminal (live d))
(<= (goal me 100) (live d))
(<= (goal me 0) (not (live d)))
"""
"""Is d connected with a? That b and c are connected with each other makes neither of them live."""


def wired() -> CompiledGame:
    return compiled_game("wired", sheet(WIRED))


def heuristic(name: str, game: CompiledGame, start: State | None = None) -> Heuristic:
    puzzle = Puzzle(game)
    return chosen(name, puzzle, puzzle.worths[0], game.initial if start is None else start)


def all_states(game: CompiledGame, most: int = 1500) -> dict[State, list[State]]:
    """States that can be reached, each with those that follow; nearest first, not too many."""
    found: dict[State, list[State]] = {}
    todo = [game.initial]
    for state in todo:
        if state in found or len(found) == most:
            continue
        ended = game.terminal(state)
        found[state] = [] if ended else [child.state for child in game.children(state)]
        todo += found[state]
    return found


def distances(game: CompiledGame, states: dict[State, list[State]]) -> dict[State, float]:
    """How many moves each state is from an end worth 100, as far as the states are known."""
    far: dict[State, float] = {
        state: 0 for state in states if game.terminal(state) and game.goals(state) == (100,)
    }
    changed = True
    while changed:
        changed = False
        for state, following in states.items():
            best = min((far.get(child, inf) + 1 for child in following), default=inf)
            if best < far.get(state, inf):
                far[state] = best
                changed = True
    return far


@pytest.mark.parametrize("game_name", SMALL)
@pytest.mark.parametrize("name", ["none", "pattern", "goals", "relaxed"])
def test_what_is_called_admissible_never_says_too_much(
    name: str, game_name: str, game_of: Games
) -> None:
    game = game_of(game_name)
    try:
        made = heuristic(name, game)
    except UsageError:
        assert name == "goals"
        return
    states = all_states(game, 150 if name == "relaxed" else 1500)
    far = distances(game, all_states(game))
    if not made.admissible:
        return
    for state in states:
        assert made.estimate(state) <= far.get(state, inf)
        for child in states[state]:
            # Consistent: a move brings the end no nearer than by one.
            assert made.estimate(state) <= 1 + made.estimate(child)


def test_patterns_of_a_sliding_puzzle_are_manhattan_distance(game_of: Games) -> None:
    game = game_of("eight_puzzle")
    one, other = heuristic("pattern", game), heuristic("manhattan", game)
    assert one.admissible
    assert other.admissible
    state, draw = game.initial, Random(0)
    for _ in range(100):
        state = game.next(state, (draw.choice(list(game.legal(state, ME))),))
        assert one.estimate(state) == other.estimate(state)
    assert heuristic("manhattan", game).estimate(game.initial) == 21


def test_where_a_move_sets_two_right_the_count_is_a_guess(game_of: Games) -> None:
    assert not heuristic("goals", game_of("lights_out:width=3,height=2")).admissible
    assert heuristic("goals", game_of("hanoi:disks=2")).admissible


def test_a_degree_of_truth_is_never_called_admissible(game_of: Games) -> None:
    made = heuristic("fuzzy", game_of("eight_puzzle"))
    assert not made.admissible
    assert made.estimate(game_of("eight_puzzle").initial) == pytest.approx(100)


def test_ends_worth_nothing_are_equally_far_however_close_they_look(game_of: Games) -> None:
    game = game_of("hanoi:disks=2")
    distance = heuristic("fuzzy", game).estimate
    lost = [
        game.state_of([f"(on 1 {peg})", "(on 2 left)", "(step 7)"]) for peg in ("left", "right")
    ]
    assert [game.goals(state) for state in lost] == [(0,), (0,)]
    assert distance(lost[0]) == distance(lost[1]) > distance(game.initial)


def test_layers_show_what_cannot_be_reached(game_of: Games) -> None:
    game = game_of("hanoi:disks=2")
    lost = game.state_of(["(on 1 left)", "(on 2 left)", "(step 7)"])
    assert game.terminal(lost)
    assert heuristic("relaxed", game).estimate(lost) == inf


@pytest.mark.parametrize("game_name", [*SMALL, "sokoban:limit=10", "eight_puzzle"])
def test_proved_variables_have_one_value_in_every_state(game_name: str, game_of: Games) -> None:
    game = game_of(game_name)
    variables = Variables(game, game.initial)
    changes = {variable: variables.changes(variable) for variable in variables.proved}
    for state, following in all_states(game, 400).items():
        for variable, known in changes.items():
            (value,) = [fluent for fluent in variable if state >> fluent & 1]
            for child in following:
                (after,) = [fluent for fluent in variable if child >> fluent & 1]
                assert (value, after) in known


def test_the_eight_puzzle_has_a_variable_for_every_tile_and_every_cell(game_of: Games) -> None:
    variables = variables_of(game_of("eight_puzzle"), game_of("eight_puzzle").initial)
    assert len(variables.proved) == 18
    assert all(len(variable) == 9 for variable in variables.proved)


def test_a_state_with_two_tiles_in_a_cell_has_variables_of_its_own(game_of: Games) -> None:
    game = game_of("eight_puzzle")
    tiles = [f"(cell {n % 3 + 1} {n // 3 + 1} {n + 1})" for n in range(8)]
    odd = game.state_of([*tiles, "(cell 1 1 8)", "(cell 3 3 b)"])
    variables = variables_of(game, odd)
    for variable in variables.proved:
        assert sum(odd >> fluent & 1 for fluent in variable) == 1


def assert_on_rails_as_in_the_game(game: CompiledGame) -> None:
    rails = game.engine.rails
    for state in list(all_states(game, 40)):
        cases = Cases.unknown(game.dimensions.fluents, 1)
        for fluent in range(game.dimensions.fluents):
            cases.set(fluent, bool(state >> fluent & 1), 1)
        for move in game.legal(state, ME):
            made = [int(number == move) for number in range(game.dimensions.moves)]
            seen, may, may_not = rails.step(cases, made)
            assert seen.terminal == (int(game.terminal(state)), int(not game.terminal(state)))
            assert [n for n, legal in enumerate(seen.legal) if legal] == list(game.legal(state, ME))
            child = game.next(state, (move,))
            for fluent in range(game.dimensions.fluents):
                holds = child >> fluent & 1
                assert (may[fluent], may_not[fluent]) == (holds, 1 - holds)


@pytest.mark.parametrize("game_name", ["hanoi:disks=2", "eight_puzzle", "sokoban:limit=10"])
def test_what_is_wholly_known_runs_on_rails_as_in_the_game(game_name: str, game_of: Games) -> None:
    assert_on_rails_as_in_the_game(game_of(game_name))


def test_loops_run_on_rails_as_in_the_game() -> None:
    game = wired()
    rails = game.engine.rails
    assert any(isinstance(part, Loop) for part in (*rails.view_code, *rails.step_code))
    assert_on_rails_as_in_the_game(game)


def test_what_is_unknown_in_a_loop_may_be_either() -> None:
    game = wired()
    rails = game.engine.rails
    nothing = rails.view(Cases.unknown(game.dimensions.fluents, 1))
    assert nothing.terminal == (1, 1)
    # Two cases: no wire at all, and all wires.
    cases = Cases.unknown(game.dimensions.fluents, 2)
    for fluent in range(game.dimensions.fluents):
        cases.set(fluent, False, 1)
        cases.set(fluent, True, 2)
    assert rails.view(cases).terminal == (2, 1)


@pytest.mark.parametrize("search", ["asp", "plan", "bfs", "astar", "idastar", "iddfs"])
def test_what_holds_by_itself_alone_does_not_hold(search: str) -> None:
    game = wired()
    clock = Clock()
    found = last(parse(search).start(game, ME, clock)(game.initial, clock))
    assert found is not None
    assert found.values == (100,)
    assert {game.spell(ME, joint[0]) for joint in found.line} == {"(join a b)", "(join c d)"}


def test_what_is_half_known_allows_all_that_happens(game_of: Games) -> None:
    game, draw = game_of("eight_puzzle"), Random(3)
    rails, fluents = game.engine.rails, game.dimensions.fluents
    for state in list(all_states(game, 60)):
        cases = Cases.unknown(fluents, 1)
        for fluent in draw.sample(range(fluents), fluents // 2):
            cases.set(fluent, bool(state >> fluent & 1), 1)
        for move in game.legal(state, ME):
            made = [int(number == move) for number in range(game.dimensions.moves)]
            seen, may, may_not = rails.step(cases, made)
            child = game.next(state, (move,))
            assert seen.legal[move]
            assert all(may[f] if child >> f & 1 else may_not[f] for f in range(fluents))


@pytest.mark.parametrize(
    ("limit", "fitting"),
    [
        ("MOST_VARIABLES", lambda cover: len(cover)),
        ("MOST_VALUES", lambda cover: max(map(len, cover))),
    ],
)
def test_tables_have_room_for_all_variables_and_values(
    limit: str,
    fitting: Callable[[list[Variable]], int],
    game_of: Games,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = game_of("eight_puzzle")
    variables = Variables(game, game.initial)
    needed = {fitting(cover) for cover in covers(variables)}
    assert needed
    monkeypatch.setattr(factored, limit, min(needed))
    assert {fitting(cover) for cover in covers(variables)} == {min(needed)}
    monkeypatch.setattr(factored, limit, min(needed) - 1)
    assert not list(covers(variables))
