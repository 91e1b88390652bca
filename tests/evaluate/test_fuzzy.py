"""fuzzy as an evaluator: its options, its kernel, and searches that use it."""

from collections.abc import Callable
from dataclasses import replace
from itertools import islice
from typing import Any

import numpy as np
import pytest

from tests.evaluate.book import FIGURE
from zermelo.engine.engine import Words
from zermelo.errors import RuleError, UnsuitedError, UsageError
from zermelo.evaluate.batch import scored
from zermelo.evaluate.evaluators.fuzzy import Fuzzy
from zermelo.evaluate.fuzzy.arithmetic import score_of
from zermelo.evaluate.fuzzy.truth import Truth
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import Role, State
from zermelo.game.load import load_game
from zermelo.sampling.matches import RandomMatchBatch
from zermelo.search.algorithms.alphabeta import Alphabeta
from zermelo.search.algorithms.greedy import Greedy
from zermelo.search.base import Clock, Limits, last
from zermelo.search.spec import parse, parse_evaluator, spell

GameOf = Callable[[str], CompiledGame]
OPTIONS: tuple[dict[str, Any], ...] = (
    {},
    {"tau": 0.7},
    {"norm": "minimum"},
    {"norm": "lukasiewicz"},
    {"norm": "yager"},
    {"norm": "yager", "q": float("inf")},
    {"theta": 0.6},
    {"theta": 0.6, "form": "floor"},
    {"norm": "minimum", "theta": 0.7, "form": "floor"},
    {"norm": "lukasiewicz", "theta": 0.7},
    {"norm": "yager", "q": 5.0, "theta": 0.7},
    {"norm": "yager", "q": 0.5, "theta": 0.9, "form": "floor"},
    {"terminal": True},
    {"norm": "yager", "q": 3.0, "theta": 0.6, "form": "floor", "terminal": True},
)
GAMES = (
    "tictactoe",
    "connect_four",
    "checkers",
    "fifteen_puzzle",
    "reversi:size=4",  # has an aggregate
    "chinese_checkers",
    "kalah:houses=3,seeds=2",
)


def positions(game: CompiledGame, most: int = 90) -> Words:
    """Rows of states from random matches that are going on, most 64 and a bit."""
    layers = islice(RandomMatchBatch(game, seed=7), 40)
    return np.concatenate([layer.rows[layer.going][:4] for layer in layers])[:most]


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("name", GAMES)
def test_the_kernel_comes_to_what_is_defined(
    game_of: GameOf, name: str, options: dict[str, Any]
) -> None:
    game, fuzzy = game_of(name), Fuzzy(unroll=True, **options)
    rows = positions(game)
    found = scored(game, fuzzy.arrays(game), rows)
    few = range(0, len(rows), 5)
    expected = [fuzzy.truth(game).worth(fuzzy.cone(game), game.state(rows[index])) for index in few]
    assert found[few] == pytest.approx(np.array(expected), rel=1e-12, abs=1e-12)
    assert found.min() >= 0
    assert found.max() <= 100


def test_a_guess_is_what_the_kernel_says_of_many(game_of: GameOf) -> None:
    game, fuzzy = game_of("connect_four"), Fuzzy()
    rows, guess = positions(game), Fuzzy().start(game)
    expected = scored(game, fuzzy.arrays(game), rows).tolist()
    assert [list(guess(game.state(row))) for row in rows] == expected


def test_an_end_is_worth_its_goals(tictactoe: CompiledGame) -> None:
    cells = [f"(cell {m} 1 x)" for m in (1, 2, 3)] + ["(cell 1 2 o)", "(cell 2 2 o)"]
    state = tictactoe.state_of([*cells, "(control o)"])
    assert Fuzzy().start(tictactoe)(state) == (100.0, 0.0)
    terms = Fuzzy().terms(tictactoe, state)
    assert [(term.text, term.value) for term in terms] == [
        ("goal of x at the end", 100.0),
        ("goal of o at the end", 0.0),
    ]


def test_fluents_that_never_hold_again_are_not_true_at_all(tictactoe: CompiledGame) -> None:
    blocked = tictactoe.state_of([*FIGURE, "(cell 2 2 o)", "(control x)"])
    number = {fluent: bit for bit, fluent in enumerate(tictactoe.lexicon.fluents)}
    inhibitors = {
        number[f"(cell {m} {n} {one})"]: ((number[f"(cell {m} {n} {other})"], True),)
        for m in (1, 2, 3)
        for n in (1, 2, 3)
        for one, other in ("xo", "ox")
    }
    truth = Truth(inhibitors=inhibitors)
    cone = Fuzzy().cone(tictactoe)
    diagonal = next(
        index
        for index, node in enumerate(cone.nodes)
        if getattr(node, "text", "") == "(diagonal x)"
    )
    assert truth.degrees(cone, blocked)[diagonal] == 0
    assert Truth().degrees(cone, blocked)[diagonal] == pytest.approx(0.081919)
    rows = positions(tictactoe)
    found = scored(tictactoe, score_of(cone, truth, tictactoe.dimensions), rows)
    expected = [truth.worth(cone, tictactoe.state(row)) for row in rows]
    assert found == pytest.approx(np.array(expected), rel=1e-12)
    free = {bit: ((other, False),) for bit, ((other, _),) in inhibitors.items()}
    opposite = Truth(inhibitors=free)
    found = scored(tictactoe, score_of(cone, opposite, tictactoe.dimensions), rows)
    expected = [opposite.worth(cone, tictactoe.state(row)) for row in rows]
    assert found == pytest.approx(np.array(expected), rel=1e-12)


def test_with_terminal_a_goal_that_holds_may_end_and_another_may_not(
    tictactoe: CompiledGame,
) -> None:
    state = tictactoe.state_of([*FIGURE, "(control o)"])
    fuzzy = Fuzzy(terminal=True)
    cone = fuzzy.cone(tictactoe)
    degrees = fuzzy.truth(tictactoe).degrees(cone, state)
    end = degrees[cone.terminal]
    (win, draw), _ = fuzzy.truth(tictactoe).goals(cone, state)
    # No line yet: a draw holds in every state that is not won, a win does not.
    (_, won), (_, drawn) = cone.goals[0]
    assert win == pytest.approx(degrees[won] * (1 - end))
    assert draw == pytest.approx(1 - (1 - degrees[drawn]) * (1 - end))
    first = fuzzy.terms(tictactoe, state)[0].parts[0]
    assert first.text == "(goal x 100) at the end"
    assert [part.text for part in first.parts] == ["(goal x 100)", "terminal"]


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("fuzzy:tau=0.5", r"fuzzy:tau is above 0.5 and below 1, such as 0.9, not 0.5"),
        ("fuzzy:tau=1", r"fuzzy:tau is above 0.5 and below 1, such as 0.9, not 1"),
        ("fuzzy:theta=0.5", r"theta is above 0.5 and at most tau, which is 0.9, or none, not 0.5"),
        ("fuzzy:tau=0.7,theta=0.8", r"at most tau, which is 0.7, or none, not 0.8"),
        ("fuzzy:q=0", r"fuzzy:q is above 0, such as 2, not 0"),
        ("fuzzy:q=-1", r"fuzzy:q is above 0, such as 2, not -1"),
        ("fuzzy:norm=maximum", r"norm takes product, minimum, yager or lukasiewicz"),
        ("fuzzy:form=fld", r"form takes fold or floor"),
    ],
)
def test_what_is_no_degree_of_truth_is_refused(spec: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        parse_evaluator(spec)


def test_options_are_part_of_a_spec() -> None:
    search = parse("alphabeta:depth=2,evaluator=fuzzy(tau=0.8,theta=0.6,form=floor)")
    assert isinstance(search, Alphabeta)
    assert search.evaluator == Fuzzy(tau=0.8, theta=0.6, form="floor")
    assert parse(spell(search)) == search


def test_a_tree_has_no_rules_to_read(tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.mktemp("trees") / "small.tree"
    path.write_text("[[3, 12], [2, 4]]")
    game = load_game(str(path))
    with pytest.raises(UnsuitedError, match=r"fuzzy reads the rules of the goal, and .*suit it"):
        Fuzzy().start(game)


def test_hex_is_refused_for_its_recursive_goal(game_of: GameOf) -> None:
    game = game_of("hex:size=3")
    with pytest.raises(RuleError, match="the goal is recursive"):
        Fuzzy().start(game)
    with pytest.raises(RuleError, match="the goal is recursive"):
        Fuzzy(unroll=True).start(game)


def test_greedy_opens_in_the_centre(tictactoe: CompiledGame) -> None:
    best = last(
        Greedy(evaluator=Fuzzy()).start(tictactoe, Role(0), Clock())(tictactoe.initial, Clock())
    )
    assert best is not None
    assert best.move is not None
    assert tictactoe.spell(Role(0), best.move) == "(mark 2 2)"


@pytest.mark.parametrize("name", ["tictactoe", "connect_four", "checkers"])
def test_alphabeta_with_its_kernel_plays_as_without(game_of: GameOf, name: str) -> None:
    game = game_of(name)
    state = game.state(positions(game)[20])

    def told(search: Alphabeta) -> tuple[object, object]:
        clock = Clock(Limits())
        return last(search.start(game, Role(1), clock)(State(state), clock)), clock.count

    fast = Alphabeta(depth=3, evaluator=Fuzzy(), kernel="on")
    assert told(fast) == told(replace(fast, kernel="off"))
