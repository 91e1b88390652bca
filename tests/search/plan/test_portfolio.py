"""All methods at one puzzle: they share what they find, and stop when it is settled."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

from tests.search.plan.ladder import ladder, stopping, unknown
from zermelo.errors import LimitError, UnsuitedError, UsageError
from zermelo.game.compiled_game import CompiledGame
from zermelo.search.base import Clock, Limits, OutOfTimeError
from zermelo.search.plan import portfolio
from zermelo.search.plan.breadth import breadth
from zermelo.search.plan.informed import informed
from zermelo.search.plan.portfolio import PortfolioMember, Shares, in_turns, solving
from zermelo.search.plan.progress import Standing
from zermelo.search.solve import alone
from zermelo.search.solve.prove import folding_at, prove
from zermelo.search.spec import parse

Games = Callable[[str], CompiledGame]


def test_whoever_has_used_least_of_its_share_is_next(game_of: Games) -> None:
    game = game_of("queens:size=5")
    turns: list[str] = []

    def working(name: str, times: int) -> Iterator[None]:
        for _ in range(times):
            turns.append(name)
            yield

    workers = [
        PortfolioMember(working("late", 1), 1.0, 100.0),
        PortfolioMember(working("early", 3), 1.0, 0.0),
    ]
    list(in_turns(Standing.of(game, game.initial), Clock(), workers))
    assert turns == ["early"] * 3 + ["late"]


def test_a_method_that_is_left_is_closed(game_of: Games) -> None:
    game = game_of("queens:size=5")
    closed = []

    def waiting() -> Iterator[None]:
        try:
            while True:
                yield
        finally:
            closed.append(True)

    turns = in_turns(
        Standing.of(game, game.initial), Clock(), [PortfolioMember(waiting(), 1.0, 0.0)]
    )
    next(turns)
    turns.close()  # type: ignore[attr-defined]  # it is a generator
    assert closed


def test_results_get_better_until_nothing_is_left(game_of: Games) -> None:
    game = game_of("knights_tour:width=4,height=3")
    standing = Standing.of(game, game.initial)
    results = list(solving(standing, Clock()))
    assert standing.settled
    assert results[-1].values[0] == max(result.values[0] for result in results)
    assert results[-1].proven


def test_a_method_without_a_share_is_left_out(game_of: Games) -> None:
    game = game_of("queens:size=5")
    standing = Standing.of(game, game.initial)
    list(solving(standing, Clock(), Shares(0.0, 0.0, 1.0, 0.0, 0.0, 0.0)))
    assert standing.method == "adapting"


def test_somebody_has_to_work() -> None:
    with pytest.raises(UsageError, match="solo needs a method with a share above 0"):
        parse("solo:breadth=0,plan=0,adapting=0,nested=0,idastar=0,filling=0")
    with pytest.raises(UsageError, match="breadth"):
        parse("solo:breadth=-1")


def test_what_a_method_finds_at_its_end_is_told(game_of: Games) -> None:
    game = game_of("hanoi:disks=2")
    standing = Standing.of(game, game.initial)
    told = list(solving(standing, Clock(), Shares(1.0, 0.0, 0.0, 0.0, 0.0, 0.0)))
    assert told[-1] == standing.result()
    assert (told[-1].values, len(told[-1].line), told[-1].shortest) == ((100.0,), 3, True)


def test_what_is_found_when_time_is_up_is_kept(game_of: Games) -> None:
    game = game_of("queens:size=8")

    def late(text: str) -> None:
        raise LimitError("no value was proven within 1 s")

    assert alone.best_match(game, game.initial, Clock(), late).goal is not None


def test_what_is_found_while_the_clock_runs_down_is_told() -> None:
    results = solving(unknown(), Clock(Limits(nodes=5)), Shares(1.0, 0, 0, 0, 0, 0))
    told = list(islice(results, 3))
    assert [result.values for result in told if result.searched] == [(0.0,), (50.0,)]
    with pytest.raises(OutOfTimeError):
        next(results)


def test_without_rules_that_were_compiled_there_is_nothing_to_work_with() -> None:
    game = replace(ladder(), program=None)
    with pytest.raises(UnsuitedError, match="ladder has no rules that were compiled"):
        portfolio.standing_of(game, game.initial)
    assert portfolio.standing_of(ladder(), ladder().initial).goals == (100, 50, 0)


def test_when_the_best_goal_is_had_it_does_not_go_on_for_ever(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    turns = []

    def searching(standing: Standing, clock: Clock, *, megabytes: int) -> Iterator[None]:
        for turn in range(100):
            if turn == 5:
                standing.found(stopping(3), "luck")
            turns.append(turn)
            yield

    monkeypatch.setattr(portfolio, "breadth", searching)
    monkeypatch.setattr(portfolio, "PATIENCE", -1e9)
    standing = unknown()
    list(solving(standing, Clock(), Shares(1.0, 0, 0, 0, 0, 0)))
    assert (standing.goal, turns[-1]) == (100, 5)


def test_what_idastar_proves_is_settled(game_of: Games) -> None:
    game = game_of("wolf_goat_cabbage")
    standing = Standing.of(game, game.initial)
    list(informed(standing, Clock()))
    assert standing.settled
    assert (standing.method, len(standing.moves)) == ("idastar", 7)


def test_idastar_is_left_out_where_its_heuristic_would_take_too_long(
    game_of: Games, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = game_of("wolf_goat_cabbage")
    standing, clock = Standing.of(game, game.initial), Clock()
    monkeypatch.setattr("zermelo.search.plan.informed.LARGEST_GAME", game.dimensions.fluents)
    list(informed(standing, clock))
    assert (standing.goal, clock.count.nodes) == (None, 0)


def test_symmetric_states_are_looked_at_once_and_the_way_is_found_again(game_of: Games) -> None:
    game = game_of("lights_out:width=3,height=2")
    folding = folding_at(game, game.initial, Clock())
    assert folding is not None
    clocks = Clock(), Clock()
    found = []
    for clock, folds in zip(clocks, (None, folding), strict=True):
        standing = Standing.of(game, game.initial)
        list(breadth(standing, clock, megabytes=100, folding=folds))
        found.append((standing.goal, len(standing.moves), standing.settled))
    assert found[0] == found[1]
    assert clocks[1].count.nodes <= clocks[0].count.nodes


def test_memory_that_is_full_ends_it(game_of: Games) -> None:
    game = game_of("eight_puzzle")
    standing = Standing.of(game, game.initial)
    list(breadth(standing, Clock(), megabytes=1))
    assert standing.goal is None
    assert standing.none_within(100) > 5


class TestSolving:
    """What `solve` says of one role when positions are many."""

    @pytest.fixture(autouse=True)
    def no_room_for_all(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(alone, "SMALL", 0)

    def test_the_best_match_is_proved_shortest(self, game_of: Games) -> None:
        game = game_of("wolf_goat_cabbage")
        answer, solution = prove(game, game.initial, Clock())
        assert solution is None
        assert (answer.values, answer.distance, answer.proven) == ((100.0,), 7, True)
        assert answer.shortest
        assert answer.positions is None

    def test_all_positions_are_looked_at_if_that_is_asked_for(self, game_of: Games) -> None:
        game = game_of("wolf_goat_cabbage")
        answer, solution = prove(game, game.initial, Clock(), whole=True)
        assert solution is not None
        assert (answer.distance, answer.shortest) == (7, True)

    def test_nothing_found_in_time_is_said(self, game_of: Games) -> None:
        game = game_of("eight_puzzle")
        with pytest.raises(LimitError, match="no value was proven within 0 s"):
            prove(game, game.initial, Clock(Limits(seconds=0)))

    def test_a_puzzle_without_an_end_has_no_value(self, tmp_path: Path, in_process: None) -> None:
        from zermelo.game.load import load

        path = tmp_path / "round.kif"
        path.write_text(
            "(role a) (init (at 1)) (<= (legal a go) (true (at ?n)))"
            "(<= (next (at 2)) (true (at 1))) (<= (next (at 1)) (true (at 2)))"
            "(<= terminal (true (at 3))) (<= (goal a 100) (true (at 3)))"
            "(<= (goal a 0) (not (true (at 3)))) (<= (next (at 3)) (true (at 3)))"
        )
        game = load(str(path))
        answer, _ = prove(game, game.initial, Clock())
        assert (answer.values, answer.proven) == (None, True)
