"""Plans by a solver: shortest, proved so, and proved to be impossible where they are."""

from collections.abc import Callable
from pathlib import Path

import pytest

from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import State
from zermelo.game.load import load
from zermelo.proofs.asp.plans import Plans
from zermelo.proofs.tables import tables
from zermelo.search.base import Clock, Limits, OutOfTimeError
from zermelo.search.plan.breadth import breadth
from zermelo.search.plan.planner import held, plans
from zermelo.search.plan.progress import Standing

Games = Callable[[str], CompiledGame]
CIRCLE = """
(role walker) (init (at 0))
(succ 0 1) (succ 1 2) (succ 2 3) (succ 3 0)
(<= (legal walker on) (true (at ?n)))
(<= (legal walker back) (true (at ?n)))
(<= (next (at ?m)) (does walker on) (true (at ?n)) (succ ?n ?m))
(<= (next (at ?m)) (does walker back) (true (at ?n)) (succ ?m ?n))
(<= terminal (true (at 5)))
(<= terminal (true (at 2)))
(<= (goal walker 100) (true (at 5)))
(<= (goal walker 40) (true (at 2)))
(<= (goal walker 0) (not (true (at 2))) (not (true (at 5))))
(<= (base (at 5)))
(<= (next (at 5)) (true (at 5)))
"""
"""Nobody has to come to an end, and the best goal is out of reach."""
TWO_STONES = """
(role r) (init (at 1))
(succ 1 2) (succ 2 3) (succ 3 4) (succ 4 5)
(<= (legal r (go ?d)) (true (at ?c)) (succ ?c ?d))
(<= (next (at ?d)) (does r (go ?d)))
(<= (next (at ?c)) (true (at ?c)) (does r (go ?d)) (not (succ ?c ?d)))
(<= terminal (true (at 5)))
(<= (goal r 100) (true (at 5)) (true (at 3)))
(<= (goal r 50) (true (at 5)) (not (true (at 3))))
"""
"""From the start there is one stone, and the best goal is out of reach; with two it is not."""
PUZZLES = [
    "buttons_and_lights",
    "hanoi:disks=2",
    "knights_tour:width=4,height=3",
    "lights_out:width=3,height=2",
    "queens:size=5",
    "wolf_goat_cabbage",
]


def planned(game: CompiledGame, state: State | None = None, **options: float) -> Standing:
    standing = Standing.of(game, game.initial if state is None else state)
    for _ in plans(standing, Clock(), proving=options.get("proving", 0.0)):
        pass
    return standing


def searched(game: CompiledGame) -> Standing:
    standing = Standing.of(game, game.initial)
    for _ in breadth(standing, Clock(), megabytes=100):
        pass
    return standing


@pytest.mark.parametrize("name", PUZZLES)
def test_a_plan_is_as_short_as_breadth_first_search_finds(name: str, game_of: Games) -> None:
    game = game_of(name)
    one, other = planned(game), searched(game)
    assert one.settled
    assert other.settled
    assert (one.goal, len(one.moves)) == (other.goal, len(other.moves))
    assert (one.method, other.method) == ("plan", "breadth first")


@pytest.mark.slow
def test_invariants_change_nothing_but_the_time(game_of: Games) -> None:
    game = game_of("wolf_goat_cabbage")
    assert len(planned(game, proving=1.0).moves) == len(planned(game).moves) == 7


@pytest.mark.usefixtures("in_process")
def test_a_position_that_breaks_invariants_is_planned_without_them(tmp_path: Path) -> None:
    path = tmp_path / "stones.kif"
    path.write_text(TWO_STONES)
    game = load(str(path))
    assert planned(game, proving=1.0).goal == 50
    two = planned(game, game.state_of(["(at 1)", "(at 3)"]), proving=1.0)
    assert (two.goal, len(two.moves), two.settled) == (100, 4, True)


@pytest.mark.usefixtures("in_process")
def test_what_is_out_of_reach_is_proved_so_though_nobody_has_to_end(tmp_path: Path) -> None:
    path = tmp_path / "circle.kif"
    path.write_text(CIRCLE)
    standing = planned(load(str(path)))
    assert (standing.goal, standing.ceiling) == (40, 40)
    assert len(standing.moves) == 2
    assert standing.settled


class TestQuestions:
    """The child by itself."""

    def asked(self, game: CompiledGame) -> Plans:
        assert game.program is not None
        return Plans({**tables(game.program), "state": held(game.initial)})

    def test_a_horizon_that_is_too_short_is_a_proof(self, game_of: Games) -> None:
        solver = self.asked(game_of("hanoi:disks=2"))
        assert solver.answer({"lay": 3})["horizon"] == 3
        assert solver.answer({"goal": 100, "within": 2, "seconds": 600}) == {"known": True}
        assert len(solver.answer({"goal": 100, "within": 3, "seconds": 600})["moves"]) == 3

    def test_it_goes_on_with_what_it_has(self, game_of: Games) -> None:
        solver = self.asked(game_of("hanoi:disks=2"))
        for horizon in range(1, 4):
            solver.answer({"lay": 1})
            found = solver.answer({"goal": 100, "within": horizon, "seconds": 600})
            assert ("moves" in found) == (horizon == 3)

    def test_no_time_is_no_answer(self, game_of: Games) -> None:
        solver = self.asked(game_of("hanoi:disks=2"))
        solver.answer({"lay": 3})
        assert solver.answer({"goal": 100, "within": 3, "seconds": 0}) == {"known": False}

    def test_a_clock_of_the_rules_bounds_all_matches(self, game_of: Games) -> None:
        solver = self.asked(game_of("buttons_and_lights"))
        assert [solver.answer({"lay": 1})["over"] for _ in range(6)] == [False] * 5 + [True]
        assert solver.answer({"seconds": 600}) == {"known": True}

    def test_what_cannot_hold_yet_is_not_laid(self, game_of: Games) -> None:
        solver = self.asked(game_of("knights_tour:width=4,height=3"))
        sizes = [solver.answer({"lay": 1})["size"] for _ in range(4)]
        assert sizes[0] < sizes[3] - sizes[2]


def test_a_depth_limit_is_a_horizon(game_of: Games) -> None:
    game = game_of("wolf_goat_cabbage")
    standing = Standing.of(game, game.initial)
    for _ in plans(standing, Clock(Limits(depth=5, seconds=600))):
        if standing.none_within(100) >= 5:
            break
    assert standing.goal != 100
    assert standing.none_within(100) == 5


def test_questions_count_as_nodes(game_of: Games) -> None:
    game = game_of("wolf_goat_cabbage")
    clock = Clock(Limits(nodes=5))
    with pytest.raises(OutOfTimeError):
        list(plans(Standing.of(game, game.initial), clock))
    assert clock.count.nodes == 5
