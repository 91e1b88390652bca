"""With `inhibited`, what can never hold again counts for nothing (the chapter's limitation)."""

import pytest

from zermelo.evaluate.evaluators.fuzzy import Fuzzy
from zermelo.evaluate.fuzzy.truth import Truth
from zermelo.evaluate.term import Term
from zermelo.game.compiled_game import CompiledGame
from zermelo.game.game import State
from zermelo.game.load import load
from zermelo.sampling.matches import RandomMatchBatch


def term(terms: tuple[Term, ...], text: str) -> Term:
    """Return the first term with a text, at any depth."""
    todo = list(terms)
    for each in todo:  # which grows meanwhile
        if each.text == text:
            return each
        todo += each.parts
    raise AssertionError(f"there is no {text}")


def state_of(game: CompiledGame, marks: dict[tuple[int, int], str]) -> State:
    cells = [(column, row) for column in (1, 2, 3) for row in (1, 2, 3)]
    fluents = [f"(cell {c} {r} {marks.get((c, r), 'b')})" for c, r in cells]
    return game.state_of([*fluents, "(control x)"])


BLOCKED = {(1, 1): "x", (1, 2): "x", (1, 3): "o"}
OPEN = {(1, 1): "x", (1, 2): "x", (3, 3): "o"}


def test_a_blocked_line_is_as_good_as_an_open_one_without_it_and_nothing_with_it() -> None:
    game = load("tictactoe")
    blocked, free = state_of(game, BLOCKED), state_of(game, OPEN)
    plain, sharp = Fuzzy(), Fuzzy(inhibited=True)
    name = "(column 1 x)"
    assert term(plain.terms(game, blocked), name).value == pytest.approx(0.9 * 0.9 * 0.1)
    assert term(plain.terms(game, free), name).value == pytest.approx(0.9 * 0.9 * 0.1)
    assert term(sharp.terms(game, blocked), name).value == 0
    assert term(sharp.terms(game, free), name).value == pytest.approx(0.9 * 0.9 * 0.1)


@pytest.mark.parametrize("name", ["tictactoe", "connect_four:width=5,height=4"])
def test_the_kernel_agrees_with_the_definition(name: str) -> None:
    game = load(name)
    sharp = Fuzzy(inhibited=True)
    guess, truth, cone = sharp.start(game), sharp.truth(game), sharp.cone(game)
    assert isinstance(truth, Truth)
    assert truth.inhibitors
    different = 0
    plain = Fuzzy().start(game)
    for layer in RandomMatchBatch(game, seed=0):
        for row in layer.rows[layer.going][:5]:
            state = game.state(row)
            assert guess(state) == pytest.approx(truth.worth(cone, state), abs=1e-9)
            different += guess(state) != pytest.approx(plain(state), abs=1e-9)
    assert different > 10
