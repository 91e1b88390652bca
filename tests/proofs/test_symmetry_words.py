"""Symmetries in words."""

from collections.abc import Callable

import pytest

from zermelo.game.compiled_game import CompiledGame
from zermelo.proofs.symmetry.symmetries import Symmetry, symmetries
from zermelo.proofs.symmetry.words import (
    cycles_in_words,
    order_in_words,
    relations_in_words,
    words,
)
from zermelo.text.ground_term import ground_term, ground_terms

GameOf = Callable[[str], CompiledGame]


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("connect_four", ["cell: 1 <-> 7, 2 <-> 6, 3 <-> 5 in place 1"]),
        ("hanoi", ["on: left <-> middle in place 2"]),
        ("kayles:pins=5", ["pin: 1 <-> 5, 2 <-> 4 in place 1"]),
    ],
)
def test_a_symmetry_is_told_by_what_is_exchanged(
    game_of: GameOf, name: str, told: list[str]
) -> None:
    game = game_of(name)
    assert game.program is not None
    assert [words(game.lexicon, one) for one in symmetries(game.program).generators] == told


def test_places_and_roles_that_are_exchanged_are_told(tictactoe: CompiledGame) -> None:
    program = tictactoe.program
    assert program is not None
    told = {words(tictactoe.lexicon, one) for one in symmetries(program, exchange=True).generators}
    assert "cell: places 1 2 3 become 2 1 3" in told
    assert any(text.startswith("x <-> o; cell: ") for text in told)


def test_what_has_no_pattern_is_told_by_cycles(game_of: GameOf) -> None:
    game = game_of("dots_and_boxes")
    assert game.program is not None
    told = [words(game.lexicon, one) for one in symmetries(game.program).generators]
    assert "(drawn h 1 1) <-> (drawn v 1 1)" in told
    assert any(text.endswith("more") for text in told)


def test_moves_are_told_where_no_fluent_is_moved(tictactoe: CompiledGame) -> None:
    lexicon = tictactoe.lexicon
    same = tuple(range(len(lexicon.fluents)))
    moves = [list(range(len(of_role))) for of_role in lexicon.moves]
    moves[0][0], moves[0][1] = 1, 0
    one = Symmetry(same, (0, 1), tuple(map(tuple, moves)))
    assert words(lexicon, one) == "(mark 1 1) <-> (mark 1 2)"
    identity = Symmetry(same, (0, 1), tuple(tuple(range(len(m))) for m in lexicon.moves))
    assert words(lexicon, identity) == "nothing is moved"


def test_relations_that_are_exchanged_are_told_by_their_terms() -> None:
    p, q, longer = ground_terms("(p 1) (q 1) (p 1 1)")
    assert list(relations_in_words({p: q, q: p})) == ["(p 1) <-> (q 1)"]
    assert list(relations_in_words({p: longer, longer: p})) == ["(p 1) <-> (p 1 1)"]


def test_many_cycles_are_cut_short() -> None:
    images = {str(i): str(i ^ 1) for i in range(20)}
    assert cycles_in_words(images) == "0 <-> 1, 2 <-> 3, 4 <-> 5, 6 <-> 7, and 6 more"


def test_terms_are_taken_apart_at_their_top() -> None:
    assert ground_term("going").parts == ("going",)
    assert ground_term("(f (g a b) c)").parts == ("f", "(g a b)", "c")


def test_orders_that_nobody_would_read_are_rounded() -> None:
    assert order_in_words(24) == "24"
    assert order_in_words(10**15) == "1,000,000,000,000,000"
    assert order_in_words(10**15 + 1) == "more than 1 * 10^15"
    assert order_in_words(10**5000) == "more than 1 * 10^5000"
