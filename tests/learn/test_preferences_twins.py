"""Fast and slow ways to count and to choose agree, and clingo agrees with both."""

from collections.abc import Callable

import clingo
import numpy as np
import pytest

from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Role
from zermelo.learn.preferences.bodies import bodies
from zermelo.learn.preferences.choose import choose
from zermelo.learn.preferences.derive import derived
from zermelo.learn.preferences.noisy import Climb
from zermelo.learn.preferences.shortest import Hypothesis, Shortest
from zermelo.learn.preferences.table import FactTables
from zermelo.strategies.preferences.constraint import (
    Constraint,
    Facts,
    Preferences,
    ShapeLiteral,
    canonical,
)
from zermelo.strategies.preferences.facts import visited, vocabulary

Games = Callable[[str], CompiledGame]


def described(game: CompiledGame) -> list[Facts]:
    """The facts of a random match, as if the second role had always moved."""
    words = vocabulary(game)
    return [words.facts(state, Role(1)) for state in visited(game, 8)]


@pytest.mark.parametrize("name", ["tictactoe", "nim", "connect_three", "reversi:size=4"])
def test_tables_count_what_the_definition_counts(name: str, game_of: Games) -> None:
    game = game_of(name)
    states = described(game)
    tables = FactTables(states)
    language = derived(vocabulary(game))
    found = list(bodies(language, tables, length=2, most=150, seconds=600))
    assert len(found) > 5
    for candidate in found:
        counts = [candidate.body.count(facts) for facts in states]
        assert candidate.counts.tolist() == counts, str(candidate.body)
        assert tables.count(candidate.body).tolist() == counts


def test_no_two_bodies_differ_in_names_only(tictactoe: CompiledGame) -> None:
    tables = FactTables(described(tictactoe))
    language = derived(vocabulary(tictactoe))
    found = [one.body for one in bodies(language, tables, length=2, most=10**6, seconds=600)]
    same = [
        canonical(body, {name: name.partition("_")[0] for name in body.variables}) for body in found
    ]
    assert len(found) == len(set(same)) > 50


def costs_by_clingo(preferences: Preferences, facts: Facts) -> list[int]:
    """What clingo says that the facts cost, the highest level first."""
    lines = [f"{ShapeLiteral(shape, args)}." for shape, rows in facts.items() for args in rows]
    lines += [one.spelled(number) for number, one in enumerate(preferences.constraints)]
    control = clingo.Control(logger=lambda _code, _text: None)
    control.add("base", [], "\n".join(lines))
    control.ground([("base", [])])
    costs: list[int] = []
    control.solve(on_model=lambda model: costs.extend(model.cost))
    return costs


def test_clingo_counts_what_a_file_says(tictactoe: CompiledGame) -> None:
    states = described(tictactoe)
    language = derived(vocabulary(tictactoe))
    found = list(bodies(language, FactTables(states), length=2, most=10**6, seconds=600))
    constraints = [
        Constraint(one.body, 1 if index % 2 else -1, 1 + index % 3)
        for index, one in enumerate(found[::25])
    ]
    preferences = Preferences(tuple(constraints))
    assert len(preferences.levels) == 3
    for facts in states:
        assert costs_by_clingo(preferences, facts) == [*preferences.costs(facts)]


def satisfied(gains: np.ndarray, uses: Hypothesis) -> np.ndarray:
    """Which rows a hypothesis satisfies, one by one."""
    good = []
    for row in gains.T.tolist():
        sums = [
            sum(weight * row[column] for column, weight, at in uses if at == level)
            for level in (3, 2, 1)
        ]
        good.append(next((one for one in sums if one), 0) > 0)
    return np.array(good)


def ask(gains: np.ndarray, lengths: np.ndarray, penalty: int) -> dict[str, object]:
    """The answer of clingo, with all its models."""
    return choose(
        {
            "gains": gains.astype(np.int64),
            "columns": len(gains),
            "lengths": lengths.tolist(),
            "penalties": [penalty] * gains.shape[1],
            "weights": [-1, 1],
            "levels": 2,
            "seconds": 600.0,
            "many": 50,
        }
    )


@pytest.mark.parametrize("seed", range(12))
def test_groups_and_clingo_find_the_same_least_length(seed: int) -> None:
    random = np.random.default_rng(seed)
    gains = random.integers(-1, 3, (7, 9)).astype(np.int32)
    lengths = random.integers(1, 4, 7).astype(np.int32)
    found, length = Shortest(gains, lengths, (-1, 1), 2, 50, np.inf).search(21)
    answer = ask(gains, lengths, penalty=0)
    assert answer["complete"]
    if not found:
        assert answer["hypotheses"] == []
        return
    assert answer["cost"] == length
    for uses in (*found, *answer["hypotheses"]):  # type: ignore[misc] # a list of lists
        assert satisfied(gains, tuple(map(tuple, uses))).all()
        assert sum(lengths[column] for column, _, _ in uses) == length


@pytest.mark.parametrize("seed", range(6))
def test_climbing_costs_what_it_says_and_no_less_than_the_least(seed: int) -> None:
    random = np.random.default_rng(seed)
    gains = random.integers(-2, 3, (5, 10)).astype(np.int32)
    lengths = random.integers(1, 3, 5).astype(np.int32)
    penalties = np.full(10, 3, np.int64)
    uses = Climb(gains, lengths, penalties, (-1, 1), 2, 12, np.inf).search()
    length = int(sum(lengths[column] for column, _, _ in uses))
    cost = length + 3 * int((~satisfied(gains, uses)).sum())
    answer = ask(gains, lengths, penalty=3)
    assert answer["complete"]
    assert answer["cost"] <= cost < 30  # type: ignore[operator] # a number


def test_shortest_stops_in_time() -> None:
    random = np.random.default_rng(0)
    gains = random.integers(-2, 3, (300, 100)).astype(np.int32)
    lengths = np.ones(300, np.int32)
    found, sure = Shortest(gains, lengths, (-1, 1), 3, 50, -np.inf).search(9)
    assert (found, sure) == ([], 0)


def test_shortest_stops_after_a_number_of_cells_however_long_they_take(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    random = np.random.default_rng(0)
    gains = random.integers(-2, 3, (300, 100)).astype(np.int32)
    lengths = np.ones(300, np.int32)
    answers = []
    for seconds in (0.0, 1000.0):
        monkeypatch.setattr("time.monotonic", iter(np.arange(1e6) * seconds).__next__)
        looking = Shortest(gains, lengths, (-1, 1), 3, 50, np.inf, cells=10_000_000)
        answers.append((looking.search(9), looking.cells))
    assert answers[0] == answers[1]
    assert answers[0][0] == ([], 1)
