"""Scores come to the same numbers as the evaluators that they are of, to the last bit."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from zermelo.engine.engine import Words
from zermelo.evaluate.base import Guess, arrays_of
from zermelo.evaluate.batch import scored
from zermelo.evaluate.evaluators.even import Even
from zermelo.evaluate.evaluators.goal import Goal
from zermelo.evaluate.evaluators.mobility import Mobility
from zermelo.evaluate.evaluators.sum import Sum, Weighted
from zermelo.evaluate.score import (
    CLIP,
    CONSTANT,
    SUM,
    TALLY,
    TRUTH,
    Score,
    ScoreWriter,
    end_question,
    of_role,
)
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Game, State, Values
from zermelo.sampling.matches import RandomMatchBatch

GAMES = ("tictactoe", "connect_four", "breakthrough:width=4,height=5", "reversi:size=4", "nim")


@dataclass(frozen=True)
class Material:
    """The fluents that hold, each by a weight of its own, within 0 and 100."""

    def start(self, game: Game) -> Guess:
        assert game.compiled is not None
        fluents = game.compiled.dimensions.fluents

        def worth(state: State, role: int) -> float:
            total = 10.0
            for fluent in range(fluents):
                if state >> fluent & 1:
                    total += weight(fluent, role)
            return min(100.0, max(0.0, total))

        def guess(state: State) -> Values:
            return tuple(worth(state, role) for role in range(len(game.roles)))

        return guess

    def arrays(self, game: CompiledGame) -> Score:
        draft = ScoreWriter()
        fluents = range(game.dimensions.fluents)
        outputs = []
        for role in range(len(game.roles)):
            weights = [weight(fluent, role) for fluent in fluents]
            tally = draft.node(TALLY, fluents, weights, a=10.0)
            outputs.append(draft.node(CLIP, [tally], a=0.0, b=100.0))
        return draft.written(outputs)


def weight(fluent: int, role: int) -> float:
    """Return a weight whose sums depend on their order."""
    return (7.0 * fluent % 11 - 4.0) / (3.0 + role)


def positions(game: CompiledGame, least: int = 200) -> Words:
    """Return rows of states from random matches that are going on."""
    found: list[Words] = []
    while sum(map(len, found)) < least:
        layers = RandomMatchBatch(game, seed=len(found))
        found += [layer.rows[layer.going][:16] for layer in layers]
    return np.concatenate(found)


def guessed(game: CompiledGame, evaluator: Any, rows: Words) -> list[Values]:
    """Return what an evaluator says of each state by itself."""
    guess = evaluator.start(game)
    return [guess(game.state(row)) for row in rows]


SUM_OF = Sum((Weighted(0.3, Mobility()), Weighted(1.1, Material()), Weighted(-0.5, Goal())))


@pytest.mark.parametrize("evaluator", [Even(), Goal(), Mobility(), Material(), SUM_OF])
@pytest.mark.parametrize("name", GAMES)
def test_a_score_says_what_its_evaluator_says(
    game_of: Callable[[str], CompiledGame], name: str, evaluator: Any
) -> None:
    game = game_of(name)
    rows = positions(game)
    score = arrays_of(evaluator, game)
    assert score is not None
    expected = guessed(game, evaluator, rows)
    assert scored(game, score, rows).tolist() == [list(values) for values in expected]
    for role in range(len(game.roles)):
        one = scored(game, of_role(score, role), rows)
        assert one.tolist() == [[values[role]] for values in expected]


def test_scores_can_be_added_up(tictactoe: CompiledGame) -> None:
    rows = positions(tictactoe)
    draft = ScoreWriter()
    one = draft.join(Mobility().arrays(tictactoe), range(2))
    other = draft.join(Material().arrays(tictactoe), range(2))
    pairs = zip(one, other, strict=True)
    score = draft.written([draft.node(SUM, pair, [0.3, 0.7], a=5.0) for pair in pairs])
    parts = zip(*(guessed(tictactoe, one, rows) for one in (Mobility(), Material())), strict=True)
    expected = [
        [5.0 + 0.3 * x + 0.7 * y for x, y in zip(mobility, material, strict=True)]
        for mobility, material in parts
    ]
    assert scored(tictactoe, score, rows).tolist() == expected


def test_a_truth_has_a_number_for_yes_and_one_for_no(tictactoe: CompiledGame) -> None:
    draft = ScoreWriter()
    first = draft.node(TRUTH, [0], a=0.9, b=0.1)
    ended = draft.node(TRUTH, [end_question(tictactoe.dimensions)], a=1.0, b=2.0)
    rows = positions(tictactoe)
    expected = [[0.9 if tictactoe.state(row) & 1 else 0.1, 2.0] for row in rows]
    assert scored(tictactoe, draft.written([first, ended]), rows).tolist() == expected


def test_one_role_needs_only_its_own_nodes(tictactoe: CompiledGame) -> None:
    score = Material().arrays(tictactoe)
    assert score.size == 4
    assert of_role(score, 1).size == 2


def test_every_input_has_a_weight() -> None:
    with pytest.raises(AssertionError, match="every input has a weight"):
        ScoreWriter().node(SUM, [ScoreWriter().node(CONSTANT)], [1.0, 2.0])


def test_an_evaluator_without_arithmetic_has_no_arrays(tictactoe: CompiledGame) -> None:
    class Plain:
        def start(self, game: Game) -> Guess:
            return Even().start(game)

    assert arrays_of(Plain(), tictactoe) is None
    assert arrays_of(Sum((Weighted(1.0, Even()), Weighted(0.5, Plain()))), tictactoe) is None
