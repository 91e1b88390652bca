"""Random playouts: what they must come to on average, what is counted, and what repeats."""

from collections import defaultdict
from collections.abc import Callable
from itertools import accumulate, repeat
from math import sqrt

import pytest

from tests.engine.twin import RACE
from tests.ground.sheets import LIGHT, STUCK, games_of
from zermelo.engine.engine import BATCH
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Goals, Role, State
from zermelo.sampling.playouts import Playouts, play_out

Games = Callable[[str], CompiledGame]


def exact(game: CompiledGame) -> tuple[dict[Goals, float], float]:
    """How likely each outcome is in uniform play, and the mean length, by following every path."""
    level: dict[State, float] = {game.initial: 1.0}
    outcomes: dict[Goals, float] = defaultdict(float)
    length = 0.0
    while sum(level.values()) > 1e-12:  # matches may go on for ever, if not likely
        length += sum(level.values())
        following: dict[State, float] = defaultdict(float)
        for state, chance in level.items():
            children = game.children(state)
            for child in children:
                if child.view.terminal:
                    outcomes[child.view.goals] += chance / len(children)
                else:
                    following[child.state] += chance / len(children)
        level = following
    return outcomes, length


def mean_and_deviation(outcomes: dict[Goals, float], role: int) -> tuple[float, float]:
    """The mean goal of a role, and its standard deviation."""
    values = [(goals[role], chance) for goals, chance in outcomes.items()]
    assert all(value is not None for value, _ in values)
    mean = sum((value or 0) * chance for value, chance in values)
    return mean, sqrt(sum(((value or 0) - mean) ** 2 * chance for value, chance in values))


def total(played: Playouts) -> int:
    """Everything that a lane can do in a pass."""
    return played.playouts + played.steps + played.cut + played.stuck


UNEVEN = """
(role r) (init (at 0)) (succ 0 1) (succ 1 2) (succ 2 3) (succ 3 4) (succ 4 5) (succ 5 6) (succ 6 7)
(<= (legal r stop) (true (at 0)))
(<= (legal r go) (not (true over)))
(<= (next over) (does r stop))
(<= (next (at ?y)) (does r go) (true (at ?x)) (succ ?x ?y))
(<= terminal (true over)) (<= terminal (true (at 7)))
(<= (goal r 0) (true over)) (<= (goal r 100) (true (at 7))) (<= (goal r 50) (not terminal))
"""
"""One step and nothing, or seven steps and a win, with even chance."""


@pytest.mark.parametrize("passes", [1, 2, 3, 5, 11])
def test_short_runs_do_not_lean_towards_short_matches(passes: int) -> None:
    fast, _ = games_of(UNEVEN)
    outcomes, length = exact(fast)
    mean, deviation = mean_and_deviation(outcomes, 0)
    assert (mean, length) == (50, 4)
    played = play_out(fast, passes=passes, threads=4, seed=passes)
    assert played.playouts >= 4 * BATCH
    assert abs(played.mean_goals[0] - mean) < 4 * deviation / sqrt(played.playouts)
    assert abs(played.mean_length - length) < 4 * 3 / sqrt(played.playouts)


def test_matches_that_have_begun_are_played_to_their_end(tictactoe: CompiledGame) -> None:
    short = play_out(tictactoe, passes=1)
    assert (short.playouts, short.going_on, short.unfinished) == (BATCH, 0, 0)
    assert play_out(tictactoe, passes=6).steps == short.steps
    # The shortest are over after five steps and a look; those lanes begin once more.
    assert play_out(tictactoe, passes=7).playouts == BATCH + short_ones(tictactoe)


def short_ones(game: CompiledGame) -> int:
    """How many of the first matches take five steps only."""
    cut = play_out(game, passes=1, step_limit=5)
    assert cut.playouts + cut.cut == BATCH
    return cut.playouts


def test_matches_that_go_on_for_too_long_are_told(game_of: Games) -> None:
    played = play_out(game_of("chess"), seconds=0.001, threads=2)
    assert played.going_on > 0
    assert played.going_on + played.playouts >= 2 * BATCH
    assert played.steps > played.unfinished >= played.going_on


def test_uniform_play_of_tictactoe_is_what_is_known(tictactoe: CompiledGame) -> None:
    outcomes, _ = exact(tictactoe)
    assert sum(outcomes.values()) == pytest.approx(1)
    assert outcomes[100, 0] == pytest.approx(0.5849, abs=5e-5)
    assert outcomes[50, 50] == pytest.approx(0.1270, abs=5e-5)


@pytest.mark.parametrize(
    ("name", "passes"),
    [
        ("tictactoe", 4000),
        ("goofspiel:cards=3", 1500),
        ("biased_rps", 600),
        ("pig_race:target=4,faces=2,rounds=2", 2500),
        ("nim:pile1=0,pile2=1,pile3=2,pile4=3", 2000),
        ("tricks", 3000),
    ],
)
def test_mean_goals_are_those_of_uniform_play(name: str, passes: int, game_of: Games) -> None:
    game = game_of(name)
    outcomes, length = exact(game)
    played = play_out(game, passes=passes, seed=3)
    assert played.playouts > 100_000
    assert (played.cut, played.stuck) == (0, 0)
    assert played.mean_length == pytest.approx(length, rel=0.005)
    for role, mean in enumerate(played.mean_goals):
        wanted, deviation = mean_and_deviation(outcomes, role)
        assert abs(mean - wanted) <= 5 * deviation / sqrt(played.playouts) + 1e-9
    for role, counts in enumerate(played.goal_counts):
        assert sum(counts.values()) == played.playouts
        for value, count in counts.items():
            chance = sum(chance for goals, chance in outcomes.items() if goals[role] == value)
            bound = 5 * sqrt(max(0, chance * (1 - chance)) / played.playouts) + 1e-9
            assert abs(count / played.playouts - chance) <= bound


def test_first_moves_are_uniform(tictactoe: CompiledGame) -> None:
    played = play_out(tictactoe, passes=2000, seed=1, count_first_moves=True)
    marks = {
        tictactoe.spell(Role(0), move): played.first_moves[0][move]
        for move in tictactoe.legal(tictactoe.initial, Role(0))
    }
    matches = sum(marks.values())
    assert len(marks) == 9
    assert played.playouts == matches
    assert all(abs(count - matches / 9) < 5 * sqrt(matches * 8 / 81) for count in marks.values())
    assert sum(played.first_moves[0]) == matches
    noop = tictactoe.read(Role(1), "noop")
    assert played.first_moves[1][noop] == sum(played.first_moves[1]) == matches


def test_first_moves_are_not_counted_unless_asked_for(tictactoe: CompiledGame) -> None:
    assert play_out(tictactoe, passes=20).first_moves == ((), ())


@pytest.mark.parametrize("name", ["tictactoe", "rock_paper_scissors", "nim", "pig_race"])
@pytest.mark.parametrize("threads", [1, 2])
def test_the_same_seed_gives_the_same_matches(name: str, threads: int, game_of: Games) -> None:
    def once(seed: int) -> tuple[object, ...]:
        game = game_of(name)
        played = play_out(game, passes=300, threads=threads, seed=seed, count_first_moves=True)
        assert total(played) >= 300 * threads * BATCH
        assert played.going_on == 0
        return played.playouts, played.steps, played.goal_counts, played.first_moves

    assert once(5) == once(5)
    assert once(5) != once(6)


def test_threads_play_different_matches(tictactoe: CompiledGame) -> None:
    alone = play_out(tictactoe, passes=50, seed=8, count_first_moves=True)
    both = play_out(tictactoe, passes=50, seed=8, threads=2, count_first_moves=True)
    other = [two - one for one, two in zip(alone.first_moves[0], both.first_moves[0], strict=True)]
    assert other != list(alone.first_moves[0])
    assert min(other) >= 0


def test_lanes_play_different_matches() -> None:
    fast, _ = games_of(LIGHT)
    played = play_out(fast, passes=1, count_first_moves=True)
    assert sum(played.first_moves[0]) == BATCH
    assert 400 < played.first_moves[0][0] < 624


def test_matches_that_do_not_end_are_cut(game_of: Games) -> None:
    played = play_out(game_of("eight_puzzle"), passes=22, step_limit=20)
    # Twenty steps, then one pass to begin anew; the goal is 31 moves away. What began in the last
    # pass has its twenty steps as well.
    assert (played.playouts, played.cut, played.stuck) == (0, 2 * BATCH, 0)
    assert played.steps == 40 * BATCH
    assert played.mean_length == 20
    assert played.mean_goals == (0.0,)


def test_a_match_that_ends_at_the_limit_is_not_cut(tictactoe: CompiledGame) -> None:
    assert play_out(tictactoe, passes=300, step_limit=9).cut == 0
    shorter = play_out(tictactoe, passes=300, step_limit=8)
    assert shorter.cut > 0
    assert shorter.playouts > 0
    assert 300 * BATCH <= total(shorter) < 309 * BATCH
    assert play_out(tictactoe, passes=300, step_limit=4).playouts == 0


@pytest.mark.parametrize("limit", [1, 2, 3, 64, 1000])
def test_the_limit_is_exact(limit: int, game_of: Games) -> None:
    played = play_out(game_of("fifteen_puzzle"), passes=limit + 1, step_limit=limit)
    assert (played.cut, played.steps) == (BATCH, limit * BATCH)
    again = play_out(game_of("fifteen_puzzle"), passes=limit + 2, step_limit=limit)
    assert (again.cut, again.steps) == (2 * BATCH, 2 * limit * BATCH)


def test_a_role_without_a_move_is_counted_as_stuck() -> None:
    fast, _ = games_of(STUCK)
    played = play_out(fast, passes=200, seed=2)
    assert (played.playouts, played.cut) == (0, 0)
    assert played.stuck > 1000
    assert total(played) >= 200 * BATCH
    # Left goes on with even chance, so two steps forward take four on average.
    assert played.mean_length == pytest.approx(4, abs=0.1)


def test_matches_start_where_they_are_told(tictactoe: CompiledGame) -> None:
    cells = "xox oxo ox?"
    start = tictactoe.state_of(
        [
            "(control x)",
            *(
                f"(cell {column} {row} {'b' if mark == '?' else mark})"
                for row, marks in enumerate(cells.split(), 1)
                for column, mark in enumerate(marks, 1)
            ),
        ]
    )
    played = play_out(tictactoe, passes=10, start=start)
    assert (played.playouts, played.steps) == (5 * BATCH, 5 * BATCH)
    assert played.goal_counts == ({0: 0, 50: 0, 100: 5 * BATCH}, {0: 5 * BATCH, 50: 0, 100: 0})


def test_matches_may_start_at_the_end() -> None:
    fast, _ = games_of(LIGHT)
    played = play_out(fast, passes=10, start=fast.state_of(["on"]))
    assert (played.playouts, played.steps, played.cut) == (10 * BATCH, 0, 0)
    assert played.mean_goals == (100.0,)


def test_goals_are_counted_for_each_role() -> None:
    fast, slow = games_of(RACE)
    played = play_out(fast, passes=2000)
    outcomes, _ = exact(fast)
    for role in range(2):
        mean, deviation = mean_and_deviation(outcomes, role)
        assert abs(played.mean_goals[role] - mean) < 5 * deviation / sqrt(played.playouts)
        assert set(played.goal_counts[role]) == {10, 100}
    assert slow.roles == ("a", "b")


def test_playing_for_some_time_reports_and_ends(
    tictactoe: CompiledGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    reports: list[tuple[int, float]] = []
    looks = accumulate(repeat(0.01))
    monkeypatch.setattr("time.perf_counter", lambda: next(looks))
    played = play_out(
        tictactoe, seconds=0.5, threads=2, report=lambda *report: reports.append(report)
    )
    assert played.playouts > 0
    assert reports
    assert reports == sorted(reports)
    assert reports[-1][0] <= played.playouts


def test_an_error_while_reporting_stops_all_threads(tictactoe: CompiledGame) -> None:
    def fail(*_: object) -> None:
        raise KeyError("no more")

    with pytest.raises(KeyError, match="no more"):
        play_out(tictactoe, seconds=1e6, threads=2, report=fail)


def test_playouts_without_an_end_are_refused(tictactoe: CompiledGame) -> None:
    with pytest.raises(TypeError, match="seconds, or passes"):
        play_out(tictactoe)
