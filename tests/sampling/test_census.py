"""A census of random matches: lengths, choices and goals, counted by step."""

from dataclasses import replace

import pytest

from zermelo.game.load import load
from zermelo.sampling.census import Census, census
from zermelo.sampling.measures import measured


def counted(name: str, matches: int = 4096, **options: float) -> Census:
    *_, last = census(load(name), matches=matches, **options)  # type: ignore[arg-type]  # of seconds and seed
    return last


def test_tictactoe_lasts_as_long_as_chance_says() -> None:
    found = counted("tictactoe", 40_000)
    exact = {5: 0.0952, 6: 0.0881, 7: 0.2643, 8: 0.2, 9: 0.3524}
    assert found.lengths.keys() == exact.keys()
    for length, share in exact.items():
        assert found.lengths[length] / found.matches == pytest.approx(share, abs=0.01)
    assert [sum(goals.values()) for goals in found.goals] == [found.matches] * 2
    assert found.goals[0][100] / found.matches == pytest.approx(0.585, abs=0.01)
    assert found.by_step[0][:3] == (9.0, 0.0, 7.0)
    assert found.by_step[1][:2] == (0.0, 8.0)


@pytest.mark.parametrize("game", ["connect_four:width=4,height=4", "tictactoe_3p", "nim", "tron"])
def test_it_counts_what_matches_one_by_one_have(game: str) -> None:
    found, other = counted(game, 8192), measured(load(game), batches=6)
    assert other.length is not None
    assert min(found.lengths) <= other.length.mean <= max(found.lengths)
    mean = sum(length * often for length, often in found.lengths.items()) / found.matches
    assert mean == pytest.approx(other.length.mean, rel=0.03)
    for choices, spread in zip(found.choices, other.branching, strict=True):
        if spread is None:
            assert not choices
            continue
        states = sum(choices.values())
        average = sum(number * often for number, often in choices.items()) / states
        assert average == pytest.approx(spread.mean, rel=0.03)


def test_the_same_seed_counts_the_same() -> None:
    found = [replace(counted("nim", seed=3), seconds=0) for _ in range(2)]
    assert found[0] == found[1]


def test_matches_that_do_not_end_are_cut() -> None:
    *_, found = census(load("eight_puzzle"), matches=1024, step_limit=20)
    assert found.cut + found.matches == 1024
    assert found.cut > 1000
    assert len(found.by_step[0]) == 21


def test_a_batch_that_time_cuts_off_says_how_many_were_going_on() -> None:
    found = counted("tictactoe", seconds=0)
    assert (found.matches, found.unfinished) == (0, 1024)


def test_a_large_game_is_looked_at_in_part_and_counted_whole() -> None:
    found = counted("breakthrough", 1024)
    assert sum(found.lengths.values()) == found.matches == 1024
    assert found.choices[0]


def test_a_position_can_be_the_start() -> None:
    game = load("nim")
    near = game.next(game.initial, tuple(moves[0] for moves in game.view(game.initial).legal))
    *_, found = census(game, matches=1024, start=near)
    assert found.by_step[1][0] > 1
    assert found.by_step[0][0] == 0
