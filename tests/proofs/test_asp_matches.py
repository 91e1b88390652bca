"""What the solver says of matches is what all of them, played out one by one, say."""

from collections.abc import Callable
from functools import cache
from random import Random

import clingo
import pytest

from tests.search.asp_games import Inside, written
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Joint, Role, State, joints
from zermelo.proofs.asp.matches import matches, promising
from zermelo.proofs.tables import tables
from zermelo.rules.time import explicit_time
from zermelo.search.asp.solver import BestGoal, Solver
from zermelo.search.base import Clock
from zermelo.search.plan.planner import held

Games = Callable[[str], CompiledGame]
NAMES = ["nim_capped:pile1=0,pile2=1,pile3=2,pile4=3,cap=2", "tictactoe", "chomp:rows=2,columns=3"]


@pytest.fixture(autouse=True)
def inside(monkeypatch: pytest.MonkeyPatch) -> None:
    """No child process: what it would do is done here."""
    monkeypatch.setattr("zermelo.search.asp.solver.Session", Inside)


def by_hand(
    game: CompiledGame, state: State, role: Role, excluded: list[Joint]
) -> tuple[float, int] | None:
    """The best goal of a role over all matches from a state, and how soon it can be had."""

    @cache
    def best(at: State) -> tuple[float, int]:
        if game.terminal(at):
            goal = game.goals(at)[role]
            assert goal is not None
            return goal, 0
        goal, later = max(best(game.next(at, joint)) for joint in joints(game, at))
        return goal, later - 1

    found = [
        best(game.next(state, joint)) for joint in joints(game, state) if joint not in excluded
    ]
    return (max(found)[0], 1 - max(found)[1]) if found else None


def some_states(game: CompiledGame, least: int) -> list[State]:
    """States of random matches that are not the end, after so many moves at least."""
    random, found = Random(3), []
    for _ in range(12):
        state, moves = game.initial, 0
        while not game.terminal(state):
            if moves >= least:
                found.append(state)
            state = game.next(state, random.choice(list(joints(game, state))))
            moves += 1
    return found


@pytest.mark.parametrize("name", NAMES)
def test_the_best_match_is_the_best_and_none_as_good_is_shorter(name: str, game_of: Games) -> None:
    game, random = game_of(name), Random(1)
    assert game.program is not None
    solver = Solver(game, Clock())
    solver.find_horizon(game.initial)
    for state in some_states(game, least=3 if name == "tictactoe" else 0):
        for role in (Role(0), Role(1)):
            goals = sorted({value for value, _ in game.program.goals[role]}, reverse=True)
            chooses = len(game.legal(state, role)) > 1
            options = list(joints(game, state)) if chooses else []
            excluded = random.sample(options, random.randrange(len(options) + 1))
            found = solver.best(state, role, excluded, goals)
            expected = by_hand(game, state, role, excluded)
            if expected is None:
                assert found == BestGoal(None)
                continue
            assert (found.goal, len(found.match)) == expected
            assert found.match[0] not in excluded
            at = state
            for joint in found.match:
                assert joint in list(joints(game, at))
                at = game.next(at, joint)
            assert game.goals(at)[role] == found.goal


def test_plain_clingo_finds_the_same_best_with_help(game_of: Games) -> None:
    game = game_of(NAMES[0])
    assert game.sheet is not None
    control = clingo.Control()
    control.add("base", [], explicit_time(game.sheet, 6, maximize="b"))
    control.ground([("base", [])])
    shown: list[str] = []
    control.solve(on_model=lambda model: shown.append(str(model)))
    solver = Solver(game, Clock())
    solver.find_horizon(game.initial)
    assert solver.horizon == 6
    assert solver.sure
    best = solver.best(game.initial, Role(1), [], [100, 0])
    assert f"goal(b,{best.goal:g}," in shown[-1]


def test_rules_are_followed_from_the_second_move_on(game_of: Games) -> None:
    game = game_of(NAMES[0])
    solver = Solver(game, Clock())
    solver.find_horizon(game.initial)
    free = solver.best(game.initial, Role(0), [], [100])
    second = game.next(game.initial, free.match[0])
    last = game.legal(second, Role(1))[-1]
    solver.add_rules([(second, Role(1), last), (game.initial, Role(0), free.match[0][0])])
    bound = solver.best(game.initial, Role(0), [], [100])
    state = game.initial
    for joint in bound.match:
        assert state != second or joint[1] == last
        state = game.next(state, joint)
    assert solver.best(game.initial, Role(0), free.match[:1], [100, 0]).match[0] != free.match[0]


LAST = """
role(r). init(step(1)). legal(r,left). legal(r,right).
next(step(N+1)) :- true(step(N)), N < 4. next(won) :- true(step(3)), does(r,left).
terminal :- true(step(4)). goal(r,100) :- true(won). goal(r,0) :- not true(won).
"""
"""Only the last of three moves matters."""


@pytest.mark.usefixtures("in_process")
@pytest.mark.parametrize("first", [True, False], ids=["laid later", "laid before"])
def test_rules_are_followed_in_all_moves_whenever_these_are_laid(first: bool) -> None:
    game = written(LAST)
    right = game.read(Role(0), "right")
    solver = Solver(game, Clock())
    rules = [(game.state_of(["(step 3)"]), Role(0), right)]
    if first:
        solver.add_rules(rules)
        assert solver.horizon < 3
    solver.find_horizon(game.initial)
    if not first:
        assert solver.best(game.initial, Role(0), [], [100, 0]).goal == 100
        solver.add_rules(rules)
    bound = solver.best(game.initial, Role(0), [], [100, 0])
    assert (bound.goal, len(bound.match), bound.match[-1]) == (0, 3, (right,))


@pytest.mark.usefixtures("in_process")
def test_rules_about_ends_and_about_moves_that_are_not_legal_change_nothing() -> None:
    game = written(LAST + "legal(r,leap) :- true(step(1)).")
    leap, right = (game.read(Role(0), move) for move in ("leap", "right"))
    solver = Solver(game, Clock())
    solver.find_horizon(game.initial)
    end, before = game.state_of(["(step 4)", "won"]), game.state_of(["(step 3)"])
    solver.add_rules([(end, Role(0), right), (before, Role(0), leap)])
    assert solver.best(game.initial, Role(0), [], [100, 0]).goal == 100


STUCK = """
role(r). init(at(0)). place(1..3). legal(r,go(N)) :- true(at(0)), place(N).
next(at(N)) :- does(r,go(N)). terminal :- true(at(N)), N > 1, place(N).
goal(r,0) :- true(at(2)). goal(r,50) :- true(at(3)).
"""
"""In the first place there is no move, and it is no end."""


@pytest.mark.usefixtures("in_process")
@pytest.mark.parametrize("steps", [0, 1, 3])
def test_a_match_that_stops_before_its_end_is_never_over(steps: int) -> None:
    game = written(STUCK)
    assert game.program is not None
    answer = matches(tables(game.program))
    answer({"steps": steps})
    question = {"state": held(game.initial), "role": 0, "excluded": [], "shortest": 0}
    options = [game.read(Role(0), f"(go {place})") for place in (1, 2, 3)]
    found = answer({**question, "goals": [50], "sure": False, "excluded": options[2:]})
    assert found == {"goal": 0, "moves": options[:1], "over": False}
    assert answer({**question, "goals": [50, 0], "sure": True, "excluded": options[2:]}) == {
        "goal": 1,
        "moves": options[1:2],
        "over": True,
    }


def test_the_hardest_move_to_answer_is_settled_first_by_its_rarest_answer() -> None:
    lines = [[1, 0, 0], [0, 1, 5], [0, 1, 6], [0, 2, 8], [0, 2, 7], [0, 1, 9]]
    assert promising([{"moves": line} for line in lines], 1) == {"moves": [0, 2, 7]}


def test_what_is_known_of_longer_matches_is_limited_by_conflicts_not_by_time(
    game_of: Games,
) -> None:
    game = game_of("nim:pile1=1,pile2=2,pile3=3,pile4=3")
    solver = Solver(game, Clock())
    solver.find_horizon(game.initial)
    assert solver.sure
    held = [bit for bit in range(game.initial.bit_length()) if game.initial >> bit & 1]
    assert solver.ask({"state": held, "conflicts": 20_000}) == {"known": True}
    few = Solver(game, Clock())
    few.lay(solver.horizon - few.horizon)
    assert few.ask({"state": held, "conflicts": 1}) == {"known": False}
