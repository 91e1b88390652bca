"""Manhattan distance: called admissible only where steps and pieces are proved to be single."""

import pytest

from tests.proofs.knowing import sheet
from zermelo.errors import UsageError
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.load import compiled_game
from zermelo.search.heuristics import goals, pattern
from zermelo.search.heuristics.manhattan import placed
from zermelo.search.puzzle.additive import both_fall
from zermelo.search.puzzle.catalogue import chosen
from zermelo.search.puzzle.heuristic import Heuristic
from zermelo.search.puzzle.puzzle import Puzzle
from zermelo.search.puzzle.variables import MOST_WORK, Variables

HOME = """
(role me) (init (cell 3 1 a)) (init (cell 3 2 b)) (piece a 1) (piece b 2)
(near 3 2) (near 2 1) (near 1 1) (near 2 3) (near 3 3)
(<= (legal me (go ?p ?to)) (piece ?p ?y) (true (cell ?x ?y ?p)) (near ?x ?to))
(<= (next (cell ?to ?y ?p)) (does me (go ?p ?to)) (piece ?p ?y))
(<= (moved ?p) (does me (go ?p ?to)))
(<= (next (cell ?x ?y ?p)) (true (cell ?x ?y ?p)) (not (moved ?p)))
(<= home (true (cell 1 1 a)) (true (cell 1 2 b)))
(<= terminal home)
(<= (goal me 100) home)
(<= (goal me 0) (not home))
"""
"""Two pieces, each in a row of its own, are two steps from the first column each."""


def made(text: str, name: str = "manhattan") -> tuple[Heuristic, CompiledGame]:
    game = compiled_game("home", sheet(text))
    puzzle = Puzzle(game)
    return chosen(name, puzzle, 100.0, game.initial), game


def test_single_steps_of_single_pieces_are_counted() -> None:
    found, game = made(HOME)
    assert (found.admissible, found.estimate(game.initial)) == (True, 4)
    assert found.why == "no move brings two pieces nearer, or one by more than a step"


@pytest.mark.parametrize(
    ("why", "rule"),
    [
        ("a jump", "(near 3 1)"),
        (
            "two at once",
            "(legal me both)"
            "(<= (moved ?p) (piece ?p ?y) (does me both))"
            "(<= (next (cell 1 ?y ?p)) (does me both) (true (cell 2 ?y ?p)))"
            "(<= (next (cell 2 ?y ?p)) (does me both) (true (cell 3 ?y ?p)))"
            "(<= (next (cell 1 ?y ?p)) (does me both) (true (cell 1 ?y ?p)))",
        ),
        ("a piece in two places", "(<= (next (cell 2 1 a)) (does me (go b ?to)))"),
    ],
)
def test_what_may_come_nearer_by_two_is_a_guess(why: str, rule: str) -> None:
    found, game = made(HOME + rule)
    assert (found.admissible, found.estimate(game.initial)) == (False, 4), why
    assert found.why == "a move may bring two pieces nearer, or one by more than a step"


def test_a_piece_that_leaves_another_behind_is_not_one_piece() -> None:
    alone = HOME.replace("(init (cell 3 2 b))", "").replace("(piece b 2)", "")
    alone = alone.replace("(true (cell 1 2 b))", "")
    assert made(alone)[0].admissible
    assert not made(alone + "(<= (next (cell 3 1 a)) (does me (go a 1)))")[0].admissible


def test_a_target_that_only_forbids_places_is_refused() -> None:
    away = "(<= home (not (true (cell 3 1 a))) (not (true (cell 3 2 b))))"
    text = "\n".join(away if line.startswith("(<= home") else line for line in HOME.splitlines())
    with pytest.raises(UsageError, match="manhattan wants a target with places"):
        made(text)
    found, game = made(text, "goals")
    assert (found.admissible, found.estimate(game.initial)) == (True, 2)


def test_a_place_is_two_numbers_and_something_there() -> None:
    assert placed("cell", ("3", "1", "a")) == (("cell", (None, None, "a")), (3, 1))
    assert placed("cell", ("3", "1")) is None
    assert placed("cell", ("3", "a", "1")) is None
    assert placed("cell", ("a", "3", "1")) is None


def test_what_nobody_has_time_to_prove_is_not_added() -> None:
    _, game = made(HOME)
    variables = Variables(game, game.initial)
    tables = list(pattern.useful(variables, 100.0))
    assert len(tables) == 2
    assert not both_fall(variables, *tables)
    variables.work = MOST_WORK
    assert both_fall(variables, *tables)
    assert not goals.of_variables(variables, 100.0).admissible


LAMPS = """
(role me) (lamp a) (lamp b) (init {first})
(<= (legal me (press ?x)) (lamp ?x))
(<= (next (on ?x)) (does me (press ?x)) (not (true (on ?x))))
(<= (next (on ?x)) (true (on ?x)) (not (does me (press ?x))))
(<= done {done})
(<= terminal done) (<= (goal me 100) done) (<= (goal me 0) (not done))
"""


@pytest.mark.parametrize(
    ("first", "done"),
    [
        ("start", "(true (on a)) (true (on b))"),
        ("(on a)) (init (on b)", "(not (true (on a))) (not (true (on b)))"),
    ],
    ids=["on", "off"],
)
def test_what_belongs_to_no_variable_is_counted_by_itself(first: str, done: str) -> None:
    found, game = made(LAMPS.format(first=first, done=done), "pattern")
    assert (found.admissible, found.estimate(game.initial)) == (True, 2)
    one, both = (game.state_of(each) for each in (["(on a)"], ["(on a)", "(on b)"]))
    assert found.estimate(one) == 1
    assert found.estimate(both) == (0 if first == "start" else 2)


def test_an_end_is_as_far_from_full_truth_as_it_is_worth() -> None:
    found, game = made(HOME, "fuzzy")
    assert found.estimate(game.initial) == pytest.approx(100)
    assert found.estimate(game.state_of(["(cell 1 1 a)", "(cell 1 2 b)"])) == 0
